/// The script that the program plays without an argument.
enum DemoScript {
  static let text = """
    # The query has to rest for 300 ms before it is searched. The first answer is a failure, because the script says so.
    section "A search that fails"
    answer githubClient.searchRepos fails .timeout(seconds: 5) once
    fill "Search" "swift"
    await searchRepos.pageFailed
    see "did not answer within 5 seconds"

    # What a person does about it.
    section "Another try"
    press "Retry"
    await searchRepos.pageLoaded

    # The row, the page of the repository, and the server: all have the star.
    section "A star"
    open "apple/swift"
    press "Star"
    screen
    """
}
