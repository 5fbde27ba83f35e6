import Dependencies
import Execution
import Foundation
import Store

/// A session that performs statements and commands line by line.
final class Prompt<Feature: Reducer & SendableMetatype> where Feature.State: Encodable, Feature.Action: Codable {
  private let program: String
  private var session: Session<Feature>
  /// The setup with which a saved script is played again to verify it; `nil` if the result would prove nothing.
  private let verification: FeatureSetup<Feature>?
  private let lines: any LineSource
  private var history: PromptHistory?
  private let console: Console
  private let transcript: Transcript
  private let interruption: PromptInterruption
  private var input: PromptInput
  private var status = ExitCode.passed
  private var statementCount = 0

  init(
    program: String,
    session: Session<Feature>,
    verification: FeatureSetup<Feature>?,
    lines: any LineSource,
    history: PromptHistory?,
    console: Console,
    interruption: PromptInterruption = PromptInterruption()
  ) {
    self.interruption = interruption
    self.program = program
    self.session = session
    self.verification = verification
    self.lines = lines
    self.history = history
    self.console = console
    transcript = Transcript(console: console)
    input = PromptInput(name: lines.isInteractive ? "<prompt>" : "<stdin>")
    input.timeZone = session.dependencies.timeZone
    session.echoesStatements = !lines.isInteractive
  }

  /// Reads lines and performs them until there are no more.
  ///
  /// - Returns: The worst status of the statements if the lines are piped. If a person types them, the session always
  ///   passes.
  func run(isolation: isolated StoreActor) async -> ExitCode {
    do throws(FileError) {
      try await session.begin()
    } catch {
      console.writeError(error.rendered(for: program))
      lines.stop()
      return error.status
    }
    let watches = session.watchSignals() + [watchInterruptions(trace: session.trace, ending: session.setup.ending)]
    defer { withExtendedLifetime(watches) {} }
    session.keepTimeline()
    if lines.isInteractive {
      let greeting = "`help` lists what can be typed, Tab completes, Ctrl-D leaves."
      for line in greeting.wrapped(to: console.columns() ?? .max) { console.write(line + "\n") }
    }
    noteHistoryProblem()
    await readLines(isolation: isolation)
    lines.stop()
    for await _ in lines.events {}
    await session.finishSaving()
    session.saving.warning(from: program).map(console.writeError)
    session.end(of: statementCount)
    if lines.isInteractive { status = .passed }
    if status == .passed, !session.saving.hasSavedAll { status = .failed }
    return session.endTrace(status)
  }

  private func watchInterruptions(trace: TraceRecorder?, ending: ProgramEnding?) -> SignalWatch {
    SignalWatch(SIGINT) { [interruption, lines] disposition in
      switch interruption.interrupt() {
      case .cancelled: return
      case .nothingRuns where lines.isInteractive: return lines.interrupt()
      case .nothingRuns where disposition.isIgnored, .notHeeded where disposition.isIgnored: return
      case .nothingRuns, .notHeeded:
        disposition.restore()
        trace?.end(signal: SIGINT)
        ending?.wait()
        disposition.obey()
      }
    }
  }

  private func readLines(isolation: isolated StoreActor) async {
    var events = lines.events.makeAsyncIterator()
    lines.read(prompt: prompt, isContinued: !input.pending.isEmpty)
    while let event = await events.next(isolation: isolation) {
      switch event {
      case .tab(let before):
        lines.complete(completer.complete(input.pending + before))
        continue
      case .end:
        _ = await perform(input.finish(variables: Set(session.variables.keys)), isolation: isolation)
        return
      case .unreadable(let error):
        console.writeError(FileError(.read, input.name, error).rendered(for: program))
        status = .noInput
        return
      case .interrupted:
        input.clear()
      case .invalidLine:
        _ = await perform(input.takeInvalidLine(), isolation: isolation)
      case .line(let text):
        guard await perform(text, isolation: isolation) else { return }
      }
      lines.read(prompt: prompt, isContinued: !input.pending.isEmpty)
    }
  }

  private var prompt: String {
    input.pending.isEmpty ? "\(program)> " : String(repeating: ".", count: program.displayWidth) + "> "
  }

  private func remember(_ text: String) {
    guard history != nil, text.contains(where: { !$0.isWhitespace }) else { return }
    let entry = PromptHistory.entry(of: text)
    lines.remember(entry)
    let hadProblem = history?.problem != nil
    history?.add(entry)
    if !hadProblem { noteHistoryProblem() }
  }

  private func noteHistoryProblem() {
    if let problem = history?.problem { console.writeError("\(program): \(problem)\n") }
  }

  // MARK: What is typed

