import StoreTrace

/// The steps of a session with the state after each of them, and the inputs that made them. A session can go back to a
/// step, and forward again until something new happens.
package struct Timeline<State> {
  /// An action that was reduced.
  package struct Step {
    package let action: ActionText
    /// The origin of the action.
    package let origin: String
    /// Whether an effect or a reducer sent it, so that it can be awaited.
    let isReceived: Bool
    let state: State
    let moment: SessionMoment
    /// The number of the step in the trace, where numbers continue to count after steps are undone.
    let traceStep: Int
  }

  /// An input that was performed.
  package struct Entry {
    let text: String
    let statements: [Statement]
    /// The steps that the input made.
    package let steps: Range<Int>
    /// The state after the input.
    let state: State
    let checkpoint: SessionCheckpoint
    /// The text that has the same effect in a script, if it differs from the input; empty if none exists or is needed.
    var replacement: String?
    package fileprivate(set) var repetition = Repetition.statements
  }

  /// The ways to repeat an input.
  package enum Repetition: Equatable {
    /// Performs its statements.
    case statements
    /// Only advances the clock, for the first part of the input. Effects continue.
    case time(Duration)
    /// Performs its statements until its first steps have been made, and then cancels effects.
    case steps
  }

  package private(set) var steps: [Step] = []
  /// The number of the step at which the session is; 0 is the start.
  package private(set) var position = 0
  private let start: (state: State, checkpoint: SessionCheckpoint)
  private var entries: [Entry] = []
  /// The number of entries that led to the current position.
  private var entryCount = 0
  /// The part of the next entry that led to the current position, after a jump into the middle of that entry.
  private var part: Entry?
  /// The input that is being performed.
  private var current: (text: String, statements: [Statement], firstStep: Int)?

  init(state: State, checkpoint: SessionCheckpoint) {
    start = (state, checkpoint)
  }

  // MARK: Recording

  /// Notes that an input is about to be performed.
  package mutating func begin(_ text: String, _ statements: [Statement] = []) {
    current = (text, statements, position)
  }

  /// Adds a step. Steps after the current position are forgotten.
  mutating func append(_ step: Step) {
    forgetLater()
    steps.append(step)
    position += 1
  }

  /// Notes that the input was performed.
  ///
  /// - Parameters:
  ///   - replacement: The text with the same effect in a script, if the input has another one; empty if there is none
  ///     or none is needed.
  ///   - isInterrupted: Whether the input was interrupted, which can't be repeated.
  ///   - isNew: Whether later inputs may depend on this one, even if it made no steps.
  package mutating func end(
    _ checkpoint: SessionCheckpoint,
    replacement: String? = nil,
    isInterrupted: Bool = false,
    isNew: Bool
  ) {
    guard let (text, statements, firstStep) = current else { return }
    current = nil
    // If the session is in the middle of an entry, an input that only reads the state does not cut the entry there.
    if part != nil, !isNew { return }
    if isNew { forgetLater() }
    if let part { entries.insert(part, at: entryCount) }
    entryCount += part == nil ? 0 : 1
    part = nil
    let steps = min(firstStep, position)..<position
    var entry = Entry(
      text: text,
      statements: statements,
      steps: steps,
      state: state(after: position),
      checkpoint: checkpoint,
      replacement: replacement
    )
    if isInterrupted {
      let start = entryCount == 0 ? self.start.checkpoint : entries[entryCount - 1].checkpoint
      entry.repetition = .time(SessionMoment.time(from: start.moment, to: checkpoint.moment))
    }
    entries.insert(entry, at: entryCount)
    entryCount += 1
  }

  private mutating func forgetLater() {
    if steps.count > position { steps.removeSubrange(position...) }
    if entries.count > entryCount { entries.removeSubrange(entryCount...) }
  }

  private func state(after number: Int) -> State { number == 0 ? start.state : steps[number - 1].state }

  /// Whether an input is being performed.
  var isPerforming: Bool { current != nil }

  // MARK: Travelling

  /// The number of the step before the last input that made steps, and the text of that input; `nil` if there is none.
  package var undoTarget: (number: Int, text: String)? {
    let entry = part ?? entries[..<entryCount].last { !$0.steps.isEmpty }
    // Steps that effects have made since then are undone, too.
    return entry.map { ($0.steps.lowerBound, $0.text) } ?? (position > 0 ? (0, "what has happened") : nil)
  }

  /// The number of the current step in the trace.
  var traceStep: Int { position == 0 ? 0 : steps[position - 1].traceStep }

  /// Moves to the end of a step.
  ///
  /// - Returns: The state after the step, and the other values that are needed there; `nil` if there is no such step.
  mutating func jump(to number: Int) -> (state: State, checkpoint: SessionCheckpoint)? {
    guard number == 0 || steps.indices.contains(number - 1) else { return nil }
    position = number
    part = nil
    entryCount = entries.prefix { $0.steps.upperBound <= number }.count
    let last = entryCount == 0 ? nil : entries[entryCount - 1]
    let state = state(after: number)
    guard number > 0 else { return (state, last?.checkpoint ?? start.checkpoint) }
    if let last, last.steps.upperBound == number { return (state, last.checkpoint) }
    // The position may be in the middle of a statement, or after later steps of effects.
    let before = last?.checkpoint ?? start.checkpoint
    var checkpoint = before
    checkpoint.moment = steps[number - 1].moment
    checkpoint.received += steps[(last?.steps.upperBound ?? 0)..<number].lazy.filter(\.isReceived).map(\.action)
    if entryCount < entries.count, entries[entryCount].steps.lowerBound < number {
      let entry = entries[entryCount]
      let time = SessionMoment.time(from: before.moment, to: checkpoint.moment)
      part = Entry(
        text: entry.text,
        statements: entry.statements,
        steps: entry.steps.lowerBound..<number,
        state: state,
        checkpoint: checkpoint,
        replacement: SessionMoment.script(from: before.moment, to: checkpoint.moment),
        repetition: time > .zero ? .time(time) : .steps
      )
    }
    return (state, checkpoint)
  }

  // MARK: Repeating

  /// The inputs that led to the current position.
  package var performedEntries: [Entry] { entries[..<entryCount] + (part.map { [$0] } ?? []) }

  /// If only a part of the last input is kept, ends it after its steps instead of at their time.
  ///
  /// - Returns: Whether that makes a difference.
  mutating func endPartAfterItsSteps() -> Bool {
    guard part != nil, part?.repetition != .steps else { return false }
    part?.repetition = .steps
    return true
  }

  // MARK: Saving

  /// The statements that led to the current position.
  package var script: [String] {
    performedEntries.map { $0.replacement ?? $0.text }.filter { !$0.isEmpty }
  }
}

/// The values besides the state that change as a session continues.
package struct SessionMoment: Sendable {
  /// The time of the virtual clock; `nil` in real time.
  var time: Duration?
  var counters = MockCounters().values
  var overrides = SessionOverrides.Values()
  var answers: [ScriptedAnswer] = []
  /// The names of the running effects.
  var effects: [String] = []

  /// The statements that bring a script from one moment to another; empty if no virtual time has passed.
  package static func script(from start: SessionMoment, to end: SessionMoment) -> String {
    let time = time(from: start, to: end)
    return time > .zero ? "advance " + time.scriptDescription.replacing(" ", with: "\nadvance ") : ""
  }

  /// The virtual time that has passed.
  static func time(from start: SessionMoment, to end: SessionMoment) -> Duration {
    guard let start = start.time, let end = end.time, start < end else { return .zero }
    return end - start
  }
}

/// The values besides the state that are needed to go back to a point between two statements.
package struct SessionCheckpoint {
  package var moment: SessionMoment
  var variables: [String: JSONValue]
  /// The actions that can still be awaited.
  var received: [ActionText]
}
