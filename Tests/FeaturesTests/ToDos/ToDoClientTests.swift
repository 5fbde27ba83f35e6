import Dependencies
import Foundation
import TestSupport
import Testing

@testable import Features

struct ToDoClientTests {
  private let folder = TemporaryFolder()
  private let database = Database(inMemory: .features)
  private let client = ToDoClient.liveValue

  private func withDatabase<Result>(_ operation: () async throws -> Result) async throws -> Result {
    try await withDependencies {
      $0.database = database
    } operation: {
      try await operation()
    }
  }

  /// The changes after a position, without waiting if there are none.
  private func changes(after position: ToDoPosition?) async throws -> ToDoChanges? {
    try await database.read { try ToDoChanges(after: position, $0) }
  }

  @Test func whatIsInsertedCanBeRead() async throws {
    try await withDatabase { () async throws in
      let toDo = with(ToDo.example(1, isDone: true, dueAt: .distantFuture)) {
        $0.title = "it's \"quoted\"\0👩‍👩‍👧‍👦"
        ($0.memo, $0.createdAt) = ("a\nb", .newYear(plus: 0.125))
      }
      #expect(try await client.insert(toDos: [toDo]) == 1)
      let changes = try await client.changes(after: nil)
      #expect(changes == ToDoChanges(isStart: true, updated: [toDo], position: .revision(1)))
      #expect(try await client.toDo(id: toDo.id, after: nil) == ToDoReading(toDo: toDo, revision: 1))
      #expect(try await client.insert(toDos: [.example(1)]) == 1)
      #expect(try await client.toDo(id: toDo.id, after: nil) == ToDoReading(toDo: toDo, revision: 1))
    }
  }

  @Test func onlyWhatChangesIsWritten() async throws {
    try await withDatabase { () async throws in
      var expected = ToDo.example(1, dueAt: .newYear)
      _ = try await client.insert(toDos: [expected])
      func check(_ edit: ToDoEdit) async throws {
        let revision = try await client.edit(id: UUID(1), edit: edit)
        expected.apply(edit)
        #expect(try await client.toDo(id: UUID(1), after: nil) == ToDoReading(toDo: expected, revision: revision))
      }
      try await check(ToDoEdit(title: "a"))
      try await check(ToDoEdit(memo: "b"))
      try await check(ToDoEdit(dueDate: .removed))
      try await check(ToDoEdit(dueDate: .set(.newYear(plus: 60))))
      try await check(ToDoEdit(title: "c", memo: "", dueDate: .removed))
      expected.isDone = true
      let revision = try await client.setDone(id: UUID(1), isDone: true)
      #expect(try await client.toDo(id: UUID(1), after: nil) == ToDoReading(toDo: expected, revision: revision))
    }
  }

  @Test func whatIsNotThereCannotBeChanged() async throws {
    try await withDatabase { () async throws in
      let missing = DatabaseError.missingRow(description: "This to-do")
      await #expect(throws: missing) { try await client.setDone(id: UUID(1), isDone: true) }
      #expect(try await client.delete(ids: [UUID(1)]) == ToDoDeletion(toDos: [], revision: 0))
      #expect(try await client.toDo(id: UUID(1), after: nil) == ToDoReading(toDo: nil, revision: 0))
    }
  }

  @Test func deletingReturnsWhatWasThere() async throws {
    try await withDatabase { () async throws in
      _ = try await client.insert(toDos: [.example(1), .example(2), .example(3)])
      _ = try await client.setDone(id: UUID(2), isDone: true)
      let deletion = try await client.delete(ids: [UUID(2), UUID(9), UUID(1), UUID(2)])
      #expect(deletion == ToDoDeletion(toDos: [.example(2, isDone: true), .example(1)], revision: 6))
      let changes = try await changes(after: .revision(4))
      #expect(changes == ToDoChanges(deleted: [UUID(2), UUID(1)], position: .revision(6)))
    }
  }

  @Test func whatIsDeletedAndComesBackIsThere() async throws {
    try await withDatabase { () async throws in
      _ = try await client.insert(toDos: [.example(1)])
      _ = try await client.delete(ids: [UUID(1)])
      _ = try await client.insert(toDos: [.example(1)])
      let changes = try await changes(after: .revision(1))
      #expect(changes == ToDoChanges(deleted: [UUID(1)], updated: [.example(1)], position: .revision(3)))
      #expect(try await self.changes(after: .revision(3)) == nil)
    }
  }

