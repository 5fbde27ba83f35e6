import Store

/// A model of effects that follows their documentation. Its nodes know their parents, and it uses no tables.
final class EffectTreeModel {
  /// A node for something that has begun: an effect of an operator, or an operation that takes time.
  final class Node {
    enum Kind {
      /// All effects that an action from outside has started.
      case send
      case merge
      case sequence
      case named(Int)
      case run(ArraySlice<(sleep: Int, message: EffectTree.Message)>)
      case timer(EffectTree, limit: Int)
    }

    let parent: Node?
    let number: Int
    var kind: Kind
    var children: [Node] = []
    var stepsLeft: ArraySlice<EffectTree> = []
    /// Whether parts of the node are being begun.
    var isBeginning = false
    /// Whether the node has ended or was cancelled.
    var isOver = false

    init(_ kind: Kind, in parent: Node?, number: Int) {
      self.kind = kind
      self.parent = parent
      self.number = number
      parent?.children.append(self)
    }

    /// Whether the node takes time itself, or continues when its parts are over.
    var isWork: Bool {
      switch kind {
      case .run, .timer, .sequence: true
      case .send, .merge, .named: false
      }
    }

    var isBusy: Bool { children.contains { !$0.isOver } }
    var lineage: [Node] { [self] + (parent?.lineage ?? []) }
    var isWanted: Bool { lineage.allSatisfy { !$0.isOver } }
    var all: [Node] { [self] + children.flatMap(\.all) }
  }

  struct Limit {
    var mark: Int?
    var timer: Node?
  }

  private(set) var log: [(time: Int, value: Int)] = []
  private(set) var now = 0
  private var sends: [Node] = []
  private var queue: [(message: EffectTree.Message, send: Node)] = []
  private var events: [(time: Int, node: Node)] = []
  private var limits: [Int: Limit] = [:]
  private var lastNumber = 0
  private var hasAdvanced = false
  var isIdle: Bool { sends.allSatisfy { !$0.isBusy } }

  private func node(_ kind: Node.Kind, in parent: Node?) -> Node {
    lastNumber += 1
    return Node(kind, in: parent, number: lastNumber)
  }

  // MARK: From outside

  func send(_ tree: EffectTree) {
    let send = node(.send, in: nil)
    sends.append(send)
    receive(.perform(tree), send)
    // A shorter limit can make a timer overdue.
    advance(by: 0)
  }

  func cancel(send: Int) {
    stop(sends[send].children.flatMap(\.all), besides: [])
    drain()
  }

  func advance(by duration: Int) {
    let end = now + duration
    while let next = events.filter({ !$0.node.isOver && $0.time <= end }).min(by: { $0.time < $1.time }) {
      events.removeAll { $0.node === next.node }
      now = next.time
      wake(next.node)
    }
    now = end
  }

  // MARK: Actions

  private func receive(_ message: EffectTree.Message, _ send: Node) {
    queue.append((message, send))
    drain()
  }

  private func drain() {
    while !queue.isEmpty {
      let (message, send) = queue.removeFirst()
      switch message {
      case .log(let value): log.append((now, value))
      case .perform(let tree): begin(tree, in: send)
      }
    }
  }

  private func wake(_ node: Node) {
    switch node.kind {
    case .run(var steps):
      if let step = steps.popFirst(), let send = node.lineage.last {
        node.kind = .run(steps)
        receive(step.message, send)
      }
      guard !node.isOver else { return }
      if let next = steps.first { events.append((now + next.sleep, node)) } else { end(node) }
    case .timer(let tree, let limit):
      guard let place = node.parent else { return }
      limits[limit]?.timer = nil
      // A throttled effect replaces what runs when it starts, a debounced one when it arrived.
      if limit >= 5 {
        limits[limit]?.mark = now
        replace(limit, for: node)
      }
      place.isBeginning = true
      if node.isWanted { begin(tree, in: place) }
      place.isBeginning = false
      if !node.isOver { end(node) }
      endIfDone(place)
      // The effect, and effects around it, may have been cancelled by one of its own parts.
      var part = place
      while part.isOver, let parent = part.parent {
        partEnded(of: parent)
        part = parent
      }
    default: break
    }
    drain()
  }

  // MARK: Effects

