/// Reads a trace line by line.
struct TraceReader: Sendable {
  let name: String
  let header: TraceHeader
  /// The number of the last action so far.
  private(set) var lastStep = 0
  /// What is to be said about a last line that was cut.
  private(set) var note: String?
  /// Whether all lines were read before, so that those of later versions are known to be right and need no second look.
  var isChecked = false
  private var lines: TraceLines
  private var line = 0

  /// Opens a trace, and reads its header. `-` is the standard input.
  ///
  /// - Throws: A `FileError` if it cannot be read, a ``TraceError`` if it is no trace.
  init(_ path: String) throws {
    try self.init(name: path == "-" ? "<stdin>" : path, TraceLines(path))
  }

  init(name: String, _ lines: TraceLines) throws(TraceError) {
    self.name = name
    self.lines = lines
    let first = try Self.next(name, &self.lines, number: 1)
    let source = first ?? SourceText(name: name, line: [], number: 1)
    do throws(Diagnostic) {
      guard first != nil else { throw Diagnostic(0..<0, "the file is empty") }
      header = try TraceHeader(Self.parse(source) { name, _ in TraceHeader.members.contains(name) })
    } catch {
      throw TraceError(source, error, notes: "a trace is what `--trace FILE` records; its first line is a header")
    }
    line = 1
  }

  /// The next record, and the line where it stands; `nil` at the end.
  mutating func next() throws(TraceError) -> (record: TraceRecord, source: SourceText)? {
    line += 1
    guard let source = try Self.next(name, &lines, number: line) else { return nil }
    if isChecked, let kind = TraceRecord.unknownKind(in: source.bytes) {
      return (TraceRecord(time: 0, wall: 0, content: .unknown(kind: kind)), source)
    }
    let node: JSONNode
    do throws(Diagnostic) {
      node = try Self.parse(source, where: TraceRecord.reads)
    } catch {
      guard (try? lines.isAtEnd()) == true else { throw TraceError(source, error) }
      note = "\(source.reference(to: 0)): the last line is cut and was left out: the program that recorded it was ended"
      return nil
    }
    do throws(Diagnostic) {
      let record = try TraceRecord(node)
      try check(record, node)
      return (record, source)
    } catch {
      throw TraceError(source, error)
    }
  }

  /// Steps count from 1, and so none is missing.
  private mutating func check(_ record: TraceRecord, _ node: JSONNode) throws(Diagnostic) {
    switch record.content {
    case .action(let action):
      guard action.step == lastStep + 1 else {
        throw Diagnostic(
          node["step"]?.range ?? node.range,
          "expected step \(lastStep + 1), found \(action.step)",
          notes: "every action has a record, and they are numbered from 1"
        )
      }
      lastStep = action.step
    case .jump(let step, _) where step > lastStep:
      throw Diagnostic(node["step"]?.range ?? node.range, "a jump to step \(step), which comes after step \(lastStep)")
    default: break
    }
  }

  private static func next(_ name: String, _ lines: inout TraceLines, number: Int) throws(TraceError) -> SourceText? {
    do {
      return try lines.next().map { SourceText(name: name, line: $0, number: number) }
    } catch {
      let problem =
        error is TraceLines.TooLong
        ? Diagnostic(0..<0, "the line is longer than \(TraceLines.lineLimit >> 20) MB, and no record is")
        : Diagnostic(0..<0, "the line cannot be read: \(error)")
      throw TraceError(SourceText(name: name, line: [], number: number), problem)
    }
  }

  private static func parse(
    _ source: SourceText,
    where isRead: @escaping (_ name: String, _ before: [JSONNode.Member]) -> Bool
  ) throws(Diagnostic) -> JSONNode {
    guard !source.bytes.isEmpty else { throw Diagnostic(0..<0, "the line is empty: a JSON object is expected") }
    return try JSONParser.parse(source, where: isRead)
  }
}

/// A mistake in a trace.
struct TraceError: Error {
  let source: SourceText
  private(set) var diagnostic: Diagnostic

  init(_ source: SourceText, _ diagnostic: Diagnostic, notes: String?...) {
    self.source = source
    self.diagnostic = diagnostic
    self.diagnostic.notes += notes.compactMap { $0 }
  }

  /// `file:line:column: error: ...`, with the place and what to do.
  var rendered: String { diagnostic.rendered(in: source) + "\n" }
}
