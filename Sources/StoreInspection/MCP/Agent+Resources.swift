import Dependencies
import Store

extension Agent: MCPResources {
  private static var prefix: String { "session://" }

  func list() -> [JSONValue] {
    let names = sessions.withLock { $0.all.keys.sorted() }
    let help: JSONValue = [
      "uri": .string("help://script"), "name": .string("script"), "mimeType": .string("text/plain"),
      "description": .string("The language of scripts."),
    ]
    return [help]
      + names.flatMap { name -> [JSONValue] in
        [
          [
            "uri": .string("\(Self.prefix)\(name)/script"), "name": .string("\(name) script"),
            "mimeType": .string("text/plain"), "description": .string("The statements of the session so far."),
          ],
          [
            "uri": .string("\(Self.prefix)\(name)/trace"), "name": .string("\(name) trace"),
            "mimeType": .string("application/jsonl"), "description": .string("What the session has recorded."),
          ],
        ]
      }
  }

  func content(of uri: String) async -> JSONValue? {
    func content(_ text: String, _ type: String) -> JSONValue {
      ["uri": .string(uri), "mimeType": .string(type), "text": .string(text)]
    }
    if uri == "help://script" { return content(ScriptHelp.text(example: program.exampleScript ?? ""), "text/plain") }
    guard uri.hasPrefix(Self.prefix) else { return nil }
    let parts = uri.dropFirst(Self.prefix.count).split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let session = sessions.withLock({ $0.all[String(parts[0])] }) else { return nil }
    switch parts[1] {
    case "script": return (try? await script(of: session)).map { content($0, "text/plain") }
    case "trace":
      let text = (try? InputFile.bytes(session.trace, limit: MCPAnswer.limit * 100)).map {
        String(decoding: $0, as: UTF8.self)
      }
      return text.map { content($0, "application/jsonl") }
    default: return nil
    }
  }
}
