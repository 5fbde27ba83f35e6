import Dependencies
import Execution
import Store
import StoreExploration

/// The running effects of a test store, and the reasons for which their tasks wait. Locked, because tasks record from
/// any thread.
final class SuspensionLog: Sendable {
  private let isRunawayReported = Locked(false)

  /// Returns whether effects that never come to rest have yet to be reported, which the caller then does.
  func takeRunawayReport() -> Bool {
    isRunawayReported.withLock { isReported in
      defer { isReported = true }
      return !isReported
    }
  }

  /// Returns the message about effects that never come to rest.
  ///
  /// - Parameter details: A paragraph with further details.
  func runawayMessage(steps: Int, running: String, details: String = "") -> String {
    """
    Effects do not come to rest. They were stopped after \(steps) steps.

    \(running)

    \(details.isEmpty ? "" : "\(details)\n\n")\
    This usually is a loop in which nothing waits: a timer on an "ImmediateClock", an effect that polls, or an action \
    whose effect sends the same action again. Give the effect a "TestClock" and advance it.
    """
  }

  private struct State {
    /// The summaries of the running effects.
    private(set) var inFlight: [Int: String] = [:]
    private var suspended = SuspendedTasks()
    /// The number of effects without a waiting task, and of effects whose own task does not wait. Kept up to date,
    /// because it is read often and thousands of effects may be asleep.
    private(set) var awake = (all: 0, own: 0)

    func reason(effect: Int) -> String { suspended.reason(effect: effect, notControlledBy: "the test store") }

    mutating func setSummary(_ summary: String?, of effect: Int) {
      count(effect, -1)
      inFlight[effect] = summary
      count(effect, 1)
    }

    mutating func add(_ task: SuspendedTasks.Task) -> SuspensionRecorder.Token {
      count(task.effect, -1)
      defer { count(task.effect, 1) }
      return suspended.add(task)
    }

    mutating func remove(_ token: SuspensionRecorder.Token) {
      guard let effect = suspended.effect(of: token) else { return }
      count(effect, -1)
      suspended.remove(token)
      count(effect, 1)
    }

    /// Adds `change` to the numbers of effects that are awake, if the effect is running and awake.
    private mutating func count(_ effect: Int, _ change: Int) {
      guard inFlight[effect] != nil else { return }
      let tasks = suspended.tasks(of: effect)
      if tasks.isEmpty { awake.all += change }
      if !tasks.contains(where: \.isEffectsOwn) { awake.own += change }
    }
  }

  private let state = Locked(State())

  func effectStarted(_ effect: Int, summary: String) {
    state.withLock { $0.setSummary(summary, of: effect) }
  }

  func effectEnded(_ effect: Int) {
    state.withLock { $0.setSummary(nil, of: effect) }
  }

  /// Returns whether an effect waits for something that the test does not control, so that the test store should wait
  /// for it.
  ///
  /// - Parameter countingParts: Whether to count effects whose own task waits for the outside while another of their
  ///   tasks waits for the test.
  func hasEffectThatWaitsForOutside(countingParts: Bool = false) -> Bool {
    state.withLock { countingParts ? $0.awake.own : $0.awake.all } > 0
  }

  /// - Parameters:
  ///   - calls: The calls of `choose` that wait.
  ///   - settle: Runs all jobs that can run.
  func recorder(
    calls: PendingCalls = PendingCalls(),
    settle: @escaping @Sendable () async -> Void
  ) -> SuspensionRecorder {
    SuspensionRecorder(
      willSuspend: { [self] reason in
        let task = SuspendedTasks.Task(reason: reason)
        return state.withLock { $0.add(task) }
      },
      didResume: { [self] token in
        state.withLock { $0.remove(token) }
      },
      settle: { await settle() },
      context: calls
    )
  }

  /// Returns the reasons for which an effect's tasks wait.
  func reason(effect: Int) -> String {
    state.withLock { $0.reason(effect: effect) }
  }

  /// The running effects, in the order in which they were started.
  var list: String {
    state.withLock { state in
      state.inFlight.sorted { $0.key < $1.key }
        .list { effect, summary in bullet(summary, state.reason(effect: effect)) }
    }
  }
}
