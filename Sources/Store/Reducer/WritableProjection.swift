/// A writable key path, resolved once: a stored property is reached by its offset, in place and without going through
/// the key path, whose cost and use of the stack would add up over the levels of a deep feature.
@usableFromInline struct WritableProjection<Root, Value> {
  @usableFromInline let keyPath: WritableKeyPath<Root, Value>
  @usableFromInline let offset: Int?

  @inlinable init(_ keyPath: WritableKeyPath<Root, Value>) {
    self.keyPath = keyPath
    offset = MemoryLayout<Root>.offset(of: keyPath)
  }

  @inlinable func modify<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result {
    guard let offset else { return body(&root[keyPath: keyPath]) }
    return withUnsafeMutablePointer(to: &root) {
      body(&UnsafeMutableRawPointer($0).advanced(by: offset).assumingMemoryBound(to: Value.self).pointee)
    }
  }

  /// Looks at the value where it is. `body` must not change it: properties with observers would not be told.
  @inlinable func look<Result>(at root: inout Root, _ body: (inout Value) -> Result) -> Result {
    if offset != nil { return modify(&root, body) }
    var value = root[keyPath: keyPath]
    return body(&value)
  }
}
