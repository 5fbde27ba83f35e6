import Foundation

/// Reads a trace line by line.
struct TraceReader {
  /// More than any trace has that one could look at.
  static let limit = 1 << 30

  let name: String
  let header: TraceHeader
  /// The number of the last action so far.
  private(set) var lastStep = 0
  /// What is to be said about a last line that was cut.
  private(set) var note: String?
  private let bytes: Data
  private var offset: Data.Index
  private var line = 1

  /// Opens a trace, and reads its header. `-` is the standard input.
  ///
  /// - Throws: A `FileError` if it cannot be read, a ``TraceError`` if it is no trace.
  init(_ path: String) throws {
    try self.init(name: path == "-" ? "<stdin>" : path, try InputFile.data(path, limit: Self.limit))
  }

  init(name: String, _ bytes: Data) throws(TraceError) {
    self.name = name
    self.bytes = bytes
    offset = bytes.startIndex
    let source = SourceText(name: name, line: Self.nextLine(of: bytes, from: &offset) ?? [], number: 1)
    do throws(Diagnostic) {
      guard !bytes.isEmpty else { throw Diagnostic(0..<0, "the file is empty") }
      header = try TraceHeader(Self.parse(source))
    } catch {
      throw TraceError(source, error, notes: "a trace is what `--trace FILE` records; its first line is a header")
    }
  }

  /// The next record, and the line where it stands; `nil` at the end.
  mutating func next() throws(TraceError) -> (record: TraceRecord, source: SourceText)? {
    guard let bytes = Self.nextLine(of: bytes, from: &offset) else { return nil }
    line += 1
    let source = SourceText(name: name, line: bytes, number: line)
    let node: JSONNode
    do throws(Diagnostic) {
      node = try Self.parse(source)
    } catch {
      guard offset >= self.bytes.endIndex else { throw TraceError(source, error) }
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

  /// The bytes up to the next line end; `nil` at the end of the text.
  private static func nextLine(of bytes: Data, from offset: inout Data.Index) -> [UInt8]? {
    guard offset < bytes.endIndex else { return nil }
    let rest = bytes[offset...]
    let end = rest.firstIndex(of: .newline) ?? rest.endIndex
    offset = min(end + 1, rest.endIndex)
    return Array(rest[..<end])
  }

  private static func parse(_ source: SourceText) throws(Diagnostic) -> JSONNode {
    guard !source.bytes.isEmpty else { throw Diagnostic(0..<0, "the line is empty: a JSON object is expected") }
    return try JSONParser.parse(source)
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
