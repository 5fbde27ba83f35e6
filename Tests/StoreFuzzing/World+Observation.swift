import Observation
import Store

/// An observer of a store, which remembers the value that it saw last. `@unchecked Sendable`: see `World`.
final class Observer: @unchecked Sendable {
  enum Subject { case root(Root, Part), child(Child) }

  enum Part: String { case count, rows, leaf, sheet }

  let subject: Subject
  let number: Int
  /// The value seen last; `nil` if it could not be read, or if it is uncertain what the observer saw.
  var seen: [Int]?
  var token: ObserveToken?

  init(_ subject: Subject, number: Int) { (self.subject, self.number) = (subject, number) }

  var root: Root {
    switch subject {
    case .root(let root, _): root
    case .child(let child): child.root
    }
  }

  var description: String {
    switch subject {
    case .root(let root, let part): "the \(part) of store \(root.number)"
    case .child(let child): "the store of \(child) of store \(root.number)"
    }
  }

  /// Reads the value so that it is observed.
  func look() {
    switch subject {
    case .root(let root, .count): _ = root.store?.count
    case .root(let root, .rows): _ = root.store?.rows
    case .root(let root, .leaf): _ = root.store?.leaf
    case .root(let root, .sheet): _ = root.store?.scope(state: \.$sheet, action: \.sheet)?.count
    case .child(let child): child.look()
    }
  }

  /// The current value, read without observing it; `nil` if the store was released.
  func peek() -> [Int]? {
    switch subject {
    case .root(let root, .count): root.store?.withState { [$0.count] }
    case .root(let root, .rows): root.store?.withState { $0.rows.map(\.count) }
    case .root(let root, .leaf): root.store?.withState { [$0.leaf?.count ?? -1] }
    case .root(let root, .sheet): root.store?.withState { [$0.sheet?.count ?? -1] }
    case .child(let child): [child.peek()]
    }
  }
}

extension World {
  func startObserving(_ root: Root) {
    guard observers.count < 20 else { return }
    let subject: Observer.Subject =
      switch choose(6) {
      case 0: .root(root, .rows)
      case 1: .root(root, .leaf)
      case 2: .root(root, .sheet)
      case 3, 4: any(children).map { .child($0) } ?? .root(root, .count)
      default: .root(root, .count)
      }
    lastObserver += 1
    let observer = Observer(subject, number: lastObserver)
    guard canRead(observer.subject) else { return }
    let acts = oneIn(3)
    observers.append(observer)
    actor.assumeIsolated { isolation in
      observer.token = observe(isolation: isolation) { [weak self, weak observer] in
        guard let self, let observer else { return }
        observer.seen = nil
        guard canRead(observer.subject) else { return }
        let (before, wasThere) = (observer.peek(), isThere(observer.subject))
        observer.look()
        if acts { act(.observer) }
        // An observer misses changes that it makes itself, as with any other observable object. So if it has shown a
        // sheet itself, or if the child that it observes was gone, it is uncertain what it saw.
        let after = observer.peek()
        switch observer.subject {
        case .root(_, .sheet): observer.seen = before == after ? after : nil
        case .child: observer.seen = wasThere && isThere(observer.subject) ? after : nil
        case .root: observer.seen = after
        }
        record.note("observer \(observer.number) of \(observer.description) sees \(observer.seen ?? [])")
      }
    }
  }

  func letGoOfObserver() {
    guard !observers.isEmpty else { return }
    let observer = observers.remove(at: choose(observers.count))
    if oneIn(2) { observer.token?.cancel() }
  }

  private func canRead(_ subject: Observer.Subject) -> Bool {
    switch subject {
    case .root(let root, _): canRead(root)
    case .child(let child): canRead(child)
    }
  }

  func trackOnce(_ root: Root) {
    guard canRead(root), let store = root.store else { return }
    let subject = choose(4)
    withObservationTracking {
      switch subject {
      case 0: _ = store.state
      case 1: for row in store.scope(state: \.rows, action: \.rows) { _ = row.count }
      case 2: _ = store.scope(state: \.part, action: \.part).count
      default: _ = store.count
      }
    } onChange: { [weak self] in
      self?.act(.observer)
    }
  }

  func readStates(of root: Root) {
    guard root.store != nil else { return }
    let limit = oneIn(2) ? 1 + choose(5) : .max
    let acts = oneIn(2)
    spawn(record.loops) { [self] isolation in
      await readStates(of: root, limit: limit, acts: acts, isolation: isolation)
    }
  }

  private func readStates(of root: Root, limit: Int, acts: Bool, isolation: isolated any Actor) async {
    guard canRead(root), let states = root.store?.states else { return }
    var count = 0
    for await state in states {
      count += state.count > 0 ? 1 : 0
      if acts { act(.observer) }
      if count >= limit { break }
    }
  }

  func attachInspector(to store: StoreOf<Node>, of root: Root) {
    store.inspect(
      with: Inspector { [weak self, unowned root] step in
        switch step {
        case .reduced, .modified, .sharedStateChanged, .restored, .observersNotified: break
        case .effectStarted: root.inspectedEffects += 1
        case .effectFinished, .effectCancelled: root.inspectedEffects -= 1
        }
        if let self, oneIn(20) { act(.inspector) }
      }
    )
  }

  func checkRest() {
    record.collectOwedLater(isAlive: directory.isAlive)
    checkChildren()
    for observer in observers where isThere(observer.subject) && !record.isInvalidated(observer.root.number) {
      guard let seen = observer.seen, let present = observer.peek(), seen != present else { continue }
      record.fail("Observer \(observer.number) of \(observer.description) saw \(seen) last, where there is \(present).")
    }
    for root in roots where !record.isInvalidated(root.number) {
      guard let store = root.store else { continue }
      checkLifetimes(of: store, in: root)
      let features = features(of: store).union(removedUnseen)
      for operation in record.operations.all where operation.owner.root == root.number && !operation.isCancelled {
        if features.contains(operation.owner.node.number) { continue }
        record.fail("An effect of \(operation.owner.node) of store \(root.number) goes on, but the feature is gone.")
      }
    }
  }

  /// Whether the observed state still exists. A child store whose state is gone shows observers the last state that it
  /// had.
  private func isThere(_ subject: Observer.Subject) -> Bool {
    guard case .child(let child) = subject else { return true }
    guard let store = child.root.store else { return false }
    return features(of: store).contains(child.currentID().number)
  }

  private func features(of store: StoreOf<Node>) -> Set<Int> { store.withState { features(in: $0) } }

  func checkEnd() {
    for root in roots where root.store != nil && root.inspectedEffects > 0 {
      record.fail("The inspector of store \(root.number) was not told of the end of \(root.inspectedEffects) effects.")
    }
  }
}
