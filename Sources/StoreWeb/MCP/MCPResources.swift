import StoreTrace

/// The resources that an agent can read.
package protocol MCPResources: Sendable {
  /// The resources, as ``entry(_:name:type:_:)`` makes them.
  func list() -> [JSONValue]
  /// Returns the content of a resource, as ``text(_:of:type:)`` makes it; `nil` if there is none.
  func content(of uri: String) async throws(MCPMistake) -> JSONValue?
}

extension MCPResources {
  /// A resource as `resources/list` lists it.
  package func entry(_ uri: String, name: String, type: String, _ description: String) -> JSONValue {
    [
      "uri": .string(uri), "name": .string(name), "mimeType": .string(type), "description": .string(description),
    ]
  }

  /// A content as `resources/read` returns it.
  package func text(_ text: String, of uri: String, type: String) -> JSONValue {
    ["uri": .string(uri), "mimeType": .string(type), "text": .string(text)]
  }

  /// The maximum number of bytes of a trace.
  package static var traceLimit: Int { 100 * MCPAnswer.limit }
}
