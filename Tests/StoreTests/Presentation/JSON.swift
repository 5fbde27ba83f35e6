import Foundation
import Testing

/// Checks how a value is written as JSON, with sorted keys, and that it is read again.
func expectJSON<Value: Codable & Hashable & Sendable>(
  _ value: Value,
  _ json: String,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  #expect(String(decoding: try encoder.encode(value), as: UTF8.self) == json, sourceLocation: sourceLocation)
  let decoded = try JSONDecoder().decode(Value.self, from: Data(json.utf8))
  #expect(decoded == value, sourceLocation: sourceLocation)
}
