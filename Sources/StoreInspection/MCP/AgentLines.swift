import Dependencies

/// The lines that an agent gives to a prompt.
final class AgentLines: LineSource {
  private struct State {
    /// Whether the prompt waits for a line.
    var isReady = false
    /// Whether the lines so far are the beginning of a statement.
    var isIncomplete = false
    var hasEnded = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  let events: AsyncStream<LineEvent>
  var isInteractive: Bool { false }
  var isOfAgent: Bool { true }
  private let continuation: AsyncStream<LineEvent>.Continuation
  private let console: Console
  private let state = Locked(State())

  init(console: Console) {
    (events, continuation) = AsyncStream.makeStream(of: LineEvent.self)
    self.console = console
  }

  func read(prompt: String, isContinued: Bool) {
    resume {
      $0.isReady = true
      $0.isIncomplete = isContinued
    }
  }

  func write(_ text: String) { console.write(text) }

  func stop() {
    resume { $0.hasEnded = true }
    continuation.finish()
  }

  /// Whether the lines so far are the beginning of a statement.
  var isIncomplete: Bool { state.withLock { $0.isIncomplete } }
  /// Whether the prompt reads no further lines.
  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  /// Gives the prompt an event, and waits until it has performed it.
  func perform(_ event: LineEvent) async {
    await ready()
    if hasEnded { return }
    state.withLock { $0.isReady = false }
    continuation.yield(event)
    await ready()
  }

  /// Waits until the prompt asks for a line, or has ended.
  func ready() async {
    await withCheckedContinuation { waiter in
      let isOver = state.withLock { state in
        if state.isReady || state.hasEnded { return true }
        state.waiter = waiter
        return false
      }
      if isOver { waiter.resume() }
    }
  }

  private func resume(_ change: (inout State) -> Void) {
    let waiter = state.withLock { state in
      change(&state)
      return state.waiter.take()
    }
    waiter?.resume()
  }
}
