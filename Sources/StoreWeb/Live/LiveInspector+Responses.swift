import Foundation
import StoreTrace

extension LiveInspector {
  /// Responds to a request of a page, or of an agent (`POST /mcp`).
  ///
  /// A program that has its own server passes the requests below a path to this method, without that path. A response
  /// may take some time: ``WebResponse/resolved`` waits for it.
  ///
  /// The responses to `/events` are streams that last as long as the page.
  public func respond(to request: WebRequest) -> WebResponse {
    let isKnown = isHostKnown(request) && isOriginKnown(request)
    let response = isKnown ? route(request) : .text(403, "This address is not that of the inspector.")
    return response.adding([
      .init("Cache-Control", "no-store"), .init("Referrer-Policy", "no-referrer"),
      .init("X-Content-Type-Options", "nosniff"), .init("X-Frame-Options", "DENY"),
      .init("Cross-Origin-Resource-Policy", "same-origin"), .init("Cross-Origin-Opener-Policy", "same-origin"),
    ])
  }

  private func route(_ request: WebRequest) -> WebResponse {
    // Browsers ask for an icon by themselves. The page has none.
    if request.method == "GET", request.path == "/favicon.ico" { return .respond(204) }
    let query = Query(request)
    if request.method == "GET", request.path == "/", let token = query["token"] {
      guard isToken(token) else { return .text(403, "The token is wrong. Copy the whole address from the terminal.") }
      // The response removes the token from the address, so that it is not in the history, in pictures and in links.
      return .respond(
        303,
        headers: [
          .init("Location", "./"),
          .init("Set-Cookie", "\(cookieName(request))=\(self.token); HttpOnly; SameSite=Strict"),
        ]
      )
    }
    // Some clients of agents can only store an address, so it contains the token. A person does not see this address,
    // unlike that of a page.
    guard isAuthorized(request) || request.path == "/mcp" && query["token"].map(isToken) == true else {
      if request.path == "/mcp" { return unauthorizedAnswer }
      if request.method == "POST", request[header: "Origin"] == nil, request[header: "Authorization"] == nil {
        return .text(
          401,
          """
          The header field `Origin` is missing. Browsers send it with each POST request. Other programs send the token \
          in a header field instead: `Authorization: Bearer TOKEN`.
          """
        )
      }
      return .text(401, "Open the whole address that the program has printed, with its token.")
    }
    switch (request.method, request.path) {
    case ("GET", "/"): return page
    case ("GET", "/events"): return events(query, after: request[header: "Last-Event-ID"] ?? query["after"])
    case ("GET", "/actions"): return actions(query)
    case ("GET", "/trace"): return trace(query)
    case ("GET", "/screen"): return screen(query)
    case ("GET", "/script"): return file("session.script", query)
    case ("GET", "/test"): return file("SessionTests.swift", query)
    case ("POST", "/command"): return command(request)
    case ("POST", "/trace"): return goOn(from: request, query)
    case ("POST", "/mcp"): return answer(request)
    case (_, "/"), (_, "/events"), (_, "/actions"), (_, "/trace"), (_, "/command"), (_, "/mcp"),
      (_, "/screen"), (_, "/script"), (_, "/test"):
      return .text(405, "Not this method.")
    default: return .text(404, "There is nothing here.")
    }
  }

  // MARK: Who may ask

  /// Another site may give its own name to this address, and so have its pages send requests here.
  private func isHostKnown(_ request: WebRequest) -> Bool {
    guard let hosts else { return true }
    return request[header: "Host"].map { hosts.contains($0.lowercased()) } ?? false
  }

  /// A browser says which page has sent a request.
  private func isOriginKnown(_ request: WebRequest) -> Bool {
    guard let origin = request[header: "Origin"], let host = request[header: "Host"] else { return true }
    return origin == "http://\(host)" || origin == "https://\(host)"
  }

  func isAuthorized(_ request: WebRequest) -> Bool {
    if let field = request[header: "Authorization"], field.hasPrefix("Bearer ") {
      return isToken(String(field.dropFirst("Bearer ".count)))
    }
    // A browser says where a request that changes something comes from.
    guard request.method != "POST" || request[header: "Origin"] != nil else { return false }
    let name = cookieName(request)
    let cookies = request[header: "Cookie"]?.split(separator: ";") ?? []
    return cookies.contains { cookie in
      let parts = cookie.trimmingCharacters(in: .whitespaces).split(separator: "=", maxSplits: 1)
      return parts.count == 2 && parts[0] == name && isToken(String(parts[1]))
    }
  }

