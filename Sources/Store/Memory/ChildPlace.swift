/// Where a parent's state holds the state of a child that comes and goes.
@usableFromInline protocol ChildPlace<ParentState, ChildState> {
  associatedtype ParentState
  associatedtype ChildState

  /// Hands over the address of the child's state, to look at, or returns `false` when there is none.
  func look(at parent: UnsafePointer<ParentState>, _ body: (UnsafePointer<ChildState>) -> Void) -> Bool
  /// The child's state, to change, or `nil` when there is none.
  func borrow(from parent: UnsafeMutablePointer<ParentState>) -> Borrow<ChildState>?
  /// Puts a changed state back.
  func restore(_ child: Borrow<ChildState>, to parent: UnsafeMutablePointer<ParentState>)
  /// Ends the child.
  /// - Returns: Whether it has gone, which it can't where the state would have no value then.
  func remove(from parent: UnsafeMutablePointer<ParentState>) -> Bool
}

/// A child in an optional property.
@usableFromInline struct OptionalPlace<ParentState, ChildState>: ChildPlace {
  @usableFromInline let optional: StatePlace<ParentState, ChildState?>

  @inlinable init(_ optional: StatePlace<ParentState, ChildState?>) {
    self.optional = optional
  }

  @inlinable func look(at parent: UnsafePointer<ParentState>, _ body: (UnsafePointer<ChildState>) -> Void) -> Bool {
    // A mutating access reaches the payload where it is; a read would copy it out. Nothing is written.
    if let address = optional.address(in: parent) {
      return address.pointee.modifyWrapped { withUnsafeMutablePointer(to: &$0) { body($0) } } != nil
    }
    return lookAtCopy(in: parent, body)
  }

  /// See `BoxPlace`.
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
    // The address of memory that is not moved while it is borrowed.
    return address.pointee.modifyWrapped { withUnsafeMutablePointer(to: &$0) { Borrow(at: $0) } }
  }

  @inlinable func restore(_ child: Borrow<ChildState>, to parent: UnsafeMutablePointer<ParentState>) {
    guard child.isCopy else { return }
    set(child.move(), in: parent)
  }

  @inlinable func remove(from parent: UnsafeMutablePointer<ParentState>) -> Bool {
    set(nil, in: parent)
    return true
  }

  @inlinable func set(_ child: ChildState?, in parent: UnsafeMutablePointer<ParentState>) {
    if let keyPath = optional.writableKeyPath { parent.pointee[keyPath: keyPath] = child }
  }
}

extension Optional {
  /// Hands over the wrapped value where it is, without a copy to the stack or a second reference to its buffers.
  @inlinable mutating func modifyWrapped<Result>(_ body: (inout Wrapped) -> Result) -> Result? {
    guard hasWrapped() else { return nil }
    // The only spelling of access in place; the line above has seen to it that there is a value.
    // swift-format-ignore: NeverForceUnwrap
    return body(&self!)
  }

  /// A function of its own: where it is not optimized it copies the value, and that room must not be taken from the
  /// stack while `body` runs. Mutating, so that it is not given a copy to begin with.
  @inlinable mutating func hasWrapped() -> Bool {
    if case .some = self { true } else { false }
  }
}

/// A child in a case of an enum.
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

  /// The enum gives up its hold on the payload, so that buffers in that are not copied. It has no value until `restore`,
  /// and nobody sees that: access to it is the borrower's alone.
  @inlinable func borrow(from parent: UnsafeMutablePointer<ParentState>) -> Borrow<ChildState>? {
    guard let child = extract(parent.pointee) else { return nil }
    parent.deinitialize(count: 1)
    return Borrow(copying: child)
  }

  @inlinable func restore(_ child: Borrow<ChildState>, to parent: UnsafeMutablePointer<ParentState>) {
    parent.initialize(to: embed(child.move()))
  }

  /// An enum is always in one of its cases.
  @inlinable func remove(from parent: UnsafeMutablePointer<ParentState>) -> Bool { false }

  /// Changes the payload, or returns `nil` and changes nothing when the enum is in another case.
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
