import Dependencies

/// Prints the assertions that a test left out.
enum SkippedAssertion {
  /// Receives the messages in place of standard output.
  @TaskLocal static var receiver: (@Sendable (String) -> Void)?

  static func show(_ message: String, at location: IssueLocation) {
    let text = "\(location): Skipped assertions.\n\n\(indented(message))\n"
    if let receiver { receiver(text) } else { print(text) }
  }
}
