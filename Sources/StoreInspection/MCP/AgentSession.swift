import Dependencies
import Execution
import Store
import StoreWeb

/// A session that an agent drives: a prompt whose lines the agent's calls write.
final class AgentSession: Sendable {
  let name: String
  /// The path of the trace that the session is recorded in.
  let trace: String
  private let lines: AgentLines
  /// What the prompt has printed.
  private let output = PrintedText()
  private let interruption = PromptInterruption()
  private let task: Task<ExitCode, Never>

  /// Begins a session.
  init<Feature>(
    _ name: String,
    of program: StoreCommandLine<Feature>,
    _ options: SessionOptions,
    trace: String
  ) throws where Feature.State: Encodable, Feature.Action: Codable {
    self.name = name
    self.trace = trace
    let console = output.console
    let lines = AgentLines(console: console)
    self.lines = lines
    var options = options
    options.trace = trace
    let setup = try program.setup(for: options)
    let isLive = options.isLive
    task = Task { [interruption] in
      await program.prompt(
        setup,
        isLive: isLive,
        lines,
        console: console,
        interruption: interruption,
        isolation: StoreActor.forSession()
      )
    }
  }

  /// Whether the session performs no further statements.
  var hasEnded: Bool { lines.hasEnded }

  /// Waits until the session has begun.
  func begin() async -> MCPAnswer {
    await lines.ready()
    return answer()
  }

  /// Performs lines of a script or commands of the prompt, up to the first that fails.
  ///
  /// - Parameter limit: The time after which the statement that runs is cancelled.
  func perform(_ script: String, within limit: Duration) async -> MCPAnswer {
    guard !lines.hasEnded else {
      return MCPAnswer("The session \"\(name)\" has ended: begin another one.", isError: true)
    }
    let isLate = Locked(false)
    let timer = Task {
      try await Task.sleep(for: limit)
      isLate.withLock { $0 = true }
      try await interrupt()
    }
    let cancellation = Locked<Task<Void, any Error>?>(nil)
    defer {
      timer.cancel()
      cancellation.withLock { $0 }?.cancel()
    }
    return await withTaskCancellationHandler {
      var rest = script.split(separator: "\n", omittingEmptySubsequences: false)[...]
      while !output.hasFailed, !lines.hasEnded, !Task.isCancelled, let line = rest.popFirst() {
        await lines.perform(.line(String(line)))
      }
      if lines.isIncomplete, !output.hasFailed {
        await lines.perform(.interrupted)
        return MCPAnswer(answer().text + "The last statement is not complete: a bracket is not closed.", isError: true)
      }
      var answer = answer()
      let count = rest.count { $0.contains { !$0.isWhitespace } }
      if isLate.withLock({ $0 }), answer.isError {
        answer.text += "The time was up after \(limit.readable): what ran then was cancelled.\n"
      }
      if lines.hasEnded { answer.text += "The session has ended.\n" }
      if answer.isError, count > 0 {
        answer.text += "The \(count == 1 ? "line" : "\(count) lines") after that did not run.\n"
      }
      return answer
    } onCancel: {
      cancellation.withLock { $0 = Task { try await interrupt() } }
    }
  }

  /// Cancels the running statement again and again until the task is cancelled: the statement may not have begun yet,
  /// or may ignore the first time.
  private func interrupt() async throws {
    while true {
      _ = interruption.interrupt()
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  /// Ends the session, and waits for effects that save something.
  func end() async -> MCPAnswer {
    if !lines.hasEnded { await lines.perform(.end) }
    _ = await task.value
    return answer()
  }

  private func answer() -> MCPAnswer {
    let (text, hasFailed) = output.take()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return MCPAnswer(
      lines.map { String($0).cut(to: 500, sayingRest: true) }.joined(separator: "\n"),
      isError: hasFailed
    )
  }
}
