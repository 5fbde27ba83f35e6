import Dependencies
import Foundation
import Store
import Testing

/// Reducers within others that call their `reduce(into:action:)`, so that stores can't build them in advance.
@MainActor @Suite(.timeLimit(.minutes(10))) struct WrappedReducerTests {
  typealias Wrapping = @Sendable (Office) -> any Reducer<Office.State, Office.Action>

  struct Wrapper: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let wrap: Wrapping
  }

  nonisolated static let wrappers: [Wrapper] = [
    Wrapper(testDescription: "nothing") { $0 },
    Wrapper(testDescription: "a reducer") { Logging($0) },
    Wrapper(testDescription: "two reducers") { Logging(Logging($0)) },
    Wrapper(testDescription: "a closure") { office in
      Reduce { state, action in office.reduce(into: &state, action: action) }
    },
    Wrapper(testDescription: "a closure that makes it") { office in
      Reduce { state, action in
        Office(hasWrappedChildren: office.hasWrappedChildren).reduce(into: &state, action: action)
      }
    },
    Wrapper(testDescription: "a closure that makes it without its type") { office in
      Reduce { state, action in Reduce(office).reduce(into: &state, action: action) }
    },
    Wrapper(testDescription: "a type-erased reducer") { AnyReducer($0) },
    Wrapper(testDescription: "a reducer of any type") { Existential(base: $0) },
    Wrapper(testDescription: "operators in a reducer") { office in
      Logging(
        CombineReducers {
          if office.hasWrappedChildren { office } else { office }
        }
        .dependency(\.locale, .init(identifier: "ja_JP"))
        .onChange(of: \.count) { _, _ in .none }
        ._printChanges(nil)
      )
    },
    Wrapper(testDescription: "a reaction to a change") { office in
      Reduce<Office.State, Office.Action> { state, _ in
        state.count += 1
        return .none
      }
      .onChange(of: \.count) { _, _ in office }
    },
  ]

  nonisolated static var shapes: [(Wrapper, Bool)] {
    wrappers.flatMap { [($0, false), ($0, true)] }
  }

  /// The places in which a child can be.
  nonisolated static let places: [Place] = [
    Place(testDescription: "ifLet", { state in .change { $0.optional = state } }, { .optional($0) }),
    Place(
      testDescription: "presentation",
      { state in .change { $0.presented = state } },
      { .presented(.presented($0)) }
    ),
    Place(testDescription: "ifCaseLet", { .setSite($0.map { .working($0) } ?? .nowhere) }, { .site($0) }),
    Place(
      testDescription: "forEach",
      { state in .left(.change { $0.rows = state.map { [$0] } ?? [] }) },
      { .left(.rows(.element(id: 1, action: $0))) }
    ),
    Place(
      testDescription: "stack",
      { state in .change { $0.path = StackState(state.map { [$0] } ?? []) } },
      { .path(.element(id: 0, action: $0)) }
    ),
  ]

  struct Place: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let set: @Sendable (Job.State?) -> Office.Action
    let embed: @Sendable (Job.Action) -> Office.Action

    init(
      testDescription: String,
      _ set: @escaping @Sendable (Job.State?) -> Office.Action,
      _ embed: @escaping @Sendable (Job.Action) -> Office.Action
    ) {
      self.testDescription = testDescription
      self.set = set
      self.embed = embed
    }
  }

  @MainActor final class Running {
    var names: Set<String> = []
  }

  func makeStore(_ wrapper: Wrapper, _ hasWrappedChildren: Bool) -> (StoreOf<Office>, Running) {
    func open(_ reducer: some Reducer<Office.State, Office.Action>) -> StoreOf<Office> {
      Store(initialState: Office.State()) { reducer }
    }
    let store = open(wrapper.wrap(Office(hasWrappedChildren: hasWrappedChildren)))
    let running = Running()
    store.inspect(
      with: Inspector { inspection, _ in
        switch inspection {
        case .effectStarted(let effect): running.names.insert(effect.name ?? "")
        case .effectFinished(let effect), .effectCancelled(let effect): running.names.remove(effect.name ?? "")
        default: break
        }
      }
    )
    return (store, running)
  }

  @Test(arguments: shapes, places) func aChildCancelsItsEffects(_ shape: (Wrapper, Bool), _ place: Place) {
    let (store, running) = makeStore(shape.0, shape.1)
    store.send(place.set(Job.State(id: 1)))
    store.send(place.embed(.start("a")))
    store.send(.start("office"))
    #expect(running.names == ["a", "office"])
    store.send(place.embed(.stop))
    #expect(running.names == ["office"])
    store.send(place.embed(.start("b")))
    store.send(place.embed(.restart("c")))
    #expect(running.names == ["c", "office"])
    // A parent cancels the effects with the id in all of its children.
    store.send(.stop)
    #expect(running.names == [])
  }

  @Test(arguments: shapes, places) func aChildThatGoesLosesItsEffects(_ shape: (Wrapper, Bool), _ place: Place) {
    let (store, running) = makeStore(shape.0, shape.1)
    store.send(place.set(Job.State(id: 1)))
    store.send(place.embed(.start("a")))
    store.send(.start("office"))
    store.send(.change { $0.count += 1 })
    #expect(running.names == ["a", "office"])
    store.send(place.set(nil))
    #expect(running.names == ["office"])
  }

  @Test(arguments: shapes, places) func aChildThatIsReplacedLosesItsEffects(_ shape: (Wrapper, Bool), _ place: Place) {
    let (store, running) = makeStore(shape.0, shape.1)
    store.send(place.set(Job.State(id: 1)))
    store.send(place.embed(.start("a")))
    store.send(.start("office"))
    store.send(place.set(Job.State(id: 2)))
    #expect(running.names == ["office"])
    store.send(place.set(Job.State(id: 1)))
    #expect(running.names == ["office"])
  }

  @Test(arguments: shapes) func rowsAreToldApart(_ shape: (Wrapper, Bool)) {
    let (store, running) = makeStore(shape.0, shape.1)
    store.send(.left(.change { $0.rows = [Job.State(id: 1), Job.State(id: 2)] }))
    store.send(.right(.change { $0.rows = [Job.State(id: 1), Job.State(id: 2)] }))
    for id in 1...2 {
      store.send(.left(.rows(.element(id: id, action: .start("left \(id)")))))
      store.send(.right(.rows(.element(id: id, action: .start("right \(id)")))))
    }
    store.send(.left(.rows(.element(id: 1, action: .stop))))
    #expect(running.names == ["left 2", "right 1", "right 2"])
    store.send(.right(.change { $0.rows.remove(id: 1) }))
    #expect(running.names == ["left 2", "right 2"])
    store.send(.right(.rows(.element(id: 2, action: .restart("again")))))
    #expect(running.names == ["left 2", "again"])
    store.send(.left(.change { $0.rows = [] }))
    #expect(running.names == ["again"])
  }

  @Test(arguments: shapes) func childrenOfChildrenAreToldApart(_ shape: (Wrapper, Bool)) {
    let (store, running) = makeStore(shape.0, shape.1)
    func send(_ first: Int, _ second: Int, _ action: Job.Action) {
      let inner = Office.Action.left(.rows(.element(id: 1, action: action)))
      store.send(.branches(.element(id: first, action: .branches(.element(id: second, action: inner)))))
    }
    store.send(
      .change { state in
        var leaf = Office.State()
        leaf.left.rows = [Job.State(id: 1)]
        for first in 1...2 {
          var branch = Office.State(id: first)
          for second in 1...2 {
            leaf.id = second
            branch.branches.append(leaf)
          }
          state.branches.append(branch)
        }
      }
    )
    for first in 1...2 {
      for second in 1...2 { send(first, second, .start("\(first).\(second)")) }
    }
    send(1, 2, .stop)
    #expect(running.names == ["1.1", "2.1", "2.2"])
    store.send(.branches(.element(id: 1, action: .change { $0.branches = [] })))
    #expect(running.names == ["2.1", "2.2"])
    store.send(.change { $0.branches = [] })
    #expect(running.names == [])
  }

  @Test(arguments: shapes) func stacksArePopped(_ shape: (Wrapper, Bool)) {
    let (store, running) = makeStore(shape.0, shape.1)
    store.send(.change { $0.path = StackState([Job.State(id: 1), Job.State(id: 2), Job.State(id: 3)]) })
    for id in 0..<3 { store.send(.path(.element(id: StackElementID(integerLiteral: id), action: .start("\(id)")))) }
    store.send(.path(.popFrom(id: 2)))
    #expect(running.names == ["0", "1"])
    store.send(.path(.push(id: 3, state: Job.State(id: 4))))
    store.send(.path(.element(id: 3, action: .start("3"))))
    store.send(.change { $0.path.pop(from: 1) })
    #expect(running.names == ["0"])
    store.send(.change { $0.path = StackState([Job.State(id: 5)]) })
    #expect(running.names == [])
  }

  @Test(arguments: shapes) func presentationsEnd(_ shape: (Wrapper, Bool)) async {
    let (store, running) = makeStore(shape.0, shape.1)
    store.send(.change { $0.presented = Job.State(id: 1) })
    store.send(.presented(.presented(.start("a"))))
    store.send(.change { $0.presented = Job.State(id: 2) })
    #expect(running.names == [])
    store.send(.presented(.presented(.start("b"))))
    store.send(.presented(.dismiss))
    #expect(running.names == [])
    #expect(store.state.presented == nil)
    store.send(.change { $0.presented = Job.State(id: 3) })
    await store.send(.presented(.presented(.dismiss))).finish()
    #expect(store.state.presented == nil)
  }

  /// Two uses of one reducer with the same state share their cancellation ids, like two reducers in a list.
  @Test func aReducerThatIsCalledTwice() {
    let (store, running) = makeStore(Wrapper(testDescription: "") { Twice(base: $0) }, false)
    store.send(.left(.change { $0.rows = [Job.State(id: 1)] }))
    store.send(.left(.rows(.element(id: 1, action: .start("a")))))
    #expect(running.names == ["a"])
    store.send(.left(.rows(.element(id: 1, action: .stop))))
    #expect(running.names == [])
    store.send(.left(.rows(.element(id: 1, action: .start("b")))))
    store.send(.left(.change { $0.rows = [] }))
    #expect(running.names == [])
  }
}

// MARK: - Wrappers

private struct Twice<Base: Reducer>: Reducer {
  let base: Base

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let first = base.reduce(into: &state, action: action)
    return first.merge(with: base.reduce(into: &state, action: action))
  }
}

private struct AnyReducer<State, Action>: Reducer {
  let reduce: (inout State, Action) -> Effect<Action>

  init(_ base: some Reducer<State, Action>) {
    reduce = base.reduce(into:action:)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    reduce(&state, action)
  }
}

private struct Existential<State, Action>: Reducer {
  let base: any Reducer<State, Action>

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    base.reduce(into: &state, action: action)
  }
}
