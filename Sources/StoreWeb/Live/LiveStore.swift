import Dependencies
import Store
import StoreTrace

/// A store that pages show.
package final class LiveStore: Sendable {
  let id: Int
  let name: String
  let feed: LiveFeed
  private let signal: LiveSignal
  /// Whether the program still uses the store.
  let isAlive: @Sendable () -> Bool

  private struct State {
    var control: (any LiveControl)?
    var readers = 0
    /// The number of times that the last reader has left.
    var departures = 0
    var recording: (start: @Sendable () async -> Void, stop: @Sendable () async -> Void)?
    var isRecording = false
    /// The last visit of an agent.
    var visit: Task<Void, Never>?
  }

  private let state = Locked(State())
  /// The time that a store is recorded after the last call of an agent, because the agent may need time to think.
  private static var agentPatience: Duration { .seconds(600) }
  /// The time that a store is recorded after the last page has left, because a page may be loaded again.
  private static var patience: Duration { .seconds(60) }

  init(
    id: Int,
    name: String,
    _ feed: LiveFeed,
    _ signal: LiveSignal,
    isAlive: @escaping @Sendable () -> Bool
  ) {
    (self.id, self.name, self.feed, self.signal, self.isAlive) = (id, name, feed, signal, isAlive)
  }

  var control: (any LiveControl)? { state.withLock { $0.control } }

  /// Lets pages control a store. It replaces another one if the session goes on with a new store.
  ///
  /// - Parameters:
  ///   - tools: The commands that need a program that knows the feature.
  ///   - script: Returns the statements that led here, on the actor of the store.
  package func control<S, Action: Decodable>(
    _ store: Store<S, Action>,
    _ tools: LiveTools<S> = LiveTools(),
    script: (() throws -> String)? = nil
  ) {
    use(StoreControl(store, feed, LiveActions(), tools, script: script))
  }

  /// Shows a session that begins.
  package func begin(_ header: TraceHeader) -> any TraceSink {
    feed.begin(header)
    return feed
  }

  func use(_ control: (any LiveControl)?) {
    let previous = state.withLock { state in
      defer { state.control = control }
      return state.control
    }
    withExtendedLifetime(previous) {}
    signal.notify()
  }

  /// Records the store only while a page is open.
  func record(
    start: @escaping @Sendable () async -> Void,
    stop: @escaping @Sendable () async -> Void
  ) {
    state.withLock { $0.recording = (start, stop) }
  }

  /// Notes that a page begins to read.
  func enter() async {
    let start = state.withLock { state in
      state.readers += 1
      guard !state.isRecording, let recording = state.recording else { return (@Sendable () async -> Void)?.none }
      state.isRecording = true
      return recording.start
    }
    await start?()
  }

  /// Notes that a page has left.
  func leave() {
    let departure = state.withLock { state in
      state.readers -= 1
      state.departures += 1
      return state.readers == 0 && state.isRecording ? state.departures : nil
    }
    guard let departure else { return }
    Task {
      try? await Task.sleep(for: Self.patience)
      let stop = state.withLock { state in
        guard state.readers == 0, state.departures == departure, state.isRecording else {
          return (@Sendable () async -> Void)?.none
        }
        state.isRecording = false
        return state.recording?.stop
      }
      await stop?()
    }
  }

  /// Notes a call of an agent. The agent counts as a reader until it has not called for some time.
  func visit() async {
    await enter()
    let visit = Task { [weak self] in
      try? await Task.sleep(for: Self.agentPatience)
      self?.leave()
    }
    let previous = state.withLock { state in
      defer { state.visit = visit }
      return state.visit
    }
    previous?.cancel()
  }

  var hasEnded: Bool { feed.hasEnded || !isAlive() }

  var json: JSONValue {
    let control = control
    return [
      "id": .integer(Int64(id)), "name": .string(name), "hasEnded": .bool(hasEnded),
      "isControlled": .bool(control != nil),
      "offers": .array((control?.offers ?? []).sorted().map { .string($0.rawValue) }),
    ]
  }
}
