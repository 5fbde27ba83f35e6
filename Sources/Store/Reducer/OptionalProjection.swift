/// Where a parent's state holds an optional child's. See ``WritableProjection``.
@usableFromInline struct OptionalProjection<ParentState, ChildState>: ChildAccess {
  @usableFromInline let keyPath: WritableKeyPath<ParentState, ChildState?>
  @usableFromInline let offset: Int?

  @inlinable init(_ keyPath: WritableKeyPath<ParentState, ChildState?>) {
    self.keyPath = keyPath
    offset = MemoryLayout<ParentState>.offset(of: keyPath)
  }

  @inlinable func look(at parent: UnsafeMutablePointer<ParentState>) -> ChildLoan<ChildState>? {
    guard let offset else { return parent.pointee[keyPath: keyPath].map { ChildLoan(copying: $0) } }
    let optional = UnsafeMutableRawPointer(parent).advanced(by: offset).assumingMemoryBound(to: ChildState?.self)
    // The address of memory that is not moved while it is on loan.
    return optional.pointee.modifyWrapped { withUnsafeMutablePointer(to: &$0) { ChildLoan(at: $0) } }
  }

  @inlinable func borrow(from parent: UnsafeMutablePointer<ParentState>) -> ChildLoan<ChildState>? {
    look(at: parent)
  }

  @inlinable func restore(_ loan: ChildLoan<ChildState>, to parent: UnsafeMutablePointer<ParentState>) {
    if loan.isCopy { parent.pointee[keyPath: keyPath] = loan.move() }
  }

  @inlinable func remove(from parent: UnsafeMutablePointer<ParentState>) {
    parent.pointee[keyPath: keyPath] = nil
  }
}
