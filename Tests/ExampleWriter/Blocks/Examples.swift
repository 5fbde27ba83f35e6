import Foundation

/// The blocks of documents that have a prelude in common, and the code that is compiled for them.
///
/// A prelude, such as `Polling+Prelude.swift`, is a file of `Tests/DocumentationTests/Examples`. It has the name of a
/// document or of the folder with the sources whose comments it is for, and what stands around their blocks: types, and
/// variables and functions that come before the statements that mention them.
struct Examples {
  /// The prelude's name; that of the document if there is none.
  let name: String
  let prelude: [Chunk]
  let imports: [String]
  /// What comments of the prelude say of blocks: `// Block 2: fails`, `// Block 2: reports`, with an issue, or
  /// `// Block 2: #available(macOS 26, *)`.
  let notes: [Int: String]
  private(set) var documents: [(path: String, blocks: [CodeBlock])] = []

  static let folder = "Tests/DocumentationTests/Examples"
  /// A module must not have two files of one name, and compiled code says that it is from the files of examples.
  var fileName: String { "\(name)+Blocks.swift" }
  var preludePath: String? { prelude.first?.path }

  /// All examples of the documents.
  static func all(in documents: Documents) throws -> [Examples] {
    let root = documents.root
    let preludes = try Documents.paths(in: root.appending(path: folder), "swift").map { path in
      let text = try documents.text(of: "\(folder)/\(path)")
      return Examples(
        name: URL(filePath: path).deletingPathExtension().lastPathComponent.replacing("+Prelude", with: ""),
        prelude: prelude(text, path: "\(folder)/\(path)"),
        imports: CodeBlock.lines(of: text).filter(isImport).map(String.init),
        notes: text.matches(of: #/// Block (\d+): (.+)/#).reduce(into: [:]) { notes, match in
          if let number = Int(match.1) { notes[number] = String(match.2) }
        }
      )
    }
    var all = Dictionary(uniqueKeysWithValues: preludes.map { ($0.name, $0) })
    // The program of the articles, which is compiled by itself.
    let program = try Documents.paths(in: root.appending(path: "Examples/Counter"), "swift").map {
      unindented(try documents.text(of: "Examples/Counter/\($0)"))
    }
    var written: Set<String> = []
    for path in documents.paths {
      // A block that stands in several documents is compiled once.
      let blocks = try documents.blocks(of: path).filter { block in
        let text = unindented(block.text)
        return written.insert(text).inserted && !program.contains { $0.contains(text) }
      }
      guard !blocks.isEmpty else { continue }
      let name = name(of: path, preludes: Set(preludes.map(\.name)))
      all[name, default: Examples(name: name, prelude: [], imports: [], notes: [:])].documents.append((path, blocks))
    }
    return all.values.sorted { $0.name < $1.name }
  }

  private static func isImport(_ line: Substring) -> Bool {
    line.hasPrefix("import ") || line.hasPrefix("@testable import ")
  }

  static func unindented(_ text: String) -> String {
    "\n" + CodeBlock.lines(of: text).map { $0.drop { $0 == " " } }.joined(separator: "\n") + "\n"
  }

  private static func name(of path: String, preludes: Set<String>) -> String {
    let url = URL(filePath: path)
    let name = url.deletingPathExtension().lastPathComponent
    let folders = path.contains(".docc/") ? [] : url.pathComponents.dropLast().reversed()
    return ([name] + folders).first(where: preludes.contains) ?? name.filter { $0.isLetter || $0.isNumber }
  }

  /// Each declaration, variable and function of a prelude by itself.
  private static func prelude(_ text: String, path: String) -> [Chunk] {
    var items: [CodeBlock] = []
    var isComplete = true
    for (index, line) in CodeBlock.lines(of: text).enumerated() where !isImport(line) {
      let isInside = line.first.map { " })]".contains($0) } ?? true
      if isComplete && !isInside {
        items.append(CodeBlock(language: "swift", lines: [], path: path, firstLine: index + 1, indentation: 0))
      }
      guard !items.isEmpty else { continue }
      items[items.count - 1].lines.append(String(line))
      isComplete = !line.hasPrefix("//") && !(line.hasPrefix("@") && (!line.contains(" ") || line.hasSuffix(")")))
    }
    return items.flatMap(Chunk.chunks)
  }
}
