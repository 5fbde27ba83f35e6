/// The state of a store on the heap, and the places below it that other stores were scoped to.
///
/// For a root store it is the state. For a scoped store it is a copy of the state in the root, which is read when that is
/// gone: see ``StateCaptures``.
///
/// Not generic, and so is everything that is done for each action: what depends on the type are closures that are made
/// where the compiler knows it.
@usableFromInline final class LastState {
  /// Memory for a value of the type that the object was made for.
  @usableFromInline let storage: UnsafeMutableRawPointer
  /// Whether there is a copy. There always is when the state is gone, and also when no reducer runs and the state may go
  /// without one: where it is not in place, but computed from something that others change.
  @exclusivity(unchecked) @usableFromInline var isKept = true
  /// The places that stores were scoped to.
  @exclusivity(unchecked) @usableFromInline var children: [ScopedState] = []
  private let size: Int
  /// Initializes memory with a copy of a value.
  private let initialize: (_ memory: UnsafeMutableRawPointer, _ value: UnsafeRawPointer) -> Void
  private let deinitialize: (_ memory: UnsafeMutableRawPointer) -> Void
  /// Replaces a value by a copy of another one, and then releases it: its `deinit` may run user code.
  private let replace: (_ memory: UnsafeMutableRawPointer, _ value: UnsafeRawPointer) -> Void

  @inlinable convenience init<State>(_ state: State) {
    self.init(
      storage: UnsafeMutableRawPointer(UnsafeMutablePointer.allocate(state)),
      size: MemoryLayout<State>.size,
      initialize: { memory, value in
        memory.assumingMemoryBound(to: State.self).initialize(to: value.assumingMemoryBound(to: State.self).pointee)
      },
      deinitialize: { _ = $0.assumingMemoryBound(to: State.self).move() },
      replace: { memory, value in
        var value = value.assumingMemoryBound(to: State.self).pointee
        swap(&value, &memory.assumingMemoryBound(to: State.self).pointee)
      }
    )
  }

  @usableFromInline init(
    storage: UnsafeMutableRawPointer,
    size: Int,
    initialize: @escaping (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void,
    deinitialize: @escaping (UnsafeMutableRawPointer) -> Void,
    replace: @escaping (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void
  ) {
    self.storage = storage
    self.size = size
    self.initialize = initialize
    self.deinitialize = deinitialize
    self.replace = replace
  }

  deinit {
    if isKept { deinitialize(storage) }
    storage.deallocate()
  }

  /// - Parameter state: A state of the type of this one.
  @usableFromInline func keep(_ state: UnsafeRawPointer) {
    if isKept { return replace(storage, state) }
    initialize(storage, state)
    isKept = true
  }

  func release() {
    guard isKept else { return }
    isKept = false
    deinitialize(storage)
  }

  // MARK: Below this state

  @usableFromInline func captureChildren(at state: UnsafeRawPointer, isInPlace: Bool = true, by captures: StateCaptures)
  {
    var hasUnused = false
    for child in children {
      if child.isUsed { child.capture(in: state, isInPlace: isInPlace, by: captures) } else { hasUnused = true }
    }
    guard hasUnused else { return }
    let all = children
    children = all.filter { $0.isUsed }
    withExtendedLifetime(all) {}
  }

  @usableFromInline func settleChildren(at state: UnsafeRawPointer) {
    for child in children { child.settle(in: state) }
  }

  /// Keeps the states below this one that are in it before a change and not after it.
  func keepChildren(from before: UnsafeRawPointer, to after: UnsafeRawPointer?) {
    if children.isEmpty { return }
    if let after, hasSameBytes(before, after) { return }
    for child in children { child.keep(from: before, to: after) }
  }

  /// Whether two states consist of the same bytes. Then they are equal, because neither has changed what it refers to
  /// since one was copied from the other: a buffer that two values refer to is not changed in place.
  private func hasSameBytes(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer) -> Bool {
    var offset = 0
    while offset + 8 <= size {
      let isSame =
        first.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        == second.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if !isSame { return false }
      offset += 8
    }
    while offset < size {
      if first.load(fromByteOffset: offset, as: UInt8.self) != second.load(fromByteOffset: offset, as: UInt8.self) {
        return false
      }
      offset += 1
    }
    return true
  }
}

/// A place in a parent's state that stores were scoped to. All addresses of a parent are those of a state of its type.
@usableFromInline class ScopedState {
  /// The type at the address that operators know.
  let type: ObjectIdentifier

  @usableFromInline init(_ type: Any.Type) {
    self.type = ObjectIdentifier(type)
  }

  /// Identifies a collection among the places of its parent.
  @usableFromInline var scope: AnyObject? { nil }
  /// Whether a store reads the place, or an observer of one is registered.
  @usableFromInline var isUsed: Bool { false }
  /// Copies the state before a reducer of a parent runs.
  ///
  /// - Parameter isInPlace: Whether the parent's state has an address.
  @usableFromInline func capture(in parent: UnsafeRawPointer, isInPlace: Bool, by captures: StateCaptures) {}
  /// Called after that reducer has returned: keeps the copy if the state is gone.
  @usableFromInline func settle(in parent: UnsafeRawPointer) {}
  /// Keeps a state that was there before a change and is not after it.
  @usableFromInline func keep(from before: UnsafeRawPointer, to after: UnsafeRawPointer?) {}

  /// Releases the copy, while the state is changed by its own reducer.
  @usableFromInline func release() {}
  /// Called when the reducer of an element of the collection has returned.
  @usableFromInline func elementHasChanged(id: AnyHashable?, at address: UnsafeRawPointer) {}
  /// Copies the state again.
  @usableFromInline func retake(from address: UnsafeRawPointer) {}
  /// The last state whose children the reducer of the place may remove.
  ///
  /// - Parameter id: The id of the child, if the place is a collection.
  @usableFromInline func parentOfChildren(id: AnyHashable?) -> LastState? { nil }
}
