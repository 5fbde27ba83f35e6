/// Reads a trace line by line.
package struct TraceReader: Sendable {
  package let name: String
  package let header: TraceHeader
  /// The number of the last action or change that was read.
  package private(set) var lastStep = 0
  /// A message about a last line that was cut off; `nil` if there is none.
  package private(set) var note: String?
  /// Whether all lines were read before. Records of later format versions are then known to be valid JSON and are not
  /// parsed again.
  package var isChecked = false
  private var lines: InputLines
  private var line = 0

  /// Opens a trace and reads its header. `-` is the standard input.
  ///
  /// - Throws: A `FileError` if the file cannot be read, a ``TraceError`` if it is not a trace.
  package init(_ path: String) throws {
    try self.init(name: path == "-" ? "<stdin>" : path, InputLines(path))
  }

  /// Reads a trace from memory.
  package init(name: String, _ bytes: [UInt8]) throws(TraceError) {
    try self.init(name: name, InputLines(bytes))
  }

  init(name: String, _ lines: InputLines) throws(TraceError) {
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
    lastStep = header.skippedSteps
  }

  /// Returns the next record and its line; `nil` at the end.
  package mutating func next() throws(TraceError) -> (record: TraceRecord, source: SourceText)? {
    line += 1
    guard let source = try Self.next(name, &lines, number: line) else { return nil }
    // An editor may have added a line end.
    if source.bytes.isEmpty, (try? lines.isAtEnd()) == true { return nil }
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

  /// Throws if steps don't count from 1 without gaps, or if a jump leads to a later step.
  private mutating func check(_ record: TraceRecord, _ node: JSONNode) throws(Diagnostic) {
    switch record.content {
    case .action(let action): try check(step: action.step, node)
    case .modified(let modification): try check(step: modification.step, node)
    case .jump(let step, _) where step > lastStep:
      throw Diagnostic(node["step"]?.range ?? node.range, "a jump to step \(step), which comes after step \(lastStep)")
    default: break
    }
  }

  private mutating func check(step: Int, _ node: JSONNode) throws(Diagnostic) {
    guard step == lastStep + 1 else {
      throw Diagnostic(
        node["step"]?.range ?? node.range,
        "expected step \(lastStep + 1), found \(step)",
        notes: "every action has a record, and they are numbered from 1"
      )
    }
    lastStep = step
  }

  private static func next(_ name: String, _ lines: inout InputLines, number: Int) throws(TraceError) -> SourceText? {
    do {
      return try lines.next().map { SourceText(name: name, line: $0, number: number) }
    } catch {
      let problem =
        error is InputLines.TooLong
        ? Diagnostic(0..<0, "the line is longer than \(InputLines.lineLimit >> 20) MB, and no record is")
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

/// Thrown for a correct trace that does not fit the command, for example because it lacks a step.
package struct UnsuitableTrace: Error {
  package let message: String

  package init(_ message: String) { self.message = message }

  /// Returns the error for a step that the trace does not have. The trace was read to its end.
  package static func lacks(_ step: Int, _ trace: TraceReader) -> Self {
    let count = trace.lastStep.counting("step")
    return Self("\(trace.name.printable): there is no step \(step): the trace has \(count)")
  }
}

/// A mistake in a trace, with the line that contains it.
package struct TraceError: Error {
  let source: SourceText
  private(set) var diagnostic: Diagnostic

  package init(_ source: SourceText, _ diagnostic: Diagnostic, notes: String?...) {
    self.source = source
    self.diagnostic = diagnostic
    self.diagnostic.notes += notes.compactMap { $0 }
  }

  /// The message `file:line:column: error: ...` with the marked source and the notes.
  package var rendered: String { diagnostic.rendered(in: source) + "\n" }
}
