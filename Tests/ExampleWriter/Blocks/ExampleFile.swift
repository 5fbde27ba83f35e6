import Foundation

/// A file of examples: code, with lines that stand for blocks of documents.
struct ExampleFile {
  /// Relative to the documents' root.
  let path: String
  let text: String

  /// The name of the file that is compiled in its place. A module must not have two files of one name, and compiled code
  /// says that it is from here.
  var writtenName: String { URL(filePath: path).deletingPathExtension().lastPathComponent + "+Blocks.swift" }

  /// A line that can't be replaced with what it stands for.
  struct Mistake: Error, CustomStringConvertible {
    let path: String
    let line: Int
    let message: String

    var description: String { "\(path):\(line): error: \(message)" }
  }

  /// What is compiled in place of the files: the same code and the blocks, with the places where they stand.
  static func written(
    _ files: [ExampleFile],
    _ documents: Documents,
    mistakes: inout [Mistake]
  ) -> [(name: String, text: String)] {
    var named: Set<String> = []
    var found: [[Int: [CodeBlock]]] = files.map { _ in [:] }
    // Those that stand for all other blocks are the last ones.
    for isForTheRest in [false, true] {
      for (file, number, inclusion) in inclusions(in: files) where (inclusion.text == nil) == isForTheRest {
        do throws(Mistake) {
          let blocks = try files[file].blocks(inclusion, number, documents, but: named)
          named.formUnion(isForTheRest ? [] : blocks.map(\.location))
          for block in blocks {
            found[file][number, default: []].append(try files[file].part(of: block, inclusion, number))
          }
        } catch {
          mistakes.append(error)
        }
      }
    }
    return zip(files, found).map { file, found in
      (file.writtenName, file.text(with: found, root: documents.root))
    }
  }

  private static func inclusions(in files: [ExampleFile]) -> [(file: Int, line: Int, inclusion: Inclusion)] {
    files.indices.flatMap { file in
      CodeBlock.lines(of: files[file].text).enumerated().compactMap { index, line in
        Inclusion(line).map { (file, index + 1, $0) }
      }
    }
  }

  /// The blocks that a line stands for.
  private func blocks(
    _ inclusion: Inclusion,
    _ line: Int,
    _ documents: Documents,
    but named: Set<String>
  ) throws(Mistake) -> [CodeBlock] {
    func mistake(_ message: String) -> Mistake { Mistake(path: path, line: line, message: message) }
    let paths = documents.paths(named: inclusion.document)
    guard let document = paths.first else { throw mistake("There is no document \"\(inclusion.document)\".") }
    guard paths.count == 1 else {
      throw mistake("\"\(inclusion.document)\" may be \(paths.joined(separator: " or ")).")
    }
    guard let all = try? documents.blocks(of: document) else { throw mistake("\(document) can't be read.") }
    guard let text = inclusion.text else {
      let rest = all.filter { !named.contains($0.location) }
      if rest.isEmpty { throw mistake("\(document) has no Swift block that is not included elsewhere.") }
      return rest
    }
    let blocks = all.filter { $0.lines.contains { $0.contains(text) } }
    guard blocks.count == 1 else {
      throw mistake(
        blocks.isEmpty
          ? "No Swift block of \(document) has the text: \(text)"
          : "\(blocks.map(\.location).joined(separator: " and ")) have the text: \(text)"
      )
    }
    return blocks
  }

  private func part(of block: CodeBlock, _ inclusion: Inclusion, _ line: Int) throws(Mistake) -> CodeBlock {
    guard let range = inclusion.range(in: block) else {
      throw Mistake(
        path: path,
        line: line,
        message: "The block at \(block.location) does not go on to: \(inclusion.end ?? "")"
      )
    }
    return CodeBlock(
      language: block.language,
      lines: Array(block.lines[range]),
      path: block.path,
      firstLine: block.firstLine + range.lowerBound,
      indentation: block.indentation
    )
  }

  private func text(with blocks: [Int: [CodeBlock]], root: URL) -> String {
    func place(_ path: String, _ line: Int) -> String {
      "#sourceLocation(file: \"\(root.appending(path: path).path)\", line: \(line))"
    }
    var lines = [place(path, 1)]
    for (index, line) in CodeBlock.lines(of: text).enumerated() {
      guard let blocks = blocks[index + 1] else {
        lines.append(String(line))
        continue
      }
      for block in blocks {
        let indentation = String(repeating: " ", count: block.indentation)
        lines.append(place(block.path, block.firstLine))
        lines += block.lines.map { $0.isEmpty ? "" : indentation + $0 }
      }
      lines.append(place(path, index + 2))
    }
    return lines.joined(separator: "\n")
  }
}
