/// The node of a scoped state, or the nodes of a collection's elements, seen from the node of the parent's state.
@usableFromInline class ChildObservation<ParentState> {
  /// Whether the parent's node is about to remove it.
  final var isAbandoned = false
  /// The scope that the elements share; `nil` for a single node.
  @usableFromInline var scope: AnyObject? { nil }

  /// - Returns: Whether anybody can be told of a further change: somebody holds a store of the state, or is registered.
  @usableFromInline func collectChanges(
    from state: UnsafePointer<ParentState>,
    into changes: inout [ObservationCell]
  ) -> Bool { false }

  @usableFromInline func stateIsGone() {}

  /// See ``ObservationNode/abandon(isTold:_:)``.
  @usableFromInline func abandon(isTold: Bool, _ changes: inout [ObservationCell]) -> Bool { false }
}

/// A child observation that knows the way from the parent's state to the child's.
final class ScopedObservation<ParentState, State>: ChildObservation<ParentState> {
  private var node: ObservationNode<State>
  private let project: (UnsafePointer<ParentState>, (UnsafePointer<State>) -> Void) -> Bool
  /// Whether the state is gone, and observers have been told so.
  private var isGone = false

  init(
    node: ObservationNode<State>,
    project: @escaping (UnsafePointer<ParentState>, (UnsafePointer<State>) -> Void) -> Bool
  ) {
    self.node = node
    self.project = project
  }

  override func collectChanges(
    from state: UnsafePointer<ParentState>,
    into changes: inout [ObservationCell]
  ) -> Bool {
    let isThere = project(state) { node.collectChanges(from: $0, into: &changes) }
    if isThere { isGone = false } else { node.stateIsGone() }
    // The core of the scoped store owns the node too. Counting owners works from any thread, unlike a message from the
    // core's `deinit`, which can run anywhere.
    guard isKnownUniquelyReferenced(&node) else { return true }
    return isThere ? node.isObserved : abandon(isTold: isGone, &changes)
  }

  override func stateIsGone() {
    node.stateIsGone()
  }

  override func abandon(isTold: Bool, _ changes: inout [ObservationCell]) -> Bool {
    isGone = true
    return node.abandon(isTold: isTold, &changes)
  }
}

/// An element that is observed.
@usableFromInline struct ObservedElement<ID, State> {
  @usableFromInline let id: ID
  /// Where it was last; -1 if it is gone and observers have been told so.
  @usableFromInline var position: Int
  @usableFromInline var node: ObservationNode<State>

  @inlinable init(id: ID, position: Int, node: ObservationNode<State>) {
    self.id = id
    self.position = position
    self.node = node
  }
}

/// The nodes of the elements of a collection, seen from that of the collection's state. One for all of them, so that
/// going through a thousand elements is a loop that the compiler can specialise.
final class ElementObservations<ParentState, ID, State>: ChildObservation<ParentState> {
  /// Collects the changes of the elements that are observed, and takes out those that nobody can be told of any more.
  typealias CollectChanges = (
    UnsafePointer<ParentState>, inout [ObservedElement<ID, State>], inout [ObservationCell]
  ) -> [ObservedElement<ID, State>]

  private let elementScope: AnyObject
  private(set) var observed: [ObservedElement<ID, State>] = []
  private let collect: CollectChanges

  init(scope: AnyObject, collect: @escaping CollectChanges) {
    elementScope = scope
    self.collect = collect
  }

  override var scope: AnyObject? { elementScope }

  func append(_ element: ObservedElement<ID, State>) {
    observed.append(element)
    isAbandoned = false
  }

  override func collectChanges(
    from state: UnsafePointer<ParentState>,
    into changes: inout [ObservationCell]
  ) -> Bool {
    // Moved out, because user code may begin to observe another element meanwhile.
    var elements = observed
    observed = []
    let abandoned = collect(state, &elements, &changes)
    if !observed.isEmpty { elements += observed }
    observed = elements
    withExtendedLifetime(abandoned) {}
    return !observed.isEmpty
  }

  override func stateIsGone() {
    for element in observed { element.node.stateIsGone() }
  }

  override func abandon(isTold: Bool, _ changes: inout [ObservationCell]) -> Bool {
    let all = observed
    observed = []
    let kept = all.filter { $0.node.abandon(isTold: isTold, &changes) }
    observed = kept.map { ObservedElement(id: $0.id, position: -1, node: $0.node) } + observed
    return !observed.isEmpty
  }
}
