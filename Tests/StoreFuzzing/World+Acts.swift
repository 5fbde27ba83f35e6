import Dependencies
import Observation
import Store

enum Place: String {
  /// No code of the framework is on the stack.
  case outside
  case effect
  case observer
  case inspector
  case cancelHandler
  case reducer
  /// A `deinit`, wherever it runs.
  case token
  /// An `==`, a `hash(into:)` or a sort predicate.
  case comparison
}

extension World {
  /// Does something at random to the stores. Called wherever code of a program may run.
  func act(_ place: Place) {
    guard depth < 6, !record.isClosing, let root = any(roots) else { return }
    depth += 1
    defer { depth -= 1 }
    record.note("\(String(repeating: "  ", count: depth))\(place.rawValue):")
    record.collectIssues { act(place, root) }
  }

  private func act(_ place: Place, _ root: Root) {
    switch choose(place == .outside ? 28 : 21) {
    case 0...6: sendToRoot(root)
    case 7, 8: sendToChild()
    case 9: sendToChildThatNobodyKeeps(of: root)
    case 10, 11: keepChild(of: root)
    case 12: letGoOfChild()
    case 13: letGoOfObserver()
    case 14: startObserving(root)
    case 15: read(root)
    case 16: trackOnce(root)
    case 17: cancelTask()
    case 18: waitForTask()
    case 19: readStates(of: root)
    case 20: enqueue()
    case 21, 22:
      let number = choose(directory.count)
      spawn(record.waits) { [self] isolation in await sendByHandle(to: number, fuel: 3, isolation: isolation) }
    case 23: if oneIn(6) { release(root) }
    case 24: if oneIn(3) { clock.wakeNext(within: .seconds(1)) }
    case 25: if oneIn(10) { invalidate(root) }
    case 26: enqueue()
    default: checkChildren()
    }
  }

  /// Does something at random in code that may run on any thread: a `deinit`, a cancellation handler, an `==`.
  func surprise(_ place: Place) {
    if executor?.isOnActor == true { return act(place) }
    guard !record.isClosing else { return }
    if oneIn(2) { return enqueue() }
    let number = choose(directory.count)
    spawn(record.waits) { [self] isolation in await sendByHandle(to: number, fuel: 1, isolation: isolation) }
  }

  private func makeFuel() -> Int { depth > 1 ? choose(3) : 1 + choose(4) }

  func send<State, Action>(_ store: Store<State, Action>, of root: Root, _ action: (Step) -> Action) {
    guard let step = makeStep(.direct, fuel: makeFuel()) else { return }
    record.note("action \(step.serial) is sent to \(store) of store \(root.number)")
    let serial = step.serial
    let task = store.send(action(step))
    record.owe(serial, by: root.number, "sent to store \(root.number) from its actor")
    if tasks.count < 40 { tasks.append(task) } else { tasks[choose(40)] = task }
  }

  private func sendToRoot(_ root: Root) {
    guard let store = root.store else { return }
    var target: (Step) -> Node.Action = { .perform($0) }
    if canRead(root), oneIn(2) { store.withState { target = self.target(in: $0) } }
    send(store, of: root, target)
  }

  private func sendToChild() { any(children)?.send(self) }

  private func sendToChildThatNobodyKeeps(of root: Root) {
    guard canRead(root), let store = root.store else { return }
    scope(store, of: root, levels: choose(3))?.send(self)
  }

  func sendByHandle(to number: Int, fuel: Int, isolation: isolated any Actor) async {
    guard let handle = directory.handle(number), let step = makeStep(.other, fuel: fuel) else { return }
    let serial = step.serial
    record.note("action \(serial) is sent to store \(number) by its handle")
    let task = await handle.send(.perform(step))
    if directory.isAlive(number) { record.owe(serial, by: number, "sent to store \(number) by its handle") }
    switch choose(6) {
    case 0: task.cancel()
    case 1: spawn(record.waits) { _ in await task.finish() }
    default: break
    }
  }

  private func enqueue() {
    let number = choose(directory.count)
    guard let handle = directory.handle(number), let step = makeStep(.enqueued, fuel: choose(3)) else { return }
    let serial = step.serial
    record.note("action \(serial) is enqueued for store \(number)")
    record.oweLater(serial, by: number, "enqueued for store \(number)")
    handle.enqueue(.perform(step))
  }

  private func invalidate(_ root: Root) {
    guard let store = root.store else { return }
    record.note("store \(root.number) is invalidated")
    record.invalidated(root.number)
    store.invalidate()
  }

  private func scope(_ store: StoreOf<Node>, of root: Root, levels: Int) -> Child? {
    func next(_ store: StoreOf<Node>, id: NodeID?) -> Child {
      (levels > 0 ? scope(store, of: root, levels: levels - 1) : nil) ?? Child(store, of: root, id: id)
    }
    switch choose(7) {
    case 0: return Child(store.scope(state: \.part, action: \.part), of: root)
    case 1: return store.scope(state: \.leaf, action: \.leaf).map { Child($0, of: root) }
    case 2, 3:
      let rows = store.scope(state: \.rows, action: \.rows)
      guard let id = any(rows.ids), let row = rows[id: id] else { return nil }
      return next(row, id: id)
    case 4: return store.scope(state: \.$sheet, action: \.sheet).map { next($0, id: nil) }
    case 5: return store.scope(state: \.sheet, action: \.sheet).map { next($0, id: nil) }
    default:
      guard let element = any(store.scope(state: \.path, action: \.path)) else { return nil }
      // The ids of the elements are unique only within one stack, and each sheet has a stack of its own.
      return next(element, id: store === root.store ? element.withState(\.id) : nil)
    }
  }

  private func keepChild(of root: Root) {
    guard canRead(root), let store = root.store else { return }
    guard let child = scope(store, of: root, levels: choose(3)) else { return }
    children.append(child)
    if children.count > 12 { letGoOfChild() }
  }

  private func letGoOfChild() {
    guard !children.isEmpty else { return }
    // Not removed in place: a `deinit` that runs now may read `children`.
    let child = children.remove(at: choose(children.count))
    withExtendedLifetime(child) {}
  }

  private func read(_ root: Root) {
    guard canRead(root) else { return }
    if let store = root.store {
      _ = store.count
      _ = store.rows.count
      _ = store.state.path.count
    }
    checkChildren()
  }

  func checkChildren() {
    for child in children where canRead(child) {
      let id = child.currentID()
      if let expected = child.id, expected.number != id.number {
        record.fail("The child store of \(expected) reads the state of \(id).")
      }
      child.read()
    }
  }

  private func cancelTask() {
    guard let task = any(tasks) else { return }
    spawn(record.waits) { _ in task.cancel() }
  }

  private func waitForTask() {
    guard let task = any(tasks) else { return }
    let isCancelled = oneIn(8)
    record.waits.add(1)
    let waiter = Task { [self] in
      await wait(for: task, isolation: actor)
      record.waits.add(-1)
    }
    if isCancelled { spawn(record.waits) { _ in waiter.cancel() } }
  }

  private func wait(for task: StoreTask, isolation: isolated any Actor) async {
    await task.finish()
    guard !Task.isCancelled else { return }
    if await !task.isFinished { record.fail("finish() has returned, and its effects are not over.") }
    if oneIn(2) { act(.outside) }
  }
}
