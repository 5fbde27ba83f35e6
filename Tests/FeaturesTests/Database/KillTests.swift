import Dependencies
import Foundation
import TestSupport
import Testing

@testable import Features

/// Processes that are killed while they write.
@Suite(.ownThreads)
struct KillTests {
  private let folder = TemporaryFolder()

  /// Kills one process after another, each after a random number of writes and a random time.
  ///
  /// If one reader stays open, SQLite never empties its write-ahead log, and checkpoints happen during writes. If a
  /// reader is opened after each process, SQLite recovers and empties the log each time.
  @Test(arguments: [true, false])
  func noAcknowledgedWriteIsLost(_ readerStays: Bool) async throws {
    func open() -> (database: Database, cache: Database) {
      (Database(path: folder.path()), Database(path: folder.path() + "-cache", schema: .responses))
    }
    var reader = open()
    if readerStays { _ = try await contents(reader) }
    var random = SeededRandomNumberGenerator(seed: readerStays ? 1 : 2)
    var expected = ToDoWriterProcess.Contents()
    var writtenCount = 0
    var hadToDos = false
    let count = randomInputs(20)
    for kill in 0..<count {
      let process = try ToDoWriterProcess(folder.path(), seed: random.next(), options: ["--everything"])
      // Some processes are killed before they have written anything.
      let writes = max(0, Int.random(in: -3...12, using: &random))
      let delay = UInt32.random(in: 0...(writes == 0 ? 30_000 : 1_500), using: &random)
      while process.writtenCount < writes, try process.follow(&expected) {}
      usleep(delay)
      process.kill()
      try process.followToEnd(&expected)
      #expect(process.wasKilled)
      #expect(process.error == nil, "kill \(kill)")
      writtenCount += process.writtenCount
      hadToDos = hadToDos || !expected.toDos.isEmpty

      if !readerStays { reader = open() }
      let actual = try await contents(reader)
      if actual != expected, let pending = process.pending {
        // The process has written the change, but was killed before it could report it.
        expected.apply(pending)
      }
      try #require(actual == expected, "kill \(kill) after \(process.writtenCount) writes")
      guard kill % 10 == 0 || kill == count - 1 else { continue }
      #expect(try await reader.database.integrityProblems() == [])
      #expect(try await reader.cache.integrityProblems() == [])
    }
    #expect(writtenCount > 2 * count, "the processes have written")
    #expect(hadToDos && !expected.bookmarks.isEmpty && !expected.answers.isEmpty)
  }

  private func contents(_ reader: (database: Database, cache: Database)) async throws -> ToDoWriterProcess.Contents {
    var contents = ToDoWriterProcess.Contents(toDos: try await reader.database.toDos())
    let bookmarks = try await withDependencies {
      $0.database = reader.database
    } operation: {
      try await BookmarkClient.liveValue.bookmarks()
    }
    for bookmark in bookmarks { contents.bookmarks[bookmark.id] = bookmark }
    let answers = try await reader.cache.read { connection in
      try connection.rows("SELECT url, body FROM responses") { row in
        (try row.read(0, as: String.self), String(decoding: try row.read(1, as: Data.self), as: UTF8.self))
      }
    }
    for (url, body) in answers {
      let number = try #require(url.split(separator: "/").last.flatMap { Int($0) })
      let answer = try #require(Int(body.trimmingCharacters(in: .whitespaces)))
      contents.answers[number] = answer
    }
    return contents
  }

  @Test func twoProcessesWriteAtTheSameTime() async throws {
    let processes = try (1...2).map {
      try ToDoWriterProcess(folder.path(), seed: $0, options: ["--count", "100", "--own"])
    }
    var expected = ToDoWriterProcess.Contents()
    for process in processes {
      try process.followToEnd(&expected)
      #expect(process.error == nil && !process.wasKilled)
    }
    let revisions = processes.flatMap(\.revisions)
    #expect(revisions.count == 200)
    #expect(Set(revisions).count == 200, "no two writes have the same revision")
    let database = Database(path: folder.path())
    #expect(try await database.toDos() == expected.toDos)
    #expect(try await database.integrityProblems() == [])
  }
}

extension Database {
  /// All to-dos.
  func toDos() async throws -> [ToDo.ID: ToDo] {
    try await read { connection in
      var toDos: [ToDo.ID: ToDo] = [:]
      var position: ToDoPosition?
      while position?.revision == nil, let changes = try ToDoChanges(after: position, connection) {
        for toDo in changes.updated { toDos[toDo.id] = toDo }
        position = changes.position
      }
      return toDos
    }
  }

  /// The problems that SQLite finds in the file.
  func integrityProblems() async throws -> [String] {
    try await read { connection in
      try connection.rows("PRAGMA integrity_check") { row in try row.read(0, as: String.self) }.filter { $0 != "ok" }
    }
  }
}
