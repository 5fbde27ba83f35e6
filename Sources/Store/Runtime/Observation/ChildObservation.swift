/// A child of an observation node: the observed values of a scoped state, or of the elements of a collection.
@usableFromInline class ChildObservation<ParentState> {
  /// Whether the parent's node is about to remove it.
  final var isAbandoned = false
  /// Identifies the collection that the elements belong to; `nil` for a single node.
  var scope: AnyObject? { nil }

  /// - Returns: Whether a further change may have to be announced: something holds a store of the state, or an observer
  ///   is registered.
  func collectChanges(
    from state: UnsafePointer<ParentState>,
    into changes: inout [ObservationCell]
  ) -> Bool { false }

  func stateIsGone() {}

  /// See ``ObservationNode/abandon(hasNotified:_:)``.
  func abandon(hasNotified: Bool, _ changes: inout [ObservationCell]) -> Bool { false }
}

final class ScopedObservation<ParentState, State>: ChildObservation<ParentState> {
  private var node: ObservationNode<State>
  private let project: ChildProjection<ParentState, State>
  /// Whether the state no longer exists and its observers have been notified of that.
  private var isGone = false

  init(
    node: ObservationNode<State>,
    project: @escaping ChildProjection<ParentState, State>
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
    // If the node has another owner, that is the core of the scoped store. Counting owners works from any thread,
    // unlike a message from the core's `deinit`, which can run anywhere.
    guard isKnownUniquelyReferenced(&node) else { return true }
    return isThere ? node.isObserved : abandon(hasNotified: isGone, &changes)
  }

  override func stateIsGone() {
    node.stateIsGone()
  }

  override func abandon(hasNotified: Bool, _ changes: inout [ObservationCell]) -> Bool {
    isGone = true
    return node.abandon(hasNotified: hasNotified, &changes)
  }
}

@usableFromInline struct ObservedElement<ID, State> {
  @usableFromInline let id: ID
  /// The position where the element was last found; -1 if it no longer exists and its observers have been notified.
  @usableFromInline var position: Int
  @usableFromInline var node: ObservationNode<State>
}

/// Collects the changes of the observed elements of a collection. Removes and returns the elements that have no
/// observer and no store left.
@usableFromInline typealias CollectElementChanges<ParentState, ID, State> = (
  UnsafePointer<ParentState>, inout [ObservedElement<ID, State>], inout [ObservationCell]
) -> [ObservedElement<ID, State>]

/// The nodes of all observed elements of a collection. Together they are one child of the node of the collection's
/// state, so that the compiler can specialize the loop over a thousand elements.
final class ElementObservations<ParentState, ID, State>: ChildObservation<ParentState> {
  private let elementScope: AnyObject
  private(set) var observed: [ObservedElement<ID, State>] = []
  /// Whether the state was removed while the changes of the elements were being collected.
  private var isGone = false
  private let collect: CollectElementChanges<ParentState, ID, State>

  init(scope: AnyObject, collect: @escaping CollectElementChanges<ParentState, ID, State>) {
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
    // Moved out, because user code may begin to observe another element during the loop.
    var elements = observed
    observed = []
    isGone = false
    let abandoned = collect(state, &elements, &changes)
    if !observed.isEmpty { elements += observed }
    observed = elements
    // For example, `==` of an element has invalidated the store.
    if isGone { stateIsGone() }
    withExtendedLifetime(abandoned) {}
    return !observed.isEmpty
  }

  override func stateIsGone() {
    isGone = true
    for element in observed { element.node.stateIsGone() }
  }

  override func abandon(hasNotified: Bool, _ changes: inout [ObservationCell]) -> Bool {
    let all = observed
    observed = []
    let kept = all.filter { $0.node.abandon(hasNotified: hasNotified, &changes) }
    observed = kept.map { ObservedElement(id: $0.id, position: -1, node: $0.node) } + observed
    return !observed.isEmpty
  }
}
