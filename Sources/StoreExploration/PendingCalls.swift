import Dependencies
import StoreCore

/// A call of `choose` that waits for its answer.
package final class PendingCall: Sendable {
  private enum Phase {
    case beginning
    case waiting(CheckedContinuation<Int?, Never>)
    /// The answer is `nil` if the task was cancelled.
    case over(Int?)
  }

  package let label: String
  /// The number of alternatives.
  package let count: Int
  package let describe: @Sendable (Int) -> String
  /// The effect that made the call.
  let effect: Int?
  private let phase = Locked(Phase.beginning)

  package init(label: String, count: Int, describe: @escaping @Sendable (Int) -> String) {
    self.label = label
    self.count = count
    self.describe = describe
    effect = CurrentEffect.id
  }

  /// Ends the wait with an answer. Further calls have no effect.
  func end(_ answer: Int?) {
    let continuation: CheckedContinuation<Int?, Never>? = phase.withLock { phase in
      let before = phase
      if case .over = before { return nil }
      phase = .over(answer)
      if case .waiting(let continuation) = before { return continuation }
      return nil
    }
    continuation?.resume(returning: answer)
  }

  /// Waits for the answer, or until the task is cancelled.
  fileprivate func answer(isolation: isolated (any Actor)?) async -> Int? {
    await withTaskCancellationHandler {
      await withCheckedContinuation(isolation: isolation) { continuation in
        let answer: Int?? = phase.withLock { phase in
          if case .over(let answer) = phase { return .some(answer) }
          phase = .waiting(continuation)
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      end(nil)
    }
  }
}

/// The calls of `choose` that wait in a test store or in a story of an exploration.
package final class PendingCalls: Sendable {
  private struct Entry {
    let call: PendingCall
    let isEndless: @Sendable (Int) -> Bool
    /// Whether the answer was `never`: the call waits, but can't be answered any more.
    var hangs = false
  }

  private let entries = Locked<[Entry]>([])
  /// The story that the calls belong to, or `nil` outside of explorations.
  package let world: StoryWorld?

  package init(world: StoryWorld? = nil) {
    self.world = world
  }

  /// The calls of the store or story that runs the current task.
  package static var current: PendingCalls? { SuspensionRecorder.current?.context as? PendingCalls }

  /// - Parameter isolation: The actor of the task. The task stays on it, because leaving it takes time.
  /// - Returns: The position of the chosen alternative, or `nil` if the task was cancelled first.
  package static func wait(
    for call: PendingCall,
    isolation: isolated (any Actor)? = #isolation,
    isEndless: @escaping @Sendable (Int) -> Bool
  ) async -> Int? {
    guard let recorder = SuspensionRecorder.current, let calls = recorder.context as? PendingCalls else {
      return isEndless(0) ? await call.answer(isolation: isolation) : 0
    }
    let token = recorder.willSuspend("waiting for an answer to \"\(call.label)\"")
    calls.entries.withLock { $0.append(Entry(call: call, isEndless: isEndless)) }
    let answer = await call.answer(isolation: isolation)
    calls.remove(call)
    recorder.didResume(token)
    return answer
  }

  /// The calls that can be answered, in the order in which they were made.
  package var answerable: [PendingCall] {
    entries.withLock { $0.compactMap { $0.hangs ? nil : $0.call } }
  }

  /// Ends a waiting call with one of its alternatives.
  package func answer(_ call: PendingCall, with alternative: Int) {
    let isOver = entries.withLock { entries in
      guard let index = entries.firstIndex(where: { $0.call === call }) else { return false }
      entries[index].hangs = entries[index].isEndless(alternative)
      if entries[index].hangs { return false }
      entries.remove(at: index)
      return true
    }
    if isOver { call.end(alternative) }
  }

  /// Ends all calls as if their effects were cancelled.
  func endAll() {
    let calls = entries.withLock { entries in
      defer { entries = [] }
      return entries.map(\.call)
    }
    for call in calls { call.end(nil) }
  }

  private func remove(_ call: PendingCall) {
    entries.withLock { entries in
      if let index = entries.firstIndex(where: { $0.call === call }) { entries.remove(at: index) }
    }
  }
}
