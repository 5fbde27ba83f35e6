/// The bytes of a source and their place in a file.
final class SourceText: Sendable {
  /// The bytes, usually UTF-8. Nothing here relies on it.
  let bytes: [UInt8]
  let fileName: String
  /// The offset of the first byte in the file.
  let offset: Int

  init(bytes: [UInt8], fileName: String = "", offset: Int = 0) {
    self.bytes = bytes
    self.fileName = fileName
    self.offset = offset
  }

  convenience init(_ text: String, fileName: String = "", offset: Int = 0) {
    self.init(bytes: Array(text.utf8), fileName: fileName, offset: offset)
  }

  /// The whole source.
  var slice: SourceSlice {
    SourceSlice(source: self, range: 0..<bytes.count)
  }
}

/// A part of a source. Every node has one, for the places of diagnostics.
struct SourceSlice: Sendable {
  let source: SourceText
  /// The byte offsets in the source.
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

  /// The empty slice before the first byte, for insertions.
  var start: SourceSlice {
    SourceSlice(source: source, range: range.lowerBound..<range.lowerBound)
  }

  /// The empty slice after the last byte.
  var end: SourceSlice {
    SourceSlice(source: source, range: range.upperBound..<range.upperBound)
  }
}
