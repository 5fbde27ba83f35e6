/// Calls a closure with the address of a child's state in its parent's, or returns `false` if there is no child.
@usableFromInline typealias ChildProjection<ParentState, ChildState> = (
  UnsafePointer<ParentState>, (UnsafePointer<ChildState>) -> Void
) -> Bool

/// Where a parent's state holds the state of a child that does not always exist.
@usableFromInline protocol ChildPlace<ParentState, ChildState> {
  associatedtype ParentState
  associatedtype ChildState

  /// Calls a closure with the address of the child's state to read it, or returns `false` if there is no child.
  func look(at parent: UnsafePointer<ParentState>, _ body: (UnsafePointer<ChildState>) -> Void) -> Bool
  /// Borrows the child's state to change it, or returns `nil` if there is no child.
  func borrow(from parent: UnsafeMutablePointer<ParentState>) -> Borrow<ChildState>?
  /// Ends the borrow and writes a changed copy back.
  func restore(_ child: Borrow<ChildState>, to parent: UnsafeMutablePointer<ParentState>)
  /// Removes the child's state. Does nothing for a case of an enum, because the parent would have no value then.
  func remove(from parent: UnsafeMutablePointer<ParentState>)
}

extension ChildPlace {
  /// Calls a closure with the child's state to change it, or returns `nil` if there is no child.
  @inlinable func modify<Result>(
    _ parent: UnsafeMutablePointer<ParentState>,
    _ body: (inout ChildState) -> Result
  ) -> Result? {
    guard let child = borrow(from: parent) else { return nil }
    defer { restore(child, to: parent) }
    return body(&child.address.pointee)
  }
}

@usableFromInline struct OptionalPlace<ParentState, ChildState>: ChildPlace {
  @usableFromInline let optional: StatePlace<ParentState, ChildState?>

  @inlinable init(_ optional: StatePlace<ParentState, ChildState?>) {
    self.optional = optional
  }

  @inlinable func look(at parent: UnsafePointer<ParentState>, _ body: (UnsafePointer<ChildState>) -> Void) -> Bool {
    // A mutating access reaches the payload in place; reading would copy it. Nothing is written.
    if let address = optional.address(in: parent) {
      return address.pointee.modifyWrapped { withUnsafeMutablePointer(to: &$0) { body($0) } } != nil
    }
    return lookAtCopy(in: parent, body)
  }

  /// Not inlined: see `BoxPlace`.
  @inline(never) @usableFromInline func lookAtCopy(
    in parent: UnsafePointer<ParentState>,
    _ body: (UnsafePointer<ChildState>) -> Void
  ) -> Bool {
    guard let child = parent.pointee[keyPath: optional.keyPath] else { return false }
    withUnsafePointer(to: child, body)
    return true
  }

  @inlinable func borrow(from parent: UnsafeMutablePointer<ParentState>) -> Borrow<ChildState>? {
    guard let address = optional.address(in: parent) else {
      return parent.pointee[keyPath: optional.keyPath].map { Borrow(copying: $0) }
    }
    // The address stays valid, because the memory is not moved while it is borrowed.
    return address.pointee.modifyWrapped { withUnsafeMutablePointer(to: &$0) { Borrow(at: $0) } }
  }

  @inlinable func restore(_ child: Borrow<ChildState>, to parent: UnsafeMutablePointer<ParentState>) {
    guard child.isCopy else { return }
    optional.set(child.move(), in: parent)
  }

  @inlinable func remove(from parent: UnsafeMutablePointer<ParentState>) {
    optional.set(nil, in: parent)
  }
}

extension Optional {
  /// Calls a closure with the wrapped value in place, without a copy on the stack or a second reference to its buffers.
  @inlinable mutating func modifyWrapped<Result>(_ body: (inout Wrapped) -> Result) -> Result? {
    guard hasWrapped() else { return nil }
    // Force unwrapping is the only syntax for access in place. The line above has checked that there is a value.
    // swift-format-ignore: NeverForceUnwrap
    return body(&self!)
  }

  /// Separate from `modifyWrapped`, because it copies the value where it is not optimized, and that copy must not be on
  /// the stack while `body` runs. Mutating, so that it does not receive a copy.
  @inlinable mutating func hasWrapped() -> Bool {
    if case .some = self { true } else { false }
  }
}

@usableFromInline struct CasePlace<ParentState, ChildState>: ChildPlace {
  @usableFromInline let embed: (ChildState) -> ParentState
  @usableFromInline let extract: (ParentState) -> ChildState?

  @inlinable init(embed: @escaping (ChildState) -> ParentState, extract: @escaping (ParentState) -> ChildState?) {
    self.embed = embed
    self.extract = extract
  }

  @inlinable func look(at parent: UnsafePointer<ParentState>, _ body: (UnsafePointer<ChildState>) -> Void) -> Bool {
    guard let child = extract(parent.pointee) else { return false }
    withUnsafePointer(to: child, body)
    return true
  }

  /// Deinitializes the enum, so that it does not share the payload's buffers, which would then be copied. The enum has
  /// no value until `restore`. No other code sees that, because only the borrower has access to it.
  @inlinable func borrow(from parent: UnsafeMutablePointer<ParentState>) -> Borrow<ChildState>? {
    guard let child = extract(parent.pointee) else { return nil }
    parent.deinitialize(count: 1)
    return Borrow(copying: child)
  }

  @inlinable func restore(_ child: Borrow<ChildState>, to parent: UnsafeMutablePointer<ParentState>) {
    parent.initialize(to: embed(child.move()))
  }

  @inlinable func remove(from parent: UnsafeMutablePointer<ParentState>) {}

  /// Changes the payload, or returns `nil` and changes nothing if the enum is in another case.
  @inlinable func modify<Failure: Error, Success>(
    _ parent: inout ParentState,
    _ body: (inout ChildState) throws(Failure) -> Success
  ) throws(Failure) -> Success? {
    guard var child = extract(parent) else { return nil }
    return try withUnsafeMutablePointer(to: &parent) { pointer throws(Failure) in
      // As in `borrow`. `defer` covers errors too.
      pointer.deinitialize(count: 1)
      defer { pointer.initialize(to: embed(child)) }
      return try body(&child)
    }
  }
}