  private func begin(_ tree: EffectTree, in parent: Node) {
    guard !tree.isNone, parent.isWanted else { return }
    switch tree {
    case .none: break
    case .send(let message): if let send = parent.lineage.last { queue.append((message, send)) }
    case .run(let steps): events.append((now + steps[0].sleep, node(.run(steps[...]), in: parent)))
    case .merge(let trees):
      let merge = node(.merge, in: parent)
      merge.isBeginning = true
      for tree in trees { begin(tree, in: merge) }
      merge.isBeginning = false
      endIfDone(merge)
    case .concatenate(let trees):
      let sequence = node(.sequence, in: parent)
      sequence.stepsLeft = trees[...]
      advance(sequence)
    case .cancellable(let tree, let id, let cancelInFlight):
      if cancelInFlight { replace(id, for: parent) }
      begin(tree, named: id, in: parent)
    case .cancel(let id): cancel(id, besides: [])
    case .debounce(let tree, let id, let duration):
      replace(id, for: parent)
      hold(tree, id, until: now + duration, in: parent)
    case .throttle(let tree, let id, let duration, let latest):
      let limit = limits[id, default: Limit()]
      let waits = limit.timer?.isOver == false
      if !waits, limit.mark.map({ now - $0 >= duration }) ?? true {
        limits[id, default: Limit()].mark = now
        replace(id, for: parent)
        begin(tree, named: id, in: parent)
      } else if latest || !waits {
        while let timer = limits[id]?.timer, !timer.isOver { stop([timer], besides: []) }
        hold(tree, id, until: (limit.mark ?? now) + duration, in: parent)
      }
    }
  }

  private func begin(_ tree: EffectTree, named id: Int, in parent: Node) {
    guard parent.isWanted else { return }
    let named = node(.named(id), in: parent)
    named.isBeginning = true
    begin(tree, in: named)
    named.isBeginning = false
    endIfDone(named)
  }

  private func hold(_ tree: EffectTree, _ id: Int, until time: Int, in parent: Node) {
    guard parent.isWanted else { return }
    let timer = node(.timer(tree, limit: id), in: node(.named(id), in: parent))
    limits[id, default: Limit()].timer = timer
    events.append((max(time, now), timer))
  }

  private func advance(_ sequence: Node) {
    guard !sequence.isBeginning, !sequence.isOver else { return }
    sequence.isBeginning = true
    while !sequence.isOver, !sequence.isBusy, let step = sequence.stepsLeft.popFirst() { begin(step, in: sequence) }
    sequence.isBeginning = false
    if !sequence.isOver, !sequence.isBusy { end(sequence) }
  }

  // MARK: Ends

  private func end(_ node: Node) {
    node.isOver = true
    if let parent = node.parent { partEnded(of: parent) }
  }

  private func partEnded(of node: Node) {
    guard !node.isBusy else { return }
    switch node.kind {
    case .sequence:
      advance(node)
      // After `advance`, which may have replaced effects itself.
      hasAdvanced = true
    default: endIfDone(node)
    }
  }

  private func endIfDone(_ node: Node) {
    guard !node.isBeginning, !node.isBusy, !node.isOver, node.parent != nil else { return }
    end(node)
  }

  /// Cancels the effects with an id, except the ancestors of an effect that begins as a part of `node`.
  private func replace(_ id: Int, for node: Node) {
    repeat {
      hasAdvanced = false
      cancel(id, besides: node.lineage)
    } while hasAdvanced
  }

  private func cancel(_ id: Int, besides spared: [Node]) {
    let named = sends.flatMap(\.all).filter { node in
      if case .named(id) = node.kind { !node.isOver } else { false }
    }
    stop(named.flatMap(\.all), besides: spared)
  }

  private func stop(_ nodes: [Node], besides spared: [Node]) {
    var stopped: [Int: Node] = [:]
    for node in nodes where !node.isOver && !spared.contains(where: { $0 === node }) { stopped[node.number] = node }
    let ordered = stopped.values.sorted { $0.number < $1.number }
    for node in ordered { node.isOver = true }
    // After all nodes are marked, because a sequence that continues may examine any of them.
    for node in ordered where node.isWork {
      ancestors: for ancestor in node.lineage.dropFirst() {
        guard !ancestor.isBusy else { break }
        switch ancestor.kind {
        case .sequence:
          if !ancestor.isOver { partEnded(of: ancestor) }
          break ancestors
        default: break
        }
        if stopped[ancestor.number] == nil {
          partEnded(of: ancestor)
          break
        }
      }
    }
  }
}
