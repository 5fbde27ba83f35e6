import CSQLite
import Dependencies
import Dispatch

/// The database of the features.
///
/// A feature's client reads and writes in closures that receive a connection. Statements are literals, and values are
/// bound to their parameters:
///
/// ```swift
/// @Dependency(\.database) var database
///
/// let value = try await database.read { connection in
///   try connection.firstRow("SELECT value FROM preferences WHERE key = ?", key) { row in
///     try row.read(0, as: String.self)
///   }
/// }
/// try await database.write { connection in
///   try connection.run("INSERT OR REPLACE INTO preferences VALUES (?, ?)", key, value)
/// }
/// ```
///
/// A closure is one transaction: it sees one state of the database. When ``write(_:)`` returns, everything that the
/// closure has written is in the database. If the closure throws, nothing is written. To add tables, append a step to
/// the ``DatabaseSchema``.
///
/// The database has one connection, opened on first use, and runs one closure at a time. Closures for a file run on a
/// thread of the database, so the caller's actor never waits for the disk. Closures for a database in memory run where
/// they are called, so that demonstrations and tests are repeatable.
///
/// Every call reports its own ``DatabaseError``. An error that concerns the file closes it. The next call opens it
/// again, and succeeds if the cause has been removed. If a file can only be read, writing to it throws
/// ``DatabaseError/readOnly(path:)``. If the disk is too full to open it for writing, writing throws
/// ``DatabaseError/diskFull(path:)``.
final class Database: Sendable {
  private let open: @Sendable () throws -> DatabaseConnection
  /// Deletes the file if it was made for the schema. Returns whether the file was deleted.
  private let delete: @Sendable () throws -> Bool
  private let connection = Locked<DatabaseConnection?>(nil)
  private let hasEnded = Locked(false)
  private let commits = ChangeSignal()
  /// `nil` for a database in memory.
  private let queue: DispatchQueue?

  /// Makes a database in a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file. A missing file is created.
  ///   - schema: The tables. An older file is migrated.
  ///   - busyTimeout: The number of milliseconds to wait for other connections.
  ///   - prepareDirectory: Called before the file is opened.
  init(
    path: String,
    schema: DatabaseSchema,
    busyTimeout: Int = 5_000,
    prepareDirectory: @escaping @Sendable () throws -> Void = {}
  ) {
    open = {
      try prepareDirectory()
      do {
        return try DatabaseConnection(path: path, schema: schema, busyTimeout: busyTimeout)
      } catch let original as DatabaseError {
        guard original.mayBeReadable else { throw original }
        do {
          return try DatabaseConnection(unchanging: path, schema: schema, because: original)
        } catch let failure as DatabaseCopy.Failure {
          throw failure.error
        } catch {
          // The first error is more helpful: it says why the file could not be opened for writing.
          throw original
        }
      }
    }
    delete = { try UnopenedFile(path: path).delete(ifMadeFor: schema) }
    queue = DispatchQueue(label: "Database", qos: .userInitiated)
  }

  /// Makes a database in memory.
  ///
  /// - Parameters:
  ///   - schema: The tables.
  ///   - prepare: Fills the tables. Called once, in a transaction.
  convenience init(
    inMemory schema: DatabaseSchema,
    prepare: @escaping @Sendable (DatabaseConnection) throws -> Void = { _ in }
  ) {
    self.init {
      let connection = try DatabaseConnection(path: nil, schema: schema, busyTimeout: 0)
      try connection.write(prepare)
      return connection
    }
  }

  /// Makes a database whose closures run where they are called.
  ///
  /// - Parameter open: Opens the connection.
  init(open: @escaping @Sendable () throws -> DatabaseConnection) {
    self.open = open
    delete = { false }
    queue = nil
  }

  /// Reads in one transaction.
  ///
  /// - Throws: ``DatabaseError``, an error of `body`, or `CancellationError` if the task was cancelled before.
  func read<Result: Sendable>(
    _ body: @escaping @Sendable (DatabaseConnection) throws -> Result
  ) async throws -> Result {
    try await perform { try $0.read(body) }
  }

  /// Writes in one transaction. After it returns, the changes survive the end of the process.
  ///
  /// - Throws: ``DatabaseError``, an error of `body`, or `CancellationError` if the task was cancelled before `body`
  ///   began. If it throws, nothing is written.
  @discardableResult
  func write<Result: Sendable>(
    _ body: @escaping @Sendable (DatabaseConnection) throws -> Result
  ) async throws -> Result {
    let result = try await perform(isWriting: true) { try $0.write(body) }
    commits.noteChange()
    return result
  }

