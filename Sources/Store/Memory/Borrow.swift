/// A value while somebody looks at it or changes it: where it is, or a copy on the heap if it has no address.
///
/// The address is valid for as long as nobody else has access to what the value is a part of, which the flags of a store's
/// run time see to (`StoreRuntime.Flags`). Whoever borrows a value ends that by `end()`, or by putting it back where it was
/// borrowed from.
@usableFromInline struct Borrow<Value> {
  @usableFromInline let address: UnsafeMutablePointer<Value>
  @usableFromInline let isCopy: Bool

  /// The value itself.
  @inlinable init(at address: UnsafeMutablePointer<Value>) {
    self.address = address
    isCopy = false
  }

  @usableFromInline init(copying value: consuming Value) {
    address = .allocate(value)
    isCopy = true
  }

  /// Lets go of the value. What was changed in a copy is lost.
  @inlinable func end() {
    if isCopy { discard() }
  }

  @usableFromInline func discard() {
    address.free()
  }

  /// Ends the borrowing of a copy with its value.
  @usableFromInline func move() -> Value {
    defer { address.deallocate() }
    return address.move()
  }
}

extension UnsafeMutablePointer {
  /// A new place on the heap, with a value. `free()` gives up both.
  @inlinable static func allocate(_ value: consuming Pointee) -> Self {
    let pointer = allocate(capacity: 1)
    pointer.initialize(to: value)
    return pointer
  }

  /// Releases the value of a place that `allocate(_:)` has made, and the place.
  @inlinable func free() {
    deinitialize(count: 1)
    deallocate()
  }
}

extension UnsafeBufferPointer {
  /// The address of an element, if there is one at this index.
  @inlinable func address(at index: Int) -> UnsafePointer<Element>? {
    indices.contains(index) ? baseAddress.map { $0 + index } : nil
  }
}
