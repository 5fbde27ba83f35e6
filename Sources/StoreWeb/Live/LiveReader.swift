import Dependencies
import StoreTrace

/// Sends a page the events of a store, as server-sent events.
///
/// | event | data |
/// |---|---|
/// | `stores` | the list of all stores |
/// | `header` | the beginning of a session: the page forgets the earlier one |
/// | `frame` | the state before the next records |
/// | `records` | records, each on a line |
final class LiveReader: Sendable {
  private struct State {
    var position: LiveFeed.Position?
    /// The list that was sent last.
    var list: [UInt8]?
    var hasEntered = false
  }

  private let inspector: LiveInspector
  private let store: LiveStore?
  private let state: Locked<State>
  /// After this time without an event, a comment is sent, so that the page knows that it is still connected.
  private static var silence: Duration { .seconds(15) }
  /// The time in which steps are collected, to be sent together.
  private static var pause: Duration { .milliseconds(20) }

  init(_ inspector: LiveInspector, store id: String?, after position: LiveFeed.Position?) {
    self.inspector = inspector
    store = inspector.store(id)
    state = Locked(State(position: position))
  }

  deinit {
    if state.withLock({ $0.hasEntered }) { store?.leave() }
  }

  /// The events, for one reader.
  var events: AsyncStream<[UInt8]> {
    AsyncStream { await self.next() }
  }

  private func next() async -> [UInt8]? {
    let isFirst = state.withLock { state in
      defer { state.hasEntered = true }
      return !state.hasEntered
    }
    if isFirst { await store?.enter() }
    while !Task.isCancelled {
      let version = inspector.signal.version
      if let bytes = newEvents() { return bytes }
      if await inspector.signal.wait(after: version, atMost: Self.silence) {
        try? await Task.sleep(for: Self.pause)
      } else if !Task.isCancelled {
        return newEvents() ?? Array(": \n\n".utf8)
      }
    }
    return nil
  }

  /// Returns the events since the last call; `nil` if there are none.
  private func newEvents() -> [UInt8]? {
    var bytes: [UInt8] = []
    var list: [UInt8] = []
    inspector.list(for: store).write(to: &list)
    state.withLock { state in
      if state.list != list { bytes.append(event: "stores", id: state.position, [list]) }
      state.list = list
      guard let (parts, position) = store?.feed.parts(after: state.position) else { return }
      // If a page loses its connection during these events, it receives all of them again.
      let before = state.position
      for part in parts {
        switch part {
        case .header(let header): bytes.append(event: "header", id: before, [header])
        case .frame(let frame): bytes.append(event: "frame", id: before, [frame])
        case .records(let records): bytes.append(event: "records", id: position, records)
        }
      }
      state.position = position
    }
    return bytes.isEmpty ? nil : bytes
  }
}

extension [UInt8] {
  /// Appends an event. Lines of data contain no line breaks: JSON escapes them.
  fileprivate mutating func append(event: String, id: LiveFeed.Position?, _ lines: [[UInt8]]) {
    self += "event: \(event)\n".utf8
    if let id { self += "id: \(id.text)\n".utf8 }
    for line in lines { self += "data: ".utf8 + line + [UInt8(ascii: "\n")] }
    append(UInt8(ascii: "\n"))
  }
}
