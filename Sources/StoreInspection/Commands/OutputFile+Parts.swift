import Foundation

extension OutputFile {
  /// Writes a file that comes in parts. If `body` throws, nothing is written, and a file that is there stays as it was.
  ///
  /// - Parameters:
  ///   - path: `-` is the standard output, to which nothing is written before all is there.
  ///   - body: Calls its argument with each part.
  static func write(to path: String, _ body: (_ output: ([UInt8]) throws -> Void) throws -> Void) throws {
    // What a link leads to is replaced, not the link.
    let target = URL(filePath: path).resolvingSymlinksInPath()
    let type = try? FileManager.default.attributesOfItem(atPath: target.path)[.type] as? FileAttributeType
    // A device or a pipe cannot be replaced.
    if path == "-" || (type != nil && type != .typeRegular) {
      var data = Data()
      try body { data += $0 }
      return try path == "-" ? write(data, to: path) : append(data, to: path)
    }
    let temporary = target.appendingPathExtension("\(ProcessInfo.processInfo.processIdentifier).new")
    let handle = try create(temporary, named: path)
    // Ctrl-C leaves nothing behind either.
    let interruption = Interruption {
      unlink(temporary.path)
      _exit(ExitCode.interrupted.rawValue)
    }
    defer { withExtendedLifetime(interruption) {} }
    do {
      try body { part in
        do { try handle.write(contentsOf: part) } catch { throw FileError(.write, path, error) }
      }
      try handle.close()
      guard rename(temporary.path, target.path) == 0 else {
        throw FileError(.write, path, reason: String(cString: strerror(errno)))
      }
    } catch {
      try? FileManager.default.removeItem(at: temporary)
      throw error
    }
  }

  private static func create(_ file: URL, named name: String) throws(FileError) -> FileHandle {
    let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw FileError(.write, name, reason: String(cString: strerror(errno))) }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  private static func append(_ data: Data, to path: String) throws(FileError) {
    do {
      let handle = try FileHandle(forWritingTo: URL(filePath: path))
      try handle.write(contentsOf: data)
    } catch {
      throw FileError(.write, path, error)
    }
  }
}
