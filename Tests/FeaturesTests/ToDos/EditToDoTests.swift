import Dependencies
import Foundation
import Store
import StoreTesting
import Testing

@testable import Features

struct EditToDoTests {
  private static let missing = DatabaseError.missingRow(description: "This to-do")

  private func store(
    _ toDo: ToDo = .example(1, dueAt: .newYear(plus: 30)),
    edit: (@Sendable (ToDo.ID, ToDoEdit) async throws -> Int)? = nil
  ) -> TestStoreOf<EditToDo> {
    TestStore(initialState: EditToDo.State(toDo)) {
      EditToDo()
    } withDependencies: {
      if let edit { $0.toDoClient.edit = edit }
    }
  }

  @Test func whatHasNotChangedCannotBeSaved() async {
    let store = store()
    #expect(!store.state.canSave)
    await store.send(.saveButtonTapped)
    await store.send(.titleChanged("2")) { $0.title = "2" }
    #expect(store.state.canSave)
    await store.send(.titleChanged(" 1 ")) { $0.title = " 1 " }
    #expect(!store.state.canSave, "white space around it does not count")
    await store.send(.titleChanged("")) { $0.title = "" }
    #expect(!store.state.canSave)
    await store.send(.titleChanged("1")) { $0.title = "1" }
    await store.send(.memoChanged("a")) { $0.memo = "a" }
    #expect(store.state.canSave)
    await store.send(.memoChanged("")) { $0.memo = "" }
    #expect(!store.state.canSave)
  }

  @Test func theDueDateCountsToTheMinute() async {
    let store = store()
    await store.send(.dueDatePicked(.newYear(plus: 59))) { $0.dueAt = .newYear }
    #expect(!store.state.canSave)
    await store.send(.dueDatePicked(.newYear(plus: 61))) { $0.dueAt = .newYear(plus: 60) }
    #expect(store.state.edit == ToDoEdit(dueDate: .set(.newYear(plus: 60))))
    await store.send(.dueDateRemoved) { $0.dueAt = nil }
    #expect(store.state.edit == ToDoEdit(dueDate: .removed))
  }

  @Test func savesWhatWasChanged() async {
    let edit = ToDoEdit(title: "a", dueDate: .set(.newYear(plus: 120)))
    let store = store { id, actual in
      #expect(id == UUID(1) && actual == edit)
      return 7
    }
    await store.send(.titleChanged("a ")) { $0.title = "a " }
    await store.send(.dueDatePicked(.newYear(plus: 125))) { $0.dueAt = .newYear(plus: 120) }
    await store.send(.saveButtonTapped) { $0.isSaving = true }
    await store.receive(.saved(edit, revision: 7)) { $0.isSaving = false }
    await store.finish()
    #expect(store.isDismissed)
  }

  @Test func aFailureKeepsWhatWasTyped() async {
    let store = store { _, _ in throw Self.missing }
    await store.send(.memoChanged("long")) { $0.memo = "long" }
    await store.send(.saveButtonTapped) { $0.isSaving = true }
    await store.receive(.savingFailed(Self.missing)) {
      $0.isSaving = false
      $0.failure = Self.missing
    }
    #expect(store.state.memo == "long" && store.state.canSave)
    await store.send(.cancelButtonTapped)
    await store.finish()
    #expect(store.isDismissed)
  }

  @Test func whatIsBeingSavedIsNotCancelled() async {
    let clock = TestClock()
    let store = store { _, _ in
      try await clock.sleep(for: .seconds(1))
      return 7
    }
    await store.send(.memoChanged("a")) { $0.memo = "a" }
    await store.send(.saveButtonTapped) { $0.isSaving = true }
    await store.send(.cancelButtonTapped)
    await store.send(.saveButtonTapped)
    #expect(!store.isDismissed)
    await clock.advance(by: .seconds(1))
    await store.receive(\.saved) { $0.isSaving = false }
    await store.finish()
    #expect(store.isDismissed)
  }

  @Test func whatWasNotChangedFollowsTheDatabase() {
    var state = EditToDo.State(.example(1, dueAt: .newYear))
    state.title = "typed"
    var elsewhere = ToDo.example(1, isDone: true, dueAt: .newYear(plus: 600))
    elsewhere.title = "elsewhere"
    elsewhere.memo = "elsewhere"
    state.follow(elsewhere)
    #expect(state.title == "typed" && state.memo == "elsewhere" && state.dueAt == .newYear(plus: 600))
    #expect(state.edit == ToDoEdit(title: "typed"))
    #expect(state.original == elsewhere)
  }
}
