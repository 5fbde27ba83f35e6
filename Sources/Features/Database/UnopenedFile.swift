import Dependencies
import Foundation

/// The file of a database that is not open.
///
/// Closing a file releases the locks of this process on it, so no connection may have it open at the same time.
struct UnopenedFile {
  let path: String

  /// Creates a missing file that only its owner can read. SQLite gives its other files the same permissions.
  ///
  /// An existing file is not opened, because closing it would release the locks of this process. The lock keeps other
  /// threads from acquiring such locks between the creation of the file and its closing.
  func create() throws(DatabaseError) {
    try refuseDevice()
    let error = Self.creation.withLock { _ -> Int32 in
      let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard file >= 0 else { return errno }
      close(file)
      return 0
    }
    switch error {
    case 0, EEXIST: break
    case _ where access(path, R_OK) == 0: break
    case ENOSPC, EDQUOT: throw .diskFull(path: path)
    case EROFS: throw .readOnly(path: path)
    default: throw .cannotOpen(path: path, reason: DatabaseConnection.systemErrorDescription(error))
    }
  }

  /// Throws for a device or a pipe. SQLite would not say what is wrong, or would wait for the other end of the pipe.
  func refuseDevice() throws(DatabaseError) {
    var status = stat()
    guard stat(path, &status) == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else { return }
    throw .cannotOpen(path: path, .noRegularFile)
  }

  private static let creation = Locked(())

  /// Deletes the file and its log if its header says that it was made for a schema. Returns whether it was deleted.
  func delete(ifMadeFor schema: DatabaseSchema) throws(DatabaseError) -> Bool {
    guard applicationID == schema.applicationID else { return false }
    // The log is deleted first, because with another file it would do harm.
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
