/// What the program plays when it is not told what to play.
enum DemoScript {
  static let source = SourceText(
    name: "demo",
    text: """
      # Typing does not search at once: the query has to rest for 300 ms, and each further letter starts that anew.
      send queryChanged "swif"
      advance 200ms
      send queryChanged "swift"
      advance 300ms
      await pageLoaded
      expect results.query == {"search": {"query": "swift"}}
      expect results.rows.count == 30
      expect results.totalCount == 257

      # One of the last rows comes into view, so the next page is loaded.
      let last = results.rows[29].id
      send rowAppeared {"id": $last}
      await pageLoaded
      expect results.rows.count == 60
      show results.rows[59]

      # The favorites take the place of the search, and an empty query clears everything.
      send favoritesButtonTapped
      await pageLoaded
      expect results.query == {"favorites": {}}
      send queryChanged ""
      expect results.rows.count == 0
      """
  )
}
