/// Holds state on the heap, outside of the value that it is a part of.
@usableFromInline final class StateBox<State> {
  /// `nil` only while the property that owns this box is being written in place.
  @exclusivity(unchecked) @usableFromInline final var state: State?

  @inlinable init(_ state: State?) {
    self.state = state
  }

  /// The address of the state. Valid only if there is a state: a box is released together with its state.
  @inlinable var address: UnsafeMutablePointer<State> {
    // A stored property of a final class has an address for as long as the object exists, and the state that the box is
    // a part of keeps the object alive. Force unwrapping is the only syntax for access in place.
    // swift-format-ignore: NeverForceUnwrap
    withUnsafeMutablePointer(to: &state!) { $0 }
  }
}

/// A property that holds state in a box. The reference to the box has to be its only stored property.
@usableFromInline protocol BoxedState<State> {
  associatedtype State
  var storage: StateBox<State>? { get set }
}

/// A child in a box. Wherever possible, the property with the box is found by its address and the child is accessed in
/// place: a key path to `$child` would call accessors, which copy.
///
/// A class, because the address can only be found when there is a state to look for it in.
@usableFromInline final class BoxPlace<ParentState, Property: BoxedState>: ChildPlace {
  @usableFromInline typealias ChildState = Property.State

  @usableFromInline enum Place {
    case unknown
    case offset(Int)
    /// The property is computed, is in an object or in the payload of an enum, or can't be distinguished from another
    /// one.
    case keyPath
  }

  @usableFromInline let keyPath: WritableKeyPath<ParentState, Property>
  @exclusivity(unchecked) @usableFromInline var place = Place.unknown

  /// - Parameter isReused: Whether the place is used more than once, so that finding the address is worth its cost.
  @inlinable init(_ keyPath: WritableKeyPath<ParentState, Property>, isReused: Bool = true) {
    self.keyPath = keyPath
    if !isReused { place = .keyPath }
    if let offset = MemoryLayout<ParentState>.offset(of: keyPath) { place = .offset(offset) }
  }

  @inlinable func look(at parent: UnsafePointer<ParentState>, _ body: (UnsafePointer<ChildState>) -> Void) -> Bool {
    if let property = address(in: parent) {
      guard let child = borrow(from: property) else { return false }
      body(child.address)
      return true
    }
    return lookAtCopy(in: parent, body)
  }

  /// Not inlined, like every function here that copies state: the copy must take no room on the stack where it is not
  /// needed.
  @inline(never) @usableFromInline func lookAtCopy(
    in parent: UnsafePointer<ParentState>,
    _ body: (UnsafePointer<ChildState>) -> Void
  ) -> Bool {
    guard let child = parent.pointee[keyPath: keyPath].storage?.state else { return false }
    withUnsafePointer(to: child, body)
    return true
  }

  @inlinable func borrow(from parent: UnsafeMutablePointer<ParentState>) -> Borrow<ChildState>? {
    guard let property = address(in: parent) else {
      return parent.pointee[keyPath: keyPath].storage?.state.map { Borrow(copying: $0) }
    }
    if !isKnownUniquelyReferenced(&property.pointee.storage) { property.pointee.copyStorage() }
    return borrow(from: property)
  }

  /// Borrows the state in place. Reads the box without retaining it, because that would cost more than everything else.
  /// This is safe: the property keeps the box alive, and no code replaces the box while the state is borrowed.
  @inlinable func borrow(from property: UnsafePointer<Property>) -> Borrow<ChildState>? {
    UnsafeRawPointer(property).load(as: Unmanaged<StateBox<ChildState>>?.self)?
      ._withUnsafeGuaranteedRef { Borrow(at: $0.address) }
  }

  @inlinable func restore(_ child: Borrow<ChildState>, to parent: UnsafeMutablePointer<ParentState>) {
    if child.isCopy { parent.pointee[keyPath: keyPath].storage = StateBox(child.move()) }
  }

  @inlinable func remove(from parent: UnsafeMutablePointer<ParentState>) {
    parent.pointee[keyPath: keyPath].storage = nil
  }

  @inlinable func address(in parent: UnsafePointer<ParentState>) -> UnsafeMutablePointer<Property>? {
    if case .unknown = place { place = findPlace(in: parent) }
    guard case .offset(let offset) = place else { return nil }
    return UnsafeMutableRawPointer(mutating: parent).advanced(by: offset).assumingMemoryBound(to: Property.self)
  }

  /// Finds the stored property of a property wrapper, to which the language has no key path outside of its type. It is
  /// the only stored property of its type, and a value that is written there is read through the key path.
  ///
  /// If there are several such properties, or none, as in the payload of an enum or in an object, the key path may lead
  /// to a different one each time. Each access then uses the key path.
  @usableFromInline func findPlace(in parent: UnsafePointer<ParentState>) -> Place {
    let offsets = StoredProperties.offsets(of: Property.self, in: ParentState.self)
    guard offsets.count == 1, let offset = offsets.first else { return .keyPath }
    let copy = UnsafeMutablePointer.allocate(parent.pointee)
    defer { copy.free() }
    let written = StateBox<ChildState>(nil)
    UnsafeMutableRawPointer(copy).advanced(by: offset).assumingMemoryBound(to: Property.self).pointee.storage = written
    return copy.pointee[keyPath: keyPath].storage === written ? .offset(offset) : .keyPath
  }
}

extension BoxedState {
  /// Gives this copy of the property a box of its own, if it has a box.
  ///
  /// Not inlined, so that the copy takes no room on the stack while the state is written in place.
  @inline(never) @usableFromInline mutating func copyStorage() {
    storage = storage.map { StateBox($0.state) }
  }
}
