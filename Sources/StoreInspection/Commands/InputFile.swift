import Foundation

/// A script or a trace on disk, or on the standard input.
enum InputFile {
  /// More than any script has; so a device that never ends is no trouble.
  static let scriptLimit = 16 << 20

  /// Reads a file, or the standard input for `-`.
  ///
  /// - Parameter limit: The most bytes that are read; a larger file is an error.
  static func read(_ path: String, limit: Int = scriptLimit) throws(FileError) -> SourceText {
    SourceText(name: path == "-" ? "<stdin>" : path, bytes: try bytes(path, limit: limit))
  }

  /// Reads the bytes of a file.
  static func bytes(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    let name = path == "-" ? "<stdin>" : path
    do throws(SystemError) {
      let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw SystemError() }
      defer { if descriptor != STDIN_FILENO { close(descriptor) } }
      var bytes: [UInt8] = []
      while bytes.count <= limit, case let part = try Descriptor.read(descriptor), !part.isEmpty { bytes += part }
      if bytes.count <= limit { return bytes }
    } catch {
      throw FileError(.read, name, error)
    }
    throw FileError(.read, name, reason: "it is larger than \(limit >> 20) MB")
  }
}
