import Foundation
import Store
import Testing

@testable import StoreCore

@MainActor @Suite(.timeLimit(.minutes(10))) struct OnMountTests {
  /// Logs when it begins, when its value has changed, when an effect of it is cancelled, and when it ends.
  @Reducer struct Leaf {
    struct State: Equatable, Identifiable, ExpressibleByStringLiteral {
      var id: String
      var value = 0

      init(stringLiteral id: String) { self.id = id }
    }
    enum Action: Equatable { case set(Int) }
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
  @Reducer struct House {
    struct State: Equatable, Identifiable {
      var id = "house"
      var always: Leaf.State = "always"
      var optional: Leaf.State?
      @PresentationState var sheet: Leaf.State?
      var rows: IdentifiedArrayOf<Leaf.State> = []
      var path = StackState<Leaf.State>()
      var inner: IdentifiedArrayOf<Inner.State> = []
    }
    enum Action {
      case always(Leaf.Action), optional(Leaf.Action), sheet(PresentationAction<Leaf.Action>)
      case rows(IdentifiedActionOf<Leaf>), path(StackActionOf<Leaf>), inner(IdentifiedActionOf<Inner>)
      case change(@Sendable (inout State) -> Void)
    }
    let log: Log

    var body: some ReducerOf<Self> {
      Scope(state: \.always, action: \.always) { Leaf(log: log) }
      Reduce { state, action in
        guard case .change(let change) = action else { return .none }
        change(&state)
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

  @Reducer struct Inner {
    struct State: Equatable, Identifiable {
      var id: String
      var optional: Leaf.State?
      var path = StackState<Leaf.State>()
    }
    enum Action { case optional(Leaf.Action), path(StackActionOf<Leaf>) }
    var log = Shared.log

    var body: some ReducerOf<Self> {
      EmptyReducer()
        .ifLet(\.optional, action: \.optional) { Leaf(log: log) }
        .forEach(\.path, action: \.path) { Leaf(log: log) }
        .onMount { log.effect("+\($0.id)") }
        .onDismount { log.effect("-\($0.id)") }
    }
  }

  enum Shared { static let log = Log() }

  let log = Log()

  func makeStore(_ state: House.State = House.State()) -> StoreOf<House> {
    Store(initialState: state) { House(log: log) }
  }

  /// The entries since the last call, without cancellations, which come a little later.
  func entries(of log: Log? = nil) -> [String] {
    let log = log ?? self.log
    defer { log.removeAll() }
    return log.entries.filter { !$0.hasPrefix("cancelled") }
  }

  @Test func theRootBeginsWithItsStoreAndWithAllThatIsInItsState() {
    var state = House.State()
    state.rows = ["a", "b"]
    state.sheet = "sheet"
    state.path = ["pushed"]
    state.inner = [Inner.State(id: "inner", optional: "deep", path: ["p"])]
    let store = makeStore(state)
    #expect(
      entries() == [
        "+house", "+always", "always=0", "+sheet", "sheet=0", "+a", "a=0", "+b", "b=0", "+inner", "+deep", "deep=0",
        "+pushed", "pushed=0", "+p", "p=0",
      ]
    )
    // The end of the store ends the features.
    store.invalidate()
    let ends = entries()
    #expect(ends.last == "-house")
    let others: Set = ["-always 0", "-sheet 0", "-a 0", "-b 0", "-inner", "-deep 0", "-pushed 0", "-p 0"]
    #expect(Set(ends.dropLast()) == others)
    store.invalidate()
    store.send(.change { $0.rows = [] })
    #expect(entries() == [])
  }

  typealias Change = @Sendable (inout House.State) -> Void

  /// What is in a state from the beginning, what is changed, and what is logged.
  nonisolated static let changes: [(name: String, prepare: Change, change: Change, entries: [String])] = [
    (
      "a row comes with a child", { _ in }, { $0.inner.append(Inner.State(id: "i", optional: "deep")) },
      ["+i", "+deep", "deep=0"]
    ),
    (
      "an element is pushed in a row", { $0.inner = [Inner.State(id: "i")] }, { $0.inner[id: "i"]?.path.append("q") },
      ["+q", "q=0"]
    ),
    (
      "all that is in a child ends before it", { $0.inner = [Inner.State(id: "i", optional: "o", path: ["p"])] },
      { $0.inner = [] }, ["-o 0", "-p 0", "-i"]
    ),
    (
      "those that went come before those that came", { $0.rows = ["a"] }, { ($0.optional, $0.rows) = ("o", ["b"]) },
      ["-a 0", "+o", "o=0", "+b", "b=0"]
    ),
    (
      "the same child goes on", { $0.sheet = "s" },
      {
        $0.sheet = nil
        $0.sheet = "s"
      },
      []
    ),
    ("another id is another child", { $0.sheet = "s" }, { $0.sheet = "t" }, ["-s 0", "+t", "t=0"]),
    ("a stack that is replaced has other elements", { $0.path = ["p"] }, { $0.path = ["r"] }, ["-p 0", "+r", "r=0"]),
    (
      "a stack is replaced from outside of its reducer, where ids begin at 0 again",
      { $0.inner = [Inner.State(id: "i", path: ["q"])] }, { $0.inner[id: "i"]?.path = ["u"] }, ["-q 0", "+u", "u=0"]
    ),
    (
      "a value is seen to change whoever has changed it", { $0.rows = ["a"] }, { $0.rows[id: "a"]?.value = 5 },
      ["a=5", "a: 0->5"]
    ),
    ("the same value is no change", { $0.rows = ["a"] }, { $0.rows[id: "a"]?.value = 0 }, []),
  ]

  /// Children begin and end before the effect of the action that changed the state.
  @Test(arguments: changes)
  func childrenBeginAndEnd(name: String, prepare: @escaping Change, change: @escaping Change, entries: [String]) {
    var state = House.State()
    prepare(&state)
    let store = makeStore(state)
    log.removeAll()
    store.send(.change(change))
    #expect(self.entries() == entries + ["changed"], "\(name)")
  }

  @Test func whatBeganEndsWithTheChildAndNotWithTheAction() async {
    let store = makeStore()
    let task = store.send(.change { $0.rows = ["a"] })
    await task.finish()
    task.cancel()
    await Task.yield()
    #expect(!log.entries.contains("cancelled a"))
    _ = entries()
    store.send(.rows(.element(id: "a", action: .set(7))))
    #expect(entries() == ["a=7", "a: 0->7", "set a"])
    store.send(.change { $0.rows.remove(id: "a") })
    #expect(log.entries.filter { $0 != "cancelled a" } == ["-a 7", "changed"])
    await log.wait(for: "cancelled a")
  }

  /// A feature that follows something for as long as it exists.
  @Reducer struct Ticker {
    struct State: Equatable {
      var id = 0
      var count = 0
      var values: [Int] = []
    }
    enum Action: Equatable { case got(Int), setID(Int) }
    let log: Log

    var body: some ReducerOf<Self> {
      Changes { state, action in
        switch action {
        case .got(let value): state.values.append(value)
        case .setID(let id): state.id = id
        }
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
    ) { Ticker(log: log) }
    store.inspect(
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
    #expect(store.values == [1] && store.count == 1 && log.entries == ["count 0->1", "follows 0"])
    #expect(
      steps == [
        "got(1) without a cause", "started onMount of OnMountTests.Ticker true",
        "Count by onMount of OnMountTests.Ticker 0", "started onMount of OnMountTests.Ticker true",
      ]
    )
  }

  @Test func aReducerThatReactsHasNoActionForWhatTheBeginningChanges() {
    let ticker = Ticker(log: log).onChange(of: \.count) { _, _ in Changes { state, _ in state.values.append(-1) } }
    var store: StoreOf<Ticker>?
    let issues = withCapturedIssues { store = Store(initialState: Ticker.State()) { ticker } }
    let texts = issues.map { $0.message.contains("but there is no action for its reducer. It did not run.") }
    #expect(texts == [true] && issues.first?.article == .stateInEffects)
    #expect(store?.count == 1 && store?.values == [1])
  }

  @Test func anotherIDCancelsTheEffectOfThePreviousOne() async {
    let store = Store(initialState: Ticker.State()) { Ticker(log: log) }
    store.send(.setID(1))
    #expect(log.entries.last == "follows 1")
    await log.wait(for: "no longer 0")
    // Also where the effect for the new id does nothing.
    store.send(.setID(2))
    await log.wait(for: "no longer 1")
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
    #expect(await session.send(.got(5)) == [1, 5])
    #expect(log.entries.contains("follows 0"))
  }

  @Test func oneReducerInTwoPlacesHasTwoIDs() async {
    typealias Action = ParentAction<[Leaf.State], Leaf.Action>
    let log = log
    let leaf = Leaf(log: log).onMount(id: \.value) { _, _ in log.hanging("watch") }
    let store = Store(initialState: ["a", "b"] as [Leaf.State]) {
      Scope(state: \[Leaf.State].[0], action: \Action.Cases.child) { leaf }
      Scope(state: \[Leaf.State].[1], action: \Action.Cases.child) { leaf }
    }
    while log.entries.filter({ $0 == "watch started" }).count < 2 { await Task.yield() }
    #expect(!log.entries.contains("watch cancelled"))
    withExtendedLifetime(store) {}
  }

  @Reducer enum Destination { case leaf(Leaf), other(Inner) }

  struct Presenting { @Presents var destination: Destination.State? }

  @Test func aFeatureOfAnEnumBegins() {
    let store = Store(initialState: Presenting()) {
      Changer<Presenting, PresentationAction<Destination.Action>>().ifLet(\.$destination, action: \.child)
    }
    _ = entries(of: Shared.log)
    store.send(.change { $0.destination = .leaf("a") })
    #expect(entries(of: Shared.log) == ["+a", "a=0"])
    store.send(.change { $0.destination = .other(Inner.State(id: "c")) })
    #expect(entries(of: Shared.log) == ["-a 0", "+c"])
  }

  @Test func theEffectsOfACaseEndWithIt() async {
    typealias Action = ParentAction<Destination.State, Destination.Action>
    let store = Store(initialState: Destination.State.leaf("out")) {
      Changer<Destination.State, Destination.Action>()
      Scope(state: \Destination.State.Cases.leaf, action: \Action.Cases.child.leaf) { Leaf(log: log) }
      Scope(state: \Destination.State.Cases.other, action: \Action.Cases.child.other) { Inner(log: log) }
    }
    #expect(entries() == ["+out", "out=0"])
    store.send(.change { $0 = .other(Inner.State(id: "in")) })
    #expect(log.entries.filter { $0 != "cancelled out" } == ["-out 0", "+in"])
    await log.wait(for: "cancelled out")
    _ = entries()
    store.send(.change { $0 = .leaf("out") })
    #expect(entries() == ["-in", "+out", "out=0"])
  }

  @Test func anEffectOfTheBeginningSeesTheDependenciesOfItsPlace() {
    func note<Action>(_ place: String) -> Effect<Action> {
      @Dependency(\.locale.identifier) var locale
      @Dependency(\.isPresented) var isPresented
      log.append("\(place) \(locale) \(isPresented)")
      return .none
    }
    let store = Store(initialState: Leaf.State?.none) {
      Changer<Leaf.State?, Leaf.Action>()
        .onMount { _ in note("inside") }
        .ifLet(\.self, action: \.child) { Leaf(log: log).onMount { _ in note("child") } }
        .dependency(\.locale, .init(identifier: "fr"))
        .onMount { _ in note("outside") }
    } withDependencies: {
      $0.locale = .init(identifier: "de")
    }
    #expect(entries() == ["inside fr false", "outside de false"])
    store.send(.change { $0 = "r" })
    #expect(entries() == ["child fr false", "+r", "r=0"])
  }

  struct Hidden: Reducer {
    let log: Log

    var body: some Reducer<Leaf.State, Leaf.Action> { Reduce(Leaf(log: log) as any ReducerOf<Leaf>) }
  }

  @Test func aReducerWithoutATypeIsReported() {
    let store = Store(initialState: Leaf.State?.none) {
      Changer<Leaf.State?, Leaf.Action>().ifLet(\.self, action: \.child) { Hidden(log: log) }
    }
    store.send(.change { $0 = "c" })
    #expect(entries() == [])
    let issues = withCapturedIssues { _ = store.send(.child(.set(1))) }
    #expect(issues.map { $0.message.contains("in a reducer whose type it does not name") } == [true])
  }

  @Test func nothingIsKeptWhereNoReducerAsks() {
    let store = Store(initialState: 0) { Changer<Int, Int>() }
    #expect(store.root?.lifetime == nil && !store.core.runtime.flags.contains(.hasLifetimes))
  }
}

extension Log {
  fileprivate func effect<Action>(_ entry: String) -> Effect<Action> {
    .run { _ in self.append(entry) }
  }
}
