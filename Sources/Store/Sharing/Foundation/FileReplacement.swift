import Foundation

#if !os(Windows)
  /// A temporary file that takes the place of another one when it has been written. Until then that one stays as it is.
  package struct FileReplacement: Sendable {
    /// The temporary file. It is in the folder of the other one, because only then it can be renamed.
    package let temporary: String
    /// The file that is replaced.
    package let target: String

    /// - Parameter path: The path of the file. If it is a symbolic link, the file that it leads to is replaced.
    package init(of path: String) {
      let target = Self.place(of: path)
      let folder = target.lastIndex(of: "/").map { target[...$0] } ?? ""
      self.target = target
      temporary = "\(folder).new-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    }

    /// Makes the temporary file. Returns its descriptor, which is negative if that failed; `errno` says why.
    ///
    /// - Parameter permissions: Who may read and write the file, apart from what the process's mask forbids. By
    ///   default, those who may do so with the file that is replaced, and everybody if there is none.
    package func open(permissions: mode_t? = nil) -> Int32 {
      var old = stat()
      let keepsPermissions = permissions == nil && stat(target, &old) == 0
      let descriptor = Foundation.open(
        temporary,
        O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
        keepsPermissions ? 0o600 : permissions ?? 0o666
      )
      // If the file system can't do this, only the owner can read the file.
      if descriptor >= 0, keepsPermissions { fchmod(descriptor, old.st_mode & 0o777) }
      return descriptor
    }

    /// Replaces the file in one step. Returns whether that succeeded; `errno` says why not.
    package func install() -> Bool { rename(temporary, target) == 0 }

    /// Deletes the temporary file.
    package func discard() { unlink(temporary) }

    /// Returns the absolute path of the file that a path leads to. The file and its folders may be missing.
    package static func place(of path: String) -> String {
      var place = existingPlace(of: path) ?? missingPlace(of: URL(filePath: path))
      // Links to a file that is missing. The system gives up after as many.
      for _ in 0..<40 {
        guard let link = try? FileManager.default.destinationOfSymbolicLink(atPath: place) else { break }
        place = missingPlace(of: URL(filePath: link, relativeTo: URL(filePath: place).deletingLastPathComponent()))
      }
      return place
    }

    private static func existingPlace(of path: String) -> String? {
      guard let real = realpath(path, nil) else { return nil }
      defer { free(real) }
      return String(cString: real)
    }

    private static func missingPlace(of url: URL) -> String {
      let url = url.standardizedFileURL
      guard url.path != "/" else { return url.path }
      let folder = url.deletingLastPathComponent()
      let place = existingPlace(of: folder.path) ?? missingPlace(of: folder)
      return (place == "/" ? "" : place) + "/" + url.lastPathComponent
    }
  }
#endif
