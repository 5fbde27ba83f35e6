import Dependencies
import Store

extension World {
  /// Does something at random with the state of an effect's feature, which must be the feature that the effect is of.
  func use<State, Action>(
    _ store: FeatureStore<State, Action>,
    of owner: Owner,
    id: any KeyPath<State, NodeID> & Sendable,
    change: @escaping (inout State) -> Void,
    send: (Step) -> Action
  ) async throws {
    for _ in 0..<choose(5) {
      switch choose(8) {
      case 0, 1: check(try store[dynamicMember: id], owner)
      case 2, 3:
        record.note("\(owner.node) of store \(owner.root) modifies its state")
        let root = roots.first { $0.number == owner.root }
        // The change begins before the closure runs, and ends after it.
        root?.modifications += 1
        defer { root?.modifications -= 1 }
        try store.modify("change") { [self] state in
          check(state[keyPath: id], owner)
          change(&state)
          if oneIn(8) { act(.reducer) }
        }
      case 4:
        guard let step = makeStep(.other, fuel: choose(3)) else { break }
        let serial = step.serial
        record.note("\(owner.node) of store \(owner.root) sends action \(serial)")
        try store.send(send(step))
        record.owe(serial, by: owner.root, "sent by an effect through its feature's store")
      case 5: await Task.yield()
      case 6: try await clock.sleep(for: .milliseconds(1 + choose(8)))
      default:
        for await value in store.changes(of: id) {
          check(value, owner)
          break
        }
      }
    }
  }

  private func check(_ id: NodeID, _ owner: Owner) {
    if id.number != owner.node.number { record.fail("An effect of \(owner.node) uses the state of \(id).") }
  }
}
