/// The stores scoped from a store, so that scoping twice gives the same store. Held weakly: a store that nobody uses is
/// released.
struct ScopeCache {
  /// The stores that were scoped by one pair of key paths: a child, or the elements of a collection.
  struct Scope {
    let state: AnyKeyPath
    let action: AnyKeyPath
    weak var child: AnyObject?
    var elements: [AnyHashable: WeakReference] = [:]
    /// The number of elements at which released stores are removed next.
    var sweepCount = 16
  }

  struct WeakReference {
    weak var object: AnyObject?
  }

  /// An array, because there are few pairs of key paths, one for each place in the source that scopes this store:
  /// comparing them is faster than hashing.
  fileprivate var scopes: [Scope] = []
  fileprivate var sweepCount = 16

  init() {}
}

// Comparing key paths, hashing ids and releasing either may run user code that scopes the same store. These functions
// therefore work on copies while they do so. The worst that can happen is a second store for the same state.
extension Core {
  @usableFromInline func scopedStore(state: AnyKeyPath, action: AnyKeyPath) -> AnyObject? {
    scopeIndex(state: state, action: action).flatMap { children.scopes[$0].child }
  }

  @usableFromInline func elementStore(_ id: AnyHashable, state: AnyKeyPath, action: AnyKeyPath) -> AnyObject? {
    guard let index = scopeIndex(state: state, action: action) else { return nil }
    let elements = children.scopes[index].elements
    return elements[id]?.object
  }

  @usableFromInline func remember(_ child: AnyObject, state: AnyKeyPath, action: AnyKeyPath) {
    children.scopes[scopeIndexOrInsert(state: state, action: action)].child = child
  }

  @usableFromInline func remember(
    _ element: AnyObject,
    id: AnyHashable,
    state: AnyKeyPath,
    action: AnyKeyPath
  ) {
    let index = scopeIndexOrInsert(state: state, action: action)
    // Only the key paths: a copy of the scope would share its elements, which would then be copied below.
    let (knownState, knownAction) = (children.scopes[index].state, children.scopes[index].action)
    // Moved out instead of copied, because there can be very many elements.
    var elements: [AnyHashable: ScopeCache.WeakReference] = [:]
    swap(&elements, &children.scopes[index].elements)
    var sweepCount = children.scopes[index].sweepCount
    if elements.count >= sweepCount {
      elements = elements.filter { $0.value.object != nil }
      sweepCount = max(16, elements.count * 2)
    }
    elements[id] = ScopeCache.WeakReference(object: element)
    guard holds(state: knownState, action: knownAction, at: index) else { return }
    swap(&elements, &children.scopes[index].elements)
    children.scopes[index].sweepCount = sweepCount
  }

  private func scopeIndex(state: AnyKeyPath, action: AnyKeyPath) -> Int? {
    checkIsolation()
    // A place in the source uses the same key path objects every time.
    if let index = children.scopes.firstIndex(where: { $0.state === state && $0.action === action }) { return index }
    let scopes = children.scopes
    guard let index = scopes.firstIndex(where: { $0.state == state && $0.action == action }) else { return nil }
    return holds(state: scopes[index].state, action: scopes[index].action, at: index) ? index : nil
  }

  /// Returns whether the scope at an index is still the one with these key paths.
  private func holds(state: AnyKeyPath, action: AnyKeyPath, at index: Int) -> Bool {
    guard children.scopes.indices.contains(index) else { return false }
    return children.scopes[index].state === state && children.scopes[index].action === action
  }

  private func scopeIndexOrInsert(state: AnyKeyPath, action: AnyKeyPath) -> Int {
    if let index = scopeIndex(state: state, action: action) { return index }
    // There can be any number of pairs, because of key paths with a subscript such as `\.rows[id: 3]`.
    if children.scopes.count >= children.sweepCount {
      let all = children.scopes
      children.scopes = all.filter { $0.child != nil || $0.elements.contains { $0.value.object != nil } }
      children.sweepCount = max(16, children.scopes.count * 2)
      withExtendedLifetime(all) {}
    }
    children.scopes.append(ScopeCache.Scope(state: state, action: action))
    return children.scopes.count - 1
  }
}
