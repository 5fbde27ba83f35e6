import Foundation
import Store
import TestSupport
import Testing

@testable import StoreInspection

extension StoreCommandLine {
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

extension Run {
  /// Expects a status, and texts among what is printed.
  func expect(_ code: ExitCode = .passed, texts: [String], sourceLocation: SourceLocation = #_sourceLocation) {
    expect(code, sourceLocation: sourceLocation)
    for text in texts {
      #expect((output + errors).contains(text), sourceLocation: sourceLocation)
    }
  }

  /// The lines with the error messages, without values.
  var mistakes: [String] { errors.split(separator: "\n").filter { $0.contains("error: ") }.map(String.init) }
}
