import Dependencies
import Store

// What features do when they get a step.
extension World {
  func makeLeaf() -> Leaf.State { Leaf.State(id: makeID(), token: makeToken(), mark: makeMark()) }

  func makeState(level: Int) -> Node.State {
    Node.State(id: makeID(), level: level, token: makeToken(), mark: makeMark(), part: makeLeaf())
  }

  func perform(_ step: Step, _ state: inout Leaf.State, in root: Root) -> Effect<Leaf.Action> {
    state.count += 1
    // The old token may be released here, while the action is reduced.
    if oneIn(3) { state.token = step.token }
    if oneIn(4) { state.mark = makeMark() }
    if oneIn(8) { act(.reducer) }
    guard step.fuel > 0 else { return .none }
    let owner = Owner(root: root.number, node: state.id)
    return effect(EffectPlan(owner: owner, fuel: step.fuel - 1) { { .perform($0) } })
  }

  func perform(_ step: Step, _ state: inout Node.State, in root: Root) -> Effect<Node.Action> {
    state.count += 1
    if oneIn(3) { state.token = step.token }
    if oneIn(4) { state.mark = makeMark() }
    for _ in 0..<choose(3) { change(&state) }
    if oneIn(8) { act(.reducer) }
    guard step.fuel > 0 else { return .none }
    let owner = Owner(root: root.number, node: state.id)
    // The receivers of the actions that the effect sends are chosen now, and may be gone by the time it sends.
    return withoutActuallyEscaping({ [state] in self.target(in: state) }) { target in
      effect(EffectPlan(owner: owner, fuel: step.fuel - 1, target: target))
    }
  }

  func perform(_ step: Step, _ mode: inout Node.Mode) {
    mode =
      switch choose(3) {
      case 0: .idle
      case 1: .busy(makeLeaf())
      default: .away(makeLeaf())
      }
    if oneIn(8) { act(.reducer) }
  }

  func change(_ state: inout Node.State) {
    let canGrow = state.level < 3
    switch choose(29) {
    case 0...4: if canGrow, state.rows.count < 5 { state.rows.append(makeState(level: state.level + 1)) }
    case 5: if canGrow { state.rows.insert(makeState(level: state.level + 1), at: 0) }
    case 6, 7: if let id = any(state.rows.ids) { state.rows.remove(id: id) }
    case 8: if !state.rows.isEmpty { state.rows.removeFirst() }
    case 9: if !state.rows.isEmpty { state.rows.removeLast() }
    case 10: state.rows.removeAll(where: { $0.count % 2 == 0 })
    case 11: if oneIn(2) { state.rows.removeAll() } else { state.rows = [] }
    case 12: state.rows.reverse()
    case 13:
      state.rows.sort { left, right in
        if oneIn(20) { act(.comparison) }
        return left.count < right.count
      }
    case 14: if let id = any(state.rows.ids) { state.rows[id: id]?.token = makeToken() }
    case 15: if state.rows.count > 1 { state.rows.swapAt(0, state.rows.count - 1) }
    case 16, 17: if canGrow { state.sheet = makeState(level: state.level + 1) }
    case 18: state.sheet = nil
    case 19: state.sheet?.token = makeToken()
    case 20, 21: if canGrow, state.path.count < 4 { state.path.append(makeState(level: state.level + 1)) }
    case 22: if !state.path.isEmpty { state.path.removeLast() }
    case 23: if let id = any(state.path.ids) { oneIn(2) ? state.path.pop(from: id) : state.path.pop(to: id) }
    case 24: state.path.removeAll()
    case 25, 26: state.leaf = oneIn(3) ? nil : makeLeaf()
    case 27: state.part.token = makeToken()
    default: if state.mode.is(\.busy) { state.mode.modify(\.busy) { $0.token = makeToken() } }
    }
  }

  func changeByEffect(_ state: inout Node.State) {
    let before = features(in: state)
    change(&state)
    if plan.wrapsReducers { removedUnseen.formUnion(before.subtracting(features(in: state))) }
  }

  /// Returns a closure that wraps a step in an action for a feature that exists in `state`, at this level or below.
  func target(in state: Node.State) -> @Sendable (Step) -> Node.Action {
    switch choose(10) {
    case 0: return { .part(.perform($0)) }
    case 1 where state.leaf != nil: return { .leaf(.perform($0)) }
    case 2:
      switch state.mode {
      case .busy where oneIn(2): return { .mode(.busy(.perform($0))) }
      case .away where oneIn(2): return { .mode(.away(.perform($0))) }
      default: return { .mode(.perform($0)) }
      }
    case 3, 4:
      if let row = any(state.rows) {
        let (id, target) = (row.id, target(in: row))
        return { .rows(.element(id: id, action: target($0))) }
      }
    case 5, 6:
      if let sheet = state.sheet {
        let target = target(in: sheet)
        return { .sheet(.presented(target($0))) }
      }
    case 7, 8:
      if let id = any(state.path.ids), let element = state.path[id: id] {
        let target = target(in: element)
        return { .path(.element(id: id, action: target($0))) }
      }
    default: break
    }
    return { .perform($0) }
  }

  /// The numbers of all features in a state, or of those that are nodes that begin and end.
  func features(in state: Node.State, onlyMounted: Bool = false) -> Set<Int> {
    var ids: Set = [state.id.number]
    if !onlyMounted {
      ids.insert(state.part.id.number)
      if let leaf = state.leaf { ids.insert(leaf.id.number) }
      if let leaf = state.mode[case: \.busy] ?? state.mode[case: \.away] { ids.insert(leaf.id.number) }
    }
    var children = state.sheet.map { [$0] } ?? []
    // What a reducer runs that another one calls by hand has no beginning.
    if !onlyMounted || !plan.wrapsReducers { children += Array(state.rows) + Array(state.path) }
    return children.reduce(ids) { $0.union(features(in: $1, onlyMounted: onlyMounted)) }
  }
}
