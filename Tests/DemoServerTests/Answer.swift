import DemoServer
import Foundation
import TestSupport

/// An answer of the server, as received on the socket.
struct Answer {
  var status: Int?
  var headers: [String: String] = [:]
  var body = ""

  /// Sends a request and reads the whole answer. `status` is `nil` if there was none.
  init(
    _ server: DemoServer,
    _ target: String,
    method: String = "GET",
    headers: [String: String] = [:]
  ) throws {
    let client = try RawClient(port: server.port)
    let fields = headers.map { "\($0.key): \($0.value)\r\n" }.joined()
    let always = "Host: 127.0.0.1:\(server.port)\r\nConnection: close\r\n"
    client.send("\(method) \(target) HTTP/1.1\r\n\(always)\(fields)\r\n")
    guard case .closed(let text) = client.readToEnd() else { return }
    let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
    let lines = parts[0].split(separator: "\r\n")
    status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    for line in lines.dropFirst() {
      let field = line.split(separator: ":", maxSplits: 1)
      self.headers[String(field[0])] = field[1].trimmingCharacters(in: .whitespaces)
    }
    body = parts.count == 2 ? String(parts[1]) : ""
  }

  /// The body as JSON.
  var json: [String: Any] {
    get throws { try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any] ?? [:] }
  }

  var message: String? { try? json["message"] as? String }
}
