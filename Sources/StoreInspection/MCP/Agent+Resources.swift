import Dependencies
import Store
import StoreWeb

extension Agent: MCPResources {
  private static var prefix: String { "session://" }

  func list() -> [JSONValue] {
    let names = sessions.withLock { $0.all.keys.sorted() }
    return [entry("help://script", name: "script", type: "text/plain", "The language of scripts.")]
      + names.flatMap { name in
        [
          entry(
            "\(Self.prefix)\(name)/script",
            name: "\(name) script",
            type: "text/plain",
            "The statements of the session so far."
          ),
          entry(
            "\(Self.prefix)\(name)/trace",
            name: "\(name) trace",
            type: "application/jsonl",
            "The trace of the session."
          ),
        ]
      }
  }

  func content(of uri: String) async throws(MCPMistake) -> JSONValue? {
    if uri == "help://script" {
      return text(ScriptHelp.text(example: program.exampleScript ?? ""), of: uri, type: "text/plain")
    }
    guard uri.hasPrefix(Self.prefix) else { return nil }
    let parts = uri.dropFirst(Self.prefix.count).split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let session = sessions.withLock({ $0.all[String(parts[0])] }) else { return nil }
    switch parts[1] {
    case "script": return text(try await script(of: session), of: uri, type: "text/plain")
    case "trace":
      do throws(FileError) {
        let bytes = try InputFile.bytes(session.trace, limit: Self.traceLimit)
        return text(String(decoding: bytes, as: UTF8.self), of: uri, type: "application/jsonl")
      } catch {
        throw MCPMistake("\(error)")
      }
    default: return nil
    }
  }
}