  /// Performs a line, or the lines of a statement from the history.
  ///
  /// - Returns: Whether to continue.
  private func perform(_ text: String, isolation: isolated StoreActor) async -> Bool {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let whole = input.pending + line
      input.aliases = session.aliases
      let item = input.take(String(line), variables: Set(session.variables.keys))
      if case .incomplete = item { continue }
      remember(whole)
      guard await perform(item, isolation: isolation) else { return false }
      // The lines after a mistake are a part of the same statement.
      if case .mistake = item { break }
    }
    return true
  }

  /// - Returns: Whether to continue.
  private func perform(_ item: PromptInput.Item, isolation: isolated StoreActor) async -> Bool {
    switch item {
    case .nothing, .incomplete: break
    case .mistake(let errors): refuse(errors)
    case .statements(let script):
      await perform(script, isolation: isolation)
      return status != .interrupted
    case .command(.quit): return false
    case .command(let command): await perform(command, isolation: isolation)
    }
    return true
  }

  private func refuse(_ mistakes: ScriptErrors) {
    // A person sees the message and can type the line again, so only a mistake in piped input counts.
    if !lines.isInteractive { session.noteMistake() }
    fail(mistakes.rendered, .wrongInput)
  }

  private func fail(_ message: String, _ status: ExitCode) {
    console.writeError(message + "\n")
    // A mistake in the input takes precedence, because other failures may result from it.
    if self.status != .wrongInput { self.status = status }
  }

  private func perform(_ script: Script, isolation: isolated StoreActor) async {
    let (actions, errors) = session.check(script.statements)
    guard errors.isEmpty else { return refuse(ScriptErrors(errors: errors)) }
    if !script.warnings.isEmpty { console.writeError(script.renderedWarnings) }
    statementCount += script.statements.count
    // The user has seen the failures until now.
    if lines.isInteractive { session.saving.forgetFailures() }
    let start = session.checkpoint
    session.timeline?.begin(script.text, script.statements)
    var isDone = false
    var isInterrupted = false
    do {
      let work = Task { [session] in
        _ = isolation
        for (statement, action) in zip(script.statements, actions) {
          do {
            try await session.perform(statement, action: action)
          } catch let failure as StepFailure {
            throw PlacedFailure(failure: failure, source: statement.source)
          }
        }
      }
      interruption.begin { work.cancel() }
      defer { interruption.end() }
      try await work.value
      isDone = true
    } catch let error as PlacedFailure {
      fail(error.failure.diagnostic.rendered(in: error.source), error.failure.status)
    } catch {
      isInterrupted = true
      noteInterruption(at: script.source.reference(to: 0))
    }
    // A saved script does not contain failed statements, but it contains the time that they took. It does not contain
    // statements with which an agent only read something.
    let isRead = lines.isOfAgent && script.statements.allSatisfy(\.kind.onlyPrints)
    let replacement = isDone ? isRead ? "" : nil : SessionMoment.script(from: start.moment, to: session.moment)
    session.timeline?.end(
      session.checkpoint,
      replacement: replacement,
      isInterrupted: isInterrupted,
      isNew: script.statements.contains { $0.kind.movesOn }
    )
  }

  private func noteInterruption(at place: String) {
    if lines.isInteractive {
      // The user asked for it, so nothing has failed. The terminal has shown a `^C`.
      console.write("\n")
      transcript.note("interrupted")
    } else {
      console.writeError("\(place): interrupted\n")
      if !lines.isOfAgent { status = .interrupted }
    }
  }

  private func perform(_ command: PromptCommand, isolation: isolated StoreActor) async {
    switch command {
    case .quit: break
    case .steps: listSteps()
    case .effects:
      await session.mount()
      listEffects()
    case .help(let topic):
      guard let text = PromptHelp.text(on: topic) else {
        let known = Keyword.allCases.map(\.rawValue) + PromptCommand.Name.allCases.map(\.rawValue)
        let nearest = topic.flatMap { known.nearest(to: $0) }.map { ", did you mean `\($0)`?" } ?? ""
        return fail("there is no statement `\((topic ?? "").truncated(to: 60).printable)`\(nearest)", .wrongInput)
      }
      console.write(text + "\n")
    case .undo:
      guard let target = session.timeline?.undoTarget else { return fail("there is nothing to undo", .wrongInput) }
      let text = target.text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
      await jump(to: target.number, "undone: \(text.printable)", isolation: isolation)
    case .jump(let number): await jump(to: number, nil, isolation: isolation)
    case .save(let file, let replaces): await save(file, replaces: replaces, isolation: isolation)
    }
  }

  private func jump(to number: Int, _ note: String?, isolation: isolated StoreActor) async {
    let work = Task { [session] in
      _ = isolation
      guard let arrival = try await session.jump(to: number, isolation: isolation) else { return false }
      self.session = arrival.session
      tell(of: arrival, number, note)
      return true
    }
    interruption.begin { work.cancel() }
    defer { interruption.end() }
    do {
      if try await work.value { return }
      let count = session.timeline?.steps.count ?? 0
      fail(
        "there is no step \(number): \(count == 0 ? "nothing was sent yet" : "the last is \(count)")",
        .wrongInput
      )
    } catch {
      noteInterruption(at: input.name)
    }
  }

  private func tell(of arrival: Arrival<Feature>, _ number: Int, _ note: String?) {
    if let note { transcript.note(note) }
    let action = number == 0 ? "the start" : "step \(number), \(session.timeline?.steps[number - 1].action.path ?? "")"
    transcript.note("the state is that \(number == 0 ? "of" : "after") \(action)")
    for effect in arrival.running { transcript.note("\(effect) runs again") }
    for effect in arrival.lost { transcript.note("\(effect) ran then, and no longer runs") }
    if session.timeline?.performedEntries.last?.repetition == .steps {
      transcript.note("this step is inside of a statement: the statement's effects do not run")
    }
    if arrival.isOther {
      transcript.note("mock clients may remember something else: played again, the session led to another state")
    }
  }

  private func listSteps() {
    guard let timeline = session.timeline, !timeline.steps.isEmpty else {
      return transcript.note("nothing was sent yet")
    }
    let width = "\(timeline.steps.count)".count
    func mark(_ number: Int) -> String {
      let digits = "\(number)"
      return (timeline.position == number ? "> " : "  ") + String(repeating: " ", count: width - digits.count) + digits
    }
    var text = "\(mark(0))  the start\n"
    for (index, step) in timeline.steps.enumerated() {
      let line = "\(mark(index + 1))  \(step.action.description) \(step.origin)".printable
      text += (index >= timeline.position ? console.styled(line, .dim) : line) + "\n"
    }
    console.write(console.fitted(text))
  }

  private func listEffects() {
    let effects = session.runningEffects
    if effects.isEmpty { transcript.note("no effect runs") }
    for effect in effects { console.write(console.fitted("  \(effect.printable)\n")) }
  }

  // MARK: Saving

  private func save(_ file: String, replaces: Bool, isolation: isolated StoreActor) async {
    let statements = session.timeline?.script ?? []
    let text = statements.map { $0 + "\n" }.joined()
    guard replaces || !FileManager.default.fileExists(atPath: file) else {
      return fail("\(file.printable) is there already: `save --force \(file.printable)` replaces it", .wrongInput)
    }
    guard !lines.isOfAgent || file != "-" else { return fail("`save` needs the path of a file", .wrongInput) }
    if let trace = session.setup.trace?.path, TraceWriter.isSameFile(file, trace) {
      return fail("\(FileError(.write, file, reason: "it is the file that the session is recorded to"))", .noOutput)
    }
    do throws(FileError) {
      try OutputFile.write(text, to: file)
    } catch {
      return fail("cannot write \(error.name.printable): \(error.reason)", .noOutput)
    }
    transcript.note("\(statements.count.counting("statement")) written to \(file.printable)")
    await verify(text, name: file)
  }

  /// Plays the saved script, and prints a note if it ends in another state.
  private func verify(_ text: String, name: String) async {
    guard let verification else {
      return transcript.note("this ran on live values: `run --live` plays it, and the answers may differ then")
    }
    let work = Task { try await ScriptPlayer.finalState(of: SourceText(name: name, text: text), verification) }
    interruption.begin { work.cancel() }
    defer { interruption.end() }
    do {
      let (saved, state) = try await (work.value, session.reader().state)
      if saved == state { return }
      let isInTheMiddle = session.timeline?.performedEntries.contains { $0.repetition == .steps } == true
      let reason =
        isInTheMiddle ? "going back has led into the middle of a statement" : "more than the clock has answered"
      transcript.note("played again, it ends in another state than this one: \(reason)")
      for line in JSONDifference(from: state, to: saved).lines.prefix(20) { transcript.note("  \(line.text)") }
    } catch is CancellationError {
      transcript.note("it was not played again up to its end")
    } catch let errors as ScriptErrors {
      fail("it cannot be played again:\n" + errors.rendered, .wrongInput)
    } catch {
      transcript.note("it cannot be played again: \((error as? StepFailure)?.diagnostic.message ?? "\(error)")")
    }
  }

  // MARK: Completion

  private var completer: Completer {
    var completer = Completer()
    completer.keywords = Keyword.allCases.map(\.rawValue) + PromptCommand.Name.allCases.map(\.rawValue)
    completer.shape = { TypeProbe.shape(of: Feature.Action.self, at: $0) }
    if let reader = try? session.reader() { (completer.state, completer.stackIDs) = (reader.state, reader.stackIDs) }
    completer.variables = session.variables
    completer.aliases = session.aliases
    completer.words = { [session] verb in session.draw()?.words(for: verb) ?? [] }
    completer.endpoints = Dictionary(session.setup.endpoints.map { ($0.name, $0.parameters) }) { first, _ in first }
    completer.steps = 0..<(session.timeline?.steps.count ?? 0) + 1
    completer.files = FileNames.beginning(with:)
    return completer
  }
}

/// A failure with the source of its statement, which may be an included file.
private struct PlacedFailure: Error {
  let failure: StepFailure
  let source: SourceText
}
