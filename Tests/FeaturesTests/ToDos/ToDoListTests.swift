import Foundation
import StoreTesting
import TestSupport
import Testing

@testable import Features

struct ToDoListTests {
  private let clock = TestClock()
  private static let full = DatabaseError.diskFull(path: "/a")

  private func store(
    _ state: ToDoList.State = ToDoList.State(),
    prepare: @escaping (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<ToDoList> {
    TestStore(initialState: state) {
      ToDoList()
    } withDependencies: {
      $0.continuousClock = clock
      // The clock starts at the new year.
      $0.date = DateGenerator { [clock] in .newYear(plus: clock.now.offset / .seconds(1)) }
      $0.toDoClient.draft = { _ in ToDoEdit() }
      $0.toDoClient.saveDraft = { _, _ in }
      prepare(&$0)
    }
  }

  /// A list that has been loaded up to revision 10.
  private static func loaded(_ toDos: ToDo..., filter: ToDoFilter = .all) -> ToDoList.State {
    with(ToDoList.State()) {
      $0.position = .revision(10)
      $0.rows.look(at: .newYear)
      $0.rows.update(removing: [], adding: toDos)
      $0.rows.show(filter)
    }
  }

  @Test func followsTheToDosWhileItIsThere() async {
    let reading = ToDoPosition.reading(revision: 3, createdAt: .newYear(plus: 2), id: UUID(2))
    let first = ToDoChanges(isStart: true, updated: [.example(3), .example(2)], position: reading)
    let second = ToDoChanges(updated: [.example(1)], position: .revision(3))
    let third = ToDoChanges(deleted: [UUID(3)], updated: [.example(2, isDone: true)], position: .revision(5))
    let store = store { $0.toDoClient.changes = clock.answers([nil: first, reading: second, .revision(3): third]) }
    #expect(store.state.isLoading && !store.state.isEmpty)
    let task = await store.send(.task) { $0.rows.look(at: .newYear) }
    await store.receive(.changed(first)) { $0.expectChanges(first) }
    #expect(store.state.isLoading)
    await store.receive(.changed(second)) { $0.expectChanges(second) }
    #expect(!store.state.isLoading && !store.state.isEmpty)
    await store.receive(.changed(third)) { $0.expectChanges(third) }
    #expect(store.state.rows.titles == ["2", "1"])
    await task.cancel()
  }

  @Test func whatIsNotOnShowIsNotFollowed() async {
    let toDo = ToDo.example(1, dueAt: .newYear(plus: 600))
    let missed = ToDoChanges(updated: [.example(2)], position: .revision(11))
    let reading = ToDoReading(toDo: toDo, revision: 1)
    let state = with(Self.loaded(toDo)) { $0.destination = .detail(ToDoDetail.State(id: toDo.id, toDo: toDo)) }
    let store = store(state) {
      $0.toDoClient.changes = clock.answers([nil: ToDoChanges(position: .revision(0))])
      let readings: @Sendable (ToDoReading?) async throws -> ToDoReading = clock.answers([nil: reading])
      $0.toDoClient.toDo = { _, known in try await readings(known) }
    }
    await store.send(.task)
    await store.receive(\.destination.detail.task)
    await store.receive(\.destination.detail.read) { $0.destination?.modify(\.detail) { $0.reading = reading } }
    await store.send(.disappeared)
    await store.receive(\.destination.detail.disappeared)
    await store.finish()
    store.dependencies.toDoClient.changes = clock.answers([.revision(10): missed])
    await store.send(.task)
    await store.receive(\.destination.detail.task)
    await store.receive(.changed(missed)) { $0.expectChanges(missed) }
    await store.send(.disappeared)
    await store.receive(\.destination.detail.disappeared)
    await store.finish()
  }

  @Test func refreshingKeepsTheRowsUntilAllAreThere() async {
    let reading = ToDoPosition.reading(revision: 12, createdAt: .newYear(plus: 5), id: UUID(5))
    let first = ToDoChanges(isStart: true, updated: [.example(5)], position: reading)
    let second = ToDoChanges(updated: [.example(1)], position: .revision(12))
    let store = store(Self.loaded(.example(1), .example(2))) {
      $0.toDoClient.changes = clock.answers([nil: first, reading: second])
    }
    let task = await store.send(.refreshPulled) { $0.position = nil }
    await store.receive(.changed(first)) {
      $0.position = reading
      $0.reread = [.example(5)]
    }
    #expect(store.state.rows.titles == ["2", "1"])
    await store.receive(.changed(second)) {
      $0.position = .revision(12)
      $0.reread = nil
      $0.rows.replace(with: [.example(5), .example(1)])
    }
    #expect(store.state.rows.titles == ["5", "1"])
    await task.cancel()
  }

  @Test func aFailureKeepsTheRowsAndCanBeRetried() async {
    struct Smoke: Error {}
    let next = ToDoChanges(updated: [.example(2)], position: .revision(11))
    let errors = LockIsolated<[any Error]>([Smoke(), DatabaseError.busy(path: "/a")])
    let store = store(Self.loaded(.example(1))) {
      let answers = clock.answers([ToDoPosition.revision(10): next])
      $0.toDoClient.changes = { position in
        if let error = errors.withValue({ $0.popLast() }) { throw error }
        return try await answers(position)
      }
    }
    await store.send(.task)
    await store.receive(.followingFailed(.busy(path: "/a"))) { $0.failure = .busy(path: "/a") }
    #expect(!store.state.isLoading)
    await store.send(.retryButtonTapped) { $0.failure = nil }
    await store.receive(\.followingFailed) { $0.failure = .failed(code: 0, reason: "Smoke()") }
    let task = await store.send(.retryButtonTapped) { $0.failure = nil }
    await store.receive(.changed(next)) { $0.expectChanges(next) }
    await task.cancel()
  }

  @Test func theRowsAreFilteredSearchedAndSorted() async {
    let due = (ToDo.example(1, dueAt: .newYear(plus: 60)), ToDo.example(12, dueAt: .newYear(plus: -60)))
    let store = store(Self.loaded(due.0, .example(2, isDone: true), due.1))
    for (filter, titles) in [(ToDoFilter.open, ["12", "1"]), (.done, ["2"]), (.overdue, ["12"])] {
      await store.send(.filterSelected(filter)) { $0.rows.show(filter) }
      #expect(store.state.rows.titles == titles)
    }
    await store.send(.filterSelected(.all)) { $0.rows.show(.all) }
    await store.send(.queryChanged(" 2")) { $0.rows.search(for: " 2") }
    #expect(store.state.rows.titles == ["12", "2"])
    await store.send(.orderSelected(.dueDate)) { $0.rows.sort(by: .dueDate) }
    await store.send(.queryChanged("")) { $0.rows.search(for: "") }
    #expect(store.state.rows.titles == ["12", "1", "2"])
  }

  @Test func aRowBecomesOverdueAsTimePasses() async {
    let later = ToDoChanges(updated: [.example(2, dueAt: .newYear(plus: 30))], position: .revision(11))
    let store = store(Self.loaded(.example(1, dueAt: .newYear(plus: 90)), filter: .overdue)) {
      $0.toDoClient.changes = clock.answers([.revision(10): later])
    }
    let task = await store.send(.task)
    await store.receive(.changed(later)) { $0.expectChanges(later) }
    await clock.advance(by: .seconds(59))
    await clock.advance(by: .seconds(1))
    await store.receive(.minutePassed) { $0.rows.look(at: .newYear(plus: 60)) }
    #expect(store.state.rows.titles == ["2"])
    await clock.advance(by: .seconds(60))
    await store.receive(.minutePassed) { $0.rows.look(at: .newYear(plus: 120)) }
    #expect(store.state.rows.titles == ["2", "1"])
    await task.cancel()
    await store.finish()
  }

  @Test func aDateInTheFarFutureIsNoProblem() async {
    let store = store(Self.loaded(.example(1, dueAt: .distantFuture))) { $0.toDoClient.changes = clock.answers([:]) }
    let task = await store.send(.task)
    await clock.advance(by: .seconds(86_400))
    await store.receive(.minutePassed) { $0.rows.look(at: .newYear(plus: 86_400)) }
    await task.cancel()
    await store.finish()
  }

  @Test func aToggleShowsAtOnceAndStays() async {
    let back = ToDoChanges(updated: [.example(1, isDone: true)], position: .revision(11))
    let store = store(Self.loaded(.example(1), .example(2))) {
      $0.toDoClient.setDone = { id, isDone in
        #expect(id == UUID(1) && isDone)
        return 11
      }
    }
    await store.send(.toggleButtonTapped(id: UUID(1))) { $0.expectWrite(.setDone(UUID(1), true)) }
    #expect(store.state.rows[1]?.isDone == true)
    await store.receive(.writeSucceeded(number: 1, revision: 11)) { $0.expectSuccess(of: 1, revision: 11, at: 10) }
    await store.send(.changed(back)) { $0.expectChanges(back) }
    #expect(store.state.writes.pending.isEmpty)
    #expect(store.state.rows[1]?.isDone == true)
  }

  @Test func aToggleThatFailsIsTakenBackAndWhatWasChangedElsewhereStays() async {
    var renamed = ToDo.example(1)
    renamed.title = "renamed"
    let elsewhere = ToDoChanges(updated: [renamed], position: .revision(11))
    let store = store(Self.loaded(.example(1))) {
      $0.toDoClient.setDone = { [clock] _, _ in try await clock.afterASecond(throwing: Self.full) }
    }
    await store.send(.toggleButtonTapped(id: UUID(1))) { $0.expectWrite(.setDone(UUID(1), true)) }
    await store.send(.changed(elsewhere)) { $0.expectChanges(elsewhere) }
    #expect(store.state.rows[0]?.title == "renamed" && store.state.rows[0]?.isDone == true)
    await clock.advance(by: .seconds(1))
    await store.receive(.writeFailed(number: 1, error: Self.full)) { $0.expectFailure(of: 1, Self.full) }
    #expect(store.state.rows[0] == renamed)
    await store.send(.problemDismissed) { $0.problem = nil }
  }

  /// As with an edit button: while a list is edited, rows are deleted, and their other buttons are not there.
  @Test func aListThatIsEditedMarksNothingAsDone() async {
    let empty = store()
    await empty.send(.editButtonTapped)
    let store = store(Self.loaded(.example(1))) { $0.toDoClient.delete = { _ in throw Self.full } }.nonExhaustive
    await store.send(.editButtonTapped) { $0.isEditing = true }
    await store.send(.toggleButtonTapped(id: UUID(1)))
    #expect(store.state.rows[0]?.isDone == false && store.state.writes.pending.isEmpty)
    await store.send(.deleteButtonTapped(id: UUID(1)))
    #expect(store.state.rows.isEmpty)
    await store.receive(\.writeFailed)
    await store.send(.editButtonTapped) { $0.isEditing = false }
  }

  /// A write that fails is no problem if it is not what the user wants by now.
  @Test(arguments: [false, true])
  func ofManyTogglesThatWaitOnlyTheLastIsWritten(firstFails: Bool) async {
    let written = LockIsolated<[Bool]>([])
    let store = store(Self.loaded(.example(1))) {
      $0.toDoClient.setDone = { [clock] _, isDone in
        written.withValue { $0.append(isDone) }
        try await clock.sleep(for: .seconds(1))
        if isDone, firstFails { throw Self.full }
        return 10 + written.value.count
      }
    }.nonExhaustive
    for _ in 0..<6 { await store.send(.toggleButtonTapped(id: UUID(1))) }
    #expect(store.state.writes.pending.map(\.change) == [.setDone(UUID(1), true), .setDone(UUID(1), false)])
    for _ in 0..<2 {
      #expect(store.state.rows[0]?.isDone == false)
      await clock.advance(by: .seconds(1))
      await store.skipReceivedActions()
    }
    #expect(written.value == [true, false] && store.state.rows[0]?.isDone == false && store.state.problem == nil)
  }

  @Test func aWriteWhoseTaskIsCancelledIsDoneAgainAndGoesOnWhenTheListIsLeft() async {
    let store = store(Self.loaded(.example(1))) {
      $0.toDoClient.setDone = { [clock] _, _ in try await clock.afterASecond(11) }
    }
    let tap = await store.send(.toggleButtonTapped(id: UUID(1))) { $0.expectWrite(.setDone(UUID(1), true)) }
    await tap.cancel()
    await store.receive(.writeCancelled(number: 1))
    await store.send(.disappeared)
    await clock.advance(by: .seconds(1))
    await store.receive(.writeSucceeded(number: 1, revision: 11)) { $0.expectSuccess(of: 1, revision: 11, at: 10) }
  }

  @Test func offsetsAreThoseOfTheRowsOnShow() async {
    let store = store(Self.loaded(.example(1), .example(2, isDone: true), .example(3), .example(4), filter: .open)) {
      $0.toDoClient.delete = { ids in
        #expect(ids == [UUID(4), UUID(1)])
        return ToDoDeletion(toDos: [.example(4), .example(1)], revision: 12)
      }
    }
    await store.send(.rowsDeleted(offsets: [0, 2, 7, -1])) { $0.expectDeletion(of: .example(4), .example(1)) }
    #expect(store.state.rows.titles == ["3"])
    let deletion = ToDoDeletion(toDos: [.example(4), .example(1)], revision: 12)
    await store.receive(.deletionSucceeded(number: 1, deletion)) { $0.expectSuccess(of: 1, revision: 12, at: 10) }
    let back = ToDoChanges(deleted: [UUID(4), UUID(1)], position: .revision(12))
    await store.send(.changed(back)) { $0.expectChanges(back) }
    #expect(store.state.rows.titles == ["3"])
    #expect(store.state.writes.pending.isEmpty)
  }

  @Test func whatIsNotThereIsNeitherToggledNorDeleted() async {
    let store = store(Self.loaded(.example(1)))
    await store.send(.toggleButtonTapped(id: UUID(9)))
    await store.send(.rowsDeleted(offsets: [1, -1]))
    await store.send(.rowsDeleted(offsets: []))
    await store.send(.deleteButtonTapped(id: UUID(9)))
    await store.send(.undoButtonTapped)
  }

  @Test(arguments: [false, true])
  func undoBringsBackWhatWasThereAtLast(whileItIsDeleted: Bool) async {
    var latest = ToDo.example(1)
    latest.memo = "written elsewhere just before"
    let deletion = ToDoDeletion(toDos: [latest], revision: 11)
    let inserted = LockIsolated<[ToDo]>([])
    let store = store(Self.loaded(.example(1))) {
      $0.toDoClient.delete = { [clock] _ in try await clock.afterASecond(deletion) }
      $0.toDoClient.insert = { toDos in
        inserted.setValue(toDos)
        return 12
      }
    }.nonExhaustive
    await store.play(.deleteButtonTapped(id: UUID(1)))
    #expect(store.state.rows.isEmpty)
    if whileItIsDeleted {
      await store.play(.undoButtonTapped)
      #expect(store.state.rows.titles == ["1"])
    }
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions()
    if !whileItIsDeleted { await store.play(.undoButtonTapped) }
    #expect(inserted.value == [latest] && Array(store.state.rows.all) == [latest] && store.state.lastDeleted == [])
  }

  @Test func anUndoThatFailsCanBeTriedAgain() async {
    let store = store(Self.loaded(.example(1))) {
      $0.toDoClient.delete = { _ in ToDoDeletion(toDos: [.example(1)], revision: 11) }
      $0.toDoClient.insert = { _ in throw Self.full }
    }.nonExhaustive
    await store.play(.deleteButtonTapped(id: UUID(1)), .undoButtonTapped)
    #expect(store.state.lastDeleted == [.example(1)] && store.state.rows.isEmpty && store.state.problem == Self.full)
  }

  @Test func aNewToDoShowsBeforeItComesBack() async {
    let store = store(Self.loaded(.example(1))) {
      $0.uuid = .constant(UUID(2))
      $0.toDoClient.create = { _ in 11 }
    }
    let toDo = ToDo(id: UUID(2), title: "a", createdAt: .newYear(plus: 100))
    await clock.advance(by: .seconds(100))
    store.exhaustivity = .off
    await store.play(.createButtonTapped, .destination(.presented(.create(.titleChanged("a")))))
    store.exhaustivity = .on
    await store.send(\.destination.create.saveButtonTapped) { $0.destination?.modify(\.create) { $0.isSaving = true } }
    await store.receive(.destination(.presented(.create(.created(toDo, revision: 11))))) {
      $0.rows.look(at: .newYear(plus: 100))
      $0.writes.add(.insert([toDo]), writtenAt: 11, to: &$0.rows)
    }
    #expect(store.state.rows.titles == ["a", "1"])
    await store.receive(\.destination.dismiss) { $0.destination = nil }
    let back = ToDoChanges(updated: [toDo], position: .revision(11))
    await store.send(.changed(back)) { $0.expectChanges(back) }
    #expect(store.state.rows.titles == ["a", "1"])
    #expect(store.state.writes.pending.isEmpty)
  }

  @Test func aNewToDoThatIsBackAlreadyIsNotShownTwice() async {
    let store = store(with(Self.loaded(.example(1))) { $0.destination = .create(ToDoForm.State()) })
    await store.send(.destination(.presented(.create(.created(.example(1), revision: 10)))))
    await store.receive(\.destination.dismiss) { $0.destination = nil }
    #expect(store.state.rows.titles == ["1"])
  }

  @Test func aRowOpens() async {
    let store = store(Self.loaded(.example(1)))
    await store.send(.rowTapped(id: UUID(1))) {
      $0.destination = .detail(ToDoDetail.State(id: UUID(1), toDo: .example(1)))
    }
    await store.send(.destination(.dismiss)) { $0.destination = nil }
    await store.send(.rowTapped(id: UUID(9))) { $0.destination = .detail(ToDoDetail.State(id: UUID(9))) }
  }

  /// Random actions of the user and another process, with failures: in any order, the list ends with what is in the
  /// database, and nothing is pending.
  @Test(arguments: randomSeeds(4))
  func inAnyOrderTheListEndsAsTheDatabase(seed: UInt64) async {
    let seeds = LockIsolated(seed * 6)
    await exploreSchedules(6, startingAt: seeds.value) {
      let seed = seeds.value
      seeds.withValue { $0 += 1 }
      let database = Database(inMemory: .features) { connection in
        for number in 0..<6 { try ToDo.example(number).insert(connection) }
      }
      let clock = TestClock()
      let failures = WithRandomNumberGenerator(SeededRandomNumberGenerator(seed: seed))
      @Sendable func slowly<Value: Sendable>(_ write: () async throws -> Value) async throws -> Value {
        let (delay, fails) = failures { (Int.random(in: 0...2, using: &$0), Int.random(in: 0..<3, using: &$0) == 0) }
        if delay > 0 { try await clock.sleep(for: .seconds(delay)) }
        if fails { throw Self.full }
        return try await write()
      }
      let store = TestStore(initialState: ToDoList.State()) {
        ToDoList()
      } withDependencies: {
        $0.database = database
        $0.continuousClock = clock
        $0.date.now = .newYear
        let live = ToDoClient.liveValue
        $0.toDoClient = live
        $0.toDoClient.setDone = { id, isDone in try await slowly { try await live.setDone(id: id, isDone: isDone) } }
        $0.toDoClient.delete = { ids in try await slowly { try await live.delete(ids: ids) } }
        $0.toDoClient.insert = { toDos in try await slowly { try await live.insert(toDos: toDos) } }
      }
      store.exhaustivity = .off
      let task = await store.send(.task)
      var random = SeededRandomNumberGenerator(seed: seed)
      for _ in 0..<30 {
        let id = UUID(Int.random(in: 0..<6, using: &random))
        switch Int.random(in: 0..<9, using: &random) {
        case 0: await store.send(.deleteButtonTapped(id: id))
        case 1: await store.send(.undoButtonTapped)
        case 2: await store.send(.rowsDeleted(offsets: [0, 1]))
        case 3: await store.send(.refreshPulled)
        case 4: try await database.write { try $0.run("UPDATE todos SET title = title || '!' WHERE id = ?", id) }
        case 5: try await database.write { try $0.run("DELETE FROM todos WHERE id = ?", id) }
        case 6: await clock.advance(by: .seconds(1))
        default: await store.send(.toggleButtonTapped(id: id))
        }
        await store.skipReceivedActions(strict: false)
      }
      await clock.advance(by: .seconds(1_000))
      await store.skipReceivedActions(strict: false)
      let expected = try await database.toDos().values.sorted { $0.comesBefore($1) }
      #expect(Array(store.state.rows.all) == expected, "seed \(seed)")
      #expect(store.state.writes.pending == [], "seed \(seed)")
      #expect(store.state.failure == nil)
      await task.cancel()
      await store.skipInFlightEffects(strict: false)
    }
  }
}

extension ToDoList.State {
  fileprivate mutating func expectWrite(_ change: ToDoWrite.Change) {
    problem = nil
    writes.add(change, to: &rows)
    _ = writes.start()
  }

  /// Applies the changes of a write that has succeeded when the list had the changes up to a position.
  fileprivate mutating func expectSuccess(of number: Int, revision: Int, at position: Int) {
    writes.succeed(number, revision: revision, position: .revision(position), rows: &rows)
  }

  fileprivate mutating func expectFailure(of number: Int, _ error: DatabaseError) {
    problem = error
    _ = writes.fail(number, rows: &rows)
  }

  fileprivate mutating func expectDeletion(of toDos: ToDo...) {
    lastDeleted = toDos
    expectWrite(.delete(toDos.map(\.id)))
  }

  /// Applies changes of the database, which may be those of writes.
  fileprivate mutating func expectChanges(_ changes: ToDoChanges) {
    position = changes.position
    writes.receive(changes, rows: &rows)
  }
}
