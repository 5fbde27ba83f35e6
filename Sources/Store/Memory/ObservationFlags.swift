/// The state of an observed value.
///
/// After each action the store reads these flags for every observed value. Accessing one calls no other code, so no two
/// accesses overlap. Checking that would take longer than the comparison of the value.
@usableFromInline class ObservationFlags {
  /// Whether the value was read since its last announcement: observers are notified once.
  @exclusivity(unchecked) @usableFromInline final var isArmed = false
  /// Whether the value has changed since it was read by observers that have not been notified yet.
  @exclusivity(unchecked) @usableFromInline final var isChanged = false
  /// Whether the value is being compared. That may run user code, which must not replace the last value.
  @exclusivity(unchecked) @usableFromInline final var isUpdating = false

  @inlinable init() {}
}
