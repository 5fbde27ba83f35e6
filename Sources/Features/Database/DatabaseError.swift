/// The reason why the database could not be read or written: a value that can be stored, compared, encoded and sent.
///
/// Its ``message`` can be shown to a person. No case means a loss of data: a failed write is rolled back as a whole,
/// and an unusable file is neither deleted nor overwritten.
public enum DatabaseError: Error, Codable, Hashable, Sendable {
  /// The disk has no space for the write.
  case diskFull(path: String)
  /// Another connection has locked the database for longer than the timeout.
  case busy(path: String)
  /// The file is damaged, or belongs to another program.
  case corrupt(path: String, reason: String)
  /// The file or its folder can be read but not written.
  case readOnly(path: String)
  /// The file was written by a newer version of this program.
  case newerSchema(path: String, version: Int, supported: Int)
  /// The file could not be opened or created, or has been moved or deleted.
  case cannotOpen(path: String, reason: String)
  /// The row to change does not exist.
  case missingRow(description: String)
  /// Any other error, with SQLite's extended result code.
  case failed(code: Int, reason: String)

  /// Converts any error that a client throws.
  public init(_ error: any Error) {
    self = error as? DatabaseError ?? .failed(code: 0, reason: String(describing: error))
  }

  /// A description of what happened, why it usually happens, and how to fix it.
  public var message: String {
    switch self {
    case .diskFull(let path):
      "Nothing was saved: there is no room left for \(path). Either the disk is full or a quota is used up. "
        + "Delete what is not needed, then try again."
    case .busy(let path):
      "Nothing was saved or read: \(path) is in use. Another program holds it locked, often one that is stopped in a "
        + "debugger, or that copies it. Wait for it or end it, then try again."
    case .corrupt(let path, let reason):
      "\(path) can't be read: \(reason). Either the file was damaged, or it belongs to another program. It was not "
        + "changed: keep a copy, then restore it from a backup, or name another file."
    case .readOnly(let path):
      "Nothing was saved: \(path) is write-protected. Its permissions or those of its folder do not allow it, or the "
        + "disk is mounted for reading only. Change that, or name another file."
    case .newerSchema(let path, let version, let supported):
      "\(path) was written by a newer version of this program: it has version \(version), and this program knows "
        + "versions up to \(supported). It was not changed: update this program, or name another file."
    case .cannotOpen(let path, let reason):
      "\(path) can't be opened: \(reason). Check that the folder exists and may be used, or name another file."
    case .missingRow(let description):
      "\(description) is not there any more. It was probably deleted in another window or by another program."
    case .failed(let code, let reason):
      "The database has a problem: \(reason)\(code == 0 ? "" : " (\(code))"). Nothing was saved. Try again."
    }
  }
}
