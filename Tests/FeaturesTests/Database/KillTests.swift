import Dependencies
import Foundation
import TestSupport
import Testing

@testable import Features

@Suite(.ownThreads) struct KillTests {
  private let folder = TemporaryFolder()

  /// Kills one process after another, each after a random number of writes and a random time.
  /// If one reader stays open, SQLite never empties its write-ahead log, and checkpoints happen during writes. If a
  /// reader is opened after each process, SQLite recovers and empties the log each time.
  @Test(arguments: [true, false])
  func noAcknowledgedWriteIsLost(_ readerStays: Bool) async throws {
    var reader = Database(path: folder.path())
    if readerStays { _ = try await reader.toDos() }
    var random = SeededRandomNumberGenerator(seed: readerStays ? 1 : 2)
    var expected = ToDoWriterProcess.Contents()
    var writtenCount = 0
    var hadToDos = false
    let count = randomInputs(20)
    for kill in 0..<count {
      let process = try ToDoWriterProcess(folder.path(), seed: random.next())
      let writes = max(0, Int.random(in: -3...12, using: &random))
      let delay = UInt32.random(in: 0...(writes == 0 ? 30_000 : 1_500), using: &random)
      while process.revisions.count < writes, try process.follow(&expected) {}
      usleep(delay)
      process.program.kill()
      try process.followToEnd(&expected)
      #expect(process.program.wasKilled)
      #expect(process.error == nil, "kill \(kill)")
      writtenCount += process.revisions.count
      hadToDos = hadToDos || !expected.toDos.isEmpty
      if !readerStays { reader = Database(path: folder.path()) }
      let actual = ToDoWriterProcess.Contents(toDos: try await reader.toDos())
      if actual != expected, let pending = process.pending {
        // The process has written the change, but was killed before it could report it.
        expected.apply(pending)
      }
      try #require(actual == expected, "kill \(kill) after \(process.revisions.count) writes")
      guard kill % 10 == 0 || kill == count - 1 else { continue }
      #expect(try await reader.integrityProblems() == [])
    }
    #expect(writtenCount > 2 * count, "the processes have written")
    #expect(hadToDos)
  }

  @Test func twoProcessesWriteAtTheSameTime() async throws {
    let processes = try (1...2).map {
      try ToDoWriterProcess(folder.path(), seed: $0, options: ["--count", "100", "--own"])
    }
    var expected = ToDoWriterProcess.Contents()
    for process in processes {
      try process.followToEnd(&expected)
      #expect(process.error == nil && !process.program.wasKilled)
    }
    let revisions = processes.flatMap(\.revisions)
    #expect(revisions.count == 200)
    #expect(Set(revisions).count == 200, "no two writes have the same revision")
    let database = Database(path: folder.path())
    #expect(try await database.toDos() == expected.toDos)
    #expect(try await database.integrityProblems() == [])
  }
}
