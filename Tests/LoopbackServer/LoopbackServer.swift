import Dependencies
import Foundation
import StoreWeb
import TestSupport

/// A server that misbehaves as a test wants it to: it sends bytes that are no HTTP, sends nothing, or resets connections.
package final class LoopbackServer: Sendable {
  /// The port that the system chose.
  package let port: UInt16

  /// The address of the server.
  package var url: String { "http://127.0.0.1:\(port)" }

  /// The sockets of the open connections; `nil` when the server was stopped.
  private let sockets = LockIsolated<Set<Int32>?>([])
  private let finished = DispatchSemaphore(value: 0)

  /// Starts the server.
  ///
  /// - Parameter serve: Called for each connection, on a thread of its own. The connection is closed afterwards.
  package init(serve: @escaping @Sendable (LoopbackConnection) -> Void) throws {
    let listener = try ListeningSocket.open(port: 0)
    do {
      port = try ListeningSocket.port(of: listener)
    } catch {
      close(listener)
      throw error
    }
    // Its thread has nothing else to do than to wait.
    _ = fcntl(listener, F_SETFL, 0)
    Thread.detachNewThread { [sockets, finished] in
      while sockets.withValue({ $0 != nil }) {
        let socket = accept(listener, nil, nil)
        guard socket >= 0 else {
          // All descriptors may be in use. Without a pause, this would be a busy loop.
          usleep(1_000)
          continue
        }
        guard sockets.withValue({ $0?.insert(socket) }) != nil else {
          close(socket)
          break
        }
        Thread.detachNewThread {
          serve(LoopbackConnection(socket))
          // Under the lock, so that `stop` does not shut another socket with this number down.
          sockets.withValue {
            _ = $0?.remove(socket)
            close(socket)
          }
        }
      }
      close(listener)
      finished.signal()
    }
  }

  deinit { stop() }

  /// Ends all connections and closes the port. Further calls have no effect.
  package func stop() {
    let wasRunning = sockets.withValue { sockets in
      defer { sockets = nil }
      for socket in sockets ?? [] { shutdown(socket, Int32(SHUT_RDWR)) }
      return sockets != nil
    }
    guard wasRunning else { return }
    // Ends the wait for a connection.
    _ = try? RawClient(port: port)
    finished.wait()
  }
}
