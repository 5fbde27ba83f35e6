import Foundation
import Store
import Testing

@testable import StoreCore

/// Features that begin and end.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct OnMountTests {
  /// Logs when it begins, when its value has changed, when an effect of it is cancelled, and when it ends.
  @Reducer
  struct Leaf {
    struct State: Equatable, Identifiable {
      var id: String
      var value = 0
    }
    enum Action: Equatable {
      case set(Int)
    }
    var log = Shared.log

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .set(let value) = action { state.value = value }
        return log.effect("set \(state.id)")
      }
      .onMount { state in
        let id = state.id
        return .run { _ in
          log.append("+\(id)")
          try? await Task.sleep(for: .seconds(1000))
          log.append("cancelled \(id)")
        }
      }
      .onMount(id: \.value) { value, state in log.effect("\(state.id)=\(value)") }
      .onChange(of: \.value, anywhere: { old, state in log.effect("\(state.id): \(old)->\(state.value)") })
      .onDismount { state in log.effect("-\(state.id) \(state.value)") }
    }
  }

  /// A feature whose children are of all kinds, logging before and after them.
  @Reducer
  struct House {
    struct State: Equatable, Identifiable {
      var id = "house"
      var always = Leaf.State(id: "always")
      var optional: Leaf.State?
      @PresentationState var sheet: Leaf.State?
      var rows: IdentifiedArrayOf<Leaf.State> = []
      var path = StackState<Leaf.State>()
      var inner: IdentifiedArrayOf<Inner.State> = []
    }
    enum Action {
      case always(Leaf.Action)
      case optional(Leaf.Action)
      case sheet(PresentationAction<Leaf.Action>)
      case rows(IdentifiedActionOf<Leaf>)
      case path(StackActionOf<Leaf>)
      case inner(IdentifiedActionOf<Inner>)
      case change(@MainActor (inout State) -> Void)
    }
    let log: Log

    var body: some ReducerOf<Self> {
      Scope(state: \.always, action: \.always) { Leaf(log: log) }
      Reduce { state, action in
        guard case .change(let change) = action else { return .none }
        MainActor.assumeIsolated { change(&state) }
        return log.effect("changed")
      }
      .ifLet(\.optional, action: \.optional) { Leaf(log: log) }
      .ifLet(\.$sheet, action: \.sheet) { Leaf(log: log) }
      .forEach(\.rows, action: \.rows) { Leaf(log: log) }
      .forEach(\.path, action: \.path) { Leaf(log: log) }
      .forEach(\.inner, action: \.inner) { Inner(log: log) }
      .onMount { _ in log.effect("+house") }
      .onDismount { _ in log.effect("-house") }
    }
  }

  /// A row that presents something.
  @Reducer
  struct Inner {
    struct State: Equatable, Identifiable {
      var id: String
      var optional: Leaf.State?
      var path = StackState<Leaf.State>()
    }
    enum Action {
      case optional(Leaf.Action)
      case path(StackActionOf<Leaf>)
    }
    var log = Shared.log

    var body: some ReducerOf<Self> {
      EmptyReducer()
        .ifLet(\.optional, action: \.optional) { Leaf(log: log) }
        .forEach(\.path, action: \.path) { Leaf(log: log) }
        .onMount { log.effect("+\($0.id)") }
        .onDismount { log.effect("-\($0.id)") }
    }
  }

  enum Shared {
    static let log = Log()
  }

  let log = Log()

  func makeStore(_ state: House.State = House.State()) -> StoreOf<House> {
    Store(initialState: state) { House(log: log) }
  }

  /// The entries since the last call.
  func entries() -> [String] {
    defer { log.removeAll() }
    return log.entries
  }

  @Test func theRootBeginsWithItsStoreAndWithAllThatIsInItsState() {
    var state = House.State()
    state.rows = [Leaf.State(id: "a"), Leaf.State(id: "b")]
    state.sheet = Leaf.State(id: "sheet")
    state.path = StackState([Leaf.State(id: "pushed")])
    state.inner = [Inner.State(id: "inner", optional: Leaf.State(id: "deep"), path: StackState([Leaf.State(id: "p")]))]
    let store = makeStore(state)
    #expect(
      entries() == [
        "+house", "+always", "always=0", "+sheet", "sheet=0", "+a", "a=0", "+b", "b=0", "+inner", "+deep", "deep=0",
        "+pushed", "pushed=0", "+p", "p=0",
      ]
    )
    withExtendedLifetime(store) {}
  }

  @Test func aChildBeginsBeforeTheEffectOfTheActionThatMadeIt() {
    let store = makeStore()
    _ = entries()
    store.send(.change { $0.rows.append(Leaf.State(id: "a", value: 3)) })
    #expect(entries() == ["+a", "a=3", "changed"])
    store.send(.change { $0.optional = Leaf.State(id: "o") })
    #expect(entries() == ["+o", "o=0", "changed"])
    store.send(.change { $0.sheet = Leaf.State(id: "s") })
    #expect(entries() == ["+s", "s=0", "changed"])
    store.send(.change { $0.path.append(Leaf.State(id: "p")) })
    #expect(entries() == ["+p", "p=0", "changed"])
    store.send(.change { $0.inner.append(Inner.State(id: "i", optional: Leaf.State(id: "deep"))) })
    #expect(entries() == ["+i", "+deep", "deep=0", "changed"])
    store.send(.change { $0.inner[id: "i"]?.path.append(Leaf.State(id: "q")) })
    #expect(entries() == ["+q", "q=0", "changed"])
  }

  @Test func aChildEndsWithItsLastStateAndItsEffectsAreCancelled() async {
    let store = makeStore()
    store.send(.change { $0.rows = [Leaf.State(id: "a"), Leaf.State(id: "b")] })
    store.send(.rows(.element(id: "a", action: .set(7))))
    _ = entries()
    store.send(.change { $0.rows.remove(id: "a") })
    #expect(entries() == ["-a 7", "changed"])
    while log.entries.isEmpty { await Task.yield() }
    #expect(entries() == ["cancelled a"])
  }

  @Test func allThatIsInAChildEndsBeforeIt() {
    let store = makeStore()
    store.send(
      .change {
        $0.inner = [Inner.State(id: "i", optional: Leaf.State(id: "o"), path: StackState([Leaf.State(id: "p")]))]
      }
    )
    _ = entries()
    store.send(.change { $0.inner = [] })
    #expect(entries().filter { !$0.hasPrefix("cancelled") } == ["-o 0", "-p 0", "-i", "changed"])
  }

  @Test func thoseThatWentComeBeforeThoseThatCame() {
    let store = makeStore()
    store.send(.change { $0.rows = [Leaf.State(id: "a")] })
    _ = entries()
    store.send(
      .change {
        $0.optional = Leaf.State(id: "o")
        $0.rows = [Leaf.State(id: "b")]
      }
    )
    #expect(entries().filter { !$0.hasPrefix("cancelled") } == ["-a 0", "+o", "o=0", "+b", "b=0", "changed"])
  }

  @Test func theSameChildGoesOnAndAnotherIDIsAnotherChild() {
    let store = makeStore()
    store.send(.change { $0.sheet = Leaf.State(id: "s") })
    _ = entries()
    store.send(
      .change {
        $0.sheet = nil
        $0.sheet = Leaf.State(id: "s")
      }
    )
    #expect(entries() == ["changed"])
    store.send(.change { $0.sheet = Leaf.State(id: "t") })
    #expect(entries().filter { !$0.hasPrefix("cancelled") } == ["-s 0", "+t", "t=0", "changed"])
  }

  @Test func aStackThatIsReplacedHasOtherElements() {
    let store = makeStore()
    store.send(.change { $0.path = StackState([Leaf.State(id: "p")]) })
    store.send(.change { $0.inner = [Inner.State(id: "i", path: StackState([Leaf.State(id: "q")]))] })
    _ = entries()
    store.send(.change { $0.path = StackState([Leaf.State(id: "r")]) })
    #expect(entries().filter { !$0.hasPrefix("cancelled") } == ["-p 0", "+r", "r=0", "changed"])
    // From outside of the reducer that the stack belongs to, where ids begin at 0 again.
    store.send(.change { $0.inner[id: "i"]?.path = StackState([Leaf.State(id: "u")]) })
    #expect(entries().filter { !$0.hasPrefix("cancelled") } == ["-q 0", "+u", "u=0", "changed"])
  }

  @Test func aValueIsSeenToChangeWhoeverHasChangedIt() {
    let store = makeStore()
    store.send(.change { $0.rows = [Leaf.State(id: "a"), Leaf.State(id: "b")] })
    _ = entries()
    store.send(.rows(.element(id: "b", action: .set(1))))
    #expect(entries() == ["b=1", "b: 0->1", "set b"])
    store.send(.change { $0.rows[id: "a"]?.value = 5 })
    #expect(entries() == ["a=5", "a: 0->5", "changed"])
    store.send(.change { $0.rows[id: "a"]?.value = 5 })
    #expect(entries() == ["changed"])
  }

  @Test func theEndOfTheStoreEndsTheFeatures() async {
    let store = makeStore()
    store.send(.change { $0.rows = [Leaf.State(id: "a")] })
    _ = entries()
    store.invalidate()
    #expect(entries().filter { !$0.hasPrefix("cancelled") } == ["-always 0", "-a 0", "-house"])
    store.invalidate()
    store.send(.change { $0.rows = [] })
    #expect(entries().filter { !$0.hasPrefix("cancelled") } == [])
  }

  // MARK: Effects of the beginning

  /// A feature that follows something for as long as it exists.
  @Reducer
  struct Ticker {
    struct State: Equatable {
      var id = 0
      var count = 0
      var values: [Int] = []
    }
    enum Action: Equatable {
      case got(Int)
      case setID(Int)
    }
    let log: Log

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .got(let value): state.values.append(value)
        case .setID(let id): state.id = id
        }
        return .none
      }
      .onChange(of: \.count) { [log] old, state in
        log.append("count \(old)->\(state.count)")
        return .none
      }
      .onMount { state in
        .concatenate(.send(.got(1)), run { store in try store.modify("Count") { $0.count += 1 } })
      }
      .onMount(id: \.id) { id, state in
        if id == 2 { return .none }
        return run { store in
          log.append("follows \(try store.id)")
          try? await Task.sleep(for: .seconds(1000))
          log.append("no longer \(id)")
        }
      }
    }
  }

  @Test func anEffectOfTheBeginningSendsAndChangesTheState() {
    var steps: [String] = []
    let store = Store(
      initialState: Ticker.State(),
      isolation: MainActor.shared,
      configuration: StoreConfiguration(mountsAtOnce: false)
    ) {
      Ticker(log: log)
    }
    let token = store.inspect(
      with: Inspector { step in
        switch step {
        case .reduced(let action, .reducer(cause: nil), _, _): steps.append("\(action) without a cause")
        case .modified(let name, let effect, _, _): steps.append("\(name) by \(effect.event ?? "") \(effect.causeStep)")
        case .effectStarted(let effect): steps.append("started \(effect.event ?? "") \(effect.cause == nil)")
        default: break
        }
      }
    )
    store.mount()
    #expect(store.values == [1] && store.count == 1)
    #expect(log.entries == ["count 0->1", "follows 0"])
    #expect(
      steps == [
        "got(1) without a cause", "started onMount of OnMountTests.Ticker true",
        "Count by onMount of OnMountTests.Ticker 0", "started onMount of OnMountTests.Ticker true",
      ]
    )
    withExtendedLifetime(token) {}
  }

  @Test func anotherIDCancelsTheEffectOfThePreviousOne() async {
    let store = Store(initialState: Ticker.State()) { Ticker(log: log) }
    _ = entries()
    store.send(.setID(1))
    #expect(entries() == ["follows 1"])
    while log.entries.isEmpty { await Task.yield() }
    #expect(entries() == ["no longer 0"])
    // Also where the effect for the new id does nothing.
    store.send(.setID(2))
    while log.entries.isEmpty { await Task.yield() }
    #expect(entries() == ["no longer 1"])
  }

  // MARK: Enums

  @Reducer
  enum Destination {
    case leaf(Leaf)
    case other(Inner)
  }

  @Reducer
  struct Presenting {
    struct State {
      @Presents var destination: Destination.State?
      var path = StackState<Destination.State>()
    }
    enum Action {
      case destination(PresentationAction<Destination.Action>)
      case path(StackActionOf<Destination>)
      case change(@MainActor (inout State) -> Void)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        guard case .change(let change) = action else { return .none }
        MainActor.assumeIsolated { change(&state) }
        return .none
      }
      .ifLet(\.$destination, action: \.destination)
      .forEach(\.path, action: \.path)
    }
  }

  @Test func aFeatureOfAnEnumBegins() {
    Shared.log.removeAll()
    let store = Store(initialState: Presenting.State()) { Presenting() }
    store.send(.change { $0.destination = .leaf(Leaf.State(id: "a")) })
    #expect(Shared.log.entries == ["+a", "a=0"])
    Shared.log.removeAll()
    store.send(.change { $0.path.append(.leaf(Leaf.State(id: "b"))) })
    #expect(Shared.log.entries == ["+b", "b=0"])
    Shared.log.removeAll()
    store.send(.change { $0.destination = .other(Inner.State(id: "c")) })
    #expect(Shared.log.entries.filter { !$0.hasPrefix("cancelled") } == ["-a 0", "+c"])
  }

  @Reducer
  struct Session {
    enum State {
      case loggedOut(Leaf.State)
      case loggedIn(Inner.State)
    }
    enum Action {
      case loggedOut(Leaf.Action)
      case loggedIn(Inner.Action)
      case toggle
    }
    let log: Log

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        guard case .toggle = action else { return .none }
        if case .loggedOut = state {
          state = .loggedIn(Inner.State(id: "in"))
        } else {
          state = .loggedOut(.init(id: "out"))
        }
        return .none
      }
      Scope(state: \.loggedOut, action: \.loggedOut) { Leaf(log: log) }
      Scope(state: \.loggedIn, action: \.loggedIn) { Inner(log: log) }
    }
  }

  @Test func theEffectsOfACaseEndWithIt() async {
    let store = Store(initialState: Session.State.loggedOut(Leaf.State(id: "out"))) { Session(log: log) }
    #expect(entries() == ["+out", "out=0"])
    store.send(.toggle)
    #expect(entries().filter { !$0.hasPrefix("cancelled") } == ["-out 0", "+in"])
    await log.wait(for: "cancelled out")
    store.send(.toggle)
    #expect(entries().filter { !$0.hasPrefix("cancelled") } == ["-in", "+out", "out=0"])
  }

  // MARK: Whose the effects are

  @Test func cancellingTheTaskOfAnActionLeavesWhatBegan() async {
    let store = makeStore()
    let task = store.send(.change { $0.rows = [Leaf.State(id: "a")] })
    await task.finish()
    task.cancel()
    await Task.yield()
    #expect(!log.entries.contains("cancelled a"))
    store.send(.change { $0.rows = [] })
    await log.wait(for: "cancelled a")
  }

  @Test func oneReducerInTwoPlacesHasTwoIDs() async {
    struct Pair: Reducer {
      struct State: Equatable {
        var first = Ticker.State()
        var second = Ticker.State()
      }
      enum Action: CasePathable {
        case first(Ticker.Action)
        case second(Ticker.Action)
        struct AllCasePaths {
          var first: AnyCasePath<Action, Ticker.Action> {
            AnyCasePath(embed: { .first($0) }, extract: { if case .first(let action) = $0 { action } else { nil } })
          }
          var second: AnyCasePath<Action, Ticker.Action> {
            AnyCasePath(embed: { .second($0) }, extract: { if case .second(let action) = $0 { action } else { nil } })
          }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }
      }
      let ticker: Ticker
      var body: some ReducerOf<Self> {
        let watched = ticker.onMount(id: \.count) { count, state in
          guard count == 1 else { return .none }
          return .run { _ in await ticker.log.hang("watch") }
        }
        Scope(state: \.first, action: \.first) { watched }
        Scope(state: \.second, action: \.second) { watched }
      }
    }
    let store = Store(initialState: Pair.State()) { Pair(ticker: Ticker(log: log)) }
    while log.entries.filter({ $0 == "watch started" }).count < 2 { await Task.yield() }
    #expect(!log.entries.contains("watch cancelled"))
    withExtendedLifetime(store) {}
  }

  // MARK: Where the reducer is

  @Reducer
  struct Recursive {
    struct State: Equatable, Identifiable {
      var id = 0
      var children: IdentifiedArrayOf<State> = []
    }
    indirect enum Action {
      case children(IdentifiedAction<Int, Action>)
      case set(State)
    }
    let log: Log

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .set(let new) = action { state = new }
        return .none
      }
      .forEach(\.children, action: \.children) { Recursive(log: log) }
      .onMount { log.effect("+\($0.id)") }
      .onDismount { log.effect("-\($0.id)") }
    }
  }

  @Test func aFeatureThatContainsItselfBeginsAtEachLevel() {
    let store = Store(initialState: Recursive.State()) { Recursive(log: log) }
    let tree = Recursive.State(
      children: [Recursive.State(id: 1, children: [Recursive.State(id: 2)]), Recursive.State(id: 3)]
    )
    store.send(.set(tree))
    #expect(entries() == ["+0", "+1", "+2", "+3"])
    store.send(.set(Recursive.State(children: [Recursive.State(id: 1)])))
    #expect(entries() == ["-3", "-2"])
  }

  @Reducer
  struct Overriding {
    struct State: Equatable {
      var row: Leaf.State?
    }
    enum Action {
      case show
      case row(Leaf.Action)
    }
    @Dependency(\.locale.identifier) var locale
    let log: Log

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .show = action { state.row = Leaf.State(id: "r") }
        return .none
      }
      .onMount { [log] _ in
        @Dependency(\.locale.identifier) var locale
        log.append("inside \(locale)")
        return .none
      }
      .ifLet(\.row, action: \.row) {
        Leaf(log: log).onMount { [log] _ in
          @Dependency(\.locale.identifier) var locale
          @Dependency(\.isPresented) var isPresented
          log.append("child \(locale) \(isPresented)")
          return .none
        }
      }
      .dependency(\.locale, .init(identifier: "fr"))
      .onMount { [log] _ in
        @Dependency(\.locale.identifier) var locale
        log.append("outside \(locale)")
        return .none
      }
    }
  }

  @Test func anEffectOfTheBeginningSeesTheDependenciesOfItsPlace() {
    let store = Store(initialState: Overriding.State()) {
      Overriding(log: log)
    } withDependencies: {
      $0.locale = .init(identifier: "de")
    }
    #expect(entries() == ["inside fr", "outside de"])
    store.send(.show)
    #expect(entries() == ["child fr false", "+r", "r=0"])
  }

  @Reducer
  struct Parent {
    struct State: Equatable {
      var child: Leaf.State?
    }
    enum Action {
      case show
      case child(Leaf.Action)
    }
    let log: Log
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .show = action { state.child = Leaf.State(id: "c") }
        return .none
      }
      .ifLet(\.child, action: \.child) { Hidden(log: log) }
    }
  }

  struct Hidden: Reducer {
    let log: Log

    var body: some Reducer<Leaf.State, Leaf.Action> {
      Reduce(Leaf(log: log) as any ReducerOf<Leaf>)
    }
  }

  @Test func aReducerWithoutATypeIsReported() {
    let store = Store(initialState: Parent.State()) { Parent(log: log) }
    store.send(.show)
    #expect(entries() == [])
    let issues = withCapturedIssues { store.send(.child(.set(1))) }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("in a reducer whose type it does not name") == true)
  }

  @Test func aStoreOfAnActorBeginsWithItsFirstAction() async {
    actor Session {
      let store: StoreOf<Ticker>
      init(log: Log) { store = Store(initialState: Ticker.State()) { Ticker(log: log) } }
      func send(_ action: Ticker.Action) -> [Int] {
        store.send(action)
        return store.values
      }
    }
    let session = Session(log: log)
    #expect(log.entries == [])
    let values = await session.send(.got(5))
    #expect(values == [1, 5])
    #expect(log.entries.contains("follows 0"))
  }

  @Test func nothingIsKeptWhereNoReducerAsks() {
    struct Plain: Reducer {
      struct State: Equatable { var count = 0 }
      enum Action { case add }
      var body: some ReducerOf<Self> {
        Reduce { state, _ in
          state.count += 1
          return .none
        }
      }
    }
    let store = Store(initialState: Plain.State()) { Plain() }
    #expect(store.root?.lifetime == nil)
    #expect(!store.core.runtime.flags.contains(.hasLifetimes))
    store.send(.add)
    #expect(store.count == 1)
  }
}

extension Log {
  /// An effect that logs.
  fileprivate func effect<Action>(_ entry: String) -> Effect<Action> {
    .run { _ in self.append(entry) }
  }
}
