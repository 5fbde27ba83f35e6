/// The stores scoped from a store, so that scoping twice gives the same one. They are held weakly: a store that nobody
/// uses goes away.
@usableFromInline struct ScopeCache {
  /// What was scoped by one pair of key paths: a child, or the elements of a collection.
  private struct Scope {
    let state: AnyKeyPath
    let action: AnyKeyPath
    weak var child: AnyObject?
    var elements: [AnyHashable: WeakReference] = [:]
    /// When to look for elements that are gone: their number has doubled since the last time.
    var sweepCount = 16
  }

  private struct WeakReference {
    weak var object: AnyObject?
  }

  /// The pairs are as many as places in the source that scope this store: few, so comparing them is faster than
  /// hashing.
  private var scopes: [Scope] = []
  private var sweepCount = 16

  @usableFromInline init() {}

  @usableFromInline func child(state: AnyKeyPath, action: AnyKeyPath) -> AnyObject? {
    index(state: state, action: action).flatMap { scopes[$0].child }
  }

  @inlinable func child<Child: AnyObject>(state: AnyKeyPath, action: AnyKeyPath, as type: Child.Type) -> Child? {
    Self.cast(child(state: state, action: action))
  }

  @inlinable func element<Child: AnyObject>(
    _ id: AnyHashable,
    state: AnyKeyPath,
    action: AnyKeyPath,
    as type: Child.Type
  ) -> Child? {
    Self.cast(element(id, state: state, action: action))
  }

  /// What `as?` does, for classes without subclasses: faster, as nothing has to be looked up.
  @inlinable static func cast<Child: AnyObject>(_ object: AnyObject?) -> Child? {
    guard let object, Swift.type(of: object) == Child.self else { return nil }
    return unsafeDowncast(object, to: Child.self)
  }

  @usableFromInline mutating func insert(child: AnyObject, state: AnyKeyPath, action: AnyKeyPath) {
    scopes[indexOrInsert(state: state, action: action)].child = child
  }

  @usableFromInline func element(_ id: AnyHashable, state: AnyKeyPath, action: AnyKeyPath) -> AnyObject? {
    index(state: state, action: action).flatMap { scopes[$0].elements[id]?.object }
  }

  @usableFromInline mutating func insert(element: AnyObject, id: AnyHashable, state: AnyKeyPath, action: AnyKeyPath) {
    let index = indexOrInsert(state: state, action: action)
    if scopes[index].elements.count >= scopes[index].sweepCount {
      scopes[index].elements = scopes[index].elements.filter { $0.value.object != nil }
      scopes[index].sweepCount = max(16, scopes[index].elements.count * 2)
    }
    scopes[index].elements[id] = WeakReference(object: element)
  }

  private func index(state: AnyKeyPath, action: AnyKeyPath) -> Int? {
    // A place in the source uses the same key path objects every time.
    scopes.firstIndex { $0.state === state && $0.action === action }
      ?? scopes.firstIndex { $0.state == state && $0.action == action }
  }

  private mutating func indexOrInsert(state: AnyKeyPath, action: AnyKeyPath) -> Int {
    if let index = index(state: state, action: action) { return index }
    // Key paths with a subscript, `\.rows[id: 3]`, can be of any number.
    if scopes.count >= sweepCount {
      scopes.removeAll { $0.child == nil && $0.elements.allSatisfy { $0.value.object == nil } }
      sweepCount = max(16, scopes.count * 2)
    }
    scopes.append(Scope(state: state, action: action))
    return scopes.count - 1
  }
}
