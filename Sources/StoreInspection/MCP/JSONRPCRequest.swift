/// A request of JSON-RPC 2.0, or a notification, which has no id and gets no response.
struct JSONRPCRequest: Sendable {
  let id: JSONValue?
  let method: String
  let params: JSONValue

  /// - Parameter line: One message.
  /// - Returns: `nil` for a response: the server has asked for nothing, and a response is not answered.
  init?(_ line: String) throws(JSONRPCError) {
    let node: JSONNode
    do throws(Diagnostic) {
      node = try JSONParser.parse(SourceText(name: "message", text: line))
    } catch {
      throw JSONRPCError(.parseError, "this is no JSON: \(error.message)")
    }
    guard case .object = node.value else {
      throw JSONRPCError(.invalidRequest, "a message is one JSON object on one line, and this is \(node.value.kind)")
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
}

/// An error response.
struct JSONRPCError: Error {
  enum Code: Int64 {
    case parseError = -32_700
    case invalidRequest = -32_600
    case methodNotFound = -32_601
    case invalidParams = -32_602
    case unsupportedProtocolVersion = -32_022
  }

  let code: Code
  let message: String
  var data: JSONValue?
  var id: JSONValue?

  init(_ code: Code, _ message: String, data: JSONValue? = nil, id: JSONValue? = nil) {
    (self.code, self.message, self.data, self.id) = (code, message, data, id)
  }

  /// - Parameter id: The id of the request, where the error does not know it.
  func response(to id: JSONValue?) -> JSONValue {
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
