/// Detaches an inspector that ``Store/inspect(with:)`` has attached to a store.
///
/// ```swift
/// let token = store.inspect(with: Inspector { steps.append($0) })
/// store.send(.incrementButtonTapped)
/// token.cancel()
/// ```
///
/// Releasing the token does not detach the inspector.
public struct InspectorToken {
  private let onCancel: () -> Void

  init(onCancel: @escaping () -> Void) {
    self.onCancel = onCancel
  }

  /// Detaches the inspector. It can be called while inspectors are being called: this one is not called again, not even
  /// for the current step. A store whose inspectors were detached costs no more than one that never had any.
  public func cancel() {
    onCancel()
  }
}
