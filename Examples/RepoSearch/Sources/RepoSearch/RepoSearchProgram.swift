import Store
import StoreInspection

@main
struct RepoSearchProgram {
  static func main() async {
    await commandLine.main()
  }

  static var commandLine: StoreCommandLine<RepositorySearch> {
    var commandLine = StoreCommandLine<RepositorySearch>(
      "RepoSearch",
      commands: [.run, .repl, .replay, .report, .generateTest]
    ) {
      RepositorySearch.State()
    } reducer: {
      RepositorySearch()
    }
    commandLine.recordedEndpoints = [
      #endpoint(\.gitHubClient.searchRepositories)
    ]
    return commandLine
  }
}
