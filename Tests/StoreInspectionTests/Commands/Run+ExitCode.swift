import TestSupport
import Testing

@testable import StoreTrace

extension Run {
  /// Expects a status, and what is given of the output and the errors.
  func expect(
    _ code: ExitCode,
    output: String? = nil,
    errors: String? = nil,
    _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expect(code.rawValue, output: output, errors: errors, comment, sourceLocation: sourceLocation)
  }
}
