/// The script that the program plays without an argument.
enum DemoScript {
  static let text = """
    # Typing does not search at once: the query has to rest for 300 ms, and each further letter starts that anew.
    send launched
    send searchRepos.queryChanged "swif"
    advance 200ms
    send searchRepos.queryChanged "swift"
    advance 300ms
    await searchRepos.pageLoaded
    expect searchRepos.results.rows.count == 30
    expect searchRepos.results.totalCount == 257

    # One of the last rows comes into view, so the next page is loaded.
    let last = searchRepos.results.rows[29].id
    send searchRepos.rowAppeared {"id": $last}
    await searchRepos.pageLoaded
    expect searchRepos.results.rows.count == 60

    # A link leads to a recipe, whose two requests run side by side.
    send linkOpened "app://recipes/42"
    await recipes.detail.presented.recipeLoaded
    await recipes.detail.presented.hashtagsLoaded
    screen

    # What was typed is remembered once it is submitted.
    expect recentSearches.count == 0
    send linkOpened "app://repos"
    send searchRepos.searchSubmitted
    await searchRepos.pageLoaded
    expect recentSearches == [{"subject": "repositories", "query": "swift"}]
    """
}
