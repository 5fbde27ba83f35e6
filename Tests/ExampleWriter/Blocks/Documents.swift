import Foundation

/// The documents of a package: Markdown files, the sources, which have examples in their comments, and the files of
/// tutorials.
struct Documents {
  let root: URL
  /// Relative to the root and sorted.
  let paths: [String]

  init(root: URL) {
    self.root = root
    paths =
      Self.paths(in: root, ["md"]) + Self.paths(in: root.appending(path: "Sources"), ["swift"]).map { "Sources/\($0)" }
  }

  /// The files with one of these extensions that are not in a hidden folder.
  static func paths(in folder: URL, _ extensions: Set<String>) -> [String] {
    guard let paths = FileManager.default.enumerator(atPath: folder.path) else { return [] }
    var found: [String] = []
    while let path = paths.nextObject() as? String {
      let url = URL(filePath: path)
      if url.lastPathComponent.hasPrefix(".") {
        paths.skipDescendants()
      } else if extensions.contains(url.pathExtension) {
        found.append(path)
      }
    }
    return found.sorted()
  }

  /// The documents with this path or one that ends with it.
  func paths(named name: String) -> [String] {
    paths.contains(name) ? [name] : paths.filter { $0.hasSuffix("/\(name)") }
  }

  /// The Swift blocks of a document. A file of a tutorial is one block.
  func blocks(of path: String) throws -> [CodeBlock] {
    let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
    if path.contains(".docc/Resources/") { return [Self.tutorialBlock(text, path: path)] }
    let blocks =
      path.hasSuffix(".md")
      ? CodeBlock.blocks(inMarkdown: text, path: path) : CodeBlock.blocks(inCommentsOf: text, path: path)
    return blocks.filter { $0.language == "swift" }
  }

  /// The code of a tutorial stands within a type here, where there are no imports, and those who include tests call
  /// them. Blanks keep the lines and columns.
  private static func tutorialBlock(_ text: String, path: String) -> CodeBlock {
    let lines = CodeBlock.lines(of: text).map { line in
      line.hasPrefix("import ") || line.hasPrefix("@testable import ")
        ? "" : line.replacingOccurrences(of: "@Test ", with: "      ")
    }
    return CodeBlock(language: "swift", lines: lines, path: path, firstLine: 1, indentation: 0)
  }
}
