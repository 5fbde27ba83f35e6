import Store
import StoreTrace

extension Session {
  /// Compares the value at a path with an expected value.
  func expect(_ path: ValuePath, _ comparison: Statement.Comparison, _ expected: JSONNode) throws {
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

/// Thrown when a statement can't be performed, or when the feature does not do what the statement expects.
package struct StepFailure: Error {
  package let diagnostic: Diagnostic
  package let status: ExitCode

  init(_ diagnostic: Diagnostic, _ status: ExitCode) {
    self.diagnostic = diagnostic
    self.status = status
  }
}

extension JSONValue {
  /// The value on as many lines as it needs, up to a limit.
  fileprivate var excerpt: String {
    let lines = pretty(width: 80).split(separator: "\n").map { String($0).truncated(to: 400) }
    let limit = 40
    let shown = lines.prefix(limit).joined(separator: "\n            ")
    return lines.count > limit ? shown + "\n            … \(lines.count - limit) more lines" : shown
  }
}
