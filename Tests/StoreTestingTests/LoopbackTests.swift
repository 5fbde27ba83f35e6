import Foundation
import Testing

@testable import StoreTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Effects that do real input and output.
@Suite struct LoopbackTests {
  @Test func requestsAreWaitedFor() async throws {
    let server = try EchoServer()
    let store = makeStore(server)
    for number in 1...3 {
      await store.send(.load(number))
      await store.receive(\.loaded, number) { $0.count = number }
    }
    await store.finish()
  }

  @MainActor @Test func requestsAreWaitedForFromTheMainActor() async throws {
    let server = try EchoServer()
    let store = makeStore(server)
    await store.send(.load(7))
    await store.receive(\.loaded, 7) { $0.count = 7 }
    await store.finish()
  }

  /// The response comes, or the request fails, when nobody is there any more.
  @Test func requestsCanOutliveTheTest() async throws {
    let server = try EchoServer()
    weak var executor: TestExecutor?
    do {
      let store = makeStore(server)
      executor = store.executor
      store.exhaustivity = .off
      await store.send(.load(1))
    }
    while executor != nil { await Task.yield() }
  }

  private func makeStore(_ server: EchoServer) -> TestStoreOf<Feature> {
    let url = server.url
    return TestStore(initialState: Feature.State()) {
      Feature { number in
        let response = try? await URLSession.shared.data(from: url.appending(path: "\(number)"))
        return response.flatMap { Int(String(decoding: $0.0, as: UTF8.self)) } ?? -1
      }
    }
  }
}

/// Answers each request with the path that it asks for.
private final class EchoServer: Sendable {
  struct Failure: Error {}

  let url: URL
  private let socket: Int32

  init() throws {
    #if canImport(Darwin)
      let stream = SOCK_STREAM
    #else
      let stream = Int32(SOCK_STREAM.rawValue)
    #endif
    let listener = Foundation.socket(AF_INET, stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    guard isListening, let url = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))") else {
      throw Failure()
    }
    self.url = url
    socket = listener
    Thread.detachNewThread {
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        Self.answer(connection)
      }
    }
  }

  deinit {
    shutdown(socket, Int32(SHUT_RDWR))
    close(socket)
  }

  private static func answer(_ connection: Int32) {
    defer { close(connection) }
    var request = ""
    var buffer = [UInt8](repeating: 0, count: 1_024)
    while !request.contains("\r\n\r\n") {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      request += String(decoding: buffer[..<count], as: UTF8.self)
    }
    let body = request.split(separator: " ").dropFirst().first.map { String($0.dropFirst()) } ?? ""
    let response = "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
    _ = Array(response.utf8).withUnsafeBytes { send(connection, $0.baseAddress, $0.count, 0) }
  }
}
