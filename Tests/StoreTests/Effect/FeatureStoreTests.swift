import Dependencies
import Store
import Testing

@testable import StoreCore

/// What `run { store in }` gives to an effect, in a store on an actor.
@MainActor @Suite(.timeLimit(.minutes(10))) struct FeatureStoreTests {
  struct Editor: Reducer {
    struct State: Equatable {
      var text = ""
      var log: [String] = []
    }
    enum Action: Equatable { case run(Int), noted(String) }
    typealias Operation = @Sendable (FeatureStore<State, Action>) async throws -> Void
    let operations: [Operation]

    init(_ operations: Operation...) { self.operations = operations }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .run(let index):
          return run(operation: operations[index]) { error, store in
            let text = "caught \(error)"
            try store.modify("Catch") { $0.log.append(text) }
          }
        case .noted(let text):
          state.log.append(text)
          return .none
        }
      }
      .onChange(of: \.text) { oldText, newText in
        Reduce { state, action in
          state.log.append("\(oldText) -> \(newText) for \(action)")
          return .send(.noted("after \(newText)"))
        }
      }
    }
  }

  func makeStore(_ editor: Editor) -> StoreOf<Editor> { Store(initialState: Editor.State()) { editor } }

  // MARK: Reading, changing, sending

  @Test func allOfItHappensAtOnce() {
    let editor = Editor { store in
      let count = try store.modify("Type") { state in
        state.text = "Hello"
        return state.text.count
      }
      try store.send(.noted("\(count)"))
      let (text, state) = try (store.text, store.state)
      try store.modify("Check") { $0.log.append("\(text) \(state.log.count)") }
    }
    let store = makeStore(editor)
    // Up to its first suspension the effect runs within `send`.
    store.send(.run(0))
    #expect(store.log == [" -> Hello for run(0)", "after Hello", "5", "Hello 3"])
  }

  @Test func anErrorGoesToCatchAndWhatWasChangedStays() async {
    let editor = Editor { store in
      try store.modify("Fail") {
        $0.log.append("kept")
        throw Failure()
      }
    }
    let store = makeStore(editor)
    await store.send(.run(0)).finish()
    #expect(store.log == ["kept", "caught Failure()"])
  }

  @Test func aChangeIsAStepOfItsOwnAndObserversSeeIt() async {
    let store = makeStore(
      Editor { store in
        await Task.yield()
        try store.modify("Type") { $0.text = "Hello" }
      }
    )
    var steps: [String] = []
    store.inspect(
      with: Inspector(numbered: { step, numbers in
        switch step {
        case .reduced(let action, _, _, _): steps.append("\(numbers.action) \(action)")
        case .modified(let name, let effect, let before, let after):
          steps.append("\(numbers.action) \(name) by \(effect.id): \"\(before.text)\" -> \"\(after.text)\"")
        default: break
        }
      })
    )
    let seen = Log()
    let token = observe { seen.append(store.text) }
    await store.send(.run(0)).finish()
    await seen.wait(for: "Hello")
    #expect(steps == ["1 run(0)", "2 Type by 1: \"\" -> \"Hello\"", "3 noted(\"after Hello\")"])
    #expect(seen.entries == ["", "Hello"])
    withExtendedLifetime(token) {}
  }

  enum End: CaseIterable { case cancelled, removed, released }

  private nonisolated static let uses: [@Sendable (FeatureStore<Editor.State, Editor.Action>) throws -> Void] = [
    { try $0.modify("Type") { $0.text = "never" } }, { _ = try $0.text }, { _ = try $0.state },
    { try $0.send(.noted("never")) }, { _ = try $0.isEffectRunning(id: 1) },
  ]

  @Test(arguments: End.allCases) func anEffectThatIsOverChangesNothing(_ end: End) async {
    let log = Log()
    let editor = Editor { store in
      await log.hang("wait")
      for use in Self.uses { do { try use(store) } catch { log.append("\(error)") } }
      for await _ in store.changes(of: \.text) { log.append("changed") }
      log.append("end")
      _ = try store.text
    }
    var store = Optional(
      Store(initialState: Editor.State?.some(Editor.State())) {
        Changer<Editor.State?, Editor.Action>().ifLet(\.self, action: \.child) { editor }
      }
    )
    let task = store?.send(.child(.run(0)))
    await log.wait(for: "wait started")
    switch end {
    case .cancelled: task?.cancel()
    case .removed: store?.send(.change { $0 = nil })
    case .released: store = nil
    }
    await task?.finish()
    await log.wait(for: "end")
    let error = end == .cancelled ? "CancellationError()" : "The feature that the effect belongs to is gone."
    #expect(log.entries == ["wait started", "wait cancelled"] + Self.uses.map { _ in error } + ["end"])
    if end == .cancelled { #expect(store?.state == Editor.State()) }
  }

  struct Page: Reducer {
    struct State: Identifiable { var id = 1 }
    enum Action { case wait, turn(sends: Bool), turned }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .wait: return .run(name: "wait") { _ in try await Task.never() }
      case .turn(let sends):
        return run(name: "turn") { store in
          if sends { try store.send(.turned) } else { try store.modify("Turn") { $0.id += 1 } }
          // The effect has cancelled itself.
          #expect(Task.isCancelled)
          #expect(throws: FeatureGone()) { try store.id }
        }
      case .turned:
        state.id += 1
        return .none
      }
    }
  }

  @Test(arguments: [false, true]) func aChildThatChangesItsIDIsAnotherOne(sends: Bool) {
    let store = Store(initialState: Page.State?.some(Page.State())) {
      Changer<Page.State?, Page.Action>().ifLet(\.self, action: \.child) { Page() }
    }
    var cancelled: [String] = []
    store.inspect(
      with: Inspector { step in
        if case .effectCancelled(let effect) = step { cancelled.append(effect.name ?? "") }
      }
    )
    store.send(.child(.wait))
    store.send(.child(.turn(sends: sends)))
    #expect(store.withState { $0?.id } == 2)
    #expect(cancelled == ["wait", "turn"])
  }

  @CasePathable enum Screen { case editor(Editor.State), closed }

  /// A scope does not cancel the effects of a case that is left.
  @Test func changesEndWithTheCase() async {
    let log = Log()
    let editor = Editor { store in
      for try await text in store.changes(of: \.text) { log.append(text) }
      #expect(throws: FeatureGone()) { try store.text }
      #expect(throws: FeatureGone()) { try store.modify("Type") { $0.text = "never" } }
      log.append("ended")
    }
    let store = Store(initialState: Screen.editor(Editor.State(text: "first"))) {
      Changer<Screen, Editor.Action>()
      Scope(state: \.editor, action: \.child) { editor }
    }
    store.inspect(with: Inspector { if case .modified(let name, _, _, _) = $0 { log.append(name) } })
    let task = store.send(.child(.run(0)))
    await log.wait(for: "first")
    store.send(.change { $0 = .closed })
    await task.finish()
    #expect(log.entries == ["first", "ended"])
  }

  // MARK: Mistakes

  /// An effect that was mapped by hand knows not even where its way ends.
  @Test(arguments: [false, true], 0...2) func aWayThatNobodyKnowsIsReported(isMapped: Bool, use: Int) async {
    let issues = await withCapturedIssues {
      let editor = Editor { store in
        try store.send(.noted("sent"))
        #expect(try !store.isEffectRunning(id: 1))
        switch use {
        case 0: try store.modify("Type") { $0.text = "never" }
        case 1: _ = try store.text
        default: for await _ in store.changes(of: \.text) {}
        }
      }
      let store = Store(initialState: [Editor.State()]) {
        Reduce<[Editor.State], Editor.Action> { editors, action in
          let effect = editor.reduce(into: &editors[0], action: action)
          return isMapped ? effect.map { $0 } : effect
        }
      }
      await store.send(.run(0)).finish()
      #expect(store.state == [Editor.State(log: ["sent"])])
    }
    #expect(issues.count == 1)
    for part in [
      "An effect can't find the state of its feature, \"FeatureStoreTests.Editor.State\"\(isMapped ? "." : ", in \"")",
      "This usually means that a reducer calls \"reduce(into:action:)\" of the feature for a part of its own state",
    ] { #expect(issues.first?.message.contains(part) == true, "\(issues)") }
  }

  @Test func anErrorOfAHandlerIsReportedUnlessItSaysThatTheEffectIsOver() async {
    for (error, count) in [(Failure(), 1), (FeatureGone(), 0), (CancellationError(), 0)] as [(any Error, Int)] {
      let effect = EmptyReducer<[String], LogAction>().run(
        operation: { _ in throw Failure() },
        catch: { _, _ in throw error }
      )
      let issues = await withCapturedIssues { _ = await finalLog(of: effect) }
      #expect(issues.count == count, "\(error)")
      let message = "An effect threw an error that nothing handles."
      #expect(issues.allSatisfy { $0.message.hasPrefix(message) }, "\(issues)")
    }
    #expect(throws: FeatureGone()) { try FeatureStore<Int, Int>(Send { _ in }) }
  }

  @Test func aStoreThatEscapesIsReported() async {
    final class Box: @unchecked Sendable { var store: FeatureStore<Editor.State, Editor.Action>? }
    let box = Box()
    let store = makeStore(Editor { store in box.store = store })
    await store.send(.run(0)).finish()
    let error = #expect(throws: LateUse.self) { try box.store?.modify("Type") { $0.text = "never" } }
    #expect(error?.description.hasPrefix("A feature's store was used after its effect had finished.") == true)
    #expect(store.text == "")
  }

  @Test func aChangeWithinAChangeWaitsAndHasNoResult() async {
    let editor = Editor { store in
      try store.modify("Outer") { state in
        try store.modify("Inner") { $0.log.append("inner") }
        do {
          state.log.append("\(try store.modify("Count") { $0.log.count })")
        } catch {
          state.log.append("\(error)".prefix { $0 != "," }.description)
        }
      }
    }
    let store = makeStore(editor)
    await store.send(.run(0)).finish()
    #expect(store.log == ["The change \"Count\" has to wait", "inner"])
  }

  @Test func aReadWithinAChangeThrows() async {
    let store = makeStore(Editor { store in try store.modify("Type") { $0.text = try store.text + "!" } })
    let issues = await withCapturedIssues { await store.send(.run(0)).finish() }
    let message = "A feature's store was read while its state was being changed.\n\nThis"
    #expect(issues.count == 1 && issues.first?.message.hasPrefix(message) == true)
    #expect(store.log == [])
  }
}
