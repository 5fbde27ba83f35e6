import StoreTrace

/// Answers requests of the Model Context Protocol, over any transport.
///
/// It speaks the stateless revision 2026-07-28, in which each request names its version, and earlier revisions, which
/// begin with `initialize`. Sessions and stores outlive a call, so they have names that calls pass.
package struct MCPServer: Sendable {
  package static let statelessVersions = ["2026-07-28"]
  /// The revision 2025-03-26 is missing because it allows several messages on a line.
  package static let versions = ["2025-11-25", "2025-06-18", "2024-11-05"]

  /// The response to a request.
  package enum Reply: Sendable {
    case now(JSONValue)
    /// A response that a tool or a resource provides later.
    case later(@Sendable () async -> JSONValue)
  }

  private let name: String
  /// Clients require a text, also of a program without a version.
  private let version: String
  private let instructions: String
  private let tools: [MCPTool]
  private let resources: any MCPResources

  /// - Parameter version: The version of the program; `nil` or an empty text if it has none.
  package init(
    name: String,
    version: String?,
    instructions: String,
    tools: [MCPTool],
    resources: any MCPResources
  ) {
    self.name = name
    self.version = version.flatMap { $0.isEmpty ? nil : $0 } ?? "unknown"
    self.instructions = instructions
    self.tools = tools
    self.resources = resources
  }

  /// Answers a request.
  ///
  /// - Parameter id: The id of the request.
  package func reply(to request: JSONRPCRequest, _ id: JSONValue) throws(JSONRPCError) -> Reply {
    let isStateless = try isStateless(request)
    switch request.method {
    case "tools/call":
      let tool = try tool(of: request)
      return .later {
        response(await tool.answer(request.params["arguments"] ?? .object([])).json, to: request, id, isStateless)
      }
    case "resources/read":
      let uri = try uri(of: request)
      return .later {
        do throws(MCPMistake) {
          guard let content = try await resources.content(of: uri) else { return Self.unknown(uri).response(to: id) }
          return response(["contents": .array([content])], to: request, id, isStateless)
        } catch {
          return JSONRPCError(.invalidParams, error.message).response(to: id)
        }
      }
    default: return .now(response(try result(of: request, isStateless), to: request, id, isStateless))
    }
  }

  /// Whether a request is of a stateless revision.
  private func isStateless(_ request: JSONRPCRequest) throws(JSONRPCError) -> Bool {
    guard let version = request.protocolVersion else { return request.method == "server/discover" }
    if Self.statelessVersions.contains(version) { return true }
    if Self.versions.contains(version) { return false }
    throw Self.unsupported(version)
  }

  package static func unsupported(_ version: String) -> JSONRPCError {
    JSONRPCError(
      .unsupportedProtocolVersion,
      "unsupported protocol version",
      data: [
        "supported": .array((statelessVersions + versions).map(JSONValue.string)),
        "requested": .string(version.truncated(to: 60)),
      ]
    )
  }

  private func result(of request: JSONRPCRequest, _ isStateless: Bool) throws(JSONRPCError) -> JSONValue {
    switch request.method {
    case "server/discover":
      return [
        "supportedVersions": .array(Self.statelessVersions.map(JSONValue.string)), "capabilities": capabilities,
        "instructions": .string(instructions),
      ]
    case "initialize" where !isStateless:
      let requested = if case .string(let text)? = request.params["protocolVersion"] { text } else { "" }
      return [
        "protocolVersion": .string(Self.versions.first { $0 == requested } ?? Self.versions[0]),
        "capabilities": capabilities, "serverInfo": serverInfo, "instructions": .string(instructions),
      ]
    case "ping" where !isStateless: return [:]
    case "tools/list": return ["tools": .array(tools.filter(\.isListed).map(\.json))]
    case "resources/list": return ["resources": .array(resources.list())]
    case "resources/templates/list": return ["resourceTemplates": .array([])]
    default:
      throw JSONRPCError(.methodNotFound, "there is no method `\(request.method.truncated(to: 60).printable)` here")
    }
  }

  private var capabilities: JSONValue { ["tools": [:], "resources": [:]] }
  private var serverInfo: JSONValue { ["name": .string(name), "version": .string(version)] }

  /// Returns a response with a result, and with what the stateless revision requires of each.
  private func response(
    _ result: JSONValue,
    to request: JSONRPCRequest,
    _ id: JSONValue,
    _ isStateless: Bool
  ) -> JSONValue {
    var result = result
    if isStateless, case .object(var members) = result {
      members.append(.init(name: "resultType", value: .string("complete")))
      if request.method != "tools/call" {
        let time: Int64 = request.method.hasPrefix("resources/") ? 0 : 3_600_000
        members += [.init(name: "ttlMs", value: .integer(time)), .init(name: "cacheScope", value: .string("private"))]
      }
      members.append(.init(name: "_meta", value: ["io.modelcontextprotocol/serverInfo": serverInfo]))
      result = .object(members)
    }
    return ["jsonrpc": .string("2.0"), "id": id, "result": result]
  }

  // MARK: Calls

  private func tool(of request: JSONRPCRequest) throws(JSONRPCError) -> MCPTool {
    guard case .string(let name)? = request.params["name"] else {
      throw JSONRPCError(.invalidParams, "`name` is missing: the name of a tool")
    }
    if let tool = tools.first(where: { $0.name == name }) { return tool }
    let names = tools.filter(\.isListed).map(\.name)
    let nearest = names.nearest(to: name).map { "did you mean `\($0)`?" } ?? "there are \(names.list(or: "and"))"
    throw JSONRPCError(.invalidParams, "there is no tool `\(name.truncated(to: 60).printable)`: \(nearest)")
  }

  private func uri(of request: JSONRPCRequest) throws(JSONRPCError) -> String {
    if case .string(let uri)? = request.params["uri"] { return uri }
    throw JSONRPCError(.invalidParams, "`uri` is missing: `resources/list` lists them")
  }

  private static func unknown(_ uri: String) -> JSONRPCError {
    let name = uri.truncated(to: 100).printable
    return JSONRPCError(.invalidParams, "there is no resource `\(name)`: `resources/list` lists them")
  }
}
