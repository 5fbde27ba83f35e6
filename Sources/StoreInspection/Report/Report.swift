import StoreWeb

/// A page that shows a trace.
///
/// The page contains the trace's records in chunks. Each chunk follows a key frame: the state before its first record.
/// A chunk ends when its records are twice as long as its key frame. So the page is at most one and a half times as
/// long as the trace, and showing a state takes at most as much work as reading a state three times.
struct Report {
  /// The minimum length of a chunk in bytes, for small states.
  static let leastChunk = 64 << 10

  private var trace: TraceReader
  private var state: JSONValue
  private let screens: RecordedScreens?

  init(_ trace: TraceReader, screens: RecordedScreens? = nil) {
    self.trace = trace
    self.screens = screens
    state = trace.header.state
  }

  /// Writes the page, part by part.
  ///
  /// - Throws: A ``TraceError`` at the first line that is wrong, and whatever `output` throws.
  mutating func write(to output: ([UInt8]) throws -> Void) throws {
    let title = "\(trace.header.program) · \(trace.header.feature)"
    let template = PageTemplate(title: title)
    try output(Array(template.head.utf8))
    try writeData(to: output)
    try output(Array(template.tail.utf8))
  }

  // MARK: Data

  private mutating func writeData(to output: ([UInt8]) throws -> Void) throws {
    var chunk = Chunk(state)
    while let (record, source) = try trace.next() {
      if chunk.isFull {
        try chunk.write(to: output)
        chunk = Chunk(state)
      }
      chunk.append(record)
      try record.apply(to: &state, source)
    }
    try chunk.write(to: output)
    var bytes: [UInt8] = []
    header.write(to: &bytes)
    try PageTemplate.writeElement(#"id="header""#, bytes, to: output)
    guard let screens else { return }
    bytes = []
    screens.json.write(to: &bytes)
    try PageTemplate.writeElement(#"id="screens""#, bytes, to: output)
  }

  /// The trace's header without its state, and with the notes of the reader.
  private var header: JSONValue {
    guard case .object(var members) = trace.header.json else { return .null }
    members.removeAll { $0.name == "state" }
    members.append(.init(name: "notes", value: .array(trace.note.map { [.string($0)] } ?? [])))
    return .object(members)
  }

  private struct Chunk {
    private let frame: [UInt8]
    private var records = Array("[".utf8)
    private let limit: Int

    init(_ state: JSONValue) {
      var bytes: [UInt8] = []
      state.write(to: &bytes)
      frame = bytes
      limit = max(2 * frame.count, Report.leastChunk)
    }

    var isFull: Bool { records.count >= limit }

    mutating func append(_ record: TraceRecord) {
      records += Array((records.count == 1 ? "\n" : ",\n").utf8)
      record.write(to: &records)
    }

    func write(to output: ([UInt8]) throws -> Void) rethrows {
      try PageTemplate.writeElement(#"class="frame""#, frame, to: output)
      try PageTemplate.writeElement(#"class="records""#, records, end: "]", to: output)
    }
  }
}
