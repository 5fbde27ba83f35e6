import Foundation

/// The files in this package's source tree.
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

  /// Reads a file.
  static func file(_ path: String) throws -> File {
    File(path: path, text: try String(contentsOf: root.appending(path: path), encoding: .utf8))
  }

  /// The cells of all table rows in a Markdown file, without backticks.
  static func tableRows(in path: String) throws -> [[String]] {
    try file(path).lines.filter { $0.hasPrefix("|") }.map { line in
      line.split(separator: "|").map { $0.replacing("`", with: "").trimmingCharacters(in: .whitespaces) }
    }
  }

  /// All files in a folder that have one of these extensions, sorted by path. Hidden folders, such as those of build
  /// products and version control, are left out, and so is the code of tutorials in documentation catalogs, which is
  /// not part of a library.
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
