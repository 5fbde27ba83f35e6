import Foundation

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
    let nonce = UUID().uuidString
    for (index, part) in ReportTemplate.markup.components(separatedBy: "{{").enumerated() {
      let pieces = part.components(separatedBy: "}}")
      guard index > 0, pieces.count == 2 else {
        try output(Array(part.utf8))
        continue
      }
      switch pieces[0] {
      case "policy": try output(Array(ReportTemplate.policy(nonce: nonce).utf8))
      case "title": try output(Array(title.utf8))
      case "nonce": try output(Array(nonce.utf8))
      case "style": try output(Array(ReportTemplate.style.utf8))
      case "script": try output(Array(ReportTemplate.script.utf8))
      default: try writeData(to: output)
      }
      try output(Array(pieces[1].utf8))
    }
  }

  private var title: String {
    "\(trace.header.program) · \(trace.header.feature)".printable.truncated(to: 200)
      .replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
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
    try Self.writeElement(#"id="header""#, bytes, to: output)
    guard let screens else { return }
    bytes = []
    screens.json.write(to: &bytes)
    try Self.writeElement(#"id="screens""#, bytes, to: output)
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
      try Report.writeElement(#"class="frame""#, frame, to: output)
      try Report.writeElement(#"class="records""#, records, end: "]", to: output)
    }
  }

  /// Writes an element that contains JSON. In JSON, `<` occurs only in strings. It is escaped, so no text can be an end
  /// tag.
  private static func writeElement(
    _ attribute: String,
    _ json: [UInt8],
    end: String = "",
    to output: ([UInt8]) throws -> Void
  ) rethrows {
    try output(Array(#"<script type="application/json" \#(attribute)>"#.utf8))
    // Written in parts, because a copy of long records would take as much memory again.
    var start = 0
    while start < json.count {
      let part = json[start...].prefix(1 << 16)
      start = part.endIndex
      var bytes: [UInt8] = []
      bytes.reserveCapacity(part.count)
      for byte in part {
        if byte == UInt8(ascii: "<") { bytes += Array(#"\u003C"#.utf8) } else { bytes.append(byte) }
      }
      try output(bytes)
    }
    try output(Array((end + "</script>\n").utf8))
  }
}
