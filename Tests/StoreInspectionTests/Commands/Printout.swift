import Dependencies
import Store
import TestSupport
import Testing

@testable import StoreInspection
@testable import StoreScript
@testable import StoreTrace

/// The output of a run.
final class Printout: Sendable {
  private let texts = Locked((output: "", errors: ""))
  /// Called with each text that is printed.
  private let onText: @Sendable (String) -> Void

  init(onText: @escaping @Sendable (String) -> Void = { _ in }) {
    self.onText = onText
  }

  var output: String { texts.withLock { $0.output } }
  var errors: String { texts.withLock { $0.errors } }

  func console(isColored: Bool = false) -> Console {
    Console(isColored: isColored) { text in
      self.texts.withLock { $0.output += text }
      self.onText(text)
    } writeError: { text in
      self.texts.withLock { $0.errors += text }
    }
  }
}

extension StoreCommandLine {
  /// Performs a command in this process.
  func play(_ arguments: [String]) async -> Run {
    let printout = Printout()
    let status = await run(arguments, console: printout.console())
    return Run(status: status.rawValue, output: printout.output, errors: printout.errors)
  }
}

extension StoreCommandLine where Feature.State: Encodable, Feature.Action: Codable {
  /// Makes a program that is named after its feature. Unless told otherwise, it records sessions and makes tests of
  /// them.
  init(
    of reducer: @autoclosure @escaping @Sendable () -> Feature,
    _ state: @autoclosure @escaping @Sendable () -> Feature.State,
    commands: [StoreCommand<Feature>] = [.run, .generateTest]
  ) {
    self.init("\(Feature.self)", commands: commands, initialState: state, reducer: reducer)
  }
}

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
