import Dependencies
import Foundation

/// A file that is written. What was there under its name before stays as it was until ``install()``; a device, a pipe or
/// the standard output cannot be replaced, and is written to at once.
final class OutputFile: Sendable {
  /// What messages call it.
  let name: String
  private let descriptor: Int32
  /// Where a file is replaced: what is written meanwhile, and what it is to become.
  private let replacement: (temporary: String, target: String)?

  /// - Parameter path: `-` is the standard output. What a link leads to is replaced, not the link.
  init(_ path: String) throws(FileError) {
    name = path == "-" ? "<stdout>" : path
    if path == "-" {
      (descriptor, replacement) = (STDOUT_FILENO, nil)
    } else if !Self.isReplaceable(path) {
      (descriptor, replacement) = (open(path, O_WRONLY | O_CLOEXEC), nil)
    } else {
      let target: String
      do throws(SystemError) {
        target = try Self.target(of: path)
      } catch {
        throw FileError(.write, path, error)
      }
      let folder = target.lastIndex(of: "/").map { target[...$0] } ?? ""
      let temporary = "\(folder).new-\(getpid())-\(UInt32.random(in: 0 ... .max))"
      descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      replacement = (temporary, target)
    }
    guard descriptor >= 0 else { throw FileError(.write, path, SystemError()) }
  }

  deinit {
    if descriptor != STDOUT_FILENO { close(descriptor) }
    discard()
  }

  func write(_ bytes: [UInt8]) throws(FileError) {
    do throws(SystemError) {
      try Descriptor.write(bytes, to: descriptor)
    } catch {
      throw FileError(.write, name, error)
    }
  }

  /// Puts the file in the place of the one that is there. It can be written to further.
  func install() throws(FileError) {
    guard let replacement else { return }
    guard rename(replacement.temporary, replacement.target) == 0 else { throw FileError(.write, name, SystemError()) }
  }

  /// Leaves nothing behind of a file that was not installed.
  func discard() {
    if let replacement { unlink(replacement.temporary) }
  }

  /// What a path leads to, which need not be there.
  private static func target(of path: String) throws(SystemError) -> String {
    var path = path
    // So many links follow one another at most.
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

  private static func isReplaceable(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) != 0 || [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }
}

extension OutputFile {
  /// Writes a file that is there as a whole or not at all.
  static func write(_ text: String, to path: String) throws(FileError) {
    let file = try OutputFile(path)
    try file.write(Array(text.utf8))
    try file.install()
  }

  /// Writes a file that comes in parts. If `body` throws, nothing is written, and a file that is there stays as it was.
  ///
  /// - Parameters:
  ///   - path: `-` is the standard output, to which nothing is written before all is there; nor to devices and pipes.
  ///   - body: Calls its argument with each part.
  static func write(to path: String, _ body: (_ output: ([UInt8]) throws -> Void) throws -> Void) throws {
    let file = try OutputFile(path)
    guard file.replacement != nil else {
      // It has no name, and is gone with its descriptor.
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
    // What ends the program leaves nothing behind either. A signal that is ignored, as with `nohup`, does not end it.
    let ending = [SIGINT, SIGTERM, SIGHUP].filter { !SignalDisposition(of: $0).isIgnored }
    let interruptions = ending.map { number in
      Interruption(of: number) {
        file.discard()
        _exit(128 + number)
      }
    }
    defer { withExtendedLifetime(interruptions) {} }
    do {
      try body(file.write)
      try file.install()
    } catch {
      file.discard()
      throw error
    }
  }
}
