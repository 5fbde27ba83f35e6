import Dependencies
import Foundation
import Store
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

  @Test func observersAreToldAfterTheChange() {
    let store = Store(initialState: Feed.State()) { Feed() }
    let seen = LockIsolated<Bool?>(nil)
    nonisolated(unsafe) let observed = store  // Used on the main actor only.
    withObservationTracking {
      _ = store.isLoading
    } onChange: {
      MainActor.assumeIsolated { seen.setValue(observed.isLoading) }
    }
    store.send(.refreshPulled)
    #expect(seen.value == true)
  }

  // MARK: Actions that come while another one is under way

  /// Says what it does, and sends from wherever a test wants.
  private struct Relay {
    var log: [String] = []
    var title = ""
    var token: Token?

    enum Action {
      case perform(String, () -> Void)
      case note(String)
      case setToken(Token?)
      case run(Effect<Action>)
    }

    @MainActor static func store() -> Store<Relay, Action> {
      Store(initialState: Relay()) {
        Reduce { state, action in
          switch action {
          case .perform(let name, let body):
            body()
            state.log.append(name)
          case .note(let name):
            state.log.append(name)
          case .setToken(let token):
            state.token = token
            state.log.append("token")
          case .run(let effect):
            return effect
          }
          return .none
        }
      }
    }
  }

  private final class Token: Sendable {
    let onDeinit: @MainActor @Sendable () -> Void
    init(_ onDeinit: @escaping @MainActor @Sendable () -> Void) { self.onDeinit = onDeinit }
    deinit { MainActor.assumeIsolated { onDeinit() } }
  }

  @Test func aReducersSendWaits() {
    let store = Relay.store()
    store.send(
      .perform("outer") {
        store.send(.note("first"))
        store.send(.note("second"))
      }
    )
    #expect(store.log == ["outer", "first", "second"])
  }

  @Test func aDeinitsSendWaits() {
    let store = Relay.store()
    store.send(.setToken(Token { store.send(.note("deinit")) }))
    store.send(.setToken(nil))
    #expect(store.log == ["token", "token", "deinit"])
  }

  @Test func aReadersSendWaits() {
    let store = Relay.store()
    store.withState { state in
      store.send(.note("sent"))
      #expect(state.log.isEmpty && store.log.isEmpty)
    }
    #expect(store.log == ["sent"])
  }

  @Test func whatAnObserverSendsIsReducedAtOnce() {
    let store = Relay.store()
    let count = LockIsolated(0)
    nonisolated(unsafe) let observed = store  // Used on the main actor only.
    withObservationTracking {
      _ = store.log
    } onChange: {
      MainActor.assumeIsolated {
        observed.send(.note("observer"))
        count.setValue(observed.log.count)
      }
    }
    store.send(.note("first"))
    #expect(count.value == 2)
    #expect(store.log == ["first", "observer"])
  }

  @Test func anEffectOfAnActionThatAnObserverSendsBeginsLater() async {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let store = Relay.store()
    let log = LockIsolated<[String]>([])
    nonisolated(unsafe) let observed = store  // Used on the main actor only.
    @Sendable func effect(_ name: String) -> Effect<Relay.Action> {
      .run { _ in log.withValue { $0.append(name) } }
    }
    withObservationTracking {
      _ = store.log
    } onChange: {
      MainActor.assumeIsolated {
        observed.send(.run(effect("observer's effect")))
        log.withValue { $0.append("observer") }
      }
    }
    store.send(.run(effect("effect")))
    store.send(.note(""))
    log.withValue { $0.append("sent") }
    while log.value.count < 4 { await Task.yield() }
    #expect(log.value == ["effect", "observer", "sent", "observer's effect"])
  }

  // MARK: What stops the program

  /// The first sentences of what stops the program, as the article quotes them.
  private enum Sentence {
    static let reading = "was read while a reducer was changing the state."
    static let isolation = "was used by code that does not run on the store's actor,"
    static let shared = "A shared value was changed while a closure was changing it."
    static let locked = "A LockIsolated value was changed while \"withValue\" was changing it."
    static let endless = "A store has reduced 1000000 actions in one call of \"send\", and goes on."
    static let gone = "A scoped store got an action when its state was gone. The action was ignored."
    static let late = "An effect sent an action after it had finished. The action was dropped."
    static let unhandled = "An effect threw an error that nothing handles."
  }

  @Test func theArticleQuotesThem() throws {
    let article = try Repository.file("Sources/Store/Documentation.docc/Articles/HowItWorks.md").text
    let quoted = article.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    for sentence in [
      Sentence.reading, Sentence.isolation, Sentence.shared, Sentence.locked, Sentence.endless, Sentence.gone,
      Sentence.late, Sentence.unhandled,
    ] {
      #expect(quoted.contains(sentence), "The article does not say: \(sentence)")
    }
  }

  @Test func theSourcesAreThere() throws {
    let article = try Repository.file("Sources/Store/Documentation.docc/Articles/HowItWorks.md").text
    let paths = article.matches(of: /`((?:Sources|scripts)\/[^`]+)`/).map { String($0.output.1) }
    #expect(paths.count > 8)
    for path in paths {
      #expect(FileManager.default.fileExists(atPath: Repository.root.appending(path: path).path), "\(path)")
    }
  }

  #if os(Linux) || os(macOS)
    private func expect(_ result: ExitTest.Result?, says sentence: String) {
      let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(output.contains(sentence), "\(output)")
    }

    @Test func readingInAReducer() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await MainActor.run {
          let store = Relay.store()
          store.send(.perform("reads") { print(store.title) })
        }
      }
      expect(result, says: Sentence.reading)
    }

    @Test func usingAStoreElsewhere() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await Task.detached {
          let store = Store(initialState: Feed.State()) { Feed() }
          print(store.items)
        }.value
      }
      expect(result, says: Sentence.isolation)
    }

    @Test func changingWhatIsBeingChanged() async {
      let shared = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let count = Shared(value: 0)
        count.withLock { _ in count.withLock { $0 = 1 } }
      }
      expect(shared, says: Sentence.shared)
      let locked = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let count = LockIsolated(0)
        count.withValue { _ in count.setValue(1) }
      }
      expect(locked, says: Sentence.locked)
    }
  #endif

  // MARK: What is reported

  private enum Loop {
    static let count = 1_000_001
  }

  @Test func whatIsReported() async {
    let endless = Store<Int, Void>(initialState: 0) {
      Reduce { state, _ in
        state += 1
        return state < Loop.count ? .send(()) : .none
      }
    }
    withExpectedIssue {
      endless.send(())
    } matching: {
      $0.message.contains(Sentence.endless)
    }

    let store = Relay.store()
    await withExpectedIssue {
      await store.send(.run(.run { _ in throw CocoaError(.fileNoSuchFile) })).finish()
    } matching: {
      $0.message.contains(Sentence.unhandled)
    }
    let escaped = LockIsolated<Send<Relay.Action>?>(nil)
    await store.send(.run(.run { send in escaped.setValue(send) })).finish()
    await withExpectedIssue {
      await escaped.value?(.note("late"))
    } matching: {
      $0.message.contains(Sentence.late)
    }
  }
}
