/// The steps of a session with the state after each, and what was typed to make them. One can go back to a step, and
/// forward again until something new happens.
struct Timeline<State> {
  /// An action that was reduced.
  struct Step {
    let action: ActionText
    /// Where it came from.
    let origin: String
    /// Whether an effect or a reducer sent it, so that it can be awaited.
    let isReceived: Bool
    let state: State
    let moment: SessionMoment
    /// Its number in the recording, which goes on counting when steps are undone.
    let traceStep: Int
  }

  /// What was typed, and done.
  private struct Entry {
    let text: String
    let statements: [Statement]
    /// How many steps there were before and after it.
    let steps: Range<Int>
    let checkpoint: SessionCheckpoint
    /// What does the same in a script, if the text does not. Empty if nothing does, or needs to.
    var replacement: String?
    var repetition = Repetition.statements
  }

  /// How what was typed is done once more.
  enum Repetition: Equatable {
    /// As it was.
    case statements
    /// Only its first part, by moving the clock: the effects go on.
    case time(Duration)
    /// Only its first steps: the effects are cancelled then.
    case steps
  }

  /// What has led to where the session is, one thing that was typed.
  struct Passage {
    let statements: [Statement]
    let repetition: Repetition
    let stepCount: Int
    /// The state after it.
    let state: State
    let checkpoint: SessionCheckpoint
  }

  private(set) var steps: [Step] = []
  /// The number of the step after which the session is; 0 is the start.
  private(set) var position = 0
  private let start: (state: State, checkpoint: SessionCheckpoint)
  private var entries: [Entry] = []
  /// How many of them have led to where the session is.
  private var entryCount = 0
  /// The part of the next entry that a jump into its middle keeps.
  private var part: Entry?
  /// What is being done.
  private var current: (text: String, statements: [Statement], firstStep: Int)?

  init(state: State, checkpoint: SessionCheckpoint) {
    start = (state, checkpoint)
  }

  // MARK: Recording

  /// Something is about to be done.
  mutating func begin(_ text: String, _ statements: [Statement] = []) {
    current = (text, statements, position)
  }

  /// Something has happened: what was ahead no longer is.
  mutating func append(_ step: Step) {
    forgetLater()
    steps.append(step)
    position += 1
  }

  /// It was done.
  ///
  /// - Parameters:
  ///   - replacement: What does the same in a script, if the text does not; empty if nothing does, or needs to.
  ///   - isInterrupted: Whether it was ended from outside, which can't be done once more.
  ///   - isNew: Whether it changes what comes after it, even if it made no steps.
  mutating func end(
    _ checkpoint: SessionCheckpoint,
    replacement: String? = nil,
    isInterrupted: Bool = false,
    isNew: Bool
  ) {
    guard let (text, statements, firstStep) = current else { return }
    current = nil
    // What only looks at the middle of a statement leaves the statement whole.
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

  // MARK: Travelling

  /// The number of the step before what was done last that made any, and what that was; `nil` if nothing was.
  var undoTarget: (number: Int, text: String)? {
    let entry = part ?? entries[..<entryCount].last { !$0.steps.isEmpty }
    // What has come by itself since then is undone with it.
    return entry.map { ($0.steps.lowerBound, $0.text) } ?? (position > 0 ? (0, "what has happened") : nil)
  }

  /// The number of the present step in the recording.
  var traceStep: Int { position == 0 ? 0 : steps[position - 1].traceStep }

  /// Goes to the end of a step.
  ///
  /// - Returns: The state there, and what else it takes; `nil` if there is no such step.
  mutating func jump(to number: Int) -> (state: State, checkpoint: SessionCheckpoint)? {
    guard number == 0 || steps.indices.contains(number - 1) else { return nil }
    position = number
    part = nil
    entryCount = entries.prefix { $0.steps.upperBound <= number }.count
    let last = entryCount == 0 ? nil : entries[entryCount - 1]
    guard number > 0 else { return (start.state, last?.checkpoint ?? start.checkpoint) }
    let state = steps[number - 1].state
    if let last, last.steps.upperBound == number { return (state, last.checkpoint) }
    // In the middle of a statement, or after what came by itself.
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
        checkpoint: checkpoint,
        replacement: SessionMoment.script(from: before.moment, to: checkpoint.moment),
        repetition: time > .zero ? .time(time) : .steps
      )
    }
    return (state, checkpoint)
  }

  // MARK: Doing it once more

  /// What has led to where the session is.
  var passages: [Passage] {
    done.map { entry in
      Passage(
        statements: entry.statements,
        repetition: entry.repetition,
        stepCount: entry.steps.count,
        state: entry.steps.upperBound == 0 ? start.state : steps[entry.steps.upperBound - 1].state,
        checkpoint: entry.checkpoint
      )
    }
  }

  /// Has the last thing that was typed, of which only a part is kept, end after its steps instead of at their time.
  ///
  /// - Returns: Whether that makes a difference.
  mutating func endPartAfterItsSteps() -> Bool {
    guard part != nil, part?.repetition != .steps else { return false }
    part?.repetition = .steps
    return true
  }

  /// What was typed that has led to where the session is.
  private var done: [Entry] { entries[..<entryCount] + (part.map { [$0] } ?? []) }

  // MARK: Saving

  /// The statements that have led to where the session is.
  var script: [String] {
    done.map { $0.replacement ?? $0.text }.filter { !$0.isEmpty }
  }
}

/// What moves on with a session besides its state.
struct SessionMoment: Sendable {
  /// What the virtual clock shows; `nil` in real time.
  var time: Duration?
  var counters = MockCounters().values
  var overrides = SessionOverrides.Values()
  /// The effects that run.
  var effects: [String] = []

  /// What in a script goes from one moment to another; empty if nothing does, or needs to.
  static func script(from start: SessionMoment, to end: SessionMoment) -> String {
    let time = time(from: start, to: end)
    return time > .zero ? "advance " + time.scriptDescription.replacing(" ", with: "\nadvance ") : ""
  }

  /// The virtual time that has passed.
  static func time(from start: SessionMoment, to end: SessionMoment) -> Duration {
    guard let start = start.time, let end = end.time, start < end else { return .zero }
    return end - start
  }
}

/// What going back to a point between two statements takes besides the state.
struct SessionCheckpoint {
  var moment: SessionMoment
  var variables: [String: JSONValue]
  /// The actions that can still be awaited.
  var received: [ActionText]
}
