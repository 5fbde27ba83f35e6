import Dependencies
import Features
import Foundation
import Store
import StoreInspection

@main
struct DemoCLI {
  static func main() async {
    await commandLine.main()
  }

  /// The only declaration that names the feature of the program.
  static var commandLine: StoreCommandLine<AppFeature> {
    var commandLine = StoreCommandLine(
      "DemoCLI",
      commands: [.run, .repl, .ui, .explore, .replay, .compare, .report, .generateTest, .mcp, .serve]
    ) {
      AppFeature.State()
    } reducer: {
      AppFeature()
    }
    // The version of the package, which the changelog and the documents name, too.
    commandLine.version = "0.1.0"
    commandLine.summary = "Plays features from the command line: sends actions, moves the clock, shows what happens."
    commandLine.demonstration = DemoScript.text
    commandLine.exampleScript = "Examples/repositories.script"
    commandLine.options = [
      DependencyOption(
        "--db",
        value: "FILE",
        help:
          "keep to-dos, bookmarks, the tab and searches in this file, not in the user's data directory",
        isLiveOnly: true
      ) { values, file in
        values.databaseLocation = .file(path: file)
      },
      DependencyOption(
        "--locale",
        value: "ID",
        help: "speak English (en) or Japanese (ja), and write dates and numbers as this locale does"
      ) { values, id in
        values.locale = try Locale(option: id)
      },
    ]
    commandLine.recordedEndpoints = .features
    commandLine.savingEffects = [
      "Add hashtags", "Forget search", "Forget searches", "Keep the draft of hashtags",
      "Keep the draft of a to-do", "Remember search", "Remember tab", "Remove kept responses", "Save the to-do", "Star",
      "Unstar", "Write bookmarks", "Write to-dos",
    ]
    let toDo = "toDos.destination.presented.detail"
    commandLine.observingEffects = [
      "Follow the cache": [#"modify "Cache problem""#],
      "Follow the to-do": ["\(toDo).read", "\(toDo).followingFailed"],
      "Follow to-dos": ["toDos.changed", "toDos.followingFailed"],
      "Wait for the next due date": ["toDos.minutePassed"],
    ]
    commandLine.dataFiles = { $0.databaseFiles }
    commandLine.willEnd = { $0.closeFiles() }
    commandLine.explorationRules = [
      .always("a list of repositories that is loading has not failed") {
        !$0.searchRepos.results.isLoading || $0.searchRepos.results.failure == nil
      },
      .always("articles and recipes of an earlier time are loaded again, or a message says why not") {
        ($0.articles.list.asOf == nil || $0.articles.list.isLoading || $0.articles.list.failure != nil)
          && ($0.recipes.recipes.asOf == nil || $0.recipes.recipes.isLoading || $0.recipes.recipes.failure != nil)
      },
      .whenSettled("no list is loading") {
        !$0.searchRepos.results.isLoading && !$0.articles.list.isLoading && !$0.recipes.recipes.isLoading
      },
    ]
    commandLine.liveHelp = """
      Environment, with --live
        GITHUB_API_URL, GITHUB_TOKEN       the server instead of https://api.github.com, and the token to sign in with
        QIITA_API_URL, QIITA_TOKEN         the same for https://qiita.com
        RECIPES_API_URL, HASHTAGS_API_URL  the servers instead of http://localhost:3001 and http://localhost:3002
        CATALOG_API_URL                    the server instead of http://localhost:3003
        USE_STUB_API_CLIENT                1: recipes and hashtags are made up
      """
    commandLine.screen = appScreen
    return commandLine
  }
}

extension Locale {
  /// The locale that an option names.
  fileprivate init(option id: String) throws(UnknownLocale) {
    self.init(identifier: id)
    guard let code = language.languageCode?.identifier, Texts.Language(rawValue: code) != nil else {
      throw UnknownLocale()
    }
  }

  fileprivate struct UnknownLocale: Error, CustomStringConvertible {
    let description = "it takes en, ja, or one of these with a region, such as en_GB"
  }
}
