import Foundation

/// The file of a database that is not open.
///
/// Closing a file releases the locks of this process on it, so no connection may have it open at the same time.
struct UnopenedFile {
  let path: String

  /// Deletes the file and its log if its header says that it was made for a schema. Returns whether it was deleted.
  func delete(ifMadeFor schema: DatabaseSchema) throws(DatabaseError) -> Bool {
    guard applicationID == schema.applicationID else { return false }
    // The log is deleted first: without its file it is useless, and with another file it would do harm.
    for suffix in ["-wal", "-shm", ""] where unlink(path + suffix) != 0 {
      let error = errno
      if error != ENOENT { throw .cannotOpen(path: path, reason: DatabaseConnection.systemErrorDescription(error)) }
    }
    return true
  }

  /// The application id in the header of the file (https://sqlite.org/fileformat.html, section 1.3); `nil` if there is
  /// no such header.
  private var applicationID: Int? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    guard let header = try? file.read(upToCount: 72), header.count == 72,
      header.starts(with: Data("SQLite format 3\0".utf8))
    else { return nil }
    return header.suffix(4).reduce(0) { $0 << 8 | Int($1) }
  }
}
