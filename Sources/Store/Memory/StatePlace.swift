/// The place in a state that a key path leads to. Reducers and stores access values through it.
///
/// A stored property is accessed by its address, without the key path, whose cost in time and stack would add up over
/// the levels of a deep feature. A value without an address - a computed property, or one in an object - is copied out
/// and, when it has been changed, written back.
@usableFromInline struct StatePlace<Root, Value> {
  @usableFromInline let keyPath: KeyPath<Root, Value>
  /// The same key path, if the value may be changed.
  @usableFromInline let writableKeyPath: WritableKeyPath<Root, Value>?
  /// The offset of the value in a `Root`; `nil` if the value has no address.
  @usableFromInline let offset: Int?

  /// Makes a place for reading.
  @inlinable init(reading keyPath: KeyPath<Root, Value>) {
    self.keyPath = keyPath
    writableKeyPath = nil
    offset = MemoryLayout<Root>.offset(of: keyPath)
  }

  /// Makes a place for reading and writing.
  @inlinable init(_ keyPath: WritableKeyPath<Root, Value>) {
    self.keyPath = keyPath
    writableKeyPath = keyPath
    offset = MemoryLayout<Root>.offset(of: keyPath)
  }

  /// Returns the address of the value, if it has one. To change the value, the caller needs exclusive access to the
  /// whole root.
  ///
  /// `MemoryLayout.offset(of:)` returns an offset only for stored properties of structs, according to the type's
  /// layout. So in an initialized `Root` there is an initialized `Value` at this offset.
  @inlinable func address(in root: UnsafePointer<Root>) -> UnsafeMutablePointer<Value>? {
    guard let offset else { return nil }
    return UnsafeMutableRawPointer(mutating: root).advanced(by: offset).assumingMemoryBound(to: Value.self)
  }

  /// Calls a closure with the address of the value, or of a copy of it.
  @inlinable func look<Result>(at root: UnsafePointer<Root>, _ body: (UnsafePointer<Value>) -> Result) -> Result {
    if let address = address(in: root) { return body(address) }
    return lookAtCopy(in: root, body)
  }

  /// Not inlined: see `BoxPlace`.
  @inline(never) @usableFromInline func lookAtCopy<Result>(
    in root: UnsafePointer<Root>,
    _ body: (UnsafePointer<Value>) -> Result
  ) -> Result {
    withUnsafePointer(to: root.pointee[keyPath: keyPath], body)
  }

  @inlinable func value(in root: Root) -> Value {
    if offset == nil { return root[keyPath: keyPath] }
    return withUnsafePointer(to: root) { look(at: $0) { $0.pointee } }
  }

  /// Calls a closure with the value to change it in place. Only for a place that was made for writing.
  @inlinable func modify<Result>(_ root: UnsafeMutablePointer<Root>, _ body: (inout Value) -> Result)
    -> Result
  {
    if let address = address(in: root) { return body(&address.pointee) }
    if let writableKeyPath { return body(&root.pointee[keyPath: writableKeyPath]) }
    return modifyCopy(in: root, body)
  }

  /// Replaces the value.
  @inlinable func set(_ value: Value, in root: UnsafeMutablePointer<Root>) {
    if let writableKeyPath { root.pointee[keyPath: writableKeyPath] = value }
  }

  @inline(never) @usableFromInline func modifyCopy<Result>(
    in root: UnsafeMutablePointer<Root>,
    _ body: (inout Value) -> Result
  ) -> Result {
    var value = root.pointee[keyPath: keyPath]
    return body(&value)
  }
}
