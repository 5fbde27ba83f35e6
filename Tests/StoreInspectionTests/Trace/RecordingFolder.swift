import Foundation
import Store
import TestSupport
import Testing

@testable import StoreInspection

/// A temporary folder with a program that records its sessions to `trace.jsonl` in it.
final class RecordingFolder<Feature: Reducer & SendableMetatype>
where Feature.State: Encodable, Feature.Action: Codable {
  private let folder = TemporaryFolder()
  var program: StoreCommandLine<Feature>

  init(_ program: StoreCommandLine<Feature>) {
    self.program = program
  }

  var url: URL { folder.url }
  var trace: String { folder.path("trace.jsonl") }

  func path(_ name: String) -> String { folder.path(name) }

  func write(_ text: String, to name: String) throws { try folder.write(text, to: name) }

  func text(_ name: String = "trace.jsonl") throws -> String { try folder.text(name) }

  func run(_ arguments: String...) async -> Run { await program.play(arguments) }

  /// Plays a script, and records it.
  func record(_ script: String, _ options: String...) async throws -> Run {
    try write(script, to: "script")
    return await program.play(["run", path("script"), "--trace", trace] + options)
  }

  /// The recorded trace.
  func records() throws -> (header: TraceHeader, records: [TraceRecord]) {
    var reader = try TraceReader(trace)
    var records: [TraceRecord] = []
    while let (record, _) = try reader.next() { records.append(record) }
    return (reader.header, records)
  }

  func replay(_ options: String...) async -> Run { await program.play(["replay", trace] + options) }

  /// Replays the recorded trace with other text in it. The recording stays as it is.
  func replay(replacing text: String, with other: String, _ options: String...) async throws -> Run {
    try write(self.text().replacing(text, with: other), to: "damaged.jsonl")
    return await program.play(["replay", path("damaged.jsonl")] + options)
  }
}
