import Dependencies
import Foundation

/// Reads, writes and watches files of the file system.
final class SystemFiles: Files {
  let waiting = WaitingSaves()

  /// Follows symbolic links.
  func place(of url: URL) -> URL {
    #if os(Windows)
      url.resolvingSymlinksInPath().standardizedFileURL
    #else
      URL(filePath: FileReplacement.place(of: url.path), directoryHint: .notDirectory)
    #endif
  }

  func read(_ url: URL) throws -> Data? {
    do {
      return try Data(contentsOf: url)
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile || error.code == .fileNoSuchFile {
      return nil
    }
  }

  func write(_ data: Data, to url: URL) throws {
    do {
      let folder = url.deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw FileStorageError.notWritten("its folder can't be made (\(error.systemDescription))")
    }
    #if os(Windows)
      try data.write(to: url, options: .atomic)
    #else
      // Other programs use devices and pipes, and would find a file in their place.
      var old = stat()
      if stat(url.path, &old) == 0, ![S_IFREG, S_IFDIR].contains(old.st_mode & S_IFMT) {
        throw FileStorageError.notWritten("it is a device or a pipe")
      }
      let replacement = FileReplacement(of: url.path)
      do {
        let descriptor = replacement.open()
        try check(descriptor >= 0)
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try file.write(contentsOf: data)
        try file.synchronize()
        try file.close()
        try check(replacement.install())
      } catch {
        replacement.discard()
        throw error as? FileStorageError ?? .notWritten(error.systemDescription)
      }
    #endif
  }

  private func check(_ isDone: Bool) throws {
    if !isDone { throw FileStorageError.notWritten(String(cString: strerror(errno))) }
  }

  func watch(_ url: URL, _ onChange: @escaping @Sendable () -> Void) throws -> SharedSubscription {
    let watch = try FileWatch(url, onChange: onChange)
    // The watch ends when this closure is released.
    return SharedSubscription { withExtendedLifetime(watch) {} }
  }

  func later(_ body: @escaping @Sendable () -> Void) {
    DispatchQueue.global().asyncAfter(deadline: .now() + 1, execute: body)
  }
}
