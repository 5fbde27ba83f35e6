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
          try await world.use(store, of: owner, id: \.id) {
            $0.count += 1
          } send: {
            .perform($0)
          }
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
          world.watching(root) { world.note("\(state.id) has changed") }
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
  func note(_ text: String) { record.note(text) }

  /// Runs a closure while the state can't be read.
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

  /// Checks that exactly the nodes that exist have begun and not ended.
  func checkLifetimes(of store: StoreOf<Node>, in root: Root) {
    guard plan.watches else { return }
    var nodes: Set<Int> = []
    store.withState { self.nodes(in: $0, into: &nodes) }
    if nodes != root.mounted {
      record.fail(
        """
        Of store \(root.number), the nodes \(nodes.subtracting(root.mounted).sorted()) did not begin, and \
        \(root.mounted.subtracting(nodes).sorted()) did not end.
        """
      )
    }
  }

  private func nodes(in state: Node.State, into ids: inout Set<Int>) {
    ids.insert(state.id.number)
    // What a reducer runs that another one calls by hand has no beginning.
    if !plan.wrapsReducers {
      for row in state.rows { nodes(in: row, into: &ids) }
      for element in state.path { nodes(in: element, into: &ids) }
    }
    if let sheet = state.sheet { nodes(in: sheet, into: &ids) }
  }
}
