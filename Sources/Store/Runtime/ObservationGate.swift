import Observation

/// Tells whether a read happens under `withObservationTracking`.
///
/// The Observation framework does not say so publicly, and finding out is what makes an unobserved read cheap: only a
/// tracked one has to remember what it read. But a registrar hashes the key path of an access if, and only if, the access
/// is tracked. So the gate reports an access to a key path whose hash leaves a mark.
///
/// Used on one actor only, like the store that it belongs to.
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

  init() {
    let mark = Mark()
    self.mark = mark
    probe = \ObservationGate.[probe: mark]
  }

  subscript(probe mark: Mark) -> Void { () }

  @inlinable var isTracking: Bool {
    registrar.access(self, keyPath: probe)
    guard mark.isHit else { return false }
    mark.isHit = false
    return true
  }
}
