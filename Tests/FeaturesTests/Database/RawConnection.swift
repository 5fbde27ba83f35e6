import CSQLite

/// A connection of another program.
final class RawConnection {
  struct Failure: Error { let text: String }

  private var handle: OpaquePointer?

  init(_ path: String) throws {
    guard sqlite3_open(path, &handle) == SQLITE_OK else { throw Failure(text: "open") }
  }

  deinit { close() }

  func close() {
    sqlite3_close(handle)
    handle = nil
  }

  func execute(_ script: String) throws {
    guard sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK else {
      throw Failure(text: String(cString: sqlite3_errmsg(handle)))
    }
  }
}
