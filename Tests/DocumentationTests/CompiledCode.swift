import TestSupport

/// The code of the test targets, which is compiled whenever these tests run.
struct CompiledCode {
  private struct Line {
    let indentation: Int
    /// Consecutive spaces count as one, because the formatter moves comments at the ends of lines.
    let words: String
  }

  private struct Source {
    let path: String
    let lines: [Line]
  }

  private let sources: [Source]

  init(_ files: [Repository.File]) {
    sources = files.map { Source(path: $0.path, lines: $0.lines.map(Self.line)) }
  }

  private static func line(_ text: some StringProtocol) -> Line {
    let content = text.drop { $0 == " " }
    return Line(
      indentation: text.count - content.count,
      words: content.split(separator: " ").joined(separator: " ")
    )
  }

  /// The parts of a block that are not in the code; empty if all of them are.
  ///
  /// A block is in the code if its lines are consecutive lines of a file, with any common indentation. Parts of a block
  /// that a blank line separates may be in different places.
  func missingParts(of block: CodeBlock) -> [Missing] {
    if longestMatch(block.lines).count == block.lines.count { return [] }
    return block.lines.split { $0.allSatisfy { $0 == " " } }.compactMap { part in
      let match = longestMatch(Array(part))
      return match.count == part.count
        ? nil : Missing(firstDifference: part[part.startIndex + match.count], closest: match.location)
    }
  }

  struct Missing {
    /// The first line of the part that differs from the closest code.
    let firstDifference: String
    /// The location of the code with the longest common start; `nil` if no code has the same first line.
    let closest: String?
  }

  private func longestMatch(_ block: [String]) -> (count: Int, location: String?) {
    let block = block.map(Self.line)
    var best: (count: Int, location: String?) = (0, nil)
    guard let first = block.first else { return best }
    for source in sources {
      for start in source.lines.indices where source.lines[start].words == first.words {
        let shift = source.lines[start].indentation - first.indentation
        let count = zip(block, source.lines[start...]).prefix { wanted, actual in
          wanted.words == actual.words && (wanted.words.isEmpty || wanted.indentation + shift == actual.indentation)
        }.count
        if count > best.count { best = (count, "\(source.path):\(start + count + 1)") }
      }
    }
    return best
  }
}
