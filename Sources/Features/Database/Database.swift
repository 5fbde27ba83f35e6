import CSQLite
import Dependencies
import Dispatch

/// The database that features keep things in.
///
/// A feature's client reads and writes it in closures that are given a connection. Statements are literals, values are
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
/// A closure is one transaction: it sees one state of the database, and what it writes is there as a whole once
/// ``write(_:)`` has returned, or, if it throws, not at all. New tables are new steps of ``DatabaseSchema``.
///
/// There is one connection, which is opened when it is first needed, and one closure at a time has it. For a file that
/// is on a thread of the database's own: whoever waits for the disk, it is not the caller's actor. A database in memory
/// has nothing to wait for; its closures run where they are called, so that demonstrations and tests that use one do the
/// same every time.
///
/// Every call reports its own ``DatabaseError``. One that has to do with the file closes it, so that the next call opens
/// it again, and succeeds when what was wrong has been put right.
final class Database: Sendable {
  private let open: @Sendable () throws -> DatabaseConnection
  private let connection = Locked<DatabaseConnection?>(nil)
  private let commits = CommitSignal()
  /// `nil` for a database in memory.
  private let queue: DispatchQueue?

  /// Makes a database in a file.
  ///
  /// - Parameters:
  ///   - path: The file. It is made if it is missing.
  ///   - busyTimeout: How many milliseconds to wait for other connections.
  ///   - prepareDirectory: Is called before the file is opened.
  init(path: String, busyTimeout: Int = 3_000, prepareDirectory: @escaping @Sendable () throws -> Void = {}) {
    open = {
      try prepareDirectory()
      return try DatabaseConnection(path: path, busyTimeout: busyTimeout)
    }
    queue = DispatchQueue(label: "Database", qos: .userInitiated)
  }

  /// Makes a database in memory.
  ///
  /// - Parameter prepare: Fills it. It is called once, in a transaction.
  convenience init(inMemory prepare: @escaping @Sendable (DatabaseConnection) throws -> Void) {
    self.init {
      let connection = try DatabaseConnection(path: nil, busyTimeout: 0)
      try connection.write(prepare)
      return connection
    }
  }

  /// Makes a database whose calls run where they are called.
  ///
  /// - Parameter open: Opens it.
  init(open: @escaping @Sendable () throws -> DatabaseConnection) {
    self.open = open
    queue = nil
  }

  /// Reads, in one transaction.
  ///
  /// - Throws: ``DatabaseError``, what `body` throws, or `CancellationError` when the task was cancelled before it began.
  func read<Result: Sendable>(
    _ body: @escaping @Sendable (DatabaseConnection) throws -> Result
  ) async throws -> Result {
    try await perform { try $0.read(body) }
  }

  /// Writes, in one transaction. When this returns, what was written survives the end of the process.
  ///
  /// - Throws: ``DatabaseError``, what `body` throws, or `CancellationError` when the task was cancelled before it began.
  ///   Then nothing was written.
  @discardableResult
  func write<Result: Sendable>(
    _ body: @escaping @Sendable (DatabaseConnection) throws -> Result
  ) async throws -> Result {
    let result = try await perform { try $0.write(body) }
    commits.noteCommit()
    return result
  }

  /// Reads, now and after each change, until there is a result.
  ///
  /// Changes by this process are noticed at once, those by others within a quarter of a second on `\.continuousClock`.
  func firstResult<Result: Sendable>(
    of query: @escaping @Sendable (DatabaseConnection) throws -> Result?
  ) async throws -> Result {
    while true {
      let commits = commits
      let (commitCount, dataVersion, result) = try await perform { connection in
        // Before the query: what is committed after it counts as a change.
        (commits.count, try connection.dataVersion(), try connection.read(query))
      }
      if let result { return result }
      try await waitForChange(after: commitCount, dataVersion)
    }
  }

  /// Closes the file once all that was asked for before is done, which empties its log. The next call opens it again.
  func close() async {
    await withCheckedContinuation { continuation in
      queue?.async {
        self.connection.withLock { $0 = nil }
        continuation.resume()
      } ?? continuation.resume()
    }
  }

  private func waitForChange(after commitCount: Int, _ dataVersion: Int) async throws {
    guard queue != nil else {
      await commits.wait(after: commitCount)
      return try Task.checkCancellation()
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
    _ body: @escaping @Sendable (DatabaseConnection) throws -> Result
  ) async throws -> Result {
    try Task.checkCancellation()
    guard let queue else { return try withConnection(body) }
    return try await withCheckedThrowingContinuation { continuation in
      queue.async {
        continuation.resume(with: Swift.Result { try self.withConnection(body) })
      }
    }
  }

  private func withConnection<Result: Sendable>(
    _ body: @Sendable (DatabaseConnection) throws -> Result
  ) throws -> Result {
    try connection.withLock { connection in
      do {
        if let connection { return try body(connection) }
        let new = try open()
        connection = new
        return try body(new)
      } catch let error as DatabaseError where queue != nil && error.concernsFile {
        connection = nil
        throw error
      }
    }
  }
}

extension DatabaseError {
  /// Whether the file may be another one, or in another state, when it is opened again.
  fileprivate var concernsFile: Bool {
    switch self {
    case .corrupt, .readOnly, .newerSchema, .cannotOpen: true
    case .failed(let code, _): code & 0xFF == Int(SQLITE_IOERR)
    case .diskFull, .busy, .missingRow: false
    }
  }
}
