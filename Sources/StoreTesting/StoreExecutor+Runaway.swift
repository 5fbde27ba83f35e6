import Dependencies
import Execution

extension StoreExecutor {
  /// Reports effects that never come to rest, unless that was reported before.
  ///
  /// - Parameter details: A paragraph with further details.
  func reportRunaway(_ running: String, details: String = "", at location: IssueLocation) {
    guard takeRunawayReport() else { return }
    reportIssue(
      """
      Effects do not come to rest. They were stopped after \(limits.steps) steps.

      \(running)

      \(details.isEmpty ? "" : "\(details)\n\n")\
      This usually is a loop in which nothing waits: a timer on an "ImmediateClock", an effect that polls, or an action \
      whose effect sends the same action again. Give the effect a "TestClock" and advance it.
      """,
      at: location,
      article: .testing
    )
  }
}
