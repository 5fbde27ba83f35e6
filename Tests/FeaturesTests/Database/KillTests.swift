import Dependencies
import Foundation
import TestSupport
import Testing

@testable import Features

/// Processes that are killed while they write.
@Suite(.ownThreads)
struct KillTests {
  /// Kills processes, one after the other, each after a random number of writes and a random time.
  ///
  /// With a reader of its own that stays, the log of SQLite is never emptied, and checkpoints fall into the writes; with
  /// one that comes after each process, the log is recovered and emptied each time.
  @Test(arguments: [true, false])
  func noAcknowledgedWriteIsLost(_ readerStays: Bool) async throws {
    let folder = try TemporaryFolder()
    var reader = Database(path: folder.path())
    if readerStays { _ = try await reader.read { _ in } }
    var random = SeededRandomNumberGenerator(seed: readerStays ? 1 : 2)
    var expected: [ToDo.ID: ToDo] = [:]
    var writtenCount = 0
    let count = randomInputs(25)
    for kill in 0..<count {
      let process = try ToDoWriterProcess(folder.path(), seed: random.next())
      // Some before they have written anything.
      let writes = max(0, Int.random(in: -3...20, using: &random))
      let delay = UInt32.random(in: 0...(writes == 0 ? 30_000 : 1_500), using: &random)
      var written = 0
      var pending: ToDoWrite.Change?
      func follow(_ line: ToDoWriterProcess.Line) {
        switch line {
        case .writes(let change):
          pending = change
        case .written:
          if let change = pending { expected.apply(change) }
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

      if !readerStays { reader = Database(path: folder.path()) }
      let actual = try await reader.toDos()
      if actual != expected, let pending {
        // It was done, and nobody was told.
        expected.apply(pending)
      }
      try #require(actual == expected, "kill \(kill) of seed \(readerStays ? 1 : 2), after \(written) writes")
      #expect(try await reader.integrityProblems() == [])
    }
    #expect(writtenCount > 5 * count, "the processes have written")
  }

  @Test func twoProcessesWriteAtTheSameTime() async throws {
    let folder = try TemporaryFolder()
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

  /// What SQLite finds wrong with the file.
  func integrityProblems() async throws -> [String] {
    try await read { connection in
      try connection.rows("PRAGMA integrity_check") { row in try row.read(0, as: String.self) }.filter { $0 != "ok" }
    }
  }
}
