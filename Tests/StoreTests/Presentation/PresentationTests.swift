import StoreTesting
import Testing

@testable import StoreCore

@MainActor @Suite struct PresentationTests {
  /// A feature that presents itself, and ticks while it is presented.
  @Reducer struct Screen {
    struct State: Equatable {
      var name = ""
      var ticks = 0
      var isPresented: Bool?
      @Presents var child: State?
    }

    enum Action {
      case present(String), start, tick, close
      /// Dismisses the feature, and logs then whether the effect is cancelled.
      case closeAndLog(Log)
      case look, child(PresentationAction<Action>)
    }

    @Dependency(\.continuousClock) var clock
    @Dependency(\.dismiss) var dismiss
    @Dependency(\.isPresented) var isPresented

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .present(let name): state.child = State(name: name)
        case .start:
          return .run { send in
            while true {
              try await clock.sleep(for: .seconds(1))
              await send(.tick)
            }
          }
        case .tick: state.ticks += 1
        case .close: return .run { _ in await dismiss() }
        case .closeAndLog(let log):
          return .run { _ in
            await dismiss()
            log.append("cancelled: \(Task.isCancelled)")
          }
        case .look: state.isPresented = isPresented
        case .child: break
        }
        return .none
      }
      .ifLet(\.$child, action: \.child) { Screen() }
    }
  }

  let clock = TestClock()

  func makeStore(_ state: Screen.State = Screen.State()) -> TestStoreOf<Screen> {
    TestStore(initialState: state, reducer: { Screen() }, withDependencies: { $0.continuousClock = clock })
  }

  @Test func aPresentedFeatureRunsUntilItDismissesItself() async {
    let store = makeStore()
    await store.send(.present("a")) { $0.child = Screen.State(name: "a") }
    await store.send(.child(.presented(.start)))
    await clock.advance(by: .seconds(2))
    await store.receive(\.child.tick) { $0.child?.ticks = 1 }
    await store.receive(\.child.presented.tick) { $0.child?.ticks = 2 }
    await store.send(.child(.presented(.close)))
    await store.receive(\.child.dismiss) { $0.child = nil }
  }

  @Test func dismissingCancelsTheEffectsOfAllThatIsPresentedFurtherOn() async {
    let store = makeStore()
    await store.send(.present("a")) { $0.child = Screen.State(name: "a") }
    await store.send(.child(.presented(.present("b")))) { $0.child?.child = Screen.State(name: "b") }
    await store.send(.child(.presented(.child(.presented(.start)))))
    await store.send(.child(.presented(.start)))
    await store.send(.child(.dismiss)) { $0.child = nil }
  }

  @Test func grandchildrenDismissThemselvesOneAfterTheOther() async {
    let store = makeStore(Screen.State(child: Screen.State(child: Screen.State(child: Screen.State()))))
    await store.send(.child(.presented(.child(.presented(.child(.presented(.close)))))))
    await store.receive(\.child.child.child.dismiss) { $0.child?.child?.child = nil }
    await store.send(.child(.presented(.child(.presented(.close)))))
    await store.receive(\.child.child.dismiss) { $0.child?.child = nil }
    await store.send(.child(.presented(.close)))
    await store.receive(\.child.dismiss) { $0.child = nil }
  }

  @Test func featuresKnowWhetherTheyArePresented() async {
    let store = makeStore(Screen.State(child: Screen.State(child: Screen.State())))
    await store.send(.look) { $0.isPresented = false }
    await store.send(.child(.presented(.look))) { $0.child?.isPresented = true }
    await store.send(.child(.presented(.child(.presented(.look))))) { $0.child?.child?.isPresented = true }
    await store.send(.look)
  }

  @Test func aRootThatDismissesItselfLosesItsEffectsAndTellsTheTest() async {
    let store = makeStore(Screen.State(child: Screen.State()))
    await store.send(.start)
    await store.send(.child(.presented(.start)))
    await store.send(.close)
    #expect(store.isDismissed)
    // Its effects and those of what it presents have ended.
    await store.finish()
    let issues = await withCapturedIssues { await store.send(.look) }
    let message = """
      Can't send an action: the feature has dismissed itself. The action was not sent.

        Action:
          PresentationTests.Screen.Action.look

      Where the feature is presented its state is gone by now, and nobody can send it anything. End the test here, or \
      make the feature not dismiss itself in this case.
      """
    #expect(issues.map(\.message) == [message])
  }

  @Test func aRootThatDismissesItselfOutsideOfTestsIsReported() async {
    let store = Store(initialState: Screen.State()) { Screen() }
    let issues = await withCapturedIssues { await store.send(.close).finish() }
    let headline = #""dismiss" was called by a feature that is not presented. Nothing was dismissed."#
    #expect(issues.map { $0.message.prefix { $0 != "\n" } } == [headline[...]])
  }

  @Test func dismissingWhereNoEffectIsUnderWayIsReported() async {
    @Dependency(\.dismiss) var dismiss
    let issues = await withCapturedIssues { await dismiss() }
    let headline = #""dismiss" was called where no effect is under way. Nothing was dismissed."#
    #expect(issues.map { $0.message.prefix { $0 != "\n" } } == [headline[...]])
  }

  @Test func actionsForWhatIsNotPresentedAreReported() {
    let store = Store(initialState: Screen.State(name: "root")) { Screen() }
    for action in [PresentationAction<Screen.Action>.presented(.tick), .dismiss] {
      let issues = withCapturedIssues { _ = store.send(.child(action)) }
      let messages = issues.map(\.message)
      #expect(issues.map(\.article) == [.navigation] && messages.first?.hasPrefix("\"ifLet\" at ") == true)
      for part in [
        " got a child action when nothing was presented. The action was ignored.",
        "A parent reducer set the presented state to \"nil\" before this operator ran.",
      ] { #expect(messages.first?.contains(part) == true, "\(messages)") }
    }
    #expect(store.state == Screen.State(name: "root"))
  }

  /// The effect begins, and dismisses the feature, before `send` returns. If it needed a thread of the global pool,
  /// which other code may keep busy, the feature would stay meanwhile, and another one presented in its place would be
  /// dismissed.
  ///
  /// It is also cancelled before it has waited for anything, when the store does not know its task yet.
  @Test func aDismissalThatWaitsForNothingIsDoneAtOnce() {
    let log = Log()
    let store = Store(initialState: Screen.State(child: Screen.State())) { Screen() }
    store.send(.child(.presented(.closeAndLog(log))))
    #expect(store.child == nil && log.entries == ["cancelled: true"])
  }

  @Test func theEffectThatDismissesTheWholeIsCancelledAtOnce() {
    let log = Log()
    let configuration = StoreConfiguration(dismissRoot: { log.append("dismissed") })
    let store = Store(initialState: Screen.State(), isolation: MainActor.shared, configuration: configuration) {
      Screen()
    }
    store.send(.closeAndLog(log))
    #expect(log.entries == ["dismissed", "cancelled: true"])
  }
}
