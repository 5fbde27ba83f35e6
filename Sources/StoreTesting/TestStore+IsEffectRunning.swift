import Store

extension TestStore {
  /// Returns whether an effect runs under an id.
  ///
  /// - Parameter id: The id that ``/Store/Effect/cancellable(id:cancelInFlight:)`` was given.
  public func isEffectRunning(id: some Hashable & Sendable) -> Bool {
    mountIfNeeded()
    return perform { $0.isEffectRunning(id: id) } ?? false
  }
}
