import Observation

/// What the observers of a store, and of all stores scoped from it, are registered with; and what tells whether a read
/// happens under `withObservationTracking`.
///
/// The Observation framework does not say so publicly, and finding out is what makes an unobserved read cheap: only a
/// tracked one has to remember what it read. But a registrar hashes the key path of an access if, and only if, the
/// access is tracked. So the gate reports an access to a key path whose hash leaves a mark.
///
/// There is one registrar for all cells, since a registrar of its own would be most of what an observed value costs in
/// time and memory. The cells are told apart by key paths with their numbers.
///
/// Used on one actor only, like the stores that it belongs to.
@usableFromInline final class ObservationGate: Observable {
  @usableFromInline final class Mark: Hashable {
    @exclusivity(unchecked) @usableFromInline var isHit = false

    @usableFromInline static func == (lhs: Mark, rhs: Mark) -> Bool { lhs === rhs }

    @usableFromInline func hash(into hasher: inout Hasher) {
      isHit = true
      hasher.combine(ObjectIdentifier(self))
    }
  }

  @usableFromInline let registrar = ObservationRegistrar()
  @usableFromInline let mark: Mark
  @usableFromInline let probe: KeyPath<ObservationGate, Void>
  private var cellCount = 0

  @usableFromInline init() {
    let mark = Mark()
    self.mark = mark
    probe = \ObservationGate.[probe: mark]
  }

  subscript(probe mark: Mark) -> Void { () }
  subscript(cell number: Int) -> Void { () }

  @inlinable var isTracking: Bool {
    registrar.access(self, keyPath: probe)
    guard mark.isHit else { return false }
    mark.isHit = false
    return true
  }

  /// The key path that the observers of one more cell are registered for.
  @usableFromInline func makeCellKeyPath() -> KeyPath<ObservationGate, Void> {
    cellCount += 1
    return \ObservationGate.[cell: cellCount]
  }
}
