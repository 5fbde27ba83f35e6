import Foundation

/// The loop of a ``LoopbackServer``'s thread. It waits for the next socket event or deadline and handles it.
struct LoopbackLoop {
  let listener: Int32
  /// The reading end of a pipe. Closing the other end stops the loop.
  let wake: Int32
  let limits: LoopbackServer.Limits
  let respond: @Sendable (LoopbackRequest) -> LoopbackAnswer
  private var connections: [LoopbackConnection] = []
  /// The time at which to accept connections again. It is in the future when the system has no descriptor left, because
  /// trying again at once would be a busy loop.
  private var acceptsAgain = ContinuousClock.now

  init(
    listener: Int32,
    wake: Int32,
    limits: LoopbackServer.Limits,
    respond: @escaping @Sendable (LoopbackRequest) -> LoopbackAnswer
  ) {
    self.listener = listener
    self.wake = wake
    self.limits = limits
    self.respond = respond
  }

  mutating func run() {
    defer {
      for connection in connections { close(connection.socket) }
      close(listener)
      close(wake)
    }
    while true {
      let accepts = connections.count < limits.connections && acceptsAgain <= .now
      var descriptors = [
        pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
        pollfd(fd: accepts ? listener : -1, events: Int16(POLLIN), revents: 0),
      ]
      descriptors += connections.map { pollfd(fd: $0.socket, events: $0.events, revents: 0) }
      guard poll(&descriptors, nfds_t(descriptors.count), timeout()) >= 0 || errno == EINTR else { return }
      guard descriptors[0].revents == 0 else { return }
      for index in connections.indices.reversed() {
        guard connections[index].serve(descriptors[index + 2].revents, limits: limits, respond: respond) else {
          continue
        }
        close(connections[index].socket)
        connections.remove(at: index)
      }
      if descriptors[1].revents != 0 { accept() }
    }
  }

  /// The milliseconds until the next deadline, rounded up, or -1 if there is none.
  private func timeout() -> Int32 {
    let instants = connections.compactMap(\.deadline) + (acceptsAgain > .now ? [acceptsAgain] : [])
    guard let next = instants.min() else { return -1 }
    let left = max(.zero, ContinuousClock.now.duration(to: next))
    return Int32(clamping: Int64((left / .milliseconds(1)).rounded(.up)))
  }

  private mutating func accept() {
    while connections.count < limits.connections {
      let socket = Foundation.accept(listener, nil, nil)
      guard socket >= 0 else {
        if errno == EMFILE || errno == ENFILE { acceptsAgain = .now + .milliseconds(100) }
        return
      }
      Socket.configure(socket)
      connections.append(LoopbackConnection(socket: socket, limits: limits))
    }
  }
}
