import Foundation

/// Files as they are completed.
enum FileNames {
  /// The files whose paths begin with a text, in the order of their names. Directories end with `/`; hidden files are
  /// there only if the text asks for them.
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
