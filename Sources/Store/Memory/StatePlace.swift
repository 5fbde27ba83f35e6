/// A place in state: where a value is that a key path leads to. Reducers and stores reach what they work on by it.
///
/// A stored property is reached by its address, without going through the key path, whose cost and use of the stack would
/// add up over the levels of a deep feature. What has no address - what is computed, or lies in an object - is copied out
/// and, when it has been changed, put back.
@usableFromInline struct StatePlace<Root, Value> {
  @usableFromInline let keyPath: KeyPath<Root, Value>
  /// The same key path, if the value can be changed.
  @usableFromInline let writableKeyPath: WritableKeyPath<Root, Value>?
  /// How far into each `Root` the value is stored.
  @usableFromInline let offset: Int?

  /// A place to look at.
  @inlinable init(reading keyPath: KeyPath<Root, Value>) {
    self.keyPath = keyPath
    writableKeyPath = nil
    offset = MemoryLayout<Root>.offset(of: keyPath)
  }

  /// A place to look at and to change.
  @inlinable init(_ keyPath: WritableKeyPath<Root, Value>) {
    self.keyPath = keyPath
    writableKeyPath = keyPath
    offset = MemoryLayout<Root>.offset(of: keyPath)
  }

  /// The address of the value, if it has one. Whoever changes what is there has to have access to all of the root.
  ///
  /// `MemoryLayout.offset(of:)` answers only for stored properties of structs, and for those has the type's own layout: what
  /// is at this distance in an initialized `Root` is an initialized `Value`.
  @inlinable func address(in root: UnsafePointer<Root>) -> UnsafeMutablePointer<Value>? {
    guard let offset else { return nil }
    return UnsafeMutableRawPointer(mutating: root).advanced(by: offset).assumingMemoryBound(to: Value.self)
  }

  /// Hands over the address of the value, or of a copy of it.
  @inlinable func look<Result>(at root: UnsafePointer<Root>, _ body: (UnsafePointer<Value>) -> Result) -> Result {
    if let address = address(in: root) { return body(address) }
    return lookAtCopy(in: root, body)
  }

  /// See `BoxPlace`.
  @inline(never) @usableFromInline func lookAtCopy<Result>(
    in root: UnsafePointer<Root>,
    _ body: (UnsafePointer<Value>) -> Result
  ) -> Result {
    withUnsafePointer(to: root.pointee[keyPath: keyPath], body)
  }

  /// The value in a root.
  @inlinable func value(in root: Root) -> Value {
    if offset == nil { return root[keyPath: keyPath] }
    return withUnsafePointer(to: root) { look(at: $0) { $0.pointee } }
  }

  /// Hands over the value to be changed.
  @inlinable func modify<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result {
    if offset == nil, let writableKeyPath { return body(&root[keyPath: writableKeyPath]) }
    return withUnsafeMutablePointer(to: &root) { root in
      let value = borrow(from: root)
      defer { value.end() }
      return body(&value.address.pointee)
    }
  }

  /// The value, to look at it or to change it.
  @inlinable func borrow(from root: UnsafeMutablePointer<Root>) -> Borrow<Value> {
    address(in: root).map { Borrow(at: $0) } ?? Borrow(copying: root.pointee[keyPath: keyPath])
  }

  /// Puts a value back that was borrowed and changed.
  @inlinable func restore(_ value: Borrow<Value>, to root: UnsafeMutablePointer<Root>) {
    guard value.isCopy else { return }
    if let writableKeyPath { root.pointee[keyPath: writableKeyPath] = value.move() } else { value.end() }
  }
}