  @Test func aLongListComesInParts() async throws {
    let all = (0..<ToDoChanges.partCount + 150).map { ToDo.example($0) }
    try await withDatabase { () async throws in
      _ = try await client.insert(toDos: all)
      var parts: [ToDoChanges] = []
      repeat {
        parts.append(try await client.changes(after: parts.last?.position))
        // A change between two parts is reported after the last part.
        if parts.count == 1 { _ = try await client.setDone(id: UUID(all.count - 1), isDone: true) }
      } while parts.last?.position.revision == nil
      #expect(parts.map(\.isStart) == [true, false, false])
      #expect(parts.map(\.updated.count) == [ToDoChanges.firstPartCount, ToDoChanges.partCount, 50])
      #expect(parts.flatMap(\.updated) == all.reversed())
      let position = try #require(parts.last?.position)
      #expect(position == .revision(all.count))
      let next = try await client.changes(after: position)
      #expect(next == ToDoChanges(updated: [.example(all.count - 1, isDone: true)], position: .revision(all.count + 1)))
    }
  }

  @Test func manyChangesComeInParts() async throws {
    let count = ToDoChanges.partCount + 5
    try await withDatabase { () async throws in
      _ = try await client.insert(toDos: [.example(-1)])
      _ = try await client.insert(toDos: (0..<count).map { .example($0) })
      _ = try await client.delete(ids: [UUID(-1)])
      let first = try await client.changes(after: .revision(0))
      #expect(first.updated.count == ToDoChanges.partCount && first.deleted == [])
      let second = try await client.changes(after: first.position)
      #expect(second.updated.count == count - ToDoChanges.partCount && second.deleted == [UUID(-1)])
      #expect(try await changes(after: second.position) == nil)
    }
  }

  @Test func tombstonesArePruned() async throws {
    let count = ToDoDeletion.tombstoneCount
    try await withDatabase { () async throws in
      _ = try await client.insert(toDos: (0...count + 1).map { .example($0) })
      let revision = try await client.delete(ids: [UUID(0)]).revision
      _ = try await client.delete(ids: (1...count).map { UUID($0) })
      #expect(try await database.number("SELECT count(*) FROM deleted_todos") == count)
      let known = try await changes(after: .revision(revision))
      #expect(known?.deleted.count == count, "this was the last that was forgotten")
      let older = try await client.changes(after: .revision(revision - 1))
      #expect(older.isStart && older.updated == [.example(count + 1)])
    }
  }

  /// The position is one of another file, or the file forgets more than it knows.
  @Test func aPositionThatCanNotBeBeginsAgain() async throws {
    try await withDatabase { () async throws in
      _ = try await client.insert(toDos: [.example(1)])
      #expect(try await client.changes(after: .revision(99)).isStart)
      try await database.write { try $0.run("UPDATE todo_revisions SET pruned = latest + 10") }
      #expect(try await client.changes(after: .revision(0)).isStart)
    }
  }

  @Test func whatAnyProgramWritesIsAChange() async throws {
    try await withDatabase { () async throws in
      _ = try await client.insert(toDos: [.example(1), .example(2)])
      try await database.write { connection in
        try connection.run("UPDATE todos SET title = 'x' WHERE id = ?", UUID(1))
        try connection.run("DELETE FROM todos WHERE id = ?", UUID(2))
      }
      let changes = try #require(try await changes(after: .revision(2)))
      #expect(changes.updated.map(\.title) == ["x"] && changes.deleted == [UUID(2)])
      try await database.write { try $0.run("UPDATE todos SET id = ? WHERE id = ?", UUID(7), UUID(1)) }
      let renamed = try #require(try await self.changes(after: changes.position))
      #expect(renamed.updated.map(\.id) == [UUID(7)] && renamed.deleted == [UUID(1)])
    }
  }

