import Foundation

/// A copy of a database's file and its log, in a temporary folder that only its owner can read.
///
/// SQLite needs to write next to a file in order to read its log. In a folder that can only be read, this is
/// impossible, so the file and its log are copied. The log may be that of a program that was killed or is still
/// running.
struct DatabaseCopy {
  /// The reason why a file could not be copied with its log. For users, it is more helpful than the reason why the file
  /// could not be opened for writing.
  struct Failure: Error {
    let error: DatabaseError
  }

  private let folder: URL

  /// The path of the copied file.
  var path: String { folder.appending(path: "database").path(percentEncoded: false) }

  /// Copies a file and its log.
  ///
  /// This process must not have the file open: copying opens and closes it, and closing it releases all locks of the
  /// process.
  ///
  /// - Parameter files: The versions of the files. If they change while they are copied, the copied file and log may
  ///   not belong together, and an error is thrown. The next attempt may succeed.
  init(of path: String, _ files: FileVersions) throws(Failure) {
    for file in [path, path + "-wal"] where access(file, R_OK) != 0 {
      throw Failure(error: .cannotOpen(path: file, reason: DatabaseConnection.systemErrorDescription(errno)))
    }
    folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    do {
      let permissions = FileAttributeKey.posixPermissions
      try FileManager.default.createDirectory(
        at: folder,
        withIntermediateDirectories: false,
        attributes: [permissions: 0o700]
      )
      for suffix in ["", "-wal"] {
        let contents = try Data(contentsOf: URL(filePath: path + suffix))
        guard
          FileManager.default.createFile(
            atPath: self.path + suffix,
            contents: contents,
            attributes: [permissions: 0o600]
          )
        else { throw CocoaError(.fileWriteUnknown) }
      }
    } catch {
      remove()
      throw Failure(error: .cannotOpen(path: path, .unreadableLog))
    }
    guard FileVersions(of: path) == files else {
      remove()
      throw Failure(error: .busy(path: path))
    }
  }

  /// Removes the copy. Those who have it open can go on reading.
  func remove() { try? FileManager.default.removeItem(at: folder) }
}
