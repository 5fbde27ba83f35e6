import Dependencies
import Store
import TestSupport

@testable import StoreInspection
@testable import StoreScript

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
