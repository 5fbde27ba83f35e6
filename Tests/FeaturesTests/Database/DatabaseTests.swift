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

  @Test func whatIsWrittenIsThereWhenTheFileIsOpenedAgain() async throws {
    try await database().setPreference("tab", "recipes")
    #expect(try await database().preference("tab") == "recipes")
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
    "", "plain", "it's \"quoted\"; DROP TABLE preferences; --", "a\0b\0", "👩‍👩‍👧‍👦 é e\u{301} \u{202E}", "%_?1 :a @b $c \\",
  ])
  func hostileTextComesBackAsItWas(_ text: String) async throws {
    try await expectToComeBack(text)
  }

  @Test func longTextComesBackAsItWas() async throws {
    try await expectToComeBack(String(repeating: "日本", count: 200_000))
  }

  private func expectToComeBack(_ text: String) async throws {
    let database = database()
    try await database.setPreference(text, text)
    let read = try #require(try await database.preference(text))
    #expect(Array(read.utf8) == Array(text.utf8))
    let count = try await database.read {
      try $0.firstRow("SELECT count(*) FROM preferences") { try $0.read(0, as: Int.self) }
    }
    #expect(count == 1)
  }

  @Test(arguments: [
    Date(timeIntervalSinceReferenceDate: 0.1), Date(timeIntervalSince1970: 1_767_225_600.123_456_7), .distantPast,
    .distantFuture,
  ])
  func datesComeBackExactly(_ date: Date) async throws {
    let read = try await database().read { try $0.firstRow("SELECT ?", date) { try $0.read(0, as: Date.self) } }
    #expect(read == date)
  }

  @Test func numbersAndIdsComeBackExactly() async throws {
    let id = UUID()
    let database = database()
    for number in [Int.min, -1, 0, Int.max] {
      #expect(
        try await database.read { try $0.firstRow("SELECT ?", number) { try $0.read(0, as: Int.self) } } == number
      )
    }
    #expect(try await database.read { try $0.firstRow("SELECT ?", id) { try $0.read(0, as: UUID.self) } } == id)
    #expect(try await database.read { try $0.firstRow("SELECT ?", true) { try $0.read(0, as: Bool.self) } } == true)
    let nothing = try await database.read { connection in
      try connection.firstRow("SELECT ?", String?.none) { try $0.read(0, as: String?.self) }
    }
    #expect(nothing == .some(nil))
  }

  @Test func aColumnThatHoldsSomethingElseIsNamed() async throws {
    let error = await #expect(throws: DatabaseError.self) {
      try await database().read { try $0.firstRow("SELECT 'x' AS size") { try $0.read(0, as: Int.self) } }
    }
    #expect(
      error == .corrupt(path: folder.path(), reason: "its column size does not hold a whole number")
    )
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

  @Test func readingDoesNotWrite() async throws {
    let error = await #expect(throws: DatabaseError.self) {
      try await database().read { try $0.setPreference("a", "1") }
    }
    #expect(error?.message.contains("run it by \"write\"") == true)
  }

  @Test func parametersAreCounted() async throws {
    let error = await #expect(throws: DatabaseError.self) {
      try await database().read { try $0.rows("SELECT ?, ?", 1) { _ in } }
    }
    #expect(error?.message.contains("1 values were given for the parameters of \"SELECT ?, ?\"") == true)
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
          let (count, copy) = try await database.read {
            (try $0.preference("count"), try $0.preference("copy"))
          }
          #expect(count == copy || count == "0")
        }
      }
      try await group.waitForAll()
    }
    #expect(try await database.preference("count") == "100")
  }

  @Test func waitsForChangesOfItsOwnProcess() async throws {
    let database = Database(inMemory: .features)
    async let value = database.firstResult { try $0.preference("a") }
    try await database.setPreference("b", "1")
    try await database.setPreference("a", "1")
    #expect(try await value == "1")
  }

  @Test func waitsForChangesOfOthers() async throws {
    let (database, other) = (database(), database())
    let value = try await withDependencies {
      $0.continuousClock = ContinuousClock()
    } operation: {
      async let value = database.firstResult { try $0.preference("a") }
      try await other.setPreference("a", "1")
      return try await value
    }
    #expect(value == "1")
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
