import Foundation
import Synchronization

/// An HTTP/1.1 server for this machine only. A closure provides the answers.
///
/// The server listens on 127.0.0.1 only. Its ``Limits`` restrict the number of connections (further ones wait to be
/// accepted) and the time and size of a request. Anything that is not HTTP is answered with 400. Each connection
/// carries one request. All work happens on one thread, so `respond` must not block; use
/// ``LoopbackAnswer/delayed(by:)`` to answer later.
///
/// ```swift
/// let server = try LoopbackServer { request in
///   request.path == "/users" ? .json("[]") : .respond(404)
/// }
/// defer { server.stop() }
/// print(server.url)  // http://127.0.0.1:49152
/// ```
package final class LoopbackServer: Sendable {
  /// The limits of the resources that clients can use.
  package struct Limits: Sendable {
    /// The maximum number of simultaneous connections.
    package var connections = 64
    /// The maximum time for a client to send its request, and for it to block an answer by not reading.
    package var patience = Duration.seconds(10)
    /// The limits of a request.
    package var request = HTTPRequestParser.Limits()

    package init() {}
  }

  /// The requested port, or the one that the system chose.
  package let port: UInt16

  /// The address of the server.
  package var url: String { "http://127.0.0.1:\(port)" }

  private let wake: Int32
  private let isStopped = Mutex(false)
  private let finished = DispatchSemaphore(value: 0)

  /// Starts the server.
  ///
  /// - Parameters:
  ///   - port: The port. With 0 the system chooses a free one.
  ///   - limits: The limits of the resources that clients can use.
  ///   - respond: Called on the server's thread for each complete request.
  /// - Throws: ``LoopbackServerError`` if the port is in use or no socket can be created.
  package init(
    port: UInt16 = 0,
    limits: Limits = Limits(),
    respond: @escaping @Sendable (LoopbackRequest) -> LoopbackAnswer
  ) throws(LoopbackServerError) {
    let listener = try Socket.listen(port: port)
    var ends: [Int32] = [-1, -1]
    do throws(LoopbackServerError) {
      self.port = try Socket.port(of: listener)
      guard pipe(&ends) == 0 else { throw LoopbackServerError(doing: "make a pipe") }
    } catch {
      close(listener)
      throw error
    }
    Socket.configure(ends[0])
    Socket.configure(ends[1])
    wake = ends[1]
    let reader = ends[0]
    let finished = finished
    let thread = Thread {
      var loop = LoopbackLoop(listener: listener, wake: reader, limits: limits, respond: respond)
      loop.run()
      finished.signal()
    }
    thread.name = "LoopbackServer \(self.port)"
    thread.start()
  }

  deinit { stop() }

  /// Closes all connections and the port, and waits for the end of the server's thread. Further calls have no effect.
  /// Clients that wait for an answer are disconnected. Don't call this method from `respond`.
  package func stop() {
    isStopped.withLock { isStopped in
      guard !isStopped else { return }
      isStopped = true
      close(wake)
      finished.wait()
    }
  }
}

/// The system call that failed when a ``LoopbackServer`` was started.
package struct LoopbackServerError: Error, Equatable, CustomStringConvertible {
  package let description: String

  init(doing what: String, code: Int32 = errno) {
    description = "Could not \(what): \(String(cString: strerror(code))) (\(code))."
  }
}
