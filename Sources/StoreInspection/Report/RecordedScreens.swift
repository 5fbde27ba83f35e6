import Dependencies
import Foundation
import Store

/// The screens of a recorded session: what a person saw after each step.
///
/// A trace has no screens. They are drawn from the states of a replay.
struct RecordedScreens {
  /// The columns of a screen.
  private static let width = 80

  /// The different lines, with their styles.
  private var lines: [Line] = []
  private var numbers: [Line: Int] = [:]
  /// The steps that have changed the screen, with the numbers of its lines.
  private var screens: [(step: Int, lines: [Int])] = []
  /// The first step whose screen is not known, and a sentence with the reason; `nil` if all screens are known.
  private var end: (step: Int, note: String)?
  /// The texts that are redacted in the trace.
  private var secrets = RedactedTexts()

  private struct Line: Hashable {
    let text: String
    let style: ScreenStyle
  }

  /// Adds the screen after a step.
  mutating func add<Action>(_ screen: Screen<Action>, step: Int) {
    let drawn = screen.lines.map { line in
      number(Line(text: secrets.hidden(in: line.trimmed), style: line.style))
    }
    if screens.last?.lines != drawn { screens.append((step, drawn)) }
  }

  /// Notes the texts that a state has under redacted names, to hide them in screens.
  mutating func hide(_ state: some Encodable, _ redaction: Redaction) {
    if let state = try? JSONValueEncoder().encode(state) { secrets.insert(from: state, redaction) }
  }

  private mutating func number(_ line: Line) -> Int {
    if let number = numbers[line] { return number }
    numbers[line] = lines.count
    lines.append(line)
    return lines.count - 1
  }

  var json: JSONValue {
    .object([
      .init(name: "lines", value: .array(lines.map { .array([.string($0.text), .string("\($0.style)")]) })),
      .init(
        name: "steps",
        value: .array(screens.map { .array([.integer(Int64($0.step)), .array($0.lines.map { .integer(Int64($0)) })]) })
      ),
      .init(name: "end", value: end.map { .integer(Int64($0.step)) } ?? .null),
      .init(name: "note", value: end.map { .string($0.note) } ?? .null),
    ])
  }
}

extension RecordedScreens {
  /// Draws the screens of a trace.
  ///
  /// - Returns: `nil` if the program has no screen, or if the trace is of another one.
  init?<Feature>(of trace: TraceReader, _ program: StoreCommandLine<Feature>)
  where Feature.State: Encodable, Feature.Action: Codable {
    guard let screen = program.screen else { return nil }
    let replay = Replay(program: program, options: ReplayOptions(file: ""), console: .silent)
    guard (try? replay.check(trace)) != nil else { return nil }
    var screens = Self()
    var lastStep = 0
    var problem: (step: Int, text: String)?
    do {
      let status = try replay.run(trace) { step, state, dependencies in
        if step == 0 { screens.hide(state, trace.header.redaction) }
        lastStep = step
        let context = ScreenContext(width: Self.width, dependencies)
        screens.add(screen(ObservedState(state), context), step: step)
      }
      if status != .passed { problem = (lastStep, "step \(lastStep) does not reach the state that was recorded") }
    } catch {
      let text = (error as? TraceError)?.rendered.split(separator: "\n").first.map(String.init) ?? "\(error)"
      problem = (lastStep + 1, text)
    }
    screens.end = problem.map { step, text in
      (step, "No screen is known from here on: \(text). The feature may have changed since the recording.")
    }
    self = screens
  }
}
