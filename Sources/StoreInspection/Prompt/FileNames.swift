import Foundation

/// Completes the paths of files.
enum FileNames {
  /// The paths of files that begin with a text, in the order of their names. Directories end with `/`. Hidden files are
  /// included only if the last name in the text begins with a dot.
  static func beginning(with prefix: String) -> [String] {
    let parts = prefix.split(separator: "/", omittingEmptySubsequences: false)
    let directory = parts.dropLast().map { $0 + "/" }.joined()
    let name = String(parts.last ?? "")
    let path = directory.isEmpty ? "." : directory
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { $0.hasPrefix(name) && (name.hasPrefix(".") || !$0.hasPrefix(".")) }.sorted().map { name in
      var isDirectory: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: directory + name, isDirectory: &isDirectory)
      return directory + name + (isDirectory.boolValue ? "/" : "")
    }
  }
}
