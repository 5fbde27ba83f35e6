import Store
import Testing

@testable import StoreCore

/// The children of `ifLet`, `ifCaseLet` and `forEach`: which ones are the same, what is left of those that go, and what
/// they cost. `WrappedReducerTests` has the rules that hold in all places.
@MainActor @Suite struct ChildrenTests {
  /// Reducers outside of an operator remove children, which it notices when it runs the next time.
  @Test(arguments: JobPlace.allCases) func aChildThatIsRemovedFromOutside(_ place: JobPlace) {
    let office = RunningOffice(Office())
    office.send(place.set(Job.State(id: 1)))
    office.send(.start("a"), to: place)
    office.send(.changeAfterwards { $0[keyPath: place.keyPath] = nil })
    #expect(office.running == ["a"])
    office.send(place.visit)
    #expect(office.running == [])
    // Another child takes its place.
    office.send(place.set(Job.State(id: 1)))
    office.send(.start("b"), to: place)
    office.send(.changeAfterwards { $0[keyPath: place.keyPath] = Job.State(id: 2) })
    office.send(place.visit)
    #expect(office.running == [])
    office.send(.start("c"), to: place)
    office.send(place.visit)
    #expect(office.running == ["c"])
    // Actions for a child that is gone count as well.
    office.send(.changeAfterwards { $0[keyPath: place.keyPath] = nil })
    let issues = withCapturedIssues { _ = office.send(.add, to: place) }
    #expect(issues.count == 1 && office.running == [])
  }

  /// The rows of a list share one operator for each kind of place.
  @Test(arguments: JobPlace.allCases) func theChildrenOfOtherRowsGoOn(_ place: JobPlace) {
    let office = RunningOffice(Office(), Office.State(branches: [Office.State(id: 1), Office.State(id: 2)]))
    func send(_ row: Int, _ action: Office.Action) { office.send(.branches(.element(id: row, action: action))) }
    for row in 1...2 {
      send(row, place.set(Job.State(id: 10 * row)))
      let state = office.store.state.branches[id: row] ?? Office.State()
      send(row, place.embed(.start("row \(row)"), in: state))
    }
    office.send(place.set(Job.State(id: 1)))
    office.send(.start("own"), to: place)
    send(1, place.set(nil))
    #expect(office.running == ["row 2", "own"])
    send(2, .changeAfterwards { $0[keyPath: place.keyPath] = nil })
    send(1, place.visit)
    #expect(office.running == ["row 2", "own"])
    send(2, place.visit)
    #expect(office.running == ["own"])
  }

  @Test func aChildThatMakesItsParentRemoveAnotherOneGoesOn() {
    let removing = Changes<Office.State, Office.Action> { state, action in
      if case .branches(.element(id: 2, .start)) = action { state.branches.remove(id: 1) }
    }
    .forEach(\.branches, action: \.branches) { Office() }
    let office = RunningOffice(removing, Office.State(branches: [Office.State(id: 1), Office.State(id: 2)]))
    for id in 1...2 { office.send(.branches(.element(id: id, action: .start("\(id)")))) }
    #expect(office.running == ["2"])
  }

  @Test func effectsOfChildrenThatGoTogetherAreCancelledInTheOrderInWhichTheyStarted() {
    let log = Log()
    let ids = (1...50).map { $0 * 7 % 51 }
    let store = makeStore(IdentifiedArray(uniqueElements: (1...50).map { Job.State(id: $0) })) {
      Changer<IdentifiedArrayOf<Job.State>, IdentifiedAction<Int, Int>>().forEach(\.self, action: \.child) {
        Reduce<Job.State, Int> { _, number in log.hanging("\(number)") }
      }
    }
    for id in ids { store.send(.child(.element(id: id, action: id))) }
    store.send(.change { $0 = [] })
    #expect(log.entries.filter { $0.hasSuffix("cancelled") } == ids.map { "\($0) cancelled" })
  }

