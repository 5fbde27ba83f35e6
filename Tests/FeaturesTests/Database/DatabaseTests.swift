import Dependencies
import Foundation
import TestSupport
import Testing

@testable import Features

struct DatabaseTests {
  private let folder = TemporaryFolder()

  private func database(busyTimeout: Int = 5_000) -> Database {
    Database(path: folder.path(), busyTimeout: busyTimeout)
  }

  @Test func onlyTheOwnerCanReadTheFiles() async throws {
    let database = database()
    try await database.setPreference("tab", "recipes")
    for name in ["test.sqlite", "test.sqlite-wal", "test.sqlite-shm"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
  }

  @Test(arguments: [
    "", "it's \"quoted\"; DROP TABLE preferences; --", "a\0b\0", "👩‍👩‍👧‍👦 é e\u{301} \u{202E}", "%_?1 :a @b $c \\",
    String(repeating: "日本", count: 200_000),
  ])
  func hostileTextComesBackAsItWas(_ text: String) async throws {
    let database = database()
    try await database.setPreference(text, text)
    let read = try #require(try await self.database().preference(text))
    #expect(Array(read.utf8) == Array(text.utf8))
    #expect(try await database.number("SELECT count(*) FROM preferences") == 1)
  }

  @Test func valuesComeBackExactly() async throws {
    let id = UUID()
    try await database().read { connection in
      func expect<Value: DatabaseValue & Equatable>(_ value: Value) throws {
        #expect(try connection.firstRow("SELECT ?", value) { try $0.read(0, as: Value.self) } == value)
      }
      for date in [Date(timeIntervalSinceReferenceDate: 0.1), .distantPast, .distantFuture] { try expect(date) }
      try expect(Date(timeIntervalSince1970: 1_767_225_600.123_456_7))
      for number in [Int.min, -1, 0, Int.max] { try expect(number) }
      try expect(id)
      try expect(true)
      try expect(String?.none)
    }
  }

  @Test func aColumnThatHoldsSomethingElseIsNamed() async throws {
    let database = database()
    let noNumber = await #expect(throws: DatabaseError.self) { try await database.number("SELECT 'x' AS size") }
    #expect(noNumber == .corrupt(path: folder.path(), reason: "its column size does not hold a whole number"))
    let noBool = await #expect(throws: DatabaseError.self) {
      try await database.read { try $0.firstRow("SELECT 7 AS is_done") { try $0.read(0, as: Bool.self) } }
    }
    #expect(noBool == .corrupt(path: folder.path(), reason: "its column is_done does not hold 0 or 1"))
  }

  @Test func aTransactionThatThrowsLeavesNothing() async throws {
    struct Problem: Error {}
    let database = database()
    try await database.setPreference("a", "1")
    await #expect(throws: Problem.self) {
      try await database.write { connection in
        try connection.setPreference("a", "2")
        try connection.setPreference("b", "2")
        throw Problem()
      }
    }
    #expect(try await database.preference("a") == "1")
    #expect(try await database.preference("b") == nil)
  }

  @Test func mistakesOfTheProgramAreNamed() async throws {
    let database = database()
    let writes = await #expect(throws: DatabaseError.self) {
      try await database.read { try $0.setPreference("a", "1") }
    }
    #expect(writes?.message.contains("run it by \"write\"") == true)
    let lacks = await #expect(throws: DatabaseError.self) {
      try await database.read { try $0.rows("SELECT ?, ?", 1) { _ in } }
    }
    #expect(lacks?.message.contains("1 values were given for the parameters of \"SELECT ?, ?\"") == true)
  }

  @Test func aStatementCanBeRunWhileItIsBeingRun() async throws {
    let sums = try await database().read { connection in
      func numbers(_ depth: Int) throws -> [Int] {
        try connection.rows("SELECT 1 UNION ALL SELECT 2") { row in
          let number: Int = try row.read(0)
          return depth == 0 ? number : number * (try numbers(depth - 1).reduce(0, +))
        }
      }
      return try numbers(3)
    }
    #expect(sums == [27, 54])
  }

  @Test func aCancelledTaskWritesNothing() async throws {
    let database = database()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await database.setPreference("a", "1")
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await database.preference("a") == nil)
  }

  @Test func manyWritersAndReaders() async throws {
    // SQLite does not give waiting connections their turns, so one may have to wait for all writes of the other.
    let database = database(busyTimeout: 60_000)
    let other = self.database(busyTimeout: 60_000)
    try await database.setPreference("count", "0")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<100 {
        group.addTask {
          try await (index.isMultiple(of: 2) ? database : other).write { connection in
            let count = try #require(Int(try connection.preference("count") ?? ""))
            try connection.setPreference("count", "\(count + 1)")
            try connection.setPreference("copy", "\(count + 1)")
          }
        }
        group.addTask {
          let (count, copy) = try await database.read { (try $0.preference("count"), try $0.preference("copy")) }
          #expect(count == copy || count == "0")
        }
      }
      try await group.waitForAll()
    }
    #expect(try await database.preference("count") == "100")
  }

  /// The numbers by which SQLite tells changes begin again with each connection.
  @Test(.timeLimit(.minutes(10))) func waitsForTheFileThatReplacesTheOpenOne() async throws {
    let database = database()
    for (name, key) in [("test.sqlite", "b"), ("other.sqlite", "a")] {
      let new = Database(path: folder.path(name))
      try await new.setPreference(key, "1")
      await new.close()
    }
    let (queries, continuation) = AsyncStream<Void>.makeStream()
    let value = try await withDependencies {
      $0.continuousClock = ContinuousClock()
    } operation: {
      async let value = database.firstResult { connection in
        defer { continuation.yield() }
        return try connection.preference("a")
      }
      for await _ in queries { break }
      #expect(rename(folder.path("other.sqlite"), folder.path("test.sqlite")) == 0)
      await database.close()
      return try await value
    }
    #expect(value == "1")
  }

  @Test(arguments: [true, false])
  func waitingEndsWithItsTask(_ isInMemory: Bool) async throws {
    let database = isInMemory ? Database(inMemory: .features) : database()
    let task = Task {
      try await withDependencies {
        $0.continuousClock = ContinuousClock()
      } operation: {
        try await database.firstResult { try $0.preference("a") }
      }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { _ = try await task.value }
  }
}

