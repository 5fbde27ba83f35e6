/// Hears of tasks that wait for something that no processor time will bring about, such as a ``TestClock``.
///
/// A deterministic test store binds one around the effects it starts. So it can tell an effect that sleeps on a test
/// clock from one that waits for the outside world, can say what each effect is waiting for, and is asked to run all
/// that can run whenever a test clock has woken someone. Where none is bound, nothing is spent.
///
/// Test clocks remember the recorders of those that sleep on them, weakly.
@usableFromInline package final class SuspensionRecorder: Sendable {
  /// Names one suspension.
  package struct Token: Hashable, Sendable {
    package let id: Int

    package init(id: Int) { self.id = id }
  }

  /// The recorder of the current task.
  @TaskLocal package static var current: SuspensionRecorder?

  private let onSuspend: @Sendable (String) -> Token
  private let onResume: @Sendable (Token) -> Void
  private let onSettle: @Sendable () async -> Void

  /// - Parameters:
  ///   - willSuspend: Called on the task that is about to wait, with what it waits for.
  ///   - didResume: Called as soon as the wait is over, before the task runs again, on whatever thread ended it.
  ///   - settle: Runs every task that can run, until none is left that can.
  package init(
    willSuspend: @escaping @Sendable (String) -> Token,
    didResume: @escaping @Sendable (Token) -> Void,
    settle: @escaping @Sendable () async -> Void
  ) {
    onSuspend = willSuspend
    onResume = didResume
    onSettle = settle
  }

  /// Tells that the current task is about to wait, and for what: "asleep on a TestClock until 2.0 seconds".
  package func willSuspend(_ reason: String) -> Token { onSuspend(reason) }

  /// Tells that a wait is over.
  package func didResume(_ token: Token) { onResume(token) }

  /// Runs every task that can run.
  package func settle() async { await onSettle() }
}
