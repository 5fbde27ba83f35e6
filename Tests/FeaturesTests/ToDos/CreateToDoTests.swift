import Dependencies
import Foundation
import Store
import StoreTesting
import Testing

@testable import Features

struct CreateToDoTests {
  private static let full = DatabaseError.diskFull(path: "/a")

  private static let tokyo: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 9 * 3_600) ?? .gmt
    return calendar
  }()

  private func store(
    title: String = "",
    insert: (@Sendable ([ToDo]) async throws -> Int)? = nil
  ) -> TestStoreOf<CreateToDo> {
    TestStore(initialState: CreateToDo.State(title: title)) {
      CreateToDo()
    } withDependencies: {
      $0.date.now = .newYear
      $0.uuid = .incrementing
      $0.calendar = Self.tokyo
      if let insert { $0.toDoClient.insert = insert }
    }
  }

  @Test(arguments: ["", " ", "\n\t\u{3000}"])
  func aBlankTitleCannotBeSaved(_ title: String) async {
    let store = store()
    if !title.isEmpty { await store.send(.titleChanged(title)) { $0.title = title } }
    #expect(!store.state.canSave)
    await store.send(.saveButtonTapped)
  }

  @Test func savesWhatWasTyped() async {
    // It is 9 o'clock on January 1st in Tokyo, which ends at 15:00 UTC.
    let expected = ToDo(
      id: UUID(0),
      title: "牛乳 を買う",
      memo: " 2 本\n",
      createdAt: .newYear,
      dueAt: .newYear(plus: 15 * 3_600 - 60)
    )
    let store = store { toDos in
      #expect(toDos == [expected])
      return 7
    }
    await store.send(.titleChanged("\u{3000}牛乳 を買う\n")) { $0.title = "\u{3000}牛乳 を買う\n" }
    await store.send(.memoChanged(" 2 本\n")) { $0.memo = " 2 本\n" }
    await store.send(.dueDayPicked(.newYear(plus: 3_600))) { $0.dueAt = .newYear(plus: 15 * 3_600 - 60) }
    #expect(store.state.canSave)
    await store.send(.saveButtonTapped) { $0.isSaving = true }
    #expect(!store.state.canSave)
    await store.receive(.saved(expected, revision: 7)) { $0.isSaving = false }
    await store.finish()
    #expect(store.isDismissed)
  }

  @Test func aDayFromTodayOnCanBePicked() async {
    let store = store()
    // The first moment of today in Tokyo, and the last one of yesterday.
    await store.send(.dueDayPicked(.newYear(plus: -9 * 3_600))) { $0.dueAt = .newYear(plus: 15 * 3_600 - 60) }
    await store.send(.dueDayPicked(.newYear(plus: -9 * 3_600 - 1))) { $0.isDueDatePast = true }
    await store.send(.dueDayPicked(.newYear(plus: 24 * 3_600))) {
      $0.isDueDatePast = false
      $0.dueAt = .newYear(plus: 39 * 3_600 - 60)
    }
    await store.send(.dueDateRemoved) { $0.dueAt = nil }
  }

  @Test func aDayThatHasEndedMeanwhileIsNotSaved() async {
    let store = store(title: "a") { _ in 1 }
    await store.send(.dueDayPicked(.newYear)) { $0.dueAt = .newYear(plus: 15 * 3_600 - 60) }
    store.dependencies.date.now = .newYear(plus: 15 * 3_600)
    await store.send(.saveButtonTapped) { $0.isDueDatePast = true }
    await store.send(.dueDateRemoved) {
      $0.isDueDatePast = false
      $0.dueAt = nil
    }
    await store.send(.saveButtonTapped) { $0.isSaving = true }
    await store.receive(\.saved) { $0.isSaving = false }
    await store.finish()
  }

  @Test func aFailureKeepsWhatWasTyped() async {
    let isFull = LockIsolated(true)
    let store = store(title: "a") { _ in
      if isFull.value { throw Self.full }
      return 1
    }
    await store.send(.memoChanged("long")) { $0.memo = "long" }
    await store.send(.saveButtonTapped) { $0.isSaving = true }
    await store.receive(.savingFailed(Self.full)) {
      $0.isSaving = false
      $0.failure = Self.full
    }
    #expect(store.state.title == "a" && store.state.memo == "long" && store.state.canSave)
    isFull.value = false
    await store.send(.saveButtonTapped) {
      $0.isSaving = true
      $0.failure = nil
    }
    await store.receive(\.saved) { $0.isSaving = false }
    await store.finish()
    #expect(store.isDismissed)
  }

  @Test func cancellingClosesUnlessItIsBeingSaved() async {
    let clock = TestClock()
    let saving = store(title: "a") { _ in
      try await clock.sleep(for: .seconds(1))
      return 1
    }
    await saving.send(.saveButtonTapped) { $0.isSaving = true }
    await saving.send(.cancelButtonTapped)
    await saving.send(.saveButtonTapped)
    #expect(!saving.isDismissed)
    await clock.advance(by: .seconds(1))
    await saving.receive(\.saved) { $0.isSaving = false }
    await saving.finish()

    let other = store(title: "a")
    await other.send(.cancelButtonTapped)
    await other.finish()
    #expect(other.isDismissed)
  }
}
