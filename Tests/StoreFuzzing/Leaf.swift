import Store

/// A feature without children.
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
        try await world.use(store, of: owner, id: \.id) {
          $0.count += 1
        } send: {
          .perform($0)
        }
      }
    )
  }
}
