import Dependencies
import StoreTrace

/// The latest records of a store's session, in chunks. Each chunk follows a key frame, which is the state before its
/// first record, so that the oldest chunks can be dropped.
final class LiveFeed: TraceSink {
  /// The minimum length of a chunk in bytes, for small states.
  private static let leastChunk = 64 << 10

  /// A position in a session. After an interruption, a page sends its position to receive the rest.
  struct Position: Equatable, Sendable {
    /// The number of the session: a store may be recorded several times.
    var session: Int
    /// The number of the last record that was received.
    var record: Int

    init(session: Int, record: Int) {
      (self.session, self.record) = (session, record)
    }

    init?(_ text: String) {
      let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
      guard parts.count == 2, let session = parts[0], let record = parts[1] else { return nil }
      self.init(session: session, record: record)
    }

    var text: String { "\(session).\(record)" }
  }

  private struct Chunk {
    /// The number of the first record.
    let first: Int
    /// The number of the first step in it; `nil` if there is none.
    var firstStep: Int?
    let frame: [UInt8]
    var records: [[UInt8]] = []
    var size: Int

    init(first: Int, _ state: JSONValue) {
      self.first = first
      var frame: [UInt8] = []
      state.write(to: &frame)
      self.frame = frame
      size = frame.count
    }

    /// A chunk is full when its records are twice as long as its key frame.
    var isFull: Bool { size >= max(3 * frame.count, frame.count + LiveFeed.leastChunk) }
    var end: Int { first + records.count }
  }

  private struct State {
    var session = 0
    var header: JSONValue = .null
    /// The state after the last record.
    var latest: JSONValue = .null
    var chunks: [Chunk] = []
    var size = 0
    var lastStep = 0
    var hasEnded = false
    /// Hides redacted texts.
    var hiding: @Sendable (String) -> String = { _ in "" }

    mutating func begin(_ header: JSONValue, _ start: JSONValue) {
      session += 1
      self.header = header
      latest = start
      chunks = [Chunk(first: 1, start)]
      size = chunks[0].size
      hasEnded = false
    }
  }

  private let state = Locked(State())
  private let signal: LiveSignal
  /// The number of bytes of records and key frames to keep.
  private let limit: Int

  init(_ signal: LiveSignal, limit: Int) {
    self.signal = signal
    self.limit = limit
  }

  var failure: FileError? { nil }

  /// The number of the last step that was recorded.
  var lastStep: Int { state.withLock { $0.lastStep } }
  /// The state after the last record.
  var latest: JSONValue { state.withLock { $0.latest } }
  /// Whether the session has ended.
  var hasEnded: Bool { state.withLock { $0.hasEnded } }
  /// Whether a session has begun.
  var hasBegun: Bool { state.withLock { !$0.chunks.isEmpty } }

  /// Begins a session.
  func begin(_ header: TraceHeader) {
    guard case .object(var members) = header.json else { return }
    let start = members.first { $0.name == "state" }?.value ?? .null
    members.removeAll { $0.name == "state" }
    state.withLock { state in
      state.lastStep = 0
      state.begin(.object(members), start)
    }
    signal.notify()
  }

  /// Forgets the earlier records. The present state becomes the start.
  func commit() {
    state.withLock { state in
      state.begin(state.header, state.latest)
    }
    signal.notify()
  }

  /// Forgets the session, because nobody looks at it.
  func reset() {
    state.withLock { state in
      state.chunks = []
      state.hasEnded = false
    }
  }

  func hide(with hiding: @escaping @Sendable (String) -> String) { state.withLock { $0.hiding = hiding } }

  /// The text without the redacted texts of the session.
  func hidden(in text: String) -> String { state.withLock { $0.hiding }(text) }

  func write(_ record: TraceRecord) {
    var bytes: [UInt8] = []
    record.write(to: &bytes)
    state.withLock { state in
      guard !state.chunks.isEmpty, !state.hasEnded else { return }
      if state.chunks[state.chunks.count - 1].isFull {
        let chunk = Chunk(first: state.chunks[state.chunks.count - 1].end, state.latest)
        state.size += chunk.size
        state.chunks.append(chunk)
      }
      let step: Int? =
        switch record.content {
        case .action(let action): action.step
        case .modified(let modification): modification.step
        default: nil
        }
      if let step {
        state.lastStep = step
        if state.chunks[state.chunks.count - 1].firstStep == nil {
          state.chunks[state.chunks.count - 1].firstStep = step
        }
      }
      if case .end = record.content { state.hasEnded = true }
      // This can't fail, because a patch always fits the state of the record before it.
      try? record.apply(to: &state.latest, SourceText(name: "", text: ""))
      state.chunks[state.chunks.count - 1].records.append(bytes)
      state.chunks[state.chunks.count - 1].size += bytes.count
      state.size += bytes.count
      while state.size > limit, state.chunks.count > 1 { state.size -= state.chunks.removeFirst().size }
    }
    signal.notify()
  }

  // MARK: Reading

  /// A part of the events after a position.
  enum Part {
    case header([UInt8])
    case frame([UInt8])
    /// Records, one on each line.
    case records([[UInt8]])
  }

  /// Returns the events after a position, or all events if the position is not known any more. The key frame of a chunk
  /// comes before its first record. It comes again if the page has received it without a record.
  ///
  /// - Parameter size: The number of bytes after which no more records are added.
  /// - Returns: The parts, and the position after them; `nil` if there is nothing new.
  func parts(after position: Position?, size: Int = 1 << 18) -> (parts: [Part], position: Position)? {
    state.withLock { state in
      guard let oldest = state.chunks.first, let newest = state.chunks.last else { return nil }
      var parts: [Part] = []
      var record = oldest.first - 1
      var isNew = true
      if let position, position.session == state.session, (record..<newest.end).contains(position.record) {
        record = position.record
        isNew = false
      } else {
        var header: [UInt8] = []
        state.header.write(to: &header)
        parts.append(.header(header))
      }
      var count = 0
      for chunk in state.chunks where isNew || chunk.end - 1 > record {
        if chunk.first == record + 1 { parts.append(.frame(chunk.frame)) }
        var records: [[UInt8]] = []
        for line in chunk.records.dropFirst(record + 1 - chunk.first) where count < size {
          records.append(line)
          count += line.count
        }
        record += records.count
        if !records.isEmpty { parts.append(.records(records)) }
        if count >= size { break }
      }
      return parts.isEmpty ? nil : (parts, Position(session: state.session, record: record))
    }
  }

  /// The trace of the records that are kept, as a file.
  func trace() -> [UInt8] {
    state.withLock { state in
      guard case .object(var members) = state.header, let oldest = state.chunks.first else { return [] }
      var bytes: [UInt8] = []
      let skipped = state.chunks.lazy.compactMap(\.firstStep).first.map { $0 - 1 } ?? state.lastStep
      if skipped > 0 { members.append(.init(name: "skippedSteps", value: .integer(Int64(skipped)))) }
      members.append(.init(name: "state", value: .null))
      JSONValue.object(members).write(to: &bytes)
      // The key frame is already JSON, so it replaces `null` and the bracket after it.
      bytes.removeLast(5)
      bytes += oldest.frame + [UInt8(ascii: "}"), UInt8(ascii: "\n")]
      for line in state.chunks.lazy.flatMap(\.records) { bytes += line + [UInt8(ascii: "\n")] }
      return bytes
    }
  }
}
