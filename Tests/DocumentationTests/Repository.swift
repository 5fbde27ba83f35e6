import Foundation

/// The files of this package, as they are in the source tree.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  struct File {
    /// Relative to the root.
    let path: String
    let text: String

    var name: String { URL(filePath: path).lastPathComponent }
    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
  }

  /// One file.
  static func file(_ path: String) throws -> File {
    File(path: path, text: try String(contentsOf: root.appending(path: path), encoding: .utf8))
  }

  /// The cells of all rows of the tables in a Markdown file, without marks of code.
  static func tableRows(in path: String) throws -> [[String]] {
    try file(path).lines.filter { $0.hasPrefix("|") }.map { line in
      line.split(separator: "|").map { $0.replacing("`", with: "").trimmingCharacters(in: .whitespaces) }
    }
  }

  /// All files in a folder whose names end in one of these extensions, sorted by path. Build products, and what version
  /// control keeps, are in hidden folders and left out, and so is the code of tutorials, which is in catalogs of
  /// documentation and no part of the library beside them.
  static func files(in folder: String, _ extensions: Set<String> = ["swift"]) throws -> [File] {
    let start = root.appending(path: folder)
    guard let paths = FileManager.default.enumerator(atPath: start.path) else { return [] }
    var found: [String] = []
    while let path = paths.nextObject() as? String {
      let name = URL(filePath: path).lastPathComponent
      if name.hasPrefix(".") || path.hasSuffix(".docc/Resources/Tutorial") {
        paths.skipDescendants()
      } else if extensions.contains(URL(filePath: path).pathExtension) {
        found.append(folder.isEmpty ? path : folder + "/" + path)
      }
    }
    return try found.sorted().map(file)
  }
}
