import Dependencies
import Store
import Testing

@testable import StoreCore

/// The dependencies that apply when code of one store sends to another store.
@MainActor
@Suite struct DependencyOwnershipTests {
  @Reducer struct Feature {
    @Dependency(\.owner) var owner
    @Dependency(\.other) var other
    @Dependency(\.isPresented) var isPresented

    struct State: Equatable {
      var log: [String] = []
      @Presents var sheet: Sheet.State?
    }

    enum Action: Sendable {
      case look
      case note(String)
      case run(@Sendable () -> Effect<Action>)
      case sheet(PresentationAction<Sheet.Action>)
      case child(Sheet.Action)
    }

    func description(_ place: String) -> String {
      "\(place): \(owner), \(other)\(isPresented ? ", presented" : "")"
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .look:
          state.log.append(description("reducer"))
          return .run { [self] send in await send(.note(description("effect"))) }
        case .note(let note): state.log.append(note)
        case .run(let effect): return effect()
        case .sheet, .child: break
        }
        return .none
      }
      .ifLet(\.$sheet, action: \.sheet) { Sheet().dependency(\.other, "of the sheet") }
    }
  }

  @Reducer struct Sheet {
    struct State: Equatable {}

    enum Action: Sendable {
      case run(@Sendable () -> Effect<Action>)
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .run(let effect): effect()
      }
    }
  }

  enum Receiver: CaseIterable {
    /// A store with overrides.
    case overriding
    /// A store without overrides, made where dependencies are bound.
    case plain
    /// A store that was made where no dependencies are bound.
    case direct
  }

  func makeReceiver(_ receiver: Receiver) -> StoreOf<Feature> {
    switch receiver {
    case .overriding:
      Store(initialState: Feature.State()) {
        Feature()
      } withDependencies: {
        $0.other = "of B"
      }
    case .plain: Store(initialState: Feature.State()) { Feature() }
    case .direct: makeStore(Feature.State(), .direct) { Feature() }
    }
  }

  /// A store whose dependencies no other store may read.
  func makeSender() -> StoreOf<Feature> {
    Store(initialState: Feature.State(sheet: Sheet.State())) {
      Feature()
    } withDependencies: {
      $0.owner = "A"
      $0.other = "of A"
    }
  }

  @Test(arguments: Receiver.allCases) func anEffectSendsToAnotherStore(_ receiver: Receiver) async {
    let (a, b) = (makeSender(), makeReceiver(receiver))
    let handle = b.handle
    await a.send(.run { .run { _ in await handle.send(.look).finish() } }).finish()
    let other = receiver == .overriding ? "of B" : "nobody's"
    #expect(b.log == ["reducer: nobody, \(other)", "effect: nobody, \(other)"])
  }

  @Test(arguments: Receiver.allCases) func anEffectOfAPresentedFeatureSendsToAnotherStore(_ receiver: Receiver) async {
    let (a, b) = (makeSender(), makeReceiver(receiver))
    let handle = b.handle
    await a.send(.sheet(.presented(.run { .run { _ in await handle.send(.look).finish() } }))).finish()
    let other = receiver == .overriding ? "of B" : "nobody's"
    #expect(b.log == ["reducer: nobody, \(other)", "effect: nobody, \(other)"])
  }

  @Test(arguments: Receiver.allCases) func aReducerSendsToAnotherStore(_ receiver: Receiver) async {
    let (a, b) = (makeSender(), makeReceiver(receiver))
    let box = Box(b)
    for action in [
      Feature.Action.run { MainActor.assumeIsolated { box.look() } },
      .sheet(.presented(.run { MainActor.assumeIsolated { box.look() } })),
    ] {
      a.send(action)
      while let task = box.tasks.popLast() { await task.finish() }
    }
    let other = receiver == .overriding ? "of B" : "nobody's"
    #expect(
      b.log == Array(repeating: ["reducer: nobody, \(other)", "effect: nobody, \(other)"], count: 2).flatMap { $0 }
    )
  }

  @Test(arguments: Receiver.allCases) func whatTheSenderPutsOnTopGoesAlong(_ receiver: Receiver) async {
    let (a, b) = (makeSender(), makeReceiver(receiver))
    let handle = b.handle
    // A value that A does not override, and one that it does.
    await a.send(
      .run {
        .run { _ in
          await withDependencies {
            $0.owner = "the sender"
          } operation: {
            await handle.send(.look).finish()
          }
        }
      }
    )
    .finish()
    let other = receiver == .overriding ? "of B" : "nobody's"
    #expect(b.log == ["reducer: the sender, \(other)", "effect: the sender, \(other)"])
    await withDependencies {
      $0.other = "of the sender"
    } operation: {
      await b.send(.look).finish()
    }
    #expect(b.log.suffix(2) == ["reducer: nobody, of the sender", "effect: nobody, of the sender"])
  }

  /// Values that the sender adds do not apply to actions that the receiver's effect sends to other stores.
  @Test func whatGoesAlongGoesNoFurther() async {
    let (a, b, c) = (makeSender(), makeReceiver(.plain), makeReceiver(.direct))
    let (second, third) = (b.handle, c.handle)
    await a.send(
      .run {
        .run { _ in
          await withDependencies {
            $0.owner = "the sender"
          } operation: {
            await second.send(.run { .run { _ in await third.send(.look).finish() } }).finish()
          }
        }
      }
    )
    .finish()
    #expect(c.log == ["reducer: nobody, nobody's", "effect: nobody, nobody's"])
  }

  @Test func aStoreStillSeesItsOwn() async {
    let a = makeSender()
    await a.send(.look).finish()
    let handle = a.handle
    await a.send(.sheet(.presented(.run { .run { _ in await handle.send(.look).finish() } }))).finish()
    await withDependencies {
      $0.owner = "the sender"
    } operation: {
      await a.send(.look).finish()
    }
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
    b.send(
      .run {
        MainActor.assumeIsolated {
          withDependencies {
            $0.owner = "the reducer"
          } operation: {
            box.look()
          }
        }
      }
    )
    while let task = box.tasks.popLast() { await task.finish() }
    #expect(b.log.first == "reducer: the reducer, nobody's")
  }

  @MainActor final class Box {
    let store: StoreOf<Feature>
    var tasks: [StoreTask] = []

    init(_ store: StoreOf<Feature>) { self.store = store }

    func look() -> Effect<Feature.Action> {
      tasks.append(store.send(.look))
      return .none
    }

    func look() -> Effect<Sheet.Action> {
      tasks.append(store.send(.look))
      return .none
    }
  }
}

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
