import Dependencies
import StoreWeb

/// Speaks the Model Context Protocol, with one JSON message on each line of the input and of the output.
final class MCPLines: Sendable {
  private let server: MCPServer
  private let write: @Sendable (String) -> Void
  /// The calls that run or wait, by the text of their ids.
  private let calls = Locked<[String: Task<Void, Never>]>([:])
  /// The last call that was begun. Calls run one after the other.
  private let last = Locked<Task<Void, Never>?>(nil)

  init(_ server: MCPServer, write: @escaping @Sendable (String) -> Void) {
    self.server = server
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
      switch try server.reply(to: request, id) {
      case .now(let response): send(response)
      case .later(let respond): enqueue(id, respond)
      }
    } catch {
      send(error.response(to: id))
    }
  }

  /// Answers a line that is not a request.
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

  /// Sends a response after those of all earlier requests, because two requests may be about the same session.
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
