import Dependencies
import Store

/// The stores of a run that share an actor, with their child stores, observers, effects and waiting tasks.
///
/// `@unchecked Sendable`: variables are used on the actor only. A stepped run has a single thread, so code that runs at
/// unexpected moments, a `deinit` or an `==`, may use them as well; in a run on threads such code uses none of them.
package final class World: @unchecked Sendable {
  let plan: RunPlan
  let record: RunRecord
  let clock: SteppedClock
  let actor: any Actor
  /// The executor of the actor; `nil` in a run on threads, where it is not known whether code that runs at an unexpected
  /// moment is on the actor.
  let executor: SteppedExecutor?
  let directory: Directory
  var roots: [Root] = []
  var children: [Child] = []
  var observers: [Observer] = []
  var tasks: [StoreTask] = []
  /// Features that an effect has removed from one whose reducer another one calls: the store does not see that.
  var removedUnseen: Set<Int> = []
  var depth = 0
  var lastObserver = 0
  private let lastNodeID = RunRecord.Counter()
  private var probe: Probe?

  init(
    _ plan: RunPlan,
    _ record: RunRecord,
    _ clock: SteppedClock,
    _ directory: Directory,
    _ actor: any Actor,
    _ executor: SteppedExecutor?
  ) {
    (self.plan, self.record, self.clock, self.directory) = (plan, record, clock, directory)
    (self.actor, self.executor) = (actor, executor)
    if plan.probing != .nothing {
      probe = Probe { [weak self] in
        guard let self, record.oneIn(12) else { return }
        surprise(.comparison)
      }
    }
  }

  func choose(_ count: Int) -> Int { record.choose(count) }
  func oneIn(_ count: Int) -> Bool { record.oneIn(count) }

  func any<Elements: RandomAccessCollection>(_ elements: Elements) -> Elements.Element? {
    elements.isEmpty ? nil : elements[elements.index(elements.startIndex, offsetBy: choose(elements.count))]
  }

  func makeRoot(configuration: StoreConfiguration) {
    let root = Root(number: directory.reserve())
    let sentinel = Sentinel(record: record)
    let store = Store(
      initialState: makeState(level: 0),
      isolation: actor,
      configuration: configuration,
      reducer: { Recorder(world: self, root: root, sentinel: sentinel) },
      withDependencies: { $0[StoreNumberKey.self] = root.number }
    )
    root.store = store
    roots.append(root)
    directory.set(store.handle, isAlive: { [weak sentinel] in sentinel != nil }, for: root.number)
    if plan.inspects { attachInspector(to: store, of: root) }
    record.note("store \(root.number) is there")
  }

  func release(_ root: Root) {
    // The variable is set before the store is released: a `deinit` that runs then may read it.
    guard let store = root.store else { return }
    record.note("store \(root.number) is released")
    root.store = nil
    withExtendedLifetime(store) {}
  }

  func releaseAll() {
    for root in roots { release(root) }
    // One by one: a `deinit` that runs here may read the rest.
    while children.popLast() != nil {}
    while observers.popLast() != nil {}
    tasks = []
  }

  /// Whether the store is not reducing an action, and no effect changes its state, so that its state can be read.
  func canRead(_ root: Root) -> Bool {
    root.reductions == 0 && root.modifications == 0 && root.store?.isBeingChanged != true
  }

  func canRead(_ child: Child) -> Bool { canRead(child.root) && !child.isBeingChanged() }

  func willReduce(_ action: Node.Action, in root: Root) {
    root.reductions += 1
    if root.reductions > 1 { record.fail("Store \(root.number) reduced an action while it reduced another.") }
    let number = DependencyValues.current[StoreNumberKey.self]
    if number != root.number { record.fail("The reducer of store \(root.number) sees the dependencies of \(number).") }
    guard let step = action.step else { return }
    record.note("store \(root.number) reduces action \(step.serial)")
    record.reduced(step.serial)
    // If a comparison sends an action, that action can be reduced before one with a lower number.
    guard plan.probing == .nothing else { return }
    switch record.way(of: step.serial) {
    case .direct: check(step.serial, isAfter: &root.lastDirectSerial, in: root)
    case .enqueued: if executor != nil { check(step.serial, isAfter: &root.lastEnqueuedSerial, in: root) }
    case .other: break
    }
  }

  private func check(_ serial: Int, isAfter last: inout Int, in root: Root) {
    if serial < last { record.fail("Store \(root.number) reduced action \(serial) after \(last).") }
    last = serial
  }

  func didReduce(in root: Root) { root.reductions -= 1 }

  func makeID() -> NodeID {
    lastNodeID.add(1)
    return NodeID(number: lastNodeID.current, probe: plan.probing == .ids ? probe : nil)
  }

  func makeMark() -> Mark { Mark(number: choose(4), probe: plan.probing == .states ? probe : nil) }

  func makeToken() -> Token? {
    switch choose(6) {
    case 0: Token(record: record) { self.surprise(.token) }
    case 1, 2: Token(record: record, farewell: nil)
    default: nil
    }
  }

  func makeStep(_ way: RunRecord.Way, fuel: Int) -> Step? {
    guard let serial = record.makeSerial(way) else { return nil }
    return Step(serial: serial, fuel: fuel, token: makeToken())
  }

  /// Starts a task on the actor. The counter includes the task until it has ended.
  func spawn(_ counter: RunRecord.Counter, _ body: @escaping @Sendable (isolated any Actor) async -> Void) {
    counter.add(1)
    Task {
      await body(actor)
      counter.add(-1)
    }
  }
}

