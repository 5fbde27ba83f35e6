import Dependencies

/// Compares two traces step by step.
struct TraceComparison {
  /// A trace that is read up to a step, and the state there.
  private struct Side {
    var trace: TraceReader
    var state: JSONValue
    /// The effects that have started.
    var effects: [Int: TraceRecord.Effect] = [:]

    init(_ trace: TraceReader) {
      self.trace = trace
      state = trace.header.state
    }

    var name: String { trace.name.printable }

    /// Reads up to the next step.
    mutating func next() throws -> Step? {
      while let (record, source) = try trace.next() {
        try record.apply(to: &state, source)
        switch record.content {
        case .action(let action):
          return Step(action.name, action.action.value, effects.text(of: action.origin), record, source)
        case .modified(let change):
          let name = ActionText(modification: change.name).path
          return Step(name, .null, "by \(effects.text(of: change.effect))", record, source)
        case .jump(let step, _):
          return Step("jump to step \(step)", .null, "by the user", record, source, isJump: true)
        case .started(let effect): effects[effect.effect] = effect
        case .finished, .cancelled, .call, .notified, .section, .end, .unknown: break
        }
      }
      return nil
    }

    /// Reads to the end, and returns the number of steps on the way.
    mutating func countOfRest() throws -> Int {
      var count = 0
      while let step = try next() { count += step.isJump ? 0 : 1 }
      return count
    }
  }

  /// What happened in a step.
  private struct Step {
    let name: String
    let action: JSONValue
    /// It is not compared, because the same effect may have another number in the other trace.
    let origin: String
    let place: String
    let time: Double
    /// Whether the step is a jump, which has no number.
    let isJump: Bool

    init(
      _ name: String,
      _ action: JSONValue,
      _ origin: String,
      _ record: TraceRecord,
      _ source: SourceText,
      isJump: Bool = false
    ) {
      (self.name, self.action, self.origin, self.isJump) = (name, action, origin, isJump)
      (place, time) = (source.reference(to: 0), record.time)
    }

    func isSame(as other: Self) -> Bool { name == other.name && action == other.action }
  }

  private var first: Side
  private var second: Side

  init(_ first: TraceReader, _ second: TraceReader) {
    self.first = Side(first)
    self.second = Side(second)
  }

  mutating func run(_ console: Console) throws -> ExitCode {
    for note in notes { console.write("note: \(note)\n") }
    guard first.state == second.state else {
      return part(console, "The sessions begin with other states:\n\(difference)")
    }
    var last: (number: Int, step: Step)?
    var count = 0
    while true {
      let (step, other) = (try first.next(), try second.next())
      guard let step, let other else {
        if step == nil, other == nil { break }
        let (longer, shorter) = step == nil ? (second.name, first.name) : (first.name, second.name)
        let next = step ?? other
        let rest = try first.countOfRest() + second.countOfRest() + (next?.isJump == true ? 0 : 1)
        return part(
          console,
          """
          \(same(last))
          \(shorter) ends there, and \(longer) goes on with \(rest.counting("step")):
          \(next.map { line($0) } ?? "")
          """
        )
      }
      if !step.isJump || !other.isJump { count += 1 }
      let title = step.isJump && other.isJump ? "The jump after step \(count)" : "Step \(count)"
      guard step.isSame(as: other) else {
        return part(
          console,
          """
          \(same(last))
          \(title) is another one:
          \(line(step))
          \(line(other))\(payloads(step, other))
          """
        )
      }
      guard first.state == second.state else {
        return part(
          console,
          """
          \(same(last))
          \(title) is the same, and leads to other states:
          \(line(step))
          \(line(other))
          \(first.name) → \(second.name):
          \(difference)
          """
        )
      }
      last = (count, step)
    }
    for side in [first, second] {
      if let note = side.trace.note { console.write("note: \(note)\n") }
    }
    console.write("Both sessions have \(count.counting("step")), with the same actions and states.\n")
    return .passed
  }

  private func part(_ console: Console, _ text: String) -> ExitCode {
    console.write(console.fitted(text + "\n"))
    return .failed
  }

  /// The differences between the sessions before their first steps.
  private var notes: [String] {
    var notes: [String] = []
    func compare(_ name: String, _ value: (TraceHeader) -> String) {
      let (old, new) = (value(first.trace.header), value(second.trace.header))
      if old != new { notes.append("\(name): \(old.printable) in \(first.name), \(new.printable) in \(second.name)") }
    }
    compare("the program") { "\($0.program) \($0.version)" }
    compare("the feature") { $0.feature }
    compare("values") { $0.isLive ? "live" : "mock" }
    return notes
  }

  private func same(_ last: (number: Int, step: Step)?) -> String {
    guard let last else { return "The sessions begin with the same state." }
    return "The sessions are the same up to step \(last.number), \(last.step.name.truncated(to: 80).printable)."
  }

  private func line(_ step: Step) -> String {
    "  \(step.place): \(step.name.printable) \(step.origin), at \(Duration.seconds(recorded: step.time).readable)"
  }

  /// The differences within the same action.
  private func payloads(_ step: Step, _ other: Step) -> String {
    guard step.name == other.name else { return "" }
    return "\n" + JSONDifference(from: step.action, to: other.action).text(indentation: 4)
  }

  private var difference: String { JSONDifference(from: first.state, to: second.state).text(indentation: 4) }
}