/// A database whose log is not its own, because files were copied or moved while the database was open.
struct LogOfAnotherFileTests {
  private let folder = TemporaryFolder()

  private func contents(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: folder.path(name))) }

  /// Puts the log of another database next to a file of ours that has no log.
  private func putLog(of script: String) async throws {
    let database = Database(path: folder.path())
    try await database.setPreference("a", "1")
    await database.close()
    let other = try RawConnection(folder.path("other.sqlite"))
    try other.execute("PRAGMA journal_mode = WAL; \(script)")
    try FileManager.default.copyItem(atPath: folder.path("other.sqlite-wal"), toPath: folder.path("test.sqlite-wal"))
    // Closing would have copied the log into the other file.
    other.close()
  }

  @Test(arguments: [
    "CREATE TABLE songs (title TEXT)",
    "PRAGMA application_id = 0x53544442; PRAGMA user_version = 99; CREATE TABLE songs (title TEXT)",
  ])
  func aFileThatIsRefusedIsLeftAloneWithItsLog(_ script: String) async throws {
    try await putLog(of: script)
    let files = (try contents("test.sqlite"), try contents("test.sqlite-wal"))
    let database = Database(path: folder.path())
    let error = await #expect(throws: DatabaseError.self) { try await database.preference("a") }
    let newest = DatabaseSchema.features.version
    let expected: DatabaseError =
      script.contains("99")
      ? .newerSchema(path: folder.path(), version: 99, supported: newest)
      : .corrupt(path: folder.path(), .otherProgram)
    #expect(error == expected)
    #expect(error?.message.contains("It was not changed") == true)
    #expect(try contents("test.sqlite") == files.0)
    #expect(try contents("test.sqlite-wal") == files.1)
    // Without the log that is not its own, the file is what it was.
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: folder.path() + suffix) }
    #expect(try await database.preference("a") == "1")
  }

  @Test func whatIsClosedAtTheEndIsAllInTheFile() async throws {
    try await withDependencies {
      $0.context = .live
      $0.databaseLocation = .file(path: folder.path())
    } operation: {
      @Dependency(\.database) var database
      @Dependency(\.responseCache) var cache
      try await database.setPreference("a", "1")
      _ = await cache?.entry(for: HTTPRequest(url: URL(filePath: "/")))
      let names = { try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() }
      #expect(try names().contains("test.sqlite-wal"))
      #expect(try names().contains("test.sqlite-cache-wal"))
      let open = database
      DependencyValues.current.closeFiles()
      #expect(try names() == ["test.sqlite", "test.sqlite-cache"])
      await #expect(throws: CancellationError.self) { try await open.preference("a") }
      #expect(try names() == ["test.sqlite", "test.sqlite-cache"], "what is still running opens nothing again")
      #expect(try await database.preference("a") == "1", "another session of the process does")
      DependencyValues.current.closeFiles()
    }
  }

  @Test func damageThatIsFoundLaterLeavesTheLogAsItIs() async throws {
    let database = Database(path: folder.path())
    try await database.setPreference("a", "1")
    let files = (try contents("test.sqlite"), try contents("test.sqlite-wal"))
    #expect(!files.1.isEmpty)
    await #expect(throws: DatabaseError.self) { try await database.number("SELECT 'x' AS size") }
    #expect(try contents("test.sqlite") == files.0)
    #expect(try contents("test.sqlite-wal") == files.1)
    await database.close()
    #expect(try await database.preference("a") == "1")
    await database.close()
    #expect(!FileManager.default.fileExists(atPath: folder.path("test.sqlite-wal")), "a file that is used is closed")
  }
}
