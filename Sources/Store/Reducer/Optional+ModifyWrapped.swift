extension Optional {
  /// Hands over the wrapped value where it is, without a copy to the stack or a second reference to its buffers.
  @inlinable mutating func modifyWrapped<Result>(_ body: (inout Wrapped) -> Result) -> Result? {
    guard case .some = self else { return nil }
    // The only spelling of access in place; the line above has seen to it that there is a value.
    // swift-format-ignore: NeverForceUnwrap
    return body(&self!)
  }
}
