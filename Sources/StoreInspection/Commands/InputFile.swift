import Foundation

/// A script or a trace on disk, or on the standard input.
enum InputFile {
  /// More than any script has; so a device that never ends is no trouble.
  static let scriptLimit = 16 << 20

  /// Reads a file, or the standard input for `-`.
  ///
  /// - Parameter limit: The most bytes that are read; a larger file is an error.
  static func read(_ path: String, limit: Int = scriptLimit) throws(FileError) -> SourceText {
    SourceText(name: path == "-" ? "<stdin>" : path, bytes: Array(try data(path, limit: limit)))
  }

  /// Reads the bytes of a file.
  static func data(_ path: String, limit: Int) throws(FileError) -> Data {
    let name = path == "-" ? "<stdin>" : path
    do {
      let handle = try path == "-" ? FileHandle.standardInput : FileHandle(forReadingFrom: URL(filePath: path))
      var data = Data()
      while data.count <= limit, let part = try handle.read(upToCount: 1 << 16), !part.isEmpty { data += part }
      guard data.count <= limit else { throw FileError(.read, name, reason: "it is larger than \(limit >> 20) MB") }
      return data
    } catch let error as FileError {
      throw error
    } catch {
      throw FileError(.read, name, error)
    }
  }
}
