import TestSupport

/// A fenced block of a Markdown file or a documentation comment.
struct CodeBlock: CustomStringConvertible {
  let language: String
  let lines: [String]
  /// The path and the number of the first line.
  let location: String

  var text: String { lines.joined(separator: "\n") }
  var description: String { "the \(language) block at \(location)" }

  /// All blocks of a Markdown file.
  static func blocks(inMarkdown file: Repository.File) -> [CodeBlock] {
    blocks(file.lines.enumerated().map { (number: $0 + 1, text: $1) }, path: file.path)
  }

  /// All blocks in the `///` comments of a Swift file.
  static func blocks(inCommentsOf file: Repository.File) -> [CodeBlock] {
    let comments = file.lines.enumerated().compactMap { index, line -> (number: Int, text: Substring)? in
      let line = line.drop { $0 == " " }
      guard line.hasPrefix("///") else { return nil }
      return (index + 1, line.dropFirst(line.hasPrefix("/// ") ? 4 : 3))
    }
    return blocks(comments, path: file.path)
  }

  private static func blocks(_ lines: [(number: Int, text: Substring)], path: String) -> [CodeBlock] {
    var blocks: [CodeBlock] = []
    var open: (language: String, indentation: Int, first: Int, lines: [String])?
    for (number, text) in lines {
      let content = text.drop { $0 == " " }
      guard content.hasPrefix("```") else {
        if let indentation = open?.indentation { open?.lines.append(String(text.dropFirst(indentation))) }
        continue
      }
      if let block = open {
        blocks.append(CodeBlock(language: block.language, lines: block.lines, location: "\(path):\(block.first)"))
        open = nil
      } else {
        open = (String(content.dropFirst(3)), text.count - content.count, number + 1, [])
      }
    }
    return blocks
  }
}
