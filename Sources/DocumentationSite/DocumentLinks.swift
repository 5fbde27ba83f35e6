import Foundation

/// Finds links to files or headings that do not exist, in the Markdown files of a package. DocC checks the links in
/// catalogs.
struct DocumentLinks {
  let root: URL

  /// Returns a sentence for each broken link.
  func mistakes() throws -> [String] {
    var mistakes: [String] = []
    for path in try documents() {
      let file = root.appending(path: path)
      let text = Self.withoutCode(try String(contentsOf: file, encoding: .utf8))
      for link in text.matches(of: #/\]\(([^)\s]+)\)/#).map({ String($0.1) })
      where !link.contains("://") {
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let target = parts[0].isEmpty ? file : URL(filePath: parts[0], relativeTo: file).standardizedFileURL
        if !FileManager.default.fileExists(atPath: target.path) {
          mistakes.append("\(path) links to \(link), which is not there.")
        } else if parts.count > 1, try !Self.anchors(of: target).contains(parts[1]) {
          mistakes.append("\(path) links to \(link), and there is no such heading.")
        }
      }
    }
    return mistakes
  }

  /// All Markdown files except the changelog, which may mention removed files. Catalogs and hidden folders are left
  /// out.
  private func documents() throws -> [String] {
    guard let paths = FileManager.default.enumerator(atPath: root.path) else { return [] }
    var documents: [String] = []
    while let path = paths.nextObject() as? String {
      if URL(filePath: path).lastPathComponent.hasPrefix(".") || path.hasSuffix(".docc") {
        paths.skipDescendants()
      } else if path.hasSuffix(".md"), path != "CHANGELOG.md" {
        documents.append(path)
      }
    }
    return documents.sorted()
  }

  private static func withoutCode(_ text: String) -> String {
    text.replacing(#/(?s)```.*?```/#, with: "").replacing(#/`[^`\n]*`/#, with: "code")
  }

  /// The headings of a file in the form that links use.
  private static func anchors(of file: URL) throws -> Set<String> {
    let text = try String(contentsOf: file, encoding: .utf8).replacing(#/(?s)```.*?```/#, with: "")
    return Set(
      text.matches(of: #/(?m)^#+ +(.+)$/#).map { heading in
        String(heading.1.lowercased().filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }).replacing(
          " ",
          with: "-"
        )
      }
    )
  }
}
