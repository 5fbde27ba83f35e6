import Store

/// A feature with a child of every kind; wherever possible, the child is a `Node` too.
@Reducer
package struct Node {
  package struct State: Equatable, Identifiable {
    package let id: NodeID
    let level: Int
    var token: Token?
    var count = 0
    var mark: Mark
    var part: Leaf.State
    var leaf: Leaf.State?
    var mode = Mode.idle
    var rows: IdentifiedArrayOf<Node.State> = []
    @Presents var sheet: Node.State?
    var path = StackState<Node.State>()
  }

  @CasePathable
  package enum Mode: Equatable { case idle, busy(Leaf.State), away(Leaf.State) }

  @CasePathable
  package indirect enum Action: Sendable {
    case perform(Step)
    case part(Leaf.Action)
    case leaf(Leaf.Action)
    case mode(ModeAction)
    case rows(IdentifiedActionOf<Node>)
    case sheet(PresentationAction<Node.Action>)
    case path(StackActionOf<Node>)

    /// The step of the feature that gets the action; `nil` for actions that end a presentation.
    var step: Step? {
      switch self {
      case .perform(let step), .mode(.perform(let step)): step
      case .part(let action), .leaf(let action), .mode(.busy(let action)), .mode(.away(let action)): action.step
      case .rows(.element(_, let action)), .sheet(.presented(let action)), .path(.element(_, let action)): action.step
      case .sheet(.dismiss), .path: nil
      }
    }
  }

  @CasePathable
  package enum ModeAction: Sendable { case perform(Step), busy(Leaf.Action), away(Leaf.Action) }

  let world: World
  let root: Root

  package var body: some Reducer<State, Action> {
    Scope(state: \.part, action: \.part) { leaf }
    Reduce { state, action in
      guard case .perform(let step) = action else { return .none }
      let effect = world.perform(step, &state, in: root)
      guard step.fuel > 0, world.oneIn(6) else { return effect }
      let owner = Owner(root: root.number, node: state.id)
      return effect.merge(
        with: run { store in
          try await world.use(store, of: owner, id: \.id, change: world.changeByEffect, send: { .perform($0) })
        }
      )
    }
    .ifLet(\.leaf, action: \.leaf) { Wrapped(base: leaf) }
    .forEach(\.rows, action: \.rows) { row }
    .ifLet(\.$sheet, action: \.sheet) { Node(world: world, root: root) }
    .forEach(\.path, action: \.path) { row }
    Scope(state: \.mode, action: \.mode) {
      Reduce { mode, action in
        if case .perform(let step) = action { world.perform(step, &mode) }
        return .none
      }
      .ifCaseLet(\.busy, action: \.busy) { leaf }
      .ifCaseLet(\.away, action: \.away) { Reduce { state, action in leaf.reduce(into: &state, action: action) } }
    }
    if world.plan.watches { Watched(world: world, root: root) }
  }

  private var leaf: Leaf { Leaf(world: world, root: root) }

  @ReducerBuilder<State, Action> private var row: some Reducer<State, Action> {
    if world.plan.wrapsReducers {
      Wrapped(base: Node(world: world, root: root))
    } else {
      Node(world: world, root: root)
    }
  }
}

package struct Wrapped<Base: Reducer>: Reducer {
  let base: Base

  package func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    base.reduce(into: &state, action: action)
  }
}

/// The reducer of a root store; it records each action that is reduced.
struct Recorder: Reducer {
  let world: World
  let root: Root
  let sentinel: Sentinel

  // Not `reduce(into:)`: the runs have to know whether an action is reduced even if wrapping reducers is broken.
  func makeReduction() -> Reduction<Node.State, Node.Action> {
    let reduction = Node(world: world, root: root).makeReduction()
    return { [world, root, sentinel] state, action in
      world.willReduce(action, in: root)
      defer {
        world.didReduce(in: root)
        withExtendedLifetime(sentinel) {}
      }
      return world.record.collectIssues { reduction(&state, action) }
    }
  }

  func reduce(into state: inout Node.State, action: Node.Action) -> Effect<Node.Action> {
    makeReduction()(&state, action)
  }
}

final class Sentinel: Sendable {
  private let record: RunRecord

  init(record: RunRecord) {
    self.record = record
    record.stores.add(1)
  }

  deinit { record.stores.add(-1) }
}

@Reducer
package struct Leaf {
  package struct State: Equatable, Identifiable {
    package let id: NodeID
    var token: Token?
    var count = 0
    var mark: Mark
  }

  @CasePathable
  package enum Action: Sendable {
    case perform(Step)

    var step: Step {
      switch self {
      case .perform(let step): step
      }
    }
  }

  let world: World
  let root: Root

  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let effect = world.perform(action.step, &state, in: root)
    guard action.step.fuel > 0, world.oneIn(6) else { return effect }
    let owner = Owner(root: root.number, node: state.id)
    return effect.merge(
      with: run { store in
        try await world.use(store, of: owner, id: \.id, change: { $0.count += 1 }, send: { .perform($0) })
      }
    )
  }
}
