import Dependencies
import Store
import Testing

@testable import StoreCore

/// The dependencies that apply when code of one store sends to another store.
@MainActor @Suite struct DependencyOwnershipTests {
  @Reducer struct Feature {
    @Dependency(\.owner) var owner
    @Dependency(\.other) var other
    @Dependency(\.isPresented) var isPresented

    struct State: Equatable {
      var log: [String] = []
      @Presents var sheet: State?
    }

    enum Action: Sendable {
      case look
      case note(String)
      case run(@Sendable () -> Effect<Action>)
      case sheet(PresentationAction<Action>)

      var inSheet: Self { .sheet(.presented(self)) }
    }

    func description(_ place: String) -> String { "\(place): \(owner), \(other)\(isPresented ? ", presented" : "")" }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .look:
          state.log.append(description("reducer"))
          return .run { [self] send in await send(.note(description("effect"))) }
        case .note(let note): state.log.append(note)
        case .run(let effect): return effect()
        case .sheet: break
        }
        return .none
      }
      .ifLet(\.$sheet, action: \.sheet) { Feature().dependency(\.other, "of the sheet") }
    }
  }

  /// A store with overrides, one without that was made where dependencies are bound, and one made where none are.
  enum Receiver: CaseIterable { case overriding, plain, direct }

  func makeReceiver(_ receiver: Receiver) -> StoreOf<Feature> {
    switch receiver {
    case .overriding:
      Store(initialState: Feature.State(), reducer: { Feature() }, withDependencies: { $0.other = "of B" })
    case .plain: Store(initialState: Feature.State()) { Feature() }
    case .direct: makeStore(Feature.State(), .direct) { Feature() }
    }
  }

  /// A store whose dependencies no other store may read.
  func makeSender() -> StoreOf<Feature> {
    Store(initialState: Feature.State(sheet: Feature.State())) {
      Feature()
    } withDependencies: {
      $0.owner = "A"
      $0.other = "of A"
    }
  }

  /// What the receiver's reducer and effect see after a send.
  private func entries(_ receiver: Receiver, owner: String = "nobody", other: String? = nil) -> [String] {
    let other = other ?? (receiver == .overriding ? "of B" : "nobody's")
    return ["reducer", "effect"].map { "\($0): \(owner), \(other)" }
  }

  @Test(arguments: Receiver.allCases) func sendingToAnotherStore(_ receiver: Receiver) async {
    let (a, b) = (makeSender(), makeReceiver(receiver))
    let (handle, box) = (b.handle, Box(b))
    let byHandle = Feature.Action.run { .run { _ in await handle.send(.look).finish() } }
    let byReducer = Feature.Action.run { MainActor.assumeIsolated { box.look() } }
    for (count, action) in [byHandle, byHandle.inSheet, byReducer, byReducer.inSheet].enumerated() {
      await a.send(action).finish()
      while let task = box.tasks.popLast() { await task.finish() }
      #expect(b.log.count == 2 * count + 2)
      #expect(Array(b.log.suffix(2)) == entries(receiver), "\(action)")
    }
  }

  /// A value that A does not override, and one that it does.
  @Test(arguments: Receiver.allCases) func whatTheSenderPutsOnTopGoesAlong(_ receiver: Receiver) async {
    let (a, b) = (makeSender(), makeReceiver(receiver))
    let handle = b.handle
    let look = Effect<Feature.Action>.run { _ in
      await withDependencies(overrideOwner) { await handle.send(.look).finish() }
    }
    await a.send(.run { look }).finish()
    #expect(b.log == entries(receiver, owner: "the sender"))
    await withDependencies({ $0.other = "of the sender" }, operation: { await b.send(.look).finish() })
    #expect(Array(b.log.suffix(2)) == entries(receiver, other: "of the sender"))
    withDependencies(overrideOwner) { handle.enqueue(.look) }
    await handle.send(.note(""))
    #expect(b.log[4] == entries(receiver, owner: "the sender")[0])
  }

  /// Values that the sender adds do not apply to actions that the receiver's effect sends to other stores.
  @Test func whatGoesAlongGoesNoFurther() async {
    let (a, b, c) = (makeSender(), makeReceiver(.plain), makeReceiver(.direct))
    let (second, third) = (b.handle, c.handle)
    let look = Feature.Action.run { .run { _ in await third.send(.look).finish() } }
    await a.send(.run { .run { _ in await withDependencies(overrideOwner) { await second.send(look).finish() } } })
      .finish()
    #expect(c.log == entries(.direct))
  }

  @Test func aStoreStillSeesItsOwn() async {
    let a = makeSender()
    await a.send(.look).finish()
    let handle = a.handle
    await a.send(.sheet(.presented(.run { .run { _ in await handle.send(.look).finish() } }))).finish()
    await withDependencies(overrideOwner) { await a.send(.look).finish() }
    #expect(
      a.log == [
        "reducer: A, of A", "effect: A, of A", "reducer: A, of A", "effect: A, of A",
        "reducer: the sender, of A", "effect: the sender, of A",
      ]
    )
  }

  /// An action that has to wait for its turn is reduced with the dependencies of its sender.
  @Test func anActionThatWaitsItsTurn() async {
    let b = makeReceiver(.plain)
    let box = Box(b)
    b.send(.run { MainActor.assumeIsolated { withDependencies(overrideOwner) { box.look() } } })
    while let task = box.tasks.popLast() { await task.finish() }
    #expect(b.log.first == "reducer: the sender, nobody's")
  }

  @MainActor final class Box {
    let store: StoreOf<Feature>
    var tasks: [StoreTask] = []

    init(_ store: StoreOf<Feature>) { self.store = store }

    func look() -> Effect<Feature.Action> {
      tasks.append(store.send(.look))
      return .none
    }
  }
}

private func overrideOwner(_ values: inout DependencyValues) { values.owner = "the sender" }

extension DependencyValues {
  fileprivate var owner: String {
    get { self[OwnerKey.self] }
    set { self[OwnerKey.self] = newValue }
  }

  fileprivate var other: String {
    get { self[OtherKey.self] }
    set { self[OtherKey.self] = newValue }
  }
}

private enum OwnerKey: DependencyKey {
  static let liveValue = "nobody"
  static let testValue = "nobody"
}

private enum OtherKey: DependencyKey {
  static let liveValue = "nobody's"
  static let testValue = "nobody's"
}
