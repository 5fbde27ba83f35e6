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
      let played = await program.play(["run", file.path, "--trace", trace.path])
      guard played.status == 0 else { return Run(status: -1, output: "", errors: played.errors) }
      try Data(edit(try String(contentsOf: trace, encoding: .utf8)).utf8).write(to: trace)
      var run = await program.play(["generate-test", trace.path] + options)
      run.errors = run.errors.replacing(trace.path, with: "trace.jsonl")
      return run
    }
  }
}
