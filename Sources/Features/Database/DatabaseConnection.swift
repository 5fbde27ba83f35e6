import CSQLite
import Dependencies
import Foundation

/// A connection to SQLite: the only code that calls the C library. It is not `Sendable`: one ``Database`` owns it and
/// lends it to one closure at a time.
///
/// Statements are `StaticString` literals, into which no value can be interpolated. Values are bound to their
/// parameters. Each statement is prepared once and then reused.
final class DatabaseConnection {
  /// The version of a file's content, as a connection sees it. SQLite's numbers are comparable only within a
  /// connection.
  struct DataVersion: Hashable {
    fileprivate let connection: UUID
    fileprivate let number: Int?
  }

  /// Identifies the connection among all present and past connections to the file.
  private let id = UUID()
  let path: String
  private let schema: DatabaseSchema
  /// The versions of the files when they were opened as immutable or copied; `nil` if they were opened normally.
  private let unchangingFiles: FileVersions?
  /// The error that is thrown by writing to a database that can only be read.
  private let refusal: DatabaseError
  /// Whether the file has the tables of an older version, because it can only be read and not migrated.
  private var isOutdated = false
  private let handle: OpaquePointer
  /// The prepared statements that are not in use, by the address of their literal.
  private var statements: [UnsafeRawPointer: OpaquePointer] = [:]
  /// Whether statements may write.
  private var isWriting = false

  /// Opens a file and migrates it to the newest version, or opens a database in memory if there is no path.
  ///
  /// - Parameters:
  ///   - schema: The tables.
  ///   - busyTimeout: The number of milliseconds to wait for other connections.
  /// - Throws: ``DatabaseError``. The tables are unchanged then.
  init(path: String?, schema: DatabaseSchema, busyTimeout: Int) throws(DatabaseError) {
    self.path = path ?? Reason.theDatabaseInMemory.rawValue
    self.schema = schema
    unchangingFiles = nil
    refusal = .readOnly(path: self.path)
    if let path { try UnopenedFile(path: path).create() }
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let (handle, code) = try Self.openHandle(path ?? ":memory:", flags)
    self.handle = handle
    // From here on, `deinit` closes the handle when an error is thrown.
    try check(code)
    try leaveLog(true)
    sqlite3_busy_timeout(handle, Int32(clamping: busyTimeout))
    try prepareFile(patience: .milliseconds(busyTimeout))
    try leaveLog(false)
  }

