import Dependencies
import Foundation
import Store
import TestSupport
import Testing

/// The examples of the article "How it works".
@MainActor
@Suite struct HowItWorks {
  @Reducer
  struct Feed {
    struct State: Equatable {
      var isLoading = false
      var items: [String] = []
    }

    enum Action: Equatable {
      case refreshPulled
      case loadingBegan
      case itemsLoaded([String])
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .refreshPulled:
        state.isLoading = true
        return .merge(
          .run(name: "load") { send in
            await Task.yield()  // A server takes its time.
            await send(.itemsLoaded(["Dune"]))
          },
          .send(.loadingBegan)
        )

      case .loadingBegan:
        return .none

      case .itemsLoaded(let items):
        state.isLoading = false
        state.items = items
        return .none
      }
    }
  }

  @Test func aSendIsFollowed() async {
    let log = LockIsolated<[String]>([])
    @Sendable func note(_ line: String) { log.withValue { $0.append(line) } }

    let store = Store(initialState: Feed.State()) { Feed() }
    store.inspect(
      with: Inspector { step in
        switch step {
        case .reduced(let action, _, _, _): note("reduced \(action)")
        case .effectStarted(let effect): note("starting \(effect.name ?? "")")
        case .effectFinished(let effect): note("finished \(effect.name ?? "")")
        default: break
        }
      }
    )
    withObservationTracking {
      _ = store.isLoading
    } onChange: {
      note("the observer of isLoading is told")
    }

    let task = store.send(.refreshPulled)
    note("send has returned")
    await task.finish()
    note("finish has returned")

    #expect(
      log.value == [
        "reduced refreshPulled",
        "reduced loadingBegan",
        "starting load",
        "the observer of isLoading is told",
        "send has returned",
        "reduced itemsLoaded([\"Dune\"])",
        "finished load",
        "finish has returned",
      ]
    )
  }

  // MARK: What the article quotes

  /// What stops the program and what is reported begins as the article quotes it.
  @Test(arguments: [
    ("Store", "was read while a reducer was changing the state."),
    ("Store", "was used by code that does not run on the store's actor,"),
    ("Store", "A shared value was changed while a closure was changing it."),
    ("Dependencies", "A LockIsolated value was changed while \"withValue\" was changing it."),
    ("Store", "A store has reduced 1000000 actions in one call of \"send\", and goes on."),
    ("Store", "A scoped store got an action when its state was gone. The action was ignored."),
    ("Store", "An effect sent an action after it had finished. The action was dropped."),
    ("Store", "An effect threw an error that nothing handles."),
  ])
  func theArticleQuotesIt(target: String, sentence: String) throws {
    let article = try Repository.file("Sources/Store/Documentation.docc/Articles/HowItWorks.md").text
    let quoted = article.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    #expect(quoted.contains(sentence), "The article does not say it.")
    let isInSources = try Repository.files(in: "Sources/\(target)").contains { file in
      file.text.replacing(#"\(runtime.configuration.endlessCount)"#, with: "1000000")
        .replacing(#"\(what)"#, with: "changed").contains(sentence)
    }
    #expect(isInSources, "No message says it.")
  }

  @Test func theSourcesAreThere() throws {
    let article = try Repository.file("Sources/Store/Documentation.docc/Articles/HowItWorks.md").text
    let paths = article.matches(of: /`((?:Sources|scripts)\/[^`]+)`/).map { String($0.output.1) }
    #expect(paths.count > 8)
    for path in paths {
      #expect(FileManager.default.fileExists(atPath: Repository.root.appending(path: path).path), "\(path)")
    }
  }
}
