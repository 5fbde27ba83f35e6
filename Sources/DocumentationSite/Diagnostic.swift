import Foundation

/// A warning or an error of DocC.
struct Diagnostic: Decodable, Hashable {
  struct Range: Decodable, Hashable {
    struct Place: Decodable, Hashable { let line, column: Int }
    let start: Place
  }
  struct Solution: Decodable, Hashable { let summary: String }

  let source: String?
  let range: Range?
  let severity: String
  let summary: String
  let explanation: String?
  let solutions: [Solution]?

  /// Reads all warnings and errors from a file that `docc convert --diagnostics-file` wrote, without repetitions.
  static func read(from file: URL) throws -> [Diagnostic] {
    struct List: Decodable { let diagnostics: [Diagnostic] }
    guard let data = try? Data(contentsOf: file) else { return [] }
    var seen: Set<Diagnostic> = []
    return try JSONDecoder().decode(List.self, from: data).diagnostics.filter {
      // A parameter whose name explains it needs no description, even if other parameters have one.
      !($0.summary.hasPrefix("Parameter '") && $0.summary.hasSuffix("' is missing documentation"))
        && ["warning", "error"].contains($0.severity) && seen.insert($0).inserted
    }
  }

  /// The diagnostic in the format of compilers, with paths relative to `root`.
  func description(in root: URL) -> String {
    var text = ""
    if let source = source.flatMap(URL.init(string:)) {
      let folder = root.standardizedFileURL.path
      let path = source.standardizedFileURL.path
      text += path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
      if let start = range?.start { text += ":\(start.line):\(start.column)" }
      text += ": "
    }
    text += summary
    for line in [explanation].compactMap(\.self) + (solutions ?? []).map(\.summary) where !line.isEmpty {
      text += "\n    \(line)"
    }
    return text
  }
}
