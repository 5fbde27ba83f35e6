import Foundation
import StoreTrace

extension LiveInspector {
  /// The address for agents: clients of the Model Context Protocol, over "streamable HTTP"; `nil` if no server runs.
  public var agentAddress: String? { address(path: "mcp") }

  /// Answers a message of an agent. Each request gets one response.
  func answer(_ request: WebRequest) -> WebResponse {
    do throws(JSONRPCError) {
      let text = String(decoding: request.body, as: UTF8.self)
      // The program sends no requests, so a response from the client needs no answer.
      guard let message = try JSONRPCRequest(text), let id = message.id else { return .respond(202) }
      do throws(JSONRPCError) {
        try check(request, message)
        switch try LiveAgent(self).server.reply(to: message, id) {
        case .now(let response): return .json(response)
        case .later(let response): return .later { .json(await response()) }
        }
      } catch {
        return .json(error.response(to: id), status: status(of: error, message))
      }
    } catch {
      return .json(error.response(to: nil), status: 400)
    }
  }

  /// The answer to an agent without the token. Clients show its message.
  var unauthorizedAnswer: WebResponse {
    let message = "the token is wrong or missing: connect to the whole address that the program has printed"
    return .json(JSONRPCError(.invalidRequest, message).response(to: nil), status: 401)
  }

  /// Compares the header fields with the message, because proxies between the client and the program trust the fields.
  private func check(_ request: WebRequest, _ message: JSONRPCRequest) throws(JSONRPCError) {
    let version = request[header: "MCP-Protocol-Version"]
    let named = [version, message.protocolVersion].compactMap(\.self)
    let isStateless = named.contains(where: MCPServer.statelessVersions.contains)
    guard message.protocolVersion != nil || isStateless else {
      // The revision 2025-03-26 has no such field. A request without the field is assumed to be of that revision.
      guard let version, version != "2025-03-26", !MCPServer.versions.contains(version) else { return }
      throw MCPServer.unsupported(version)
    }
    try compare("MCP-Protocol-Version", version, message.protocolVersion)
    guard isStateless else { return }
    try compare("Mcp-Method", request[header: "Mcp-Method"], message.method)
    let name: String? =
      switch message.method {
      case "tools/call": "name"
      case "resources/read": "uri"
      default: nil
      }
    guard let name, case .string(let text)? = message.params[name] else { return }
    try compare("Mcp-Name", request[header: "Mcp-Name"].map(decoded), text)
  }

  private func compare(_ name: String, _ field: String?, _ value: String?) throws(JSONRPCError) {
    guard field != value else { return }
    func text(_ value: String?) -> String { value.map { "`\($0.truncated(to: 60).printable)`" } ?? "missing" }
    throw JSONRPCError(.headerMismatch, "`\(name)` is \(text(field)), and in the message it is \(text(value))")
  }

  /// Values that are not plain ASCII are sent as `=?base64?…?=`.
  private func decoded(_ field: String) -> String {
    guard field.hasPrefix("=?base64?"), field.hasSuffix("?="),
      let data = Data(base64Encoded: String(field.dropFirst(9).dropLast(2)))
    else { return field }
    return String(decoding: data, as: UTF8.self)
  }

  /// Clients of earlier revisions take every status except 200 for a failure of the connection.
  private func status(of error: JSONRPCError, _ message: JSONRPCRequest) -> Int {
    switch error.code {
    case .parseError, .invalidRequest, .headerMismatch, .unsupportedProtocolVersion: 400
    case .methodNotFound: message.protocolVersion == nil ? 200 : 404
    case .invalidParams: 200
    }
  }
}
