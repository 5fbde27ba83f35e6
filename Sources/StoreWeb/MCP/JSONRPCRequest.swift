import StoreTrace

/// A request of JSON-RPC 2.0, or a notification, which has no id and gets no response.
package struct JSONRPCRequest: Sendable {
  package let id: JSONValue?
  package let method: String
  package let params: JSONValue

  /// - Parameter text: One message.
  /// - Returns: `nil` for a response. The server sends no requests, so a response needs no answer.
  package init?(_ text: String) throws(JSONRPCError) {
    let node: JSONNode
    do throws(Diagnostic) {
      node = try JSONParser.parse(SourceText(name: "message", text: text))
    } catch {
      throw JSONRPCError(.parseError, "this is not JSON: \(error.message)")
    }
    guard case .object = node.value else {
      throw JSONRPCError(.invalidRequest, "a message is one JSON object, and this is \(node.value.kind)")
    }
    let message = node.value
    id =
      switch message["id"] {
      case nil: nil
      case .string?, .integer?, .unsigned?: message["id"]
      default: throw JSONRPCError(.invalidRequest, "an `id` is a string, or a whole number of at most 64 bits")
      }
    guard message["jsonrpc"] == .string("2.0") else {
      throw JSONRPCError(.invalidRequest, "`jsonrpc` has to be \"2.0\"", id: id)
    }
    guard case .string(let method)? = message["method"] else {
      if message["result"] != nil || message["error"] != nil { return nil }
      throw JSONRPCError(.invalidRequest, "`method` is missing", id: id)
    }
    self.method = method
    params = message["params"] ?? .object([])
    guard case .object = params else {
      throw JSONRPCError(.invalidParams, "`params` has to be an object, and this is \(params.kind)", id: id)
    }
  }

  /// The version of the Model Context Protocol that the request names. From version 2026-07-28 on, each request names
  /// it.
  package var protocolVersion: String? {
    if case .string(let version)? = params["_meta"]?["io.modelcontextprotocol/protocolVersion"] { version } else { nil }
  }
}

/// An error response.
package struct JSONRPCError: Error {
  package enum Code: Int64, Sendable {
    case parseError = -32_700
    case invalidRequest = -32_600
    case methodNotFound = -32_601
    case invalidParams = -32_602
    case headerMismatch = -32_020
    case unsupportedProtocolVersion = -32_022
  }

  package let code: Code
  package let message: String
  private let data: JSONValue?
  private let id: JSONValue?

  package init(_ code: Code, _ message: String, data: JSONValue? = nil, id: JSONValue? = nil) {
    (self.code, self.message, self.data, self.id) = (code, message, data, id)
  }

  /// - Parameter id: The id of the request, if the error does not know it.
  package func response(to id: JSONValue?) -> JSONValue {
    [
      "jsonrpc": .string("2.0"), "id": self.id ?? id ?? .null,
      "error": .object(
        [
          .init(name: "code", value: .integer(code.rawValue)),
          .init(name: "message", value: .string(message)),
        ] + (data.map { [.init(name: "data", value: $0)] } ?? [])
      ),
    ]
  }
}
