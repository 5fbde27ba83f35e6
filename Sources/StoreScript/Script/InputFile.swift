import Foundation
import StoreTrace

/// Reads scripts and traces from files or from the standard input.
package enum InputFile {
  /// The maximum number of bytes of a script. It keeps a device that never ends from filling the memory.
  package static let scriptLimit = 16 << 20

  /// Reads a file, or the standard input for `-`.
  ///
  /// - Parameter limit: The maximum number of bytes. A larger file is an error.
  package static func read(_ path: String, limit: Int = scriptLimit) throws(FileError) -> SourceText {
    SourceText(name: path == "-" ? "<stdin>" : path, bytes: try bytes(path, limit: limit))
  }

  /// Reads the bytes of a file.
  package static func bytes(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
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
