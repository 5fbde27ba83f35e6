extension Optional {
  /// Hands over the wrapped value where it is, without a copy to the stack or a second reference to its buffers.
  @inlinable mutating func modifyWrapped<Result>(_ body: (inout Wrapped) -> Result) -> Result? {
    guard hasWrapped() else { return nil }
    // The only spelling of access in place; the line above has seen to it that there is a value.
    // swift-format-ignore: NeverForceUnwrap
    return body(&self!)
  }

  /// A function of its own: where it is not optimized it copies the value, and that room must not be taken from the
  /// stack while `body` runs. Mutating, so that it is not given a copy to begin with.
  @inlinable mutating func hasWrapped() -> Bool {
    if case .some = self { true } else { false }
  }
}
