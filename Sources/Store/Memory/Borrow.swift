/// Gives access to a part of another value: by its address or, if it has none, by a copy on the heap.
///
/// The address is valid while no other code accesses the value around it, which the flags of the store's run time
/// ensure (`StateExclusivity`). End each borrow with `end()`, or by restoring the value to where it was borrowed from.
@usableFromInline struct Borrow<Value> {
  @usableFromInline let address: UnsafeMutablePointer<Value>
  @usableFromInline let isCopy: Bool

  /// Borrows the value in place.
  @inlinable init(at address: UnsafeMutablePointer<Value>) {
    self.address = address
    isCopy = false
  }

  @usableFromInline init(copying value: consuming Value) {
    address = .allocate(value)
    isCopy = true
  }

  /// Ends the borrow. Changes of a copy are lost.
  @inlinable func end() {
    if isCopy { discard() }
  }

  @usableFromInline func discard() {
    address.free()
  }

  /// Ends the borrow of a copy and returns the changed value.
  @usableFromInline func move() -> Value {
    defer { address.deallocate() }
    return address.move()
  }
}

extension UnsafeMutablePointer {
  /// Allocates memory on the heap and initializes it with a value. End its use with `free()`.
  @inlinable static func allocate(_ value: consuming Pointee) -> Self {
    let pointer = allocate(capacity: 1)
    pointer.initialize(to: value)
    return pointer
  }

  /// Releases a value in memory that `allocate(_:)` has returned, and the memory.
  @inlinable func free() {
    deinitialize(count: 1)
    deallocate()
  }
}

extension UnsafeBufferPointer {
  /// Returns the address of the element at an index, or `nil` if the index is out of bounds.
  @inlinable func address(at index: Int) -> UnsafePointer<Element>? {
    indices.contains(index) ? baseAddress.map { $0 + index } : nil
  }
}
