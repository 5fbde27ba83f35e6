import Foundation

/// A line of an example's file that stands for lines of a document:
///
///     // #include Polling.md
///     // #include Polling.md: struct Build {
///     // #include Polling.md: struct Build { ... }
///
/// The first one stands for all Swift blocks of the document that no other line of an example names, the second one for
/// the block with the text after the colon. If there is "..." with a space or nothing on each side, only the lines from
/// the one with the text before it to the next one with the text after it are included; without a text, from the
/// block's first line or to its last.
struct Inclusion {
  /// The document's path, or the end of it.
  let document: String
  /// A text that stands in one block of the document; `nil` for all blocks that have no inclusion of their own.
  let text: String?
  /// Where the included lines begin and end; `nil` for the block's first and last line.
  let start, end: String?

  /// - Returns: `nil` if the line has code or another comment.
  init?(_ line: some StringProtocol) {
    let mark = "// #include "
    let line = line.drop { $0 == " " }
    guard line.hasPrefix(mark) else { return nil }
    let words = line.dropFirst(mark.count).split(separator: ": ", maxSplits: 1).map { String($0) }
    document = words.first ?? ""
    guard words.count == 2 else {
      (text, start, end) = (nil, nil, nil)
      return
    }
    let bounds = " \(words[1]) ".split(separator: " ... ", maxSplits: 1, omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    guard bounds.count == 2 else {
      (text, start, end) = (words[1], nil, nil)
      return
    }
    (start, end) = (bounds[0].isEmpty ? nil : bounds[0], bounds[1].isEmpty ? nil : bounds[1])
    text = start ?? end
  }

  /// The lines of a block that are included; `nil` if the text for the end stands nowhere after the start.
  func range(in block: CodeBlock) -> Range<Int>? {
    let first = start.flatMap { start in block.lines.firstIndex { $0.contains(start) } } ?? 0
    guard let end else { return first..<block.lines.count }
    return block.lines[first...].dropFirst(start == nil ? 0 : 1).firstIndex { $0.contains(end) }.map { first..<$0 + 1 }
  }
}
