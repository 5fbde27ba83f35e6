import Foundation

/// Writes a file that is there as a whole or not at all.
enum OutputFile {
  /// Writes a file; `-` is the standard output.
  static func write(_ data: Data, to path: String) throws(FileError) {
    do {
      if path == "-" {
        try FileHandle.standardOutput.write(contentsOf: data)
      } else {
        try data.write(to: URL(filePath: path), options: .atomic)
      }
    } catch {
      throw FileError(.write, path == "-" ? "<stdout>" : path, error)
    }
  }
}
