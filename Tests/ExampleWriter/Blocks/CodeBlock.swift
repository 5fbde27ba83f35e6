/// A fenced block of a Markdown file or a documentation comment.
struct CodeBlock: CustomStringConvertible {
  let language: String
  var lines: [String]
  /// The file's path.
  let path: String
  /// The number of the first line in the file.
  let firstLine: Int
  /// How many columns of the file stand before the block's lines.
  let indentation: Int

  var text: String { lines.joined(separator: "\n") }
  var description: String { "the \(language) block at \(path):\(firstLine)" }

  /// All blocks of a Markdown file.
  static func blocks(inMarkdown text: String, path: String) -> [CodeBlock] {
    blocks(lines(of: text).enumerated().map { (number: $0 + 1, indentation: 0, text: $1) }, path: path)
  }

  /// All blocks in the `///` comments of a Swift file.
  static func blocks(inCommentsOf text: String, path: String) -> [CodeBlock] {
    let comments = lines(of: text).enumerated().compactMap {
      index,
      line -> (number: Int, indentation: Int, text: Substring)? in
      let comment = line.drop { $0 == " " }
      guard comment.hasPrefix("///") else { return nil }
      let content = comment.dropFirst(comment.hasPrefix("/// ") ? 4 : 3)
      return (index + 1, line.utf8.count - content.utf8.count, content)
    }
    return blocks(comments, path: path)
  }

  static func lines(of text: String) -> [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

  private static func blocks(_ lines: [(number: Int, indentation: Int, text: Substring)], path: String) -> [CodeBlock] {
    var blocks: [CodeBlock] = []
    var open: (block: CodeBlock, indentation: Int)?
    for (number, column, text) in lines {
      let content = text.drop { $0 == " " }
      if !content.hasPrefix("```") {
        if let indentation = open?.indentation { open?.block.lines.append(String(text.dropFirst(indentation))) }
      } else if let block = open?.block {
        blocks.append(block)
        open = nil
      } else {
        let (language, indentation) = (String(content.dropFirst(3)), text.count - content.count)
        let place = (first: number + 1, column: column + indentation)
        open = (
          CodeBlock(language: language, lines: [], path: path, firstLine: place.first, indentation: place.column),
          indentation
        )
      }
    }
    return blocks
  }
}
