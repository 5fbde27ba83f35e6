/// A script's text with its name, for diagnostics that point into it. Positions are UTF-8 offsets.
package struct SourceText: Sendable {
  package private(set) var name: String
  package let bytes: [UInt8]
  /// `file:line:column` of the statements that include this text, the nearest first.
  package private(set) var includes: [String] = []
  private let lineStarts: [Int]
  private static let oneLine = [0]
  /// The number of the first line, if this is a part of a larger text.
  package var firstLine = 1

  package init(name: String, bytes: [UInt8]) {
    let bytes = bytes.withoutByteOrderMark
    self.name = name
    self.bytes = bytes
    var lineStarts = [0]
    for index in bytes.indices where bytes[index] == .newline { lineStarts.append(index + 1) }
    self.lineStarts = lineStarts
  }

  package init(name: String, text: String) {
    self.init(name: name, bytes: Array(text.utf8))
  }

  /// Returns this text with the name by which it is included, and with the places of the includes.
  package func included(as name: String, from includes: [String]) -> SourceText {
    var text = self
    text.name = name
    text.includes = includes
    return text
  }

  /// One line of a larger text, without its line end.
  init(name: String, line: [UInt8], number: Int) {
    self.name = name
    bytes = number == 1 ? line.withoutByteOrderMark : line
    lineStarts = Self.oneLine
    firstLine = number
  }

  /// The text of a range of offsets, which need not lie within the source.
  package subscript(range: Range<Int>) -> String {
    String(decoding: bytes[range.clamped(to: bytes.indices)], as: UTF8.self)
  }

  /// The offset of the first byte that is not UTF-8.
  package var firstInvalidByte: Int? {
    guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
    var parser = UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let scalar): offset += scalar.count
      case .error: return offset
      case .emptyInput: return nil
      }
    }
  }

  /// The line of an offset, counted from 1. O(log *n*) in the number of lines.
  package func line(at offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + firstLine
  }

  /// The offsets of a line without its line ending.
  package func range(ofLine line: Int) -> Range<Int> {
    let index = line - firstLine
    let start = lineStarts[index]
    var end = index + 1 < lineStarts.count ? lineStarts[index + 1] - 1 : bytes.count
    if end > start, bytes[end - 1] == .carriageReturn { end -= 1 }
    return start..<end
  }

  /// Line and column of an offset, both from 1; columns count characters as a reader sees them.
  func location(at offset: Int) -> (line: Int, column: Int) {
    let line = line(at: offset)
    let start = range(ofLine: line).lowerBound
    return (line, self[start..<max(start, offset)].count + 1)
  }

  /// `file:line:column`, as editors and terminals link it.
  package func reference(to offset: Int) -> String {
    let (line, column) = location(at: offset)
    return "\(name.printable):\(line):\(column)"
  }
}

extension [UInt8] {
  /// The bytes without the byte order mark that some editors put before UTF-8.
  package var withoutByteOrderMark: [UInt8] { starts(with: [0xEF, 0xBB, 0xBF]) ? Array(dropFirst(3)) : self }
}

extension UInt8 {
  package static let newline = UInt8(ascii: "\n")
  package static let carriageReturn = UInt8(ascii: "\r")
}
