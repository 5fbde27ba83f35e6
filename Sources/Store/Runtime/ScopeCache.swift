/// The stores scoped from a store, so that scoping twice gives the same one. They are held weakly: a store that nobody
/// uses goes away.
@usableFromInline struct ScopeCache {
  /// The stores that were scoped by one pair of key paths: a child, or the elements of a collection.
  struct Scope {
    let state: AnyKeyPath
    let action: AnyKeyPath
    weak var child: AnyObject?
    var elements: [AnyHashable: WeakReference] = [:]
    /// The number of elements at which released ones are removed next.
    var sweepCount = 16
  }

  struct WeakReference {
    weak var object: AnyObject?
  }

  /// An array, because there are few pairs, one for each place in the source that scopes this store: comparing them is
  /// faster than hashing.
  fileprivate var scopes: [Scope] = []
  fileprivate var sweepCount = 16

  @usableFromInline init() {}

  fileprivate mutating func append(_ scope: Scope) {
    // There can be any number of key paths with a subscript, such as `\.rows[id: 3]`.
    if scopes.count >= sweepCount {
      scopes.removeAll { $0.child == nil && $0.elements.allSatisfy { $0.value.object == nil } }
      sweepCount = max(16, scopes.count * 2)
    }
    scopes.append(scope)
  }
}

// Comparing key paths and hashing ids may run user code that scopes the same store. So these functions work on copies
// meanwhile. The worst that can happen is a second store of the same state.
extension Core {
  @inlinable func scopedStore<Child: AnyObject>(state: AnyKeyPath, action: AnyKeyPath, as type: Child.Type) -> Child? {
    exactCast(scopedStore(state: state, action: action))
  }

  @inlinable func elementStore<Child: AnyObject>(
    _ id: AnyHashable,
    state: AnyKeyPath,
    action: AnyKeyPath,
    as type: Child.Type
  ) -> Child? {
    exactCast(elementStore(id, state: state, action: action))
  }

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
    let knownState = children.scopes[index].state
    // Moved out instead of copied, because there can be very many.
    var elements = children.scopes[index].elements
    children.scopes[index].elements = [:]
    var sweepCount = children.scopes[index].sweepCount
    if elements.count >= sweepCount {
      elements = elements.filter { $0.value.object != nil }
      sweepCount = max(16, elements.count * 2)
    }
    elements[id] = ScopeCache.WeakReference(object: element)
    guard index < children.scopes.count, children.scopes[index].state === knownState else { return }
    children.scopes[index].elements = elements
    children.scopes[index].sweepCount = sweepCount
  }

  private func scopeIndex(state: AnyKeyPath, action: AnyKeyPath) -> Int? {
    checkIsolation()
    // A place in the source uses the same key path objects every time.
    if let index = children.scopes.firstIndex(where: { $0.state === state && $0.action === action }) { return index }
    let scopes = children.scopes
    let index = scopes.firstIndex { $0.state == state && $0.action == action }
    guard let index, index < children.scopes.count, children.scopes[index].state === scopes[index].state else {
      return nil
    }
    return index
  }

  private func scopeIndexOrInsert(state: AnyKeyPath, action: AnyKeyPath) -> Int {
    if let index = scopeIndex(state: state, action: action) { return index }
    children.append(ScopeCache.Scope(state: state, action: action))
    return children.scopes.count - 1
  }
}
