/// Where a parent's state holds a presentation. The storage is reached by address, in place, wherever possible: a key
/// path to `$child` calls accessors, which hand out copies.
///
/// A class, as the place is found when there is a state to look for it in.
@usableFromInline final class PresentationProjection<ParentState, ChildState>: ChildAccess {
  @usableFromInline enum Place {
    case unknown
    case offset(Int)
    /// It is computed, in an object or in the payload of an enum, or can't be told from another one.
    case keyPath
  }

  @usableFromInline let keyPath: WritableKeyPath<ParentState, PresentationState<ChildState>>
  @exclusivity(unchecked) @usableFromInline var place = Place.unknown

  /// - Parameter isKept: Whether this is used more than once, which pays for finding the place.
  @inlinable init(_ keyPath: WritableKeyPath<ParentState, PresentationState<ChildState>>, isKept: Bool = true) {
    self.keyPath = keyPath
    if !isKept { place = .keyPath }
    if let offset = MemoryLayout<ParentState>.offset(of: keyPath) { place = .offset(offset) }
  }

  @inlinable func look(at parent: UnsafeMutablePointer<ParentState>) -> ChildLoan<ChildState>? {
    guard let presentation = address(in: parent) else {
      return parent.pointee[keyPath: keyPath].wrappedValue.map { ChildLoan(copying: $0) }
    }
    return loan(of: presentation)
  }

  @inlinable func borrow(from parent: UnsafeMutablePointer<ParentState>) -> ChildLoan<ChildState>? {
    guard let presentation = address(in: parent) else { return look(at: parent) }
    if !isKnownUniquelyReferenced(&presentation.pointee.storage) { presentation.pointee.copyStorage() }
    return loan(of: presentation)
  }

  /// The presented state where it is. Counting a reference to the storage would cost more than all the rest.
  @inlinable func loan(of presentation: UnsafePointer<PresentationState<ChildState>>) -> ChildLoan<ChildState>? {
    UnsafeRawPointer(presentation).load(as: Unmanaged<PresentationState<ChildState>.Storage>?.self)?
      ._withUnsafeGuaranteedRef { ChildLoan(at: $0.address) }
  }

  @inlinable func restore(_ loan: ChildLoan<ChildState>, to parent: UnsafeMutablePointer<ParentState>) {
    if loan.isCopy { parent.pointee[keyPath: keyPath].wrappedValue = loan.move() }
  }

  @inlinable func remove(from parent: UnsafeMutablePointer<ParentState>) {
    parent.pointee[keyPath: keyPath].wrappedValue = nil
  }

  /// Hands over the address of the child's state, or returns `false` when there is none.
  @inlinable func project(_ parent: UnsafePointer<ParentState>, _ body: (UnsafePointer<ChildState>) -> Void) -> Bool {
    // Nothing is written: pointers to change what is there are what `findPlace` and others need.
    guard let loan = look(at: UnsafeMutablePointer(mutating: parent)) else { return false }
    body(loan.address)
    loan.end()
    return true
  }

  @inlinable func address(
    in parent: UnsafeMutablePointer<ParentState>
  ) -> UnsafeMutablePointer<PresentationState<ChildState>>? {
    if case .unknown = place { place = findPlace(in: parent) }
    guard case .offset(let offset) = place else { return nil }
    return UnsafeMutableRawPointer(parent).advanced(by: offset)
      .assumingMemoryBound(to: PresentationState<ChildState>.self)
  }

  /// Finds the storage of a property wrapper, which the language has no name for outside of its type: it is the only
  /// stored property of its type, and what is written there is read through the key path.
  ///
  /// If there are several, or there is none, as in the payload of an enum or in an object, the key path may lead now to this
  /// one and now to that, and has to be asked each time.
  @usableFromInline func findPlace(in parent: UnsafeMutablePointer<ParentState>) -> Place {
    typealias Presentation = PresentationState<ChildState>
    let offsets = StoredProperties.offsets(of: Presentation.self, in: ParentState.self)
    guard offsets.count == 1, let offset = offsets.first else { return .keyPath }

    let copy = UnsafeMutablePointer<ParentState>.allocate(capacity: 1)
    copy.initialize(to: parent.pointee)
    defer {
      copy.deinitialize(count: 1)
      copy.deallocate()
    }
    let written = Presentation.Storage(nil)
    UnsafeMutableRawPointer(copy).advanced(by: offset).assumingMemoryBound(to: Presentation.self).pointee =
      Presentation(storage: written)
    return copy.pointee[keyPath: keyPath].storage === written ? .offset(offset) : .keyPath
  }
}

extension PresentationState.Storage {
  /// The state where it is. Only while there is one: storage is given up with its state.
  @inlinable var address: UnsafeMutablePointer<State> {
    // A stored property of a final class has an address for as long as the object lives, which the state that it is a
    // part of sees to. The pattern is the only spelling of access in place.
    // swift-format-ignore: NeverForceUnwrap
    withUnsafeMutablePointer(to: &state!) { $0 }
  }
}