  /// Takes the same time no matter which character of a token is wrong, so that nobody can guess it character by
  /// character.
  private func isToken(_ text: String) -> Bool {
    let (left, right) = (Array(text.utf8), Array(token.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// The name contains the port, because browsers send a cookie to all ports of a host.
  private func cookieName(_ request: WebRequest) -> String {
    "inspector-\(request[header: "Host"]?.split(separator: ":").last ?? "")"
  }

  // MARK: What they get

  private var page: WebResponse {
    let template = PageTemplate(title: program, isLive: true)
    let live: JSONValue = ["program": .string(program), "isControlled": .bool(access == .control)]
    var json: [UInt8] = []
    live.write(to: &json)
    var bytes = Array(template.head.utf8)
    PageTemplate.writeElement(#"id="live""#, json) { bytes += $0 }
    bytes += template.tail.utf8
    return .respond(headers: [.init("Content-Type", "text/html; charset=utf-8")], body: bytes)
  }

  private func events(_ query: Query, after position: String?) -> WebResponse {
    let reader = LiveReader(self, store: query["store"], after: position.flatMap(LiveFeed.Position.init))
    return .respond(headers: [.init("Content-Type", "text/event-stream")], body: .stream(reader.events))
  }

  private func actions(_ query: Query) -> WebResponse {
    guard let control = store(query["store"])?.control else { return .text(404, "There is no such store.") }
    let path = query["path"]?.split(separator: ".").map(String.init) ?? []
    return .later {
      do {
        return .json(try await control.actions(below: path) ?? ["actions": .array([])])
      } catch is LiveRefusal {
        // The page still shows what the store has done.
        return .json(["actions": .array([])])
      } catch {
        return .text(404, "\(error)")
      }
    }
  }

  private func trace(_ query: Query) -> WebResponse {
    guard let store = store(query["store"]) else { return .text(404, "There is no such store.") }
    return .file("session.jsonl", type: "application/jsonl", store.feed.trace())
  }

  private func command(_ request: WebRequest) -> WebResponse {
    guard access == .control else { return .uncontrolled }
    let json: JSONValue
    let command: LiveCommand
    do {
      json = try JSONParser.parse(SourceText(name: "command", text: String(decoding: request.body, as: UTF8.self)))
        .value
      command = try LiveCommand(json)
    } catch {
      return .refusal(400, (error as? LiveCommandError)?.message ?? (error as? Diagnostic)?.message ?? "\(error)")
    }
    let id: String? = if case .integer(let number)? = json["store"] { "\(number)" } else { nil }
    guard let control = store(id)?.control else { return .refusal(404, "There is no such store.") }
    return .later {
      .outcome(await control.perform(command))
    }
  }
}

extension WebResponse {
  fileprivate static func text(_ status: Int, _ text: String) -> Self {
    .respond(status, headers: [.init("Content-Type", "text/plain; charset=utf-8")], body: Array("\(text)\n".utf8))
  }

  static func json(_ value: JSONValue, status: Int = 200) -> Self {
    var bytes: [UInt8] = []
    value.write(to: &bytes)
    return .respond(status, headers: [.init("Content-Type", "application/json")], body: bytes)
  }

  /// A file for the reader to save.
  static func file(_ name: String, type: String, _ bytes: [UInt8]) -> Self {
    .respond(
      headers: [
        .init("Content-Type", type), .init("Content-Disposition", "attachment; filename=\"\(name)\""),
      ],
      body: bytes
    )
  }

  /// The answer to a command, which was performed or refused.
  static func outcome(_ outcome: LiveCommand.Outcome) -> Self {
    switch outcome {
    case .done(let note): .json(["note": note.map(JSONValue.string) ?? .null])
    case .refused(let message): .refusal(409, message)
    }
  }

  static var uncontrolled: Self {
    .refusal(403, "This page only shows the stores. The program decides that: `access: .control`.")
  }

  static func refusal(_ status: Int, _ message: String) -> Self {
    .json(["message": .string(message)], status: status)
  }
}

/// The items of a query, by name.
struct Query {
  private let items: [(name: String, value: String)]

  init(_ request: WebRequest) { items = request.queryItems ?? [] }

  subscript(name: String) -> String? { items.first { $0.name == name }?.value }
}
