import Observation
import Synchronization

/// What the observers of a store, and of all stores scoped from it, are registered with; and what tells whether a read
/// happens under `withObservationTracking`.
///
/// The Observation framework does not say so publicly, and finding out is what makes an unobserved read cheap: only a
/// tracked one has to remember what it read. But a registrar hashes the key path of an access if, and only if, the
/// access is tracked. So the key paths of the gate are such that hashing them leaves a mark.
///
/// There is one registrar for all cells, since a registrar of its own would be most of what an observed value costs in
/// time and memory. The cells are told apart by the numbers in their key paths.
///
/// Used on one actor only, like the stores that it belongs to, but for the mark: observers that are told by another
/// observable, on any thread, give up what they are registered for here, and that hashes too.
@usableFromInline final class ObservationGate: Observable {
  /// Whether a key path was hashed since an access began.
  ///
  /// Atomic, as key paths are hashed on other threads too. If that happens during an access, an untracked read counts as
  /// tracked; it then has a cell that nobody is registered for, which costs a comparison and is soon forgotten.
  @usableFromInline final class Mark: Sendable {
    @usableFromInline let isSet = Atomic(false)

    @usableFromInline init() {}
  }

  /// What a cell is registered as. Hashing it sets the mark.
  struct Registration: Hashable {
    let cell: Int
    let mark: Mark

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.cell == rhs.cell }

    func hash(into hasher: inout Hasher) {
      mark.isSet.store(true, ordering: .relaxed)
      hasher.combine(cell)
    }
  }

  @usableFromInline let registrar = ObservationRegistrar()
  @usableFromInline let mark = Mark()
  /// What is accessed to find out about a read when there is no cell for it.
  @usableFromInline let probe: KeyPath<ObservationGate, Void>
  private var cellCount = 0
  /// Whether the store goes through its cells to find out which have changed.
  @exclusivity(unchecked) var isCollecting = false

  @usableFromInline init() {
    probe = \ObservationGate.[Registration(cell: 0, mark: mark)]
  }

  subscript(registration: Registration) -> Void { () }

  @inlinable var isTracking: Bool { access(probe) }

  /// Registers the observer under which a read happens.
  /// - Returns: Whether there is one.
  @inlinable func access(_ keyPath: KeyPath<ObservationGate, Void>) -> Bool {
    // Whatever was hashed before, as by an announcement, has nothing to do with this access.
    mark.isSet.store(false, ordering: .relaxed)
    registrar.access(self, keyPath: keyPath)
    return mark.isSet.load(ordering: .relaxed)
  }

  /// The key path that the observers of one more cell are registered for.
  func makeCellKeyPath() -> KeyPath<ObservationGate, Void> {
    cellCount += 1
    return \ObservationGate.[Registration(cell: cellCount, mark: mark)]
  }
}
