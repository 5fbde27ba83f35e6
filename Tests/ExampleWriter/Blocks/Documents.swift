import Foundation

/// The documents of a package: Markdown files, and the sources of libraries, which have examples in their comments.
struct Documents {
  let root: URL
  /// Relative to the root and sorted.
  let paths: [String]

  init(root: URL) {
    self.root = root
    // The list of changes quotes code of older versions. What README.ja.md has in common with README.md is found there.
    let markdown = Self.paths(in: root, "md").filter { $0 != "CHANGELOG.md" }
    let libraries = [
      "Dependencies", "Store", "StoreExploration", "StoreInspection", "StoreScript", "StoreTesting", "StoreTrace",
      "StoreWeb",
    ]
    paths =
      markdown.filter { $0 != "README.ja.md" } + markdown.filter { $0 == "README.ja.md" }
      + libraries.flatMap { library in
        Self.paths(in: root.appending(path: "Sources/\(library)"), "swift").map { "Sources/\(library)/\($0)" }
      }
  }

  /// The files with an extension that are not in a hidden folder.
  static func paths(in folder: URL, _ pathExtension: String) -> [String] {
    guard let paths = FileManager.default.enumerator(atPath: folder.path) else { return [] }
    var found: [String] = []
    while let path = paths.nextObject() as? String {
      let url = URL(filePath: path)
      if url.lastPathComponent.hasPrefix(".") {
        paths.skipDescendants()
      } else if url.pathExtension == pathExtension {
        found.append(path)
      }
    }
    return found.sorted()
  }

  func text(of path: String) throws -> String { try String(contentsOf: root.appending(path: path), encoding: .utf8) }

  /// A line of code after which the compiler names lines of a document.
  func place(_ path: String, _ line: Int) -> String {
    "#sourceLocation(file: \"\(root.appending(path: path).path)\", line: \(line))"
  }

  /// The Swift blocks of a document that are compiled with these tests.
  func blocks(of path: String) throws -> [CodeBlock] {
    let text = try text(of: path)
    let blocks =
      path.hasSuffix(".md")
      ? CodeBlock.blocks(inMarkdown: text, path: path) : CodeBlock.blocks(inCommentsOf: text, path: path)
    // Other tests check the manifests.
    return blocks.filter { $0.language == "swift" && !$0.text.contains("import PackageDescription") }
  }
}
