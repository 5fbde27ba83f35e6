import Foundation
import Store
import TestSupport
import Testing

@testable import StoreInspection

final class Printout: Sendable {
  private let texts = Locked((output: "", errors: ""))
  private let onText: @Sendable (String) -> Void

  init(onText: @escaping @Sendable (String) -> Void = { _ in }) { self.onText = onText }

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
  func play(_ arguments: [String]) async -> Run {
    let printout = Printout()
    let status = await run(arguments, console: printout.console())
    return Run(status: status.rawValue, output: printout.output, errors: printout.errors)
  }

  /// Runs a script, with the files that it includes. What is printed names them without their folder.
  func play(script: String, _ options: [String] = [], files: [String: String] = [:]) async throws -> Run {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    for (name, text) in files { try folder.write(text, to: name) }
    try folder.write(script, to: "main.script")
    var run = await play(["run", folder.path("main.script")] + options)
    run.output = run.output.replacing(folder.url.path + "/", with: "")
    run.errors = run.errors.replacing(folder.url.path + "/", with: "")
    return run
  }
}

extension StoreCommandLine where Feature.State: Encodable, Feature.Action: Codable {
  /// Makes a program that is named after its feature. If nothing else is said, it makes tests of its sessions.
  init(
    of reducer: @autoclosure @escaping @Sendable () -> Feature,
    _ state: @autoclosure @escaping @Sendable () -> Feature.State,
    commands: [StoreCommand<Feature>] = [.run, .generateTest]
  ) { self.init("\(Feature.self)", commands: commands, initialState: state, reducer: reducer) }
}

extension Run {
  func expect(
    _ code: ExitCode,
    output: String? = nil,
    errors: String? = nil,
    _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) { expect(code.rawValue, output: output, errors: errors, comment, sourceLocation: sourceLocation) }

  /// Expects a status, and texts among what is printed. An empty text is none.
  func expect(_ code: ExitCode = .passed, texts: [String], sourceLocation: SourceLocation = #_sourceLocation) {
    expect(code, sourceLocation: sourceLocation)
    // What is wrong in a command is never said among results.
    let printed = code == .usage ? errors : output + errors
    for text in texts where !text.isEmpty {
      #expect(printed.contains(text), "\(printed)", sourceLocation: sourceLocation)
    }
  }

  /// The lines with the error messages, without values.
  var mistakes: [String] { errors.split(separator: "\n").filter { $0.contains("error: ") }.map(String.init) }
}
