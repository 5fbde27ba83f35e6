import Observation
import Store

/// Plays random actions on a store, keeps stores that are scoped from it while their states come and go, and compares
/// what they read with what the states were.
@MainActor final class GoneStateModel {
  typealias Root = GoneStateRoot.State
  typealias Node = GoneStateNode.State
  typealias Leaf = GoneStateLeaf.State

  /// A store that is kept, or a value that is read through one.
  final class Kept {
    let name: String
    /// What the store reads, as text.
    let read: () -> [String]
    /// The same in a state of the root; `nil` if it is gone.
    let expected: (Root) -> [String]?
    /// Changes the state by the store.
    let send: (UInt64) -> Void
    var last: [String]
    var isGone = false

    init(
      _ name: String,
      last: [String],
      read: @escaping () -> [String],
      expected: @escaping (Root) -> [String]?,
      send: @escaping (UInt64) -> Void
    ) {
      self.name = name
      self.last = last
      self.read = read
      self.expected = expected
      self.send = send
    }
  }

  /// An observer that has not been told of a change.
  final class Observer {
    let kept: Kept
    let index: Int
    let value: String
    let isTold = LockIsolated(false)

    init(_ kept: Kept, index: Int) {
      self.kept = kept
      self.index = index
      value = withObservationTracking {
        kept.read()[index]
      } onChange: { [isTold] in
        isTold.setValue(true)
      }
    }
  }

  let store = Store(initialState: Root()) { GoneStateRoot() }
  private var random: SeededRandomNumberGenerator
  private var kept: [Kept] = []
  private var observers: [Observer] = []
  private(set) var failures: [String] = []
  /// How often a state was compared while it was gone.
  private(set) var goneCount = 0
  private var trail: [String] = []

  init(seed: UInt64) {
    random = SeededRandomNumberGenerator(seed: seed)
  }

  func step() {
    let seed = random.next()
    switch random.next(below: 12) {
    case 0...3:
      keepSomething()
    case 4:
      if !kept.isEmpty { kept.remove(at: random.next(below: kept.count)) }
    case 5, 6:
      if let kept = kept.randomElement(using: &random), !kept.isGone {
        trail.append("\(kept.name) sends \(seed)")
        kept.send(seed)
      }
    case 7:
      trail.append("dismiss")
      if store.node != nil { store.send(.node(.dismiss)) }
    case 8:
      trail.append("edit first \(seed)")
      store.send(.editFirst(seed: seed))
    default:
      trail.append("edit \(seed)")
      store.send(.edit(seed: seed))
    }
    check()
    for _ in 0..<2 {
      guard let kept = kept.randomElement(using: &random) else { break }
      observers.append(Observer(kept, index: random.next(below: 4)))
    }
    if observers.count > 20 { observers.removeFirst(10) }
  }

  private func check() {
    let state = store.state
    for kept in kept {
      let now = kept.expected(state)
      kept.isGone = now == nil
      if let now { kept.last = now } else { goneCount += 1 }
      let isTracked = random.next(below: 2) == 0
      let read = isTracked ? withObservationTracking(kept.read, onChange: {}) : kept.read()
      // A shared value belongs to nobody: it is what it is now.
      if read.dropLast() != kept.last.dropLast() {
        fail("\(kept.name) reads \(read) in place of \(kept.last), gone: \(kept.isGone), tracked: \(isTracked)")
        kept.last = read
      }
    }
    observers.removeAll { $0.isTold.value }
    for observer in observers {
      let value = observer.kept.read()[observer.index]
      if value != observer.value {
        fail("\(observer.kept.name) was not told: \(observer.value) has become \(value), gone: \(observer.kept.isGone)")
        observer.isTold.setValue(true)
      }
    }
  }

  private func fail(_ message: String) {
    failures.append("\(message)\n  after \(trail.suffix(3).joined(separator: "\n        "))")
  }

  // MARK: Stores to keep

  private func keepSomething() {
    switch random.next(below: 4) {
    case 0:
      guard let node = store.scope(state: \.$node, action: \.node) else { return }
      keep(node, "node") { $0.node }
    case 1:
      guard let node = store.scope(state: \.bare, action: \.bare) else { return }
      keep(node, "bare") { $0.bare }
    case 2:
      let rows = store.scope(state: \.list, action: \.list)
      guard let id = rows.ids.randomElement(using: &random), let row = rows[id: id] else { return }
      keep(row, "list \(id)") { $0.list[id: id] }
    default:
      let rows = store.scope(state: \.path, action: \.path)
      guard let id = rows.ids.randomElement(using: &random), let row = rows[id: id] else { return }
      keep(row, "path \(id)") { $0.path[id: id] }
    }
  }

  private func keep(_ node: StoreOf<GoneStateNode>, _ name: String, _ expected: @escaping (Root) -> Node?) {
    switch random.next(below: 8) {
    case 0:
      let leaf = node.scope(state: \.always, action: \.always)
      keep(leaf, "\(name).always") { expected($0)?.always }
    case 1:
      if let leaf = node.scope(state: \.plain, action: \.plain) { keep(leaf, "\(name).plain") { expected($0)?.plain } }
    case 2:
      if let leaf = node.scope(state: \.$sheet, action: \.sheet) { keep(leaf, "\(name).sheet") { expected($0)?.sheet } }
    case 3:
      // The other spelling, which reads a copy.
      if let leaf = node.scope(state: \.sheet, action: \.sheet) { keep(leaf, "\(name).sheet'") { expected($0)?.sheet } }
    case 4:
      guard let destination = node.scope(state: \.$destination, action: \.destination) else { return }
      switch destination.case {
      case .leaf(let leaf): keep(leaf, "\(name).destination.leaf") { expected($0)?.destination?.leaf }
      case .other(let leaf): keep(leaf, "\(name).destination.other") { expected($0)?.destination?.other }
      }
    case 5, 6:
      let rows = node.scope(state: \.rows, action: \.rows)
      guard let id = rows.ids.randomElement(using: &random), let row = rows[id: id] else { return }
      keep(row, "\(name).rows \(id)") { expected($0)?.rows[id: id] }
    default:
      add(
        Kept(
          name,
          last: [],
          read: { ["\(node.n)", "\(node.rows.ids)", "\(node.always.title)", "\(node.state)", ""] },
          expected: { expected($0).map { ["\($0.n)", "\($0.rows.ids)", "\($0.always.title)", "\($0)", ""] } },
          send: { node.send(.edit(seed: $0)) }
        )
      )
    }
  }

  private func keep(_ leaf: StoreOf<GoneStateLeaf>, _ name: String, _ expected: @escaping (Root) -> Leaf?) {
    add(
      Kept(
        name,
        last: [],
        read: { ["\(leaf.n)", leaf.title, "\(leaf.items)", "\(leaf.state.n) \(leaf.state.items)", "\(leaf.total)"] },
        expected: { expected($0).map { ["\($0.n)", $0.title, "\($0.items)", "\($0.n) \($0.items)", "\($0.total)"] } },
        send: { leaf.send(.edit(seed: $0)) }
      )
    )
  }

  private func add(_ new: Kept) {
    guard kept.count < 12, let now = new.expected(store.state) else { return }
    new.last = now
    kept.append(new)
  }
}

extension GoneStateNode.Destination.State {
  fileprivate var leaf: GoneStateLeaf.State? { if case .leaf(let leaf) = self { leaf } else { nil } }
  fileprivate var other: GoneStateLeaf.State? { if case .other(let leaf) = self { leaf } else { nil } }
}
