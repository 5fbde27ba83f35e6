import Dependencies

/// Speaks the Model Context Protocol: one JSON message on each line of the input, and of the output.
///
/// It speaks the stateless revision 2026-07-28, in which each request says its version, and the ones before it, which
/// begin with `initialize`. What goes on from call to call are sessions, which a tool begins and whose names calls pass.
final class MCPServer: Sendable {
  static let statelessVersions = ["2026-07-28"]
  /// Without 2025-03-26, which has several messages on a line.
  static let versions = ["2025-11-25", "2025-06-18", "2024-11-05"]

  private let name: String
  private let version: String
  private let instructions: String
  private let tools: [MCPTool]
  private let resources: any MCPResources
  private let write: @Sendable (String) -> Void
  /// The calls that run or wait, by the text of their ids.
  private let calls = Locked<[String: Task<Void, Never>]>([:])
  /// The last call that was begun. Calls run one after the other.
  private let last = Locked<Task<Void, Never>?>(nil)

  init(
    name: String,
    version: String,
    instructions: String,
    tools: [MCPTool],
    resources: any MCPResources,
    write: @escaping @Sendable (String) -> Void
  ) {
    self.name = name
    self.version = version
    self.instructions = instructions
    self.tools = tools
    self.resources = resources
    self.write = write
  }

  /// Takes a line of the input.
  func take(_ line: String) {
    guard line.contains(where: { !$0.isWhitespace }) else { return }
    let request: JSONRPCRequest
    do throws(JSONRPCError) {
      guard let message = try JSONRPCRequest(line) else { return }
      request = message
    } catch {
      return refuse(error)
    }
    guard let id = request.id else {
      if request.method == "notifications/cancelled", let id = request.params["requestId"] {
        calls.withLock { $0["\(id)"] }?.cancel()
      }
      return
    }
    do throws(JSONRPCError) {
      let isStateless = try isStateless(request)
      switch request.method {
      case "tools/call":
        let tool = try tool(of: request)
        enqueue(id) { [self] in
          response(await tool.answer(request.params["arguments"] ?? .object([])).json, to: request, id, isStateless)
        }
      case "resources/read":
        let uri = try uri(of: request)
        enqueue(id) { [self] in
          guard let content = await resources.content(of: uri) else { return Self.unknown(uri).response(to: id) }
          return response(["contents": .array([content])], to: request, id, isStateless)
        }
      default: send(response(try result(of: request, isStateless), to: request, id, isStateless))
      }
    } catch {
      send(error.response(to: id))
    }
  }

  /// Answers a line that is no request.
  func refuse(_ error: JSONRPCError) {
    send(error.response(to: nil))
  }

  /// Waits for all calls.
  func finish() async {
    await last.withLock { $0 }?.value
  }

  private func send(_ message: JSONValue) {
    var bytes: [UInt8] = []
    message.write(to: &bytes)
    write(String(decoding: bytes, as: UTF8.self) + "\n")
  }

  /// Whether a request is of a stateless revision.
  private func isStateless(_ request: JSONRPCRequest) throws(JSONRPCError) -> Bool {
    guard case .string(let version)? = request.params["_meta"]?["io.modelcontextprotocol/protocolVersion"] else {
      return request.method == "server/discover"
    }
    if Self.statelessVersions.contains(version) { return true }
    if Self.versions.contains(version) { return false }
    throw JSONRPCError(
      .unsupportedProtocolVersion,
      "unsupported protocol version",
      data: [
        "supported": .array((Self.statelessVersions + Self.versions).map(JSONValue.string)),
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
    case "tools/list": return ["tools": .array(tools.map(\.json))]
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
    let names = tools.map(\.name)
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

  /// Sends a response when all requests before this one have theirs: two of them may be about one session.
  private func enqueue(_ id: JSONValue, _ respond: @escaping @Sendable () async -> JSONValue) {
    last.withLock { last in
      let task = Task { [previous = last] in
        await previous?.value
        let response = Task.isCancelled ? nil : await respond()
        calls.withLock { _ = $0.removeValue(forKey: "\(id)") }
        // Nobody waits for a call that was cancelled.
        if let response, !Task.isCancelled { send(response) }
      }
      calls.withLock { $0["\(id)"] = task }
      last = task
    }
  }
}

/// What an agent can read.
protocol MCPResources: Sendable {
  /// The resources as `resources/list` lists them.
  func list() -> [JSONValue]
  /// Returns the content of a resource as `resources/read` returns it; `nil` if there is none.
  func content(of uri: String) async -> JSONValue?
}
