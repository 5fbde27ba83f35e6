import CMicroHTTPD
import Dependencies

/// The body of a response that is sent in chunks.
///
/// The library asks for bytes on its thread. While there are none, the connection is suspended.
final class WebBody: Sendable {
  private struct State {
    var buffer: [UInt8] = []
    /// How many bytes of the buffer were read.
    var readCount = 0
    var isSuspended = false
    /// No further bytes come.
    var isComplete = false
    /// Nobody reads any more.
    var isClosed = false
    /// Waits until the client has taken what there is.
    var waiter: CheckedContinuation<Void, Never>?
    var task: Task<Void, Never>?
  }

  private let connection: UncheckedSendable<OpaquePointer>
  private let isCutShort: Bool
  private let state: Locked<State>
  /// The number of bytes after which sending waits for a slow client.
  private static var bufferLimit: Int { 1 << 18 }

  /// - Parameter isCutShort: Whether the connection is closed after the first bytes.
  init(_ connection: OpaquePointer, first bytes: [UInt8] = [], isCutShort: Bool = false) {
    self.connection = UncheckedSendable(connection)
    self.isCutShort = isCutShort
    state = Locked(State(buffer: bytes, isComplete: isCutShort))
  }

  /// Sends chunks as they come.
  func send(_ chunks: AsyncStream<[UInt8]>) {
    let task = Task {
      // The loop does not end early, because a stream notices its end only when a cancelled task asks for the next
      // chunk.
      for await chunk in chunks { await write(chunk) }
      state.withLock { state in
        state.isComplete = true
        resume(&state)
      }
    }
    let isClosed = state.withLock { state in
      state.task = task
      return state.isClosed
    }
    if isClosed { task.cancel() }
  }

  /// Stops sending, because the client has left or the server is being stopped.
  func close() {
    let (task, waiter) = state.withLock { state in
      state.isClosed = true
      resume(&state)
      return (state.task.take(), state.waiter.take())
    }
    task?.cancel()
    waiter?.resume()
  }

  /// Whether the client has left while there were no bytes to send.
  var hasNoReader: Bool {
    // The connection is resumed under the same lock. As long as it is suspended, the library does not close it.
    state.withLock { $0.isSuspended && swift_mhd_has_left(connection.value) == swift_mhd_yes }
  }

  /// Copies the next bytes. Suspends the connection if there are none yet.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let (count, waiter) = state.withLock { state -> (Int, CheckedContinuation<Void, Never>?) in
      if state.isClosed { return (swift_mhd_failure, nil) }
      let bytes = state.buffer[state.readCount...].prefix(buffer.count)
      if bytes.isEmpty {
        if state.isComplete { return (isCutShort ? swift_mhd_failure : swift_mhd_end, nil) }
        // The connection is suspended under the lock, so that bytes that arrive now resume it afterwards.
        MHD_suspend_connection(connection.value)
        state.isSuspended = true
        return (0, nil)
      }
      buffer.copyBytes(from: bytes)
      state.readCount += bytes.count
      guard state.readCount == state.buffer.count else { return (bytes.count, nil) }
      let count = bytes.count
      state.buffer.removeAll(keepingCapacity: true)
      state.readCount = 0
      return (count, state.waiter.take())
    }
    waiter?.resume()
    return count
  }

  /// Adds bytes, and waits if the client has many to take.
  private func write(_ bytes: [UInt8]) async {
    await withCheckedContinuation { continuation in
      let isWaiting = state.withLock { state in
        guard !state.isClosed else { return false }
        state.buffer += bytes
        resume(&state)
        guard state.buffer.count > Self.bufferLimit else { return false }
        state.waiter = continuation
        return true
      }
      if !isWaiting { continuation.resume() }
    }
  }

  private func resume(_ state: inout State) {
    guard state.isSuspended else { return }
    state.isSuspended = false
    MHD_resume_connection(connection.value)
  }
}
