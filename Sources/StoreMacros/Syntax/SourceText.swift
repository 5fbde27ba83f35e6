/// The bytes of a source, and where they came from.
final class SourceText: Sendable {
  /// What the source consists of: UTF-8 as a rule, though nothing here relies on it.
  let bytes: [UInt8]
  let fileName: String
  /// Where in the file the first byte stands.
  let offset: Int

  init(bytes: [UInt8], fileName: String = "", offset: Int = 0) {
    self.bytes = bytes
    self.fileName = fileName
    self.offset = offset
  }

  convenience init(_ text: String, fileName: String = "", offset: Int = 0) {
    self.init(bytes: Array(text.utf8), fileName: fileName, offset: offset)
  }

  /// All of it.
  var slice: SourceSlice {
    SourceSlice(source: self, range: 0..<bytes.count)
  }
}

/// A part of a source. Every node has one, so that diagnostics point at the token that causes them.
struct SourceSlice: Sendable {
  let source: SourceText
  /// Offsets of bytes in the source.
  let range: Range<Int>

  var text: String {
    String(decoding: bytes, as: UTF8.self)
  }

  var bytes: ArraySlice<UInt8> {
    source.bytes[range]
  }

  var isEmpty: Bool {
    range.isEmpty
  }

  /// The place before the first byte: what is inserted there stands before the slice.
  var start: SourceSlice {
    SourceSlice(source: source, range: range.lowerBound..<range.lowerBound)
  }

  /// The place after the last byte.
  var end: SourceSlice {
    SourceSlice(source: source, range: range.upperBound..<range.upperBound)
  }
}
