import Foundation
import Store

/// Describes why a session can't be repeated with the same outcome.
struct RehearsalReport {
  private(set) var problems: [TestGenerationFailure.Problem] = []
  private let endpoints: [RecordedEndpoint]

  init<R: Reducer>(_ rehearsal: Rehearsal<R>, endpoints: [RecordedEndpoint]) {
    self.endpoints = endpoints
    for failure in rehearsal.calls.failures { add(failure) }
    for issue in rehearsal.issues { add(issue) }
    // A call with other arguments is the cause of the other problems, so it comes before them.
    if !rehearsal.problems.isEmpty { addCalls(rehearsal.calls) }
    for problem in rehearsal.problems { add(problem) }
    if problems.isEmpty { add("it can't be run again with the same outcome") }
  }

  private mutating func add(_ text: String, _ notes: String...) {
    problems.append(TestGenerationFailure.Problem(text: text, notes: notes))
  }

  /// Adds values that were others than recorded.
  private mutating func add(_ text: String, _ lines: [JSONDifference.Line]) {
    add(text, lines.map(\.marked).joined(separator: "; "), Self.advice(lines))
  }

  private mutating func add(_ issue: ReportedIssue) {
    let line = issue.message.split(separator: "\n").first.map(String.init) ?? issue.message
    let text = "\(line.truncated(to: 200)) (\(issue.fileID):\(issue.line))"
    // The same mistake may have been made in many steps.
    guard !problems.contains(where: { $0.text == text }) else { return }
    if ["@Dependency(", "Unimplemented: "].contains(where: line.hasPrefix) {
      add(
        text,
        "a test has no such value: list the endpoint in the `recordedEndpoints` of the command line, and record again",
        "one that is not `async throws` can't be listed: give the client a test value that a test may call"
      )
    } else {
      add(text, "a test fails with every issue that is reported: record a session without what caused this one")
    }
  }

  private mutating func addCalls(_ calls: RehearsedCalls) {
    for call in calls.made where call.recorded == nil {
      // The remaining call with the fewest differences is probably the one that the effect made.
      let differences = calls.remaining.filter { $0.endpoint == call.endpoint }
        .map { JSONDifference(from: .array($0.arguments), to: .array(call.json)).lines }
      guard let lines = differences.min(by: { $0.count < $1.count }), !lines.isEmpty else { continue }
      add("\(call.endpoint) was called with other arguments than were recorded:", lines)
    }
  }

  private mutating func add(_ problem: RehearsalProblem) {
    switch problem {
    case .undecodable(let step, let name):
      add("step \(step), `\(name)`: the action can't be read; perhaps the feature has changed since, or it is redacted")
    case .runaway(let step):
      add(
        "after step \(step): actions come without end when the session is run again",
        "perhaps an effect waits for a date to pass: have it sleep on the clock for as long, and no shorter"
      )
    case .changedFromOutside(let step, let name, let lines):
      add(
        "step \(step), `\(name)`: this action of the feature around it has changed the feature's state:",
        lines.map(\.marked).joined(separator: "; "),
        "a test of the feature alone can't do that: leave out `--feature`, or take a session without it"
      )
    case .otherAction(let step, let name, let lines):
      add("step \(step), `\(name)`: a value of this action is another one when the session is run again:", lines)
    case .missingAction(let step, let name):
      add(
        "step \(step), `\(name)`: this action does not come when the session is run again",
        "it came of something that is not recorded: list the endpoint that its effect calls in `recordedEndpoints`"
      )
    case .surplusAction(let step, let action):
      add(
        "after step \(step): \(action) comes when the session is run again, but was not recorded",
        "the order of what happened depended on real time, or on something that is not recorded"
      )
    case .otherState(let step, let name, let lines):
      add("after step \(step), `\(name)`: the state is another one when the session is run again:", lines)
    }
  }

  /// How to make the differing value repeatable. The kind of the value is recognized by its form, which must occur
  /// twice in the line: before and after the change.
  private static func advice(_ lines: [JSONDifference.Line]) -> String {
    let what =
      if lines.contains(where: { $0.text.matches(of: #/[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-/#).count == 2 }) {
        ("makes a UUID by itself", #"@Dependency(\.uuid)"#)
      } else if lines.contains(where: { $0.text.matches(of: #/[0-9]{4}-[0-9]{2}-[0-9]{2}T/#).count == 2 }) {
        ("makes a date by itself", #"@Dependency(\.date)"#)
      } else {
        (
          "makes a random number by itself, or uses something else that is not a dependency",
          #"@Dependency(\.withRandomNumberGenerator)"#
        )
      }
    return "perhaps the feature \(what.0): have it ask \(what.1)"
  }
}

extension JSONDifference.Line {
  fileprivate var marked: String { mark == .changed ? text : "\(mark.rawValue) \(text)" }
}
