/// State that is kept outside of the value that it is a part of, by a reference.
@usableFromInline final class StateBox<State> {
  /// `nil` only while the property that has it is written in place.
  @exclusivity(unchecked) @usableFromInline final var state: State?

  @inlinable init(_ state: State?) {
    self.state = state
  }

  /// The state where it is. Only while there is some: a box is given up with its state.
  @inlinable var address: UnsafeMutablePointer<State> {
    // A stored property of a final class has an address for as long as the object lives, which the state that it is a
    // part of sees to. The pattern is the only spelling of access in place.
    // swift-format-ignore: NeverForceUnwrap
    withUnsafeMutablePointer(to: &state!) { $0 }
  }
}

/// A property that keeps state in a box. The reference to it has to be its only stored property.
@usableFromInline protocol BoxedState<State> {
  associatedtype State
  var storage: StateBox<State>? { get set }
}

/// A child in a box. The property that has it is reached by address, in place, wherever possible: a key path to `$child` calls
/// accessors, which hand out copies.
///
/// A class, as the place is found when there is a state to look for it in.
@usableFromInline final class BoxPlace<ParentState, Property: BoxedState>: ChildPlace {
  @usableFromInline typealias ChildState = Property.State

  @usableFromInline enum Place {
    case unknown
    case offset(Int)
    /// It is computed, in an object or in the payload of an enum, or can't be told from another one.
    case keyPath
  }

  @usableFromInline let keyPath: WritableKeyPath<ParentState, Property>
  @exclusivity(unchecked) @usableFromInline var place = Place.unknown

  /// - Parameter isKept: Whether this is used more than once, which pays for finding the place.
  @inlinable init(_ keyPath: WritableKeyPath<ParentState, Property>, isKept: Bool = true) {
    self.keyPath = keyPath
    if !isKept { place = .keyPath }
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

  /// A function of its own, as is each that copies state to look at it: the room for the copy is not taken from the stack
  /// where there is no need for it.
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

  /// The state where it is. Counting a reference to the box would cost more than all the rest, so it is read without one:
  /// the property keeps the box, and nobody replaces it while the state is borrowed.
  @inlinable func borrow(from property: UnsafePointer<Property>) -> Borrow<ChildState>? {
    UnsafeRawPointer(property).load(as: Unmanaged<StateBox<ChildState>>?.self)?
      ._withUnsafeGuaranteedRef { Borrow(at: $0.address) }
  }

  @inlinable func restore(_ child: Borrow<ChildState>, to parent: UnsafeMutablePointer<ParentState>) {
    if child.isCopy { parent.pointee[keyPath: keyPath].storage = StateBox(child.move()) }
  }

  @inlinable func remove(from parent: UnsafeMutablePointer<ParentState>) -> Bool {
    parent.pointee[keyPath: keyPath].storage = nil
    return true
  }

  @inlinable func address(in parent: UnsafePointer<ParentState>) -> UnsafeMutablePointer<Property>? {
    if case .unknown = place { place = findPlace(in: parent) }
    guard case .offset(let offset) = place else { return nil }
    return UnsafeMutableRawPointer(mutating: parent).advanced(by: offset).assumingMemoryBound(to: Property.self)
  }

  /// Finds the stored property of a property wrapper, which the language has no name for outside of its type: it is the
  /// only one of its type, and what is written there is read through the key path.
  ///
  /// If there are several, or there is none, as in the payload of an enum or in an object, the key path may lead now to this
  /// one and now to that, and has to be asked each time.
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
  /// Gives this copy a box of its own, if it has one.
  ///
  /// Not inlined, so that the room for a copy is not taken from the stack while somebody writes in place.
  @inline(never) @usableFromInline mutating func copyStorage() {
    storage = storage.map { StateBox($0.state) }
  }
}