/// A root store, which can be released at any time. `@unchecked Sendable`: see `World`.
final class Root: @unchecked Sendable {
  let number: Int
  var store: StoreOf<Node>?
  var reductions = 0
  var mounted: Set<Int> = []
  var dismounted: Set<Int> = []
  var modifications = 0
  var lastDirectSerial = -1
  var lastEnqueuedSerial = -1
  var inspectedEffects = 0

  init(number: Int) { self.number = number }
}

/// A child store that the world keeps. `@unchecked Sendable`: see `World`.
final class Child: @unchecked Sendable {
  let root: Root
  let id: NodeID?
  /// Lets a world send a step to the store.
  let send: (World) -> Void
  /// A child store may be all that is left of its store.
  let isBeingChanged: () -> Bool
  // Read without observing them.
  let currentID: () -> NodeID
  let peek: () -> Int
  // Observed.
  let look: () -> Void
  let read: () -> Void
  private let kind: String

  init(_ store: StoreOf<Node>, of root: Root, id: NodeID?) {
    (self.root, self.id, kind) = (root, id, "child")
    send = { $0.send(store, of: root) { .perform($0) } }
    isBeingChanged = { store.isBeingChanged }
    (currentID, peek) = ({ store.withState(\.id) }, { store.withState(\.count) })
    look = { _ = store.count }
    read = look
  }

  init(_ store: StoreOf<Leaf>, of root: Root) {
    (self.root, id, kind) = (root, nil, "leaf")
    send = { $0.send(store, of: root) { .perform($0) } }
    isBeingChanged = { store.isBeingChanged }
    (currentID, peek) = ({ store.withState(\.id) }, { store.withState(\.count) })
    look = { _ = store.count }
    read = { _ = store.mark }
  }
}

extension Child: CustomStringConvertible {
  /// The feature for which the store was made or, without an id, whose state it shows now.
  var description: String { id.map { "\($0)" } ?? "a \(kind), now \(currentID())" }
}

final class Directory: Sendable {
  private struct Entry {
    var handle: StoreHandle<Node.State, Node.Action>?
    var isAlive: @Sendable () -> Bool = { false }
  }

  private let entries = Locked<[Entry]>([])

  var count: Int { entries.withLock { $0.count } }

  func reserve() -> Int {
    entries.withLock { entries in
      entries.append(Entry())
      return entries.count - 1
    }
  }

  func set(_ handle: StoreHandle<Node.State, Node.Action>, isAlive: @escaping @Sendable () -> Bool, for number: Int) {
    entries.withLock { $0[number] = Entry(handle: handle, isAlive: isAlive) }
  }

  func handle(_ number: Int) -> StoreHandle<Node.State, Node.Action>? { entries.withLock { $0[number].handle } }
  func isAlive(_ number: Int) -> Bool { entries.withLock { $0[number].isAlive }() }
}

/// A dependency that each store overrides, to check that actions are reduced with the dependencies of their own store.
enum StoreNumberKey: DependencyKey {
  static let liveValue = -1
  static let testValue = -1
}
