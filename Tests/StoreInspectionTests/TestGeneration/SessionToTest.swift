import Dependencies
import Foundation
import Store
import TestSupport
import Testing

@testable import StoreInspection

/// Records a session and generates a test from it.
enum SessionToTest {
  static func make<Feature: Reducer & SendableMetatype>(
    _ script: String,
    _ options: [String] = [],
    program: StoreCommandLine<Feature>,
    editing edit: (String) -> String = { $0 }
  ) async throws -> Run where Feature.State: Encodable, Feature.Action: Codable {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let trace = folder.path("trace.jsonl")
    try folder.write(script, to: "session.script")
    let played = await program.play(["run", folder.path("session.script"), "--trace", trace])
    guard played.status == 0 else { return Run(status: -1, output: "", errors: played.errors) }
    try folder.write(edit(try folder.text("trace.jsonl")), to: "trace.jsonl")
    var run = await program.play(["generate-test", trace] + options)
    run.errors = run.errors.replacing(trace, with: "trace.jsonl")
    return run
  }
}