  @Test func twoStoresOfOneReducerDoNotShareWhatIsInFlight() {
    let feature = Office()
    let (first, second) = (RunningOffice(feature), RunningOffice(feature))
    for office in [first, second] {
      office.send(JobPlace.list.set(Job.State(id: 1)))
      office.send(.start("a"), to: .list)
    }
    second.send(.stop, to: .list)
    second.send(JobPlace.list.set(nil))
    #expect(second.running == [] && first.running == ["a"])
    first.send(JobPlace.list.set(nil))
    #expect(first.running == [])
  }

  enum Screen: Equatable {
    case first(Int), second
    indirect case third([Int])
  }

  /// A child without an id is the same until it is gone, but an enum is another child when its case changes.
  @Test func aChildWithoutIDIsTheSameInItsCase() async {
    func effectGoesOn<Child>(from first: Child, to second: Child?) async -> Bool {
      let store = Store(initialState: Child?.some(first)) {
        Changer<Child?, Int>().ifLet(\.self, action: \.child) {
          Reduce<Child, Int> { _, _ in .run { _ in try await Task.never() } }
        }
      }
      let task = store.send(.child(0))
      store.send(.change { $0 = second })
      return await !task.isFinished
    }
    #expect(await effectGoesOn(from: 1, to: 2))
    #expect(await !effectGoesOn(from: 1, to: nil))
    for (first, second, goesOn) in [
      (Screen.first(1), Screen.first(2), true), (.second, .second, true), (.third([1]), .third([2]), true),
      (.first(1), .second, false), (.first(1), .third([1]), false), (.third([1]), .second, false),
    ] { #expect(await effectGoesOn(from: first, to: second) == goesOn, "\(first), \(second)") }
  }

  @CasePathable enum Place: Equatable { case idle, working(Job.State) }

  @Test func anEffectBelongsToTheChildThatStartedIt() async {
    let store = Store(initialState: Place.working(Job.State(id: 1))) {
      Changer<Place, Int>().ifCaseLet(\.working, action: \.child) {
        Reduce<Job.State, Int> { state, _ in
          state = Job.State(id: state.id + 1)
          return .run { _ in try await Task.never() }
        }
      }
    }
    let task = store.send(.child(0))
    #expect(store.state == .working(Job.State(id: 2)))
    #expect(await task.isFinished == false)
    store.send(.change { $0 = .idle })
    #expect(await task.isFinished)
  }

  struct Payload: Identifiable {
    final class Token {}
    final class Reads { var count = 0 }
    let reads = Reads()
    var token = Token()
    var wasUnique: [Bool] = []

    var id: Int {
      reads.count += 1
      return 1
    }
  }

  @CasePathable enum PayloadState { case payload(Payload) }

  /// A payload is copied to find its identity only while it has effects. Otherwise the child has the only reference.
  @Test func withoutEffectsNoPayloadIsCopied() {
    let payload = Payload()
    let reads = payload.reads
    let store = Store(initialState: PayloadState.payload(payload)) {
      Changer<PayloadState, Int>().ifCaseLet(\.payload, action: \.child) {
        Changes<Payload, Int> { state, _ in state.wasUnique.append(isKnownUniquelyReferenced(&state.token)) }
      }
    }
    store.send(.child(0))
    store.send(.change { $0.modify(\.payload) { $0.token = Payload.Token() } })
    for _ in 1...10 {
      store.send(.change { _ in })
      store.send(.child(0))
    }
    #expect(store.withState { $0[case: \.payload]?.wasUnique } == [false] + Array(repeating: true, count: 10))
    #expect(reads.count == 0)
  }

  @Test func rowsAreChangedWhereTheyAre() {
    let rows = IdentifiedArray(uniqueElements: (0..<10_000).map { Job.State(id: $0) })
    let store = Store(initialState: JobList.State(rows: rows)) { JobList(hasWrappedChildren: false) }
    func address() -> UnsafeRawPointer? { store.withState { $0.rows.elements.withUnsafeBytes { $0.baseAddress } } }
    // The test retains the rows as well, so the first change copies them.
    store.send(.rows(.element(id: 1, action: .add)))
    let before = address()
    store.send(.rows(.element(id: 9_999, action: .add)))
    store.send(.rows(.element(id: 5_000, action: .start("5000"))))
    store.send(.rows(.element(id: 5_001, action: .start("5001"))))
    store.send(.rows(.element(id: 5_001, action: .stop)))
    #expect(address() == before && store.rows[id: 9_999]?.count == 1 && rows[id: 1]?.count == 0)
  }

  /// Properties with `willSet` or `didSet` have no address.
  struct Observed {
    var optional: Job.State? { didSet { optionalChanges += 1 } }
    var left = JobList.State() { didSet { leftChanges += 1 } }
    var optionalChanges = 0
    var leftChanges = 0
  }

  @Test func propertyObserversAreToldOfChangesOnly() {
    var state = Observed(optional: Job.State(id: 1))
    state.left.rows = [Job.State(id: 2)]
    state.leftChanges = 0
    let store = makeStore(state) {
      EmptyReducer<Observed, Office.Action>()
        .ifLet(\.optional, action: \.optional) { Job() }
        .forEach(\.left.rows, action: \.left.rows) { Job() }
    }
    let actions: [Office.Action] = [
      .stop, .optional(.start("")), .left(.rows(.element(id: 2, action: .start("")))), .stop,
    ]
    let changes = actions.map { action in
      store.send(action)
      return store.withState { [$0.optionalChanges, $0.leftChanges] }
    }
    #expect(changes == [[0, 0], [1, 0], [1, 1], [1, 1]])
  }

  @Test func anActionForAMissingChildIsReportedAndChangesNothing() async {
    func expectReport<R: Reducer>(
      of name: String,
      _ place: (R, Int),
      _ state: R.State,
      _ action: R.Action,
      _ texts: (absence: String, removal: String, condition: String)
    ) async where R.State: Equatable {
      let (reducer, line) = place
      let store = Store(initialState: state) { reducer }
      let issues = await withCapturedIssues { #expect(await store.send(action).isFinished) }
      #expect(store.state == state)
      #expect(issues.map { "\($0.fileID):\($0.line)" } == ["StoreTests/ChildrenTests.swift:\(line)"])
      let message = """
        "\(name)" at StoreTests/ChildrenTests.swift:\(line) got a child action \(texts.absence). The action was ignored.

          Action:
        \(indentedDump(action))
          State:
        \(indentedDump(state))

        This usually happens for one of these reasons:

        • A parent reducer \(texts.removal) before this operator ran. Children run before their parent when the operator \
        is applied to the parent's reducer; list reducers that remove the child after it.

        • An effect of the child was still in flight. The operator cancels those; one that was started elsewhere, on the \
        parent's account, has to be cancelled when the child goes, or its action has to be one of the parent's.

        • The action was sent to the store directly. Send it only while the child has \(texts.condition).
        """
      #expect(issues.map(\.message) == [message] && issues.first?.article == .composingFeatures)
    }
    let ifLet = (Changer<Job.State?, Job.Action>().ifLet(\.self, action: \.child) { Job() }, #line)
    let noState = ("when the child's state was \"nil\"", "set the child's state to \"nil\"", "state")
    await expectReport(of: "ifLet", ifLet, nil, .child(.stop), noState)

    typealias Action = ParentAction<Place, Job.Action>
    let ifCaseLet = (Changer<Place, Job.Action>().ifCaseLet(\.working, action: \.child) { Job() }, #line)
    let scope = (Scope(state: \Place.Cases.working, action: \Action.Cases.child) { Job() }, #line)
    let otherCase = ("when the state was in another case", "set the state to another case", "its case")
    await expectReport(of: "ifCaseLet", ifCaseLet, .idle, .child(.stop), otherCase)
    await expectReport(of: "Scope", scope, .idle, .child(.stop), otherCase)

    let forEach = (EmptyReducer<JobList.State, JobList.Action>().forEach(\.rows, action: \.rows) { Job() }, #line)
    let noElement = ("for an element that is not there", "removed the element", "its element")
    let list = JobList.State(rows: [Job.State(id: 1)])
    await expectReport(of: "forEach", forEach, list, .rows(.element(id: 2, action: .stop)), noElement)
  }
}
