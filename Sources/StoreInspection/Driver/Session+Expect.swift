import Store

extension Session {
  /// Compares what is at a path.
  func expect(_ path: ScriptPath, _ comparison: Statement.Comparison, _ expected: JSONNode) throws {
    let range = path.range.lowerBound..<expected.range.upperBound
    let reader = try reader()
    let actual: JSONValue
    do throws(Diagnostic) {
      actual = try reader.value(at: path)
    } catch {
      transcript.result("\(path) is not there", isRight: false)
      throw StepFailure(error, .failed)
    }
    let verdict = comparison.compare(actual, expected)
    transcript.result("\(path) is \(actual)", isRight: verdict.isRight)
    guard !verdict.isRight else { return }
    let text =
      switch expected.content {
      case .scalar(.string(let pattern)) where comparison == .matches: "/\(pattern.printable)/"
      case .enumCase: expected.description.truncated(to: 400)
      default: expected.value(like: actual).excerpt
      }
    throw StepFailure(
      Diagnostic(
        range,
        "expectation failed",
        notes: "expected: \(comparison.expectation)\(text)",
        "actual:   \(actual.excerpt)",
        verdict.note
      ),
      .failed
    )
  }
}

/// A statement that could not be carried out, or showed that the feature does something else than was expected.
struct StepFailure: Error {
  let diagnostic: Diagnostic
  let status: ExitCode

  init(_ diagnostic: Diagnostic, _ status: ExitCode) {
    self.diagnostic = diagnostic
    self.status = status
  }
}

extension JSONValue {
  /// The value over as many lines as it needs, up to a limit.
  fileprivate var excerpt: String {
    let lines = pretty(width: 80).split(separator: "\n").map { String($0).truncated(to: 400) }
    let limit = 40
    let shown = lines.prefix(limit).joined(separator: "\n            ")
    return lines.count > limit ? shown + "\n            … \(lines.count - limit) more lines" : shown
  }
}