  @Test func aDraftIsKeptUntilItIsSavedOrEmpty() async throws {
    try await withDatabase { () async throws in
      let drafts = [
        ToDoEdit(title: " a\0", memo: "", dueDate: .set(.newYear)), ToDoEdit(dueDate: .removed), ToDoEdit(memo: "b"),
      ]
      _ = try await client.insert(toDos: [.example(1), .example(2)])
      for id in [nil, UUID(1)] {
        #expect(try await client.draft(id: id) == ToDoEdit())
        for draft in drafts {
          try await client.saveDraft(draft: draft, id: id)
          #expect(try await client.draft(id: id) == draft)
        }
      }
      _ = try await client.insert(toDos: [.example(3)])
      _ = try await client.edit(id: UUID(2), edit: ToDoEdit(title: "c"))
      for id in [nil, UUID(1)] { #expect(try await client.draft(id: id) == drafts.last) }
      _ = try await client.create(toDo: .example(4))
      #expect(try await client.draft(id: nil) == ToDoEdit())
      #expect(try await client.draft(id: UUID(1)) == drafts.last)
      _ = try await client.edit(id: UUID(1), edit: ToDoEdit(memo: "b"))
      #expect(try await client.draft(id: UUID(1)) == ToDoEdit())
      try await client.saveDraft(draft: ToDoEdit(title: "c"), id: nil)
      try await client.saveDraft(draft: ToDoEdit(), id: nil)
      #expect(try await client.draft(id: nil) == ToDoEdit())
      #expect(try await database.toDos().count == 4)
      try await client.saveDraft(draft: ToDoEdit(title: "a"), id: UUID(9))
      await #expect(throws: DatabaseError.missingRow(description: "This to-do")) {
        try await client.edit(id: UUID(9), edit: ToDoEdit(title: "a"))
      }
      #expect(try await client.draft(id: UUID(9)) == ToDoEdit(title: "a"))
    }
  }

  /// Two live clients, each with a connection of its own, as in two processes.
  @Test func theChangesOfAnotherProcessAppear() async throws {
    let (own, other) = (Database(path: folder.path()), Database(path: folder.path()))
    let clock = TestClock()
    try await withDependencies {
      $0.database = own
      $0.continuousClock = clock
    } operation: {
      _ = try await client.changes(after: nil)
      let changes = Task { try await client.changes(after: .revision(0)) }
      while clock.nextDeadline == nil { await Task.yield() }
      try await other.write { try ToDo.example(1).insert($0) }
      await clock.advance(by: .milliseconds(250))
      #expect(try await changes.value == ToDoChanges(updated: [.example(1)], position: .revision(1)))
    }
  }

  @Test func liveClientsOfOneFileShareAConnection() async throws {
    try await withDependencies {
      $0.context = .live
      $0.databaseLocation = .file(path: folder.path("a/../test.sqlite"))
    } operation: {
      @Dependency(\.database) var database
      let first = database
      withDependencies {
        $0.databaseLocation = .file(path: folder.path())
      } operation: {
        @Dependency(\.database) var database
        #expect(database === first)
      }
      _ = try await client.insert(toDos: [.example(1)])
      await database.close()
    }
    #expect(try await Database(path: folder.path()).toDos() == [UUID(1): .example(1)])
  }

  @Test func theStandardPlaceIsThatOfTheUser() async throws {
    #if !canImport(Darwin)
      let path = folder.path("data/swift-store/demo.sqlite")
      #expect(try DatabaseLocation.standard.path(["XDG_DATA_HOME": folder.path("data"), "HOME": "/h"]) == path)
      let ofHome = "/h/.local/share/swift-store/demo.sqlite"
      #expect(try DatabaseLocation.standard.path(["HOME": "/h"]) == ofHome)
      #expect(try DatabaseLocation.standard.path(["XDG_DATA_HOME": "relative", "HOME": "/h"]) == ofHome)
      for environment: ProcessEnvironment in [[:], ["HOME": ""], ["HOME": "relative"]] {
        #expect(throws: DatabaseError.self) { try DatabaseLocation.standard.path(environment) }
      }
      try await withDependencies {
        $0.context = .live
        $0.processEnvironment = ["XDG_DATA_HOME": folder.path("data")]
      } operation: {
        _ = try await client.insert(toDos: [.example(1)])
      }
      for directory in ["data", "data/swift-store"] {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(directory))
        #expect(attributes[.posixPermissions] as? Int == 0o700)
      }
      #expect(try await Database(path: path).toDos() == [UUID(1): .example(1)])
    #endif
  }

  @Test func aPlaceThatCannotBeMadeOrFound() async throws {
    #if !canImport(Darwin)
      try folder.write("", to: "file")
      // No process can make folders in `/proc`.
      for (place, reason) in [
        (folder.path("file"), "Not a directory"), (folder.path("file/a"), "Not a directory"),
        ("/proc/data", "No such file or directory"), (nil, nil),
      ] as [(String?, String?)] {
        await withDependencies {
          $0.context = .live
          $0.processEnvironment = ProcessEnvironment(place.map { ["XDG_DATA_HOME": $0] } ?? [:])
        } operation: {
          for _ in 0..<2 {
            let error = await #expect(throws: DatabaseError.self) { try await client.changes(after: nil) }
            guard let place, let reason else { continue }
            let path = place + "/swift-store/demo.sqlite"
            #expect(error == .cannotOpen(path: path, reason: "its folder can't be made (\(reason))"))
          }
        }
      }
    #endif
  }
}
