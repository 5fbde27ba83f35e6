import Dependencies
import Foundation

/// A file that is written. An existing file of its name stays unchanged until ``install()``. A device, a pipe or the
/// standard output can't be replaced, so it is written to at once.
package final class OutputFile: Sendable {
  /// The name of the file in messages.
  let name: String
  private let descriptor: Int32
  /// The temporary file that is written, and the file that it replaces; `nil` if the output can't be replaced.
  private let replacement: (temporary: String, target: String)?
  /// What deletes the temporary file if a signal ends the process.
  private let rescue: Locked<Int?>

  /// - Parameters:
  ///   - path: The path of the file, or `-` for the standard output. If it is a symbolic link, the file that it leads to
  ///     is replaced, not the link.
  ///   - permissions: Who may read and write the file, apart from what the process's mask forbids. By default, those who
  ///     may do so with the file that is replaced, and everybody if there is none.
  package init(_ path: String, permissions: mode_t? = nil) throws(FileError) {
    name = path == "-" ? "<stdout>" : path
    // The temporary file of an empty path could be written, but not installed.
    guard !path.isEmpty else { throw FileError(.write, path, SystemError(ENOENT)) }
    if path == "-" {
      (descriptor, replacement) = (STDOUT_FILENO, nil)
      rescue = Locked(nil)
    } else if !Self.isReplaceable(path) {
      (descriptor, replacement) = (open(path, O_WRONLY | O_CLOEXEC), nil)
      rescue = Locked(nil)
    } else {
      let target: String
      do throws(SystemError) {
        target = try Self.target(of: path)
      } catch {
        throw FileError(.write, path, error)
      }
      var old = stat()
      let isThere = stat(target, &old) == 0
      // A file that is protected from being written is not to be replaced, either.
      if isThere, access(target, W_OK) != 0 { throw FileError(.write, path, SystemError()) }
      let folder = target.lastIndex(of: "/").map { target[...$0] } ?? ""
      let temporary = "\(folder).new-\(getpid())-\(UInt32.random(in: 0 ... .max))"
      rescue = Locked(TemporaryFileRescue.begin(temporary))
      let keepsPermissions = isThere && permissions == nil
      descriptor = open(
        temporary,
        O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
        keepsPermissions ? 0o600 : permissions ?? 0o666
      )
      // If the file system can't do this, only the owner can read the file.
      if descriptor >= 0, keepsPermissions { fchmod(descriptor, old.st_mode & 0o777) }
      replacement = (temporary, target)
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

  /// Replaces the existing file with this one, which can be written to further.
  package func install() throws(FileError) {
    guard let replacement else { return }
    guard rename(replacement.temporary, replacement.target) == 0 else { throw FileError(.write, name, SystemError()) }
    endRescue()
  }

  /// Deletes the temporary file, unless it was installed.
  package func discard() {
    if let replacement { unlink(replacement.temporary) }
    endRescue()
  }

  private func endRescue() {
    if let rescue = rescue.withLock({ $0.take() }) { TemporaryFileRescue.end(rescue) }
  }

  /// Returns the path that a path leads to through symbolic links. Nothing has to exist there.
  private static func target(of path: String) throws(SystemError) -> String {
    var path = path
    // Linux follows at most this number of links.
    for _ in 0..<40 {
      if let real = realpath(path, nil) {
        defer { free(real) }
        return String(cString: real)
      }
      guard errno == ENOENT else { throw SystemError() }
      var link = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(path, &link, link.count)
      guard count > 0 else { return path }
      let text = String(decoding: link.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
      path = text.hasPrefix("/") ? text : (path.lastIndex(of: "/").map { String(path[...$0]) } ?? "") + text
    }
    throw SystemError(ELOOP)
  }

  /// The absolute path of the file that a path leads to, whether or not there is one; `nil` if its folder is missing.
  static func place(of path: String) -> String? {
    guard let target = try? target(of: path) else { return nil }
    let name = target.lastIndex(of: "/").map { target[target.index(after: $0)...] } ?? target[...]
    let folder = target.dropLast(name.count)
    guard !name.isEmpty, let real = realpath(folder.isEmpty ? "." : String(folder), nil) else { return nil }
    defer { free(real) }
    return String(cString: real) + "/" + name
  }

  /// A folder is not replaceable, so that opening it fails at once.
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
