/// Takes an inspector off the store that ``Store/inspect(with:)`` has attached it to.
///
/// ```swift
/// let token = store.inspect(with: Inspector { steps.append($0) })
/// store.send(.incrementButtonTapped)
/// token.cancel()
/// ```
///
/// The inspector stays if the token goes.
public struct InspectorToken {
  private let onCancel: () -> Void

  init(onCancel: @escaping () -> Void) {
    self.onCancel = onCancel
  }

  /// Detaches the inspector. It is not told anything more, not even the rest of what the others are being told: an inspector
  /// may leave while it is told something. A store without inspectors costs no more than one that never had any.
  public func cancel() {
    onCancel()
  }
}
