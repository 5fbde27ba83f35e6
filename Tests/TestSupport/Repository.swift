import Foundation

/// The files in this package's source tree.
package enum Repository {
  package static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  package struct File {
    /// Relative to the root.
    package let path: String
    package let text: String

    package init(path: String, text: String) {
      self.path = path
      self.text = text
    }

    package var name: String { URL(filePath: path).lastPathComponent }
    package var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
  }

  /// Reads a file.
  package static func file(_ path: String) throws -> File {
    File(path: path, text: try String(contentsOf: root.appending(path: path), encoding: .utf8))
  }

  /// The cells of all table rows in a Markdown file, without backticks.
  package static func tableRows(in path: String) throws -> [[String]] {
    try file(path).lines.filter { $0.hasPrefix("|") }.map { line in
      line.split(separator: "|").map { $0.replacing("`", with: "").trimmingCharacters(in: .whitespaces) }
    }
  }

  /// All files in a folder that have one of these extensions, sorted by path.
  package static func files(in folder: String, _ extensions: Set<String> = ["swift"]) throws -> [File] {
    try paths(in: root.appending(path: folder), extensions).map { try file(folder.isEmpty ? $0 : folder + "/" + $0) }
  }

  /// The paths, relative to a folder and sorted, of the files in it that have one of these extensions. Hidden folders,
  /// such as those of build products and version control, are left out, and so is the code of tutorials in
  /// documentation catalogs, which is not part of a library.
  package static func paths(in folder: URL, _ extensions: Set<String> = ["swift"]) -> [String] {
    guard let paths = FileManager.default.enumerator(atPath: folder.path) else { return [] }
    var found: [String] = []
    while let path = paths.nextObject() as? String {
      if URL(filePath: path).lastPathComponent.hasPrefix(".") || path.hasSuffix(".docc/Resources/Tutorial") {
        paths.skipDescendants()
      } else if extensions.contains(URL(filePath: path).pathExtension) {
        found.append(path)
      }
    }
    return found.sorted()
  }
}
