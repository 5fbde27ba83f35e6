import Dependencies
import Store

/// Tells the world when nodes begin and end, and what has changed in between.
struct Watched: Reducer {
  let world: World
  let root: Root

  var body: some Reducer<Node.State, Node.Action> {
    EmptyReducer()
      .onMount { state in
        world.noteMount(of: state.id, in: root)
        guard world.oneIn(2) else { return .none }
        let owner = Owner(root: root.number, node: state.id)
        return run { store in
          try await world.use(store, of: owner, id: \.id, change: { $0.count += 1 }, send: { .perform($0) })
        }
      }
      .onMount(id: \.count) { count, state in
        world.watching(root) {
          if count != state.count { world.record.fail("\(state.id) has \(state.count), not \(count).") }
        }
        guard world.oneIn(6) else { return .none }
        return .run { _ in try await world.clock.sleep(for: .milliseconds(1 + world.choose(8))) }
      }
      .onChange(
        of: \.mark,
        anywhere: { oldMark, state in
          world.watching(root) { world.record.note("\(state.id) has changed") }
          return .none
        }
      )
      .onDismount { state in
        world.noteDismount(of: state.id, in: root)
        return world.oneIn(4) ? .run { _ in await Task.yield() } : .none
      }
  }
}

extension World {
  func watching(_ root: Root, _ body: () -> Void) {
    root.reductions += 1
    defer { root.reductions -= 1 }
    body()
    if oneIn(16) { act(.reducer) }
  }

  func noteMount(of id: NodeID, in root: Root) {
    watching(root) {
      record.note("\(id) of store \(root.number) begins")
      if !root.mounted.insert(id.number).inserted || root.dismounted.contains(id.number) {
        record.fail("\(id) of store \(root.number) began twice.")
      }
    }
  }

  func noteDismount(of id: NodeID, in root: Root) {
    watching(root) {
      record.note("\(id) of store \(root.number) ends")
      if root.mounted.remove(id.number) == nil { record.fail("\(id) of store \(root.number) ended before it began.") }
      root.dismounted.insert(id.number)
    }
  }

  func checkLifetimes(of store: StoreOf<Node>, in root: Root) {
    guard plan.watches else { return }
    let nodes = store.withState { features(in: $0, onlyMounted: true) }
    if nodes != root.mounted {
      record.fail(
        """
        Of store \(root.number), the nodes \(nodes.subtracting(root.mounted).sorted()) did not begin, and \
        \(root.mounted.subtracting(nodes).sorted()) did not end.
        """
      )
    }
  }
}