  /// Runs a query, and again after each change, until it returns a result.
  ///
  /// Changes by this process are noticed at once, others within a quarter of a second on `\.continuousClock`.
  func firstResult<Result: Sendable>(
    of query: @escaping @Sendable (DatabaseConnection) throws -> Result?
  ) async throws -> Result {
    while true {
      let commits = commits
      let (commitCount, dataVersion, result) = try await perform { connection in
        // Read before the query, so that a commit after the query counts as a change.
        (commits.count, try connection.dataVersion(), try connection.read(query))
      }
      if let result { return result }
      try await waitForChange(after: commitCount, dataVersion)
    }
  }

  /// Repeats the waiting queries of ``firstResult(of:)``, because something outside of the database has changed.
  func runWaitingQueries() { commits.noteChange() }

  /// Copies the log into the file and empties the log, even if other programs have the file open.
  ///
  /// - Throws: ``DatabaseError`` or `CancellationError`.
  func emptyLog() async throws {
    try await perform { try $0.emptyLog() }
  }

  /// Removes unused space. The file itself gets smaller when its log is emptied.
  ///
  /// - Throws: ``DatabaseError`` or `CancellationError`.
  func compact() async throws {
    try await perform { try $0.compact() }
  }

  /// Waits for earlier calls and closes the file, which empties its log. The next call opens the file again.
  func close() async {
    await withCheckedContinuation { continuation in
      queue?.async {
        self.connection.withLock { $0 = nil }
        continuation.resume()
      } ?? continuation.resume()
    }
  }

  /// Closes the file like ``close()``, but for good: later calls are cancelled. Blocks the thread until the file is
  /// closed.
  func end() {
    queue?.sync {
      hasEnded.withLock { $0 = true }
      connection.withLock { $0 = nil }
    }
  }

  /// Waits for earlier calls, closes the file, and deletes it if it was made for the schema. The next call creates a
  /// new file.
  ///
  /// - Returns: Whether the file was deleted. A file of another program, or without a readable header, is not deleted.
  func deleteOwnFile() async throws -> Bool {
    guard let queue else { return false }
    return try await withCheckedThrowingContinuation { continuation in
      queue.async {
        continuation.resume(
          with: Swift.Result {
            try self.connection.withLock { connection -> Bool in
              connection = nil
              return try self.delete()
            }
          }
        )
      }
    }
  }

  private func waitForChange(after commitCount: Int, _ dataVersion: DatabaseConnection.DataVersion) async throws {
    guard queue != nil else {
      return try await commits.wait(after: commitCount, reason: "waiting for a change of the database in memory")
    }
    @Dependency(\.continuousClock) var clock
    try await withThrowingTaskGroup(of: Void.self) { [clock] group in
      group.addTask { await self.commits.wait(after: commitCount) }
      group.addTask {
        repeat {
          try await clock.sleep(for: .milliseconds(250))
        } while try await self.perform { try $0.dataVersion() } == dataVersion
      }
      try await group.next()
      group.cancelAll()
    }
    try Task.checkCancellation()
  }

  private func perform<Result: Sendable>(
    isWriting: Bool = false,
    _ body: @escaping @Sendable (DatabaseConnection) throws -> Result
  ) async throws -> Result {
    try Task.checkCancellation()
    guard let queue else { return try withConnection(isWriting: isWriting, body) }
    return try await withCheckedThrowingContinuation { continuation in
      queue.async {
        continuation.resume(with: Swift.Result { try self.withConnection(isWriting: isWriting, body) })
      }
    }
  }

  private func withConnection<Result: Sendable>(
    isWriting: Bool,
    _ body: @Sendable (DatabaseConnection) throws -> Result
  ) throws -> Result {
    try connection.withLock { connection in
      if hasEnded.withLock({ $0 }) { throw CancellationError() }
      // Reopens an immutable file that has changed, and a read-only file that may have become writable.
      if let open = connection, open.isStale || isWriting && open.isReadOnly { connection = nil }
      do {
        if let connection { return try body(connection) }
        let new = try open()
        connection = new
        return try body(new)
      } catch let error as DatabaseError where queue != nil && error.concernsFile {
        if error.promisesNoChange { try? connection?.leaveLog(true) }
        connection = nil
        throw error
      }
    }
  }
}

extension DatabaseError {
  /// Whether a file that could not be opened for writing can perhaps be read.
  fileprivate var mayBeReadable: Bool {
    switch self {
    case .readOnly, .cannotOpen, .diskFull: true
    default: false
    }
  }

  /// Whether the message of the error says that the file is unchanged. Then closing the file must not change it either.
  fileprivate var promisesNoChange: Bool {
    switch self {
    case .corrupt, .newerSchema: true
    default: false
    }
  }

  /// Whether reopening the file may remove the cause of the error.
  fileprivate var concernsFile: Bool {
    switch self {
    case .corrupt, .readOnly, .newerSchema, .cannotOpen: true
    case .failed(let code, _): code & 0xFF == Int(SQLITE_IOERR)
    case .diskFull, .busy, .missingRow: false
    }
  }
}
