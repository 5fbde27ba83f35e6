import Foundation
import Synchronization

/// An HTTP/1.1 server for this machine only, scripted by a closure.
///
/// It listens on 127.0.0.1 and nowhere else, keeps no more connections than its ``Limits`` allow (further ones wait to
/// be accepted), gives a request only so much time and size, and answers what is not HTTP with 400. Each connection
/// carries one request. One thread does it all, so `respond` should not block; ``LoopbackAnswer/delayed(by:)`` does
/// not.
///
/// ```swift
/// let server = try LoopbackServer { request in
///   request.path == "/users" ? .json("[]") : .respond(404)
/// }
/// defer { server.stop() }
/// print(server.url)  // http://127.0.0.1:49152
/// ```
package final class LoopbackServer: Sendable {
  /// What one client, or all of them, can make the server spend.
  package struct Limits: Sendable {
    /// How many connections are served at once.
    package var connections = 64
    /// How long a client may take to send its request, and how long it may refuse to read an answer.
    package var patience = Duration.seconds(10)
    /// How large a request may be.
    package var request = HTTPRequestParser.Limits()

    package init() {}
  }

  /// The port that the system chose, or the one that was asked for.
  package let port: UInt16

  /// Where the server answers.
  package var url: String { "http://127.0.0.1:\(port)" }

  private let wake: Int32
  private let isStopped = Mutex(false)
  private let finished = DispatchSemaphore(value: 0)

  /// Starts to listen and to answer.
  ///
  /// - Parameters:
  ///   - port: The port; 0 lets the system choose a free one.
  ///   - respond: Called on the server's thread for each complete request.
  /// - Throws: ``LoopbackServerError`` when the port is taken or no socket can be had.
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

  /// Closes every connection and the port, and returns when the server's thread is done. Further calls do nothing.
  ///
  /// Clients that wait for an answer see their connection closed. Must not be called from within `respond`.
  package func stop() {
    isStopped.withLock { isStopped in
      guard !isStopped else { return }
      isStopped = true
      close(wake)
      finished.wait()
    }
  }
}

/// What the system refused when a ``LoopbackServer`` was to be started.
package struct LoopbackServerError: Error, Equatable, CustomStringConvertible {
  package let description: String

  init(doing what: String, code: Int32 = errno) {
    description = "Could not \(what): \(String(cString: strerror(code))) (\(code))."
  }
}
