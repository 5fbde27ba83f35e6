import Observation
import Synchronization

/// Registers the observers of a store, and of all stores scoped from it, and finds out whether a read happens under
/// `withObservationTracking`.
///
/// An untracked read is cheap, because it need not remember what it read. The Observation framework has no public
/// function that says whether a read is tracked. But a registrar hashes the key path of an access if, and only if, the
/// access is tracked. So hashing a key path of the gate sets a mark.
///
/// All cells share one registrar, since a registrar for each would be most of what an observed value costs in time and
/// memory. The numbers in their key paths distinguish the cells.
///
/// Used on one actor only, like the stores that it belongs to, except for the mark: when observers are notified by
/// another observable, on any thread, they are removed from this registrar, which hashes key paths too.
@usableFromInline final class ObservationGate: Observable {
  /// Whether a key path was hashed since an access began.
  ///
  /// Atomic, because key paths are also hashed on other threads. If that happens during an access, an untracked read
  /// counts as tracked. It then gets a cell without observers, which costs a comparison and is soon removed.
  @usableFromInline final class Mark: Sendable {
    @usableFromInline let isSet = Atomic(false)

    @usableFromInline init() {}
  }

  /// Identifies the cell that an observer is registered for. Hashing it sets the mark.
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
  /// The key path that is accessed to find out whether a read is tracked when there is no cell for it.
  @usableFromInline let probe: KeyPath<ObservationGate, Void>
  private var cellCount = 0

  @usableFromInline init() {
    probe = \ObservationGate.[Registration(cell: 0, mark: mark)]
  }

  subscript(registration: Registration) -> Void { () }

  @inlinable var isTracking: Bool { access(probe) }

  /// Registers the observer of the current read.
  /// - Returns: Whether there is an observer.
  @inlinable func access(_ keyPath: KeyPath<ObservationGate, Void>) -> Bool {
    // Reset first, because earlier hashing, as for an announcement, says nothing about this access.
    mark.isSet.store(false, ordering: .relaxed)
    registrar.access(self, keyPath: keyPath)
    return mark.isSet.load(ordering: .relaxed)
  }

  /// Returns a new key path, to register the observers of one cell for.
  func makeCellKeyPath() -> KeyPath<ObservationGate, Void> {
    cellCount += 1
    return \ObservationGate.[Registration(cell: cellCount, mark: mark)]
  }
}
