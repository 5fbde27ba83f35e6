import Dependencies
import StoreCore

/// The running effects of a store, and what their tasks wait for, if a test, a script or an exploration controls that.
/// Locked, because tasks wait on any thread.
package final class RunningEffects: Sendable {
  /// A task that waits.
  package struct Wait: Sendable {
    fileprivate let token: SuspensionRecorder.Token
    /// Whether it is the effect's own task, and not only one that it started. Then the effect can't continue.
    fileprivate let isEffectsOwn: Bool
    package let reason: String
    /// Whether the task sleeps until a time.
    fileprivate(set) package var isAsleep = false

    /// The number of the task's effect; 0 if the task belongs to none.
    package var effect: Int { token.effect }
  }

  private struct Effect {
    /// `nil` if the effect is not running. A task that it started may still wait.
    var summary: String?
    /// In the order in which they began.
    var waits: [Wait] = []
  }

  private struct State {
    var effects: [Int: Effect] = [:]
    var lastToken = 0
    /// The number of running effects without a waiting task, and of those whose own task does not wait. Kept up to
    /// date, because it is read often and thousands of effects may be asleep.
    var awake = (all: 0, own: 0)

    mutating func update(_ id: Int, _ change: (inout Effect) -> Void) {
      var effect = effects.removeValue(forKey: id) ?? Effect()
      count(effect, -1)
      change(&effect)
      count(effect, 1)
      if effect.summary != nil || !effect.waits.isEmpty { effects[id] = effect }
    }

    private mutating func count(_ effect: Effect, _ change: Int) {
      guard effect.summary != nil else { return }
      if effect.waits.isEmpty { awake.all += change }
      if !effect.waits.contains(where: \.isEffectsOwn) { awake.own += change }
    }
  }

  private let controller: String
  private let state = Locked(State())

  /// - Parameter controller: What controls the recorded waits, for messages: "the test store".
  package init(controlledBy controller: String) {
    self.controller = controller
  }

  // MARK: Recording

  /// - Parameter summary: The text for ``list``, if that is read.
  package func effectStarted(_ effect: Int, summary: String = "") {
    state.withLock { $0.update(effect) { $0.summary = summary } }
  }

  package func effectEnded(_ effect: Int) {
    state.withLock { $0.update(effect) { $0.summary = nil } }
  }

  /// Records that the current task is about to wait.
  package func willSuspend(_ reason: String) -> SuspensionRecorder.Token {
    let effect = CurrentEffect.id ?? 0
    let isEffectsOwn = CurrentEffect.isInItsOwnTask
    return state.withLock { state in
      state.lastToken += 1
      let token = SuspensionRecorder.Token(id: state.lastToken, effect: effect)
      state.update(effect) { $0.waits.append(Wait(token: token, isEffectsOwn: isEffectsOwn, reason: reason)) }
      return token
    }
  }

  /// Records that a wait is over.
  package func didResume(_ token: SuspensionRecorder.Token) {
    state.withLock { $0.update(token.effect) { $0.waits.removeAll { $0.token == token } } }
  }

  /// Records that the wait is for a time.
  package func willSleep(_ token: SuspensionRecorder.Token) {
    state.withLock { state in
      state.update(token.effect) { effect in
        for index in effect.waits.indices where effect.waits[index].token == token {
          effect.waits[index].isAsleep = true
        }
      }
    }
  }

  /// Returns a recorder for the store.
  ///
  /// - Parameter settle: Runs all jobs that can run.
  package func recorder(
    context: (any AnyObject & Sendable)? = nil,
    settle: @escaping @Sendable () async -> Void
  ) -> SuspensionRecorder {
    SuspensionRecorder(
      willSuspend: { self.willSuspend($0) },
      didResume: { self.didResume($0) },
      settle: settle,
      context: context
    )
  }

  // MARK: Reading

  /// Whether no effect is running.
  package var isEmpty: Bool { state.withLock { state in !state.effects.values.contains { $0.summary != nil } } }

  /// Returns whether an effect waits for something that is not controlled, so that somebody has to wait for it.
  ///
  /// - Parameter countingParts: Whether to count effects whose own task waits for the outside while another of their
  ///   tasks waits for what is controlled.
  package func hasEffectThatWaitsForOutside(countingParts: Bool = false) -> Bool {
    state.withLock { countingParts ? $0.awake.own : $0.awake.all } > 0
  }

  /// Returns the reasons for which tasks of an effect wait, in the order in which they began to.
  package func reasons(effect: Int) -> [String] { state.withLock { $0.effects[effect]?.waits.map(\.reason) ?? [] } }

  /// Returns a text about the reasons for which an effect's tasks wait.
  package func reason(effect: Int) -> String {
    let reasons = reasons(effect: effect)
    return reasons.isEmpty
      ? "waiting for something that \(controller) does not control" : reasons.joined(separator: "; ")
  }

  /// All tasks that wait, in the order in which they began to.
  package var waits: [Wait] {
    state.withLock { $0.effects.values.flatMap(\.waits).sorted { $0.token.id < $1.token.id } }
  }

  /// The reason of the first task that waits and belongs to no running effect; `nil` if there is no such task.
  package var reasonOfOtherTask: String? {
    state.withLock { state in
      state.effects.values.lazy.filter { $0.summary == nil }.compactMap(\.waits.first)
        .min { $0.token.id < $1.token.id }?.reason
    }
  }

  /// The running effects and their reasons, in the order in which they were started.
  package var list: String {
    let running = state.withLock { $0.effects.compactMapValues(\.summary) }
    return running.sorted { $0.key < $1.key }.list { bullet($0.value, reason(effect: $0.key)) }
  }
}
