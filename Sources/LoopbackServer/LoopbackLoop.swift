import Foundation

/// The loop that a ``LoopbackServer``'s thread runs: it waits for whatever socket or deadline comes first, and serves
/// it.
struct LoopbackLoop {
  let listener: Int32
  /// The reading end of a pipe; its other end is closed to end the loop.
  let wake: Int32
  let limits: LoopbackServer.Limits
  let respond: @Sendable (LoopbackRequest) -> LoopbackAnswer
  private var connections: [LoopbackConnection] = []
  /// Set when the system had no descriptor left for a new connection: asking again at once would be a busy loop.
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

  /// The milliseconds until the next deadline, rounded up; -1 is for ever.
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
