import Dependencies
import Foundation
import Store
import TestSupport

@testable import StoreInspection

/// Records a session and generates a test from it.
enum SessionToTest {
  static func make<Feature: Reducer & SendableMetatype>(
    _ script: String,
    _ options: [String] = [],
    program: StoreCommandLine<Feature>,
    editing edit: (String) -> String = { $0 }
  ) async throws -> Run where Feature.State: Encodable, Feature.Action: Codable {
    try await withTemporaryDirectory { directory in
      let file = directory.appending(path: "session.script")
      let trace = directory.appending(path: "trace.jsonl")
      try Data(script.utf8).write(to: file)
      let output = Locked(("", ""))
      let console = Console(isColored: false) { text in
        output.withLock { $0.0 += text }
      } writeError: { text in
        output.withLock { $0.1 += text }
      }
      let played = await program.run(["run", file.path, "--trace", trace.path], console: console)
      guard played == .passed else { return Run(status: -1, output: "", errors: output.withLock { $0.1 }) }
      output.withLock { $0 = ("", "") }
      try Data(edit(try String(contentsOf: trace, encoding: .utf8)).utf8).write(to: trace)
      let status = await program.run(["generate-test", trace.path] + options, console: console)
      let (text, errors) = output.withLock { $0 }
      return Run(
        status: status.rawValue,
        output: text,
        errors: errors.replacing(trace.path, with: "trace.jsonl")
      )
    }
  }
}
