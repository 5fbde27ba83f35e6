import Dependencies
import Foundation
import TestSupport
import Testing

@testable import Features
@testable import ToDoWriter

/// Processes that are killed while they write.
@Suite(.ownThreads)
struct KillTests {
  private let folder = TemporaryFolder()

  /// The contents of the database and the cache.
  private struct Contents: Equatable {
    var toDos: [ToDo.ID: ToDo] = [:]
    var bookmarks: [Bookmark.ID: Bookmark] = [:]
    var answers: [Int: Int] = [:]

    /// Applies a change that a process announced before writing it.
    mutating func apply(_ line: ToDoWriterProcess.Line) {
      switch line {
      case .writes(let change): toDos.apply(change)
      case .bookmarks(.add(let bookmark)), .bookmarks(.restore(let bookmark)): bookmarks[bookmark.id] = bookmark
      case .bookmarks(.remove(let bookmark)): bookmarks[bookmark.id] = nil
      case .requests(let number, let answer): answers[number] = answer
      case .written, .failed, .bookmarked, .answered: break
      }
    }
  }

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
    var expected = Contents()
    var writtenCount = 0
    let count = randomInputs(50)
    for kill in 0..<count {
      let process = try ToDoWriterProcess(folder.path(), seed: random.next(), options: ["--everything"])
      // Some processes are killed before they have written anything.
      let writes = max(0, Int.random(in: -3...12, using: &random))
      let delay = UInt32.random(in: 0...(writes == 0 ? 30_000 : 1_500), using: &random)
      var written = 0
      var pending: ToDoWriterProcess.Line?
      func follow(_ line: ToDoWriterProcess.Line) {
        switch line {
        case .writes, .bookmarks, .requests:
          pending = line
        case .written, .bookmarked, .answered:
          if let pending { expected.apply(pending) }
          pending = nil
          written += 1
        case .failed(let error):
          Issue.record("kill \(kill): \(error.message)")
        }
      }
      while written < writes, let line = try process.nextLine() { follow(line) }
      usleep(delay)
      process.kill()
      for line in try process.remainingLines() { follow(line) }
      #expect(process.wasKilled)
      writtenCount += written

      if !readerStays { reader = open() }
      let actual = try await contents(reader)
      if actual != expected, let pending {
        // The process has written the change, but was killed before it could report it.
        expected.apply(pending)
      }
      try #require(actual == expected, "kill \(kill) of seed \(readerStays ? 1 : 2), after \(written) writes")
      guard kill % 10 == 0 || kill == count - 1 else { continue }
      #expect(try await reader.database.integrityProblems() == [])
      #expect(try await reader.cache.integrityProblems() == [])
    }
    #expect(writtenCount > 2 * count, "the processes have written")
    #expect(!expected.toDos.isEmpty && !expected.bookmarks.isEmpty && !expected.answers.isEmpty)
  }

  private func contents(_ reader: (database: Database, cache: Database)) async throws -> Contents {
    var contents = Contents(toDos: try await reader.database.toDos())
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
    var inserted: Set<ToDo.ID> = []
    var deleted: Set<ToDo.ID> = []
    var revisions: [Int] = []
    for process in processes {
      var pending: ToDoWrite.Change?
      for line in try process.remainingLines() {
        switch line {
        case .writes(let change):
          pending = change
        case .written(let revision):
          revisions.append(revision)
          switch pending {
          case .insert(let toDos): inserted.formUnion(toDos.map(\.id))
          case .delete(let ids): deleted.formUnion(ids)
          case .setDone, nil: break
          }
        case .failed(let error):
          Issue.record("\(error.message)")
        default:
          Issue.record("\(line)")
        }
      }
      #expect(!process.wasKilled)
    }
    #expect(revisions.count == 200)
    #expect(Set(revisions).count == 200, "no two writes have the same revision")
    let database = Database(path: folder.path())
    #expect(Set(try await database.toDos().keys) == inserted.subtracting(deleted))
    #expect(try await database.integrityProblems() == [])
  }
}

extension [ToDo.ID: ToDo] {
  mutating func apply(_ change: ToDoWrite.Change) {
    switch change {
    case .setDone(let id, let isDone): self[id]?.isDone = isDone
    case .delete(let ids): for id in ids { self[id] = nil }
    case .insert(let toDos): for toDo in toDos { self[toDo.id] = toDo }
    }
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