  /// Opens a file that can only be read, in a folder or on a disk where SQLite can't create its additional files.
  ///
  /// SQLite reads such a file without locks, as if it were immutable, and without its log. If the log is not empty, the
  /// connection reads a copy with the content of the log. ``isStale`` tells whether the file has changed.
  ///
  /// - Parameter reason: The reason why the file could not be opened for writing.
  /// - Throws: ``DatabaseError``, or ``DatabaseCopy/Failure`` if there is a log that can't be copied.
  init(unchanging path: String, schema: DatabaseSchema, because reason: DatabaseError? = nil) throws {
    try UnopenedFile(path: path).refuseDevice()
    self.path = path
    self.schema = schema
    refusal = if case .diskFull? = reason { .diskFull(path: path) } else { .readOnly(path: path) }
    let files = FileVersions(of: path)
    unchangingFiles = files
    let copy = files.haveLog ? try DatabaseCopy(of: path, files) : nil
    // The copy can be removed as soon as it is open.
    defer { copy?.remove() }
    let (handle, code) =
      if let copy {
        try Self.openHandle(copy.path, SQLITE_OPEN_READWRITE)
      } else {
        try Self.openHandle(URL(filePath: path).absoluteString + "?immutable=1", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
      }
    self.handle = handle
    try check(code)
    // Moves the content of the log into the copy, so that everything is in one file.
    if copy != nil { try execute("PRAGMA journal_mode = DELETE; PRAGMA query_only = ON") }
    isOutdated = try readVersion() < schema.version
  }

  private static func openHandle(_ name: String, _ flags: Int32) throws(DatabaseError) -> (OpaquePointer, Int32) {
    guard sqlite3_libversion_number() >= 3_037_000 else {
      throw .failed(code: 0, reason: Reason.oldSQLite.text(String(cString: sqlite3_libversion())))
    }
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(name, &handle, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard let handle else { throw .failed(code: Int(code), .notEnoughMemory) }
    return (handle, code)
  }

  /// Whether the database can only be read.
  var isReadOnly: Bool { unchangingFiles != nil || sqlite3_db_readonly(handle, "main") == 1 }

  /// Whether a file that was opened as immutable or copied has changed. It has to be opened again then.
  var isStale: Bool { unchangingFiles.map { $0 != FileVersions(of: path) } ?? false }

  /// Sets whether closing the file leaves its log as it is. Otherwise, closing copies the log into the file. A file
  /// that this program can't use must stay as it is, because the log may belong to a file that it has replaced.
  func leaveLog(_ leaves: Bool) throws(DatabaseError) { try check(swift_sqlite_leave_log(handle, leaves ? 1 : 0)) }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  // MARK: Statements

  /// Returns the rows of a query.
  ///
  /// - Complexity: O(*n*) in the number of rows.
  func rows<Element>(
    _ sql: StaticString,
    _ values: any DatabaseValue...,
    as element: (DatabaseRow) throws -> Element
  ) throws -> [Element] {
    try withStatement(sql, values) { statement in
      var elements: [Element] = []
      while try step(statement) { elements.append(try element(DatabaseRow(statement, path: path))) }
      return elements
    }
  }

  /// Returns the first row of a query, or `nil` if there is none.
  func firstRow<Element>(
    _ sql: StaticString,
    _ values: any DatabaseValue...,
    as element: (DatabaseRow) throws -> Element
  ) throws -> Element? {
    try withStatement(sql, values) { statement in
      try step(statement) ? try element(DatabaseRow(statement, path: path)) : nil
    }
  }

  /// Runs a statement without result rows. Returns the number of rows that it inserted, updated or deleted.
  @discardableResult
  func run(_ sql: StaticString, _ values: any DatabaseValue...) throws(DatabaseError) -> Int {
    do {
      return try withStatement(sql, values) { statement in
        while try step(statement) {}
        return Int(sqlite3_changes(handle))
      }
    } catch {
      throw DatabaseError(error)
    }
  }

  private func withStatement<Result>(
    _ sql: StaticString,
    _ values: [any DatabaseValue],
    _ body: (OpaquePointer) throws -> Result
  ) throws -> Result {
    let statement = try takeStatement(sql)
    defer { putBack(statement, sql) }
    guard isWriting || sqlite3_stmt_readonly(statement) != 0 else {
      throw DatabaseError.failed(code: 0, reason: "a statement that writes was run by \"read\"; run it by \"write\"")
    }
    guard sqlite3_bind_parameter_count(statement) == values.count else {
      throw DatabaseError.failed(
        code: 0,
        reason: "\(values.count) values were given for the parameters of \"\(sql)\""
      )
    }
    for (index, value) in values.enumerated() { try check(value.bind(to: statement, at: Int32(index + 1))) }
    return try body(statement)
  }

  /// Removes a statement from the cache, so that a nested use of the same statement prepares another one.
  private func takeStatement(_ sql: StaticString) throws(DatabaseError) -> OpaquePointer {
    if let statement = statements.removeValue(forKey: sql.utf8Start) { return statement }
    var statement: OpaquePointer?
    let text = UnsafeRawPointer(sql.utf8Start).assumingMemoryBound(to: CChar.self)
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    try check(sqlite3_prepare_v3(handle, text, Int32(sql.utf8CodeUnitCount), flags, &statement, nil))
    guard let statement else { throw .failed(code: 0, reason: "a statement is empty") }
    return statement
  }

  private func putBack(_ statement: OpaquePointer, _ sql: StaticString) {
    // The result is the error of the last step, which has already been reported.
    _ = sqlite3_reset(statement)
    sqlite3_clear_bindings(statement)
    if let other = statements.updateValue(statement, forKey: sql.utf8Start) { sqlite3_finalize(other) }
  }

  private func step(_ statement: OpaquePointer) throws(DatabaseError) -> Bool {
    switch sqlite3_step(statement) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw error(code)
    }
  }

  /// Runs the statements of a script.
  private func execute(_ script: StaticString) throws(DatabaseError) {
    let text = UnsafeRawPointer(script.utf8Start).assumingMemoryBound(to: CChar.self)
    try check(sqlite3_exec(handle, text, nil, nil, nil))
  }

  // MARK: Transactions

  /// Runs a closure in a transaction that sees the current state of the database.
  func read<Result>(_ body: (DatabaseConnection) throws -> Result) throws -> Result {
    try execute("BEGIN DEFERRED")
    defer { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
    return try body(self)
  }

  /// Runs a closure in a transaction that is committed if the closure returns, and rolled back if it throws.
  func write<Result>(_ body: (DatabaseConnection) throws -> Result) throws -> Result {
    guard !isReadOnly else { throw refusal }
    try checkThatFileIsInPlace()
    // Immediate, because a deferred transaction can fail at its first write if another connection has written.
    try execute("BEGIN IMMEDIATE")
    do {
      isWriting = true
      defer { isWriting = false }
      let result = try body(self)
      try execute("COMMIT")
      return result
    } catch {
      // Some errors have already rolled back the transaction.
      if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
      throw error
    }
  }

  /// Removes unused space. The file itself gets smaller when its log is emptied.
  func compact() throws { try execute("VACUUM") }

  /// Copies the log into the file and empties the log, unless another connection needs it for longer than the timeout.
  func emptyLog() throws { try execute("PRAGMA wal_checkpoint(TRUNCATE)") }

  /// A value that changes when another connection commits, or when the file is opened again.
  func dataVersion() throws -> DataVersion {
    // Files that were opened as immutable or copied are opened again when they have changed.
    let number = unchangingFiles == nil ? try firstRow("PRAGMA data_version") { try $0.read(0, as: Int.self) } : nil
    return DataVersion(connection: id, number: number)
  }

  /// Throws if the file was moved or deleted, because further writes would be lost.
  private func checkThatFileIsInPlace() throws(DatabaseError) {
    var hasMoved: Int32 = 0
    guard sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved) == SQLITE_OK, hasMoved != 0 else {
      return
    }
    throw .cannotOpen(path: path, .movedFile)
  }

  // MARK: Opening

  private func prepareFile(patience: Duration) throws(DatabaseError) {
    // The version is read before anything is written, so that a file of another program stays unchanged.
    let version = try readVersion()
    // In WAL mode readers and the writer do not wait for each other. The busy timeout does not cover the switch to this
    // mode, which happens once for a file.
    let end = ContinuousClock.now + patience
    while true {
      do throws(DatabaseError) {
        try execute("PRAGMA journal_mode = WAL")
        break
      } catch {
        guard case .busy = error, ContinuousClock.now < end else { throw error }
        usleep(5_000)
      }
    }
    // A write that has returned survives the end of the process, even by SIGKILL. With FULL it also survives a power
    // failure, if the disk works correctly. NORMAL is faster, but may lose the last writes then.
    try execute(
      "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF"
    )
    if !schema.isDurable { try execute("PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON") }
    guard version < schema.version else { return }
    // A file that can't be written is read with the tables that it has.
    isOutdated = isReadOnly
    if !isOutdated { try migrate() }
  }

  /// The version of the file. It is read in a transaction, which sees nothing or all of a file that another connection
  /// is creating.
  private func readVersion() throws(DatabaseError) -> Int {
    do {
      return try read { try $0.checkVersion() }
    } catch {
      throw DatabaseError(error)
    }
  }

  private func migrate() throws(DatabaseError) {
    do {
      try write { connection in
        // Another process may have migrated the file in the meantime.
        let version = try connection.checkVersion()
        for step in schema.steps.dropFirst(version) { try connection.execute(step) }
        try connection.setNumber("application_id", schema.applicationID)
        try connection.setNumber("user_version", schema.version)
      }
    } catch {
      throw DatabaseError(error)
    }
  }

  /// Sets a number in the header of the file. No value can be bound to a parameter of such a statement.
  private func setNumber(_ name: StaticString, _ value: Int) throws(DatabaseError) {
    try check(sqlite3_exec(handle, "PRAGMA \(name) = \(value)", nil, nil, nil))
  }

  /// The version of the file. Throws if this program can't use the file.
  private func checkVersion() throws(DatabaseError) -> Int {
    do {
      func number(_ sql: StaticString) throws -> Int { try firstRow(sql) { row in try row.read(0) } ?? 0 }
      let version = try number("PRAGMA user_version")
      let application = try number("PRAGMA application_id")
      let isEmpty = try number("SELECT count(*) FROM sqlite_schema") == 0
      let isNew = isEmpty && version == 0 && application == 0
      guard isNew || application == schema.applicationID else {
        throw DatabaseError.corrupt(path: path, .otherProgram)
      }
      guard version <= schema.version else {
        throw DatabaseError.newerSchema(path: path, version: version, supported: schema.version)
      }
      guard isNew || version > 0 else { throw DatabaseError.corrupt(path: path, .missingVersion) }
      return version
    } catch {
      throw DatabaseError(error)
    }
  }

  // MARK: Errors

  private func check(_ code: Int32) throws(DatabaseError) {
    if code != SQLITE_OK { throw error(code) }
  }

  private func error(_ code: Int32) -> DatabaseError {
    // Read before another call changes it. `sqlite3_system_errno` covers only failures to open files.
    let systemError = errno
    let reason = String(cString: sqlite3_errmsg(handle)).oneLine
    switch (code & 0xFF, systemError) {
    case (SQLITE_FULL, _), (SQLITE_IOERR, ENOSPC), (SQLITE_IOERR, EDQUOT), (SQLITE_IOERR, EFBIG):
      return .diskFull(path: path)
    case (SQLITE_BUSY, _), (SQLITE_LOCKED, _):
      return .busy(path: path)
    case (SQLITE_CORRUPT, _), (SQLITE_NOTADB, _):
      return .corrupt(path: path, reason: reason)
    case (SQLITE_ERROR, _) where isOutdated:
      // The statement uses a table that the migration would have added.
      return .readOnly(path: path)
    case (SQLITE_ERROR, _) where [.noTable, .noColumn].contains(Reason.of(reason)?.reason):
      // According to its version, the file should have the table, so another program has removed it.
      return .corrupt(path: path, reason: reason)
    case (SQLITE_READONLY, _), (SQLITE_IOERR, EROFS), (SQLITE_CANTOPEN, EROFS):
      return .readOnly(path: path)
    case (SQLITE_CANTOPEN, _) where isReadOnly:
      // SQLite could not create the files next to the database.
      return .readOnly(path: path)
    case (SQLITE_CANTOPEN, _), (SQLITE_PERM, _), (SQLITE_AUTH, _):
      let isDirectory = (try? URL(filePath: path).resourceValues(forKeys: [.isDirectoryKey]).isDirectory) ?? false
      if isDirectory { return .cannotOpen(path: path, reason: Self.systemErrorDescription(EISDIR)) }
      return .cannotOpen(path: path, reason: systemError == 0 ? reason : Self.systemErrorDescription(systemError))
    default:
      return .failed(code: Int(code), reason: reason)
    }
  }

  /// Returns the system's description of an error code.
  static func systemErrorDescription(_ code: Int32) -> String {
    var text = [CChar](repeating: 0, count: 256)
    guard strerror_r(code, &text, text.count) == 0 else { return "system error \(code)" }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
