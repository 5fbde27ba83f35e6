import Dependencies
import Foundation
import Store

/// A file to write. An existing file with its name stays unchanged until ``install()``. A device, a pipe or the
/// standard output can't be replaced, so writing to it takes effect at once.
package final class OutputFile: Sendable {
  /// The name of the file in messages.
  let name: String
  private let descriptor: Int32
  /// The temporary file that is written; `nil` if the output can't be replaced.
  private let replacement: FileReplacement?
  /// The place of the temporary file among those that are deleted if a signal ends the process.
  private let rescue: Locked<Int?>

  /// - Parameters:
  ///   - path: The path of the file, or `-` for the standard output. If it is a symbolic link, the file that it leads to
  ///     is replaced, not the link.
  ///   - permissions: The permissions of the file, from which the process's mask is removed. By default, those of the
  ///     file that is replaced, or all if there is none.
  package init(_ path: String, permissions: mode_t? = nil) throws(FileError) {
    name = path == "-" ? "<stdout>" : path
    // For an empty path, the temporary file could be written, but not installed.
    guard !path.isEmpty else { throw FileError(.write, path, SystemError(ENOENT)) }
    if path == "-" {
      (descriptor, replacement) = (STDOUT_FILENO, nil)
      rescue = Locked(nil)
    } else if !Self.isReplaceable(path) {
      (descriptor, replacement) = (open(path, O_WRONLY | O_CLOEXEC), nil)
      rescue = Locked(nil)
    } else {
      let new = FileReplacement(of: path)
      var old = stat()
      // A file that is protected from writing must not be replaced, either.
      guard stat(new.target, &old) == 0 ? access(new.target, W_OK) == 0 : errno == ENOENT else {
        throw FileError(.write, path, SystemError())
      }
      rescue = Locked(TemporaryFileRescue.begin(new.temporary))
      (descriptor, replacement) = (new.open(permissions: permissions), new)
    }
    guard descriptor >= 0 else {
      let error = SystemError()
      endRescue()
      throw FileError(.write, path, error)
    }
  }

  deinit {
    if descriptor != STDOUT_FILENO { close(descriptor) }
    discard()
  }

  package func write(_ bytes: [UInt8]) throws(FileError) {
    do throws(SystemError) {
      try Descriptor.write(bytes, to: descriptor)
    } catch {
      throw FileError(.write, name, error)
    }
  }

  /// Replaces the existing file with this one. More can be written to it afterwards.
  package func install() throws(FileError) {
    guard let replacement else { return }
    guard replacement.install() else { throw FileError(.write, name, SystemError()) }
    endRescue()
  }

  /// Deletes the temporary file, unless it was installed.
  package func discard() {
    replacement?.discard()
    endRescue()
  }

  private func endRescue() {
    if let rescue = rescue.withLock({ $0.take() }) { TemporaryFileRescue.end(rescue) }
  }

  /// A folder counts as not replaceable, so that opening it fails at once.
  private static func isReplaceable(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
  }
}

extension OutputFile {
  /// Writes a file completely or not at all.
  package static func write(_ text: String, to path: String, permissions: mode_t? = nil) throws(FileError) {
    let file = try OutputFile(path, permissions: permissions)
    try file.write(Array(text.utf8))
    try file.install()
  }

  /// Writes a file in parts. If `body` throws, nothing is written, and an existing file stays unchanged.
  ///
  /// - Parameters:
  ///   - path: The path of the file, or `-` for the standard output. The standard output, a device or a pipe receives
  ///     nothing before `body` has returned.
  ///   - body: Calls its argument with each part.
  package static func write(to path: String, _ body: (_ output: ([UInt8]) throws -> Void) throws -> Void) throws {
    let file = try OutputFile(path)
    guard file.replacement != nil else {
      // The temporary file has no name, and is deleted when it is closed.
      guard let whole = tmpfile() else { throw FileError(.write, file.name, SystemError()) }
      defer { fclose(whole) }
      do {
        try body { try Descriptor.write($0, to: fileno(whole)) }
        var offset = 0
        while case let part = try Descriptor.read(fileno(whole), at: offset), !part.isEmpty {
          try file.write(part)
          offset += part.count
        }
      } catch let error as SystemError {
        throw FileError(.write, "a temporary file", error)
      }
      return
    }
    do {
      try body(file.write)
      try file.install()
    } catch {
      file.discard()
      throw error
    }
  }
}
