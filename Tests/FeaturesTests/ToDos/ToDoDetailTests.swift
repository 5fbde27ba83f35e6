import Dependencies
import Foundation
import Store
import StoreTesting
import Testing

@testable import Features

struct ToDoDetailTests {
  private let clock = TestClock()

  private func store(
    _ toDo: ToDo? = nil,
    readings: [ToDoReading?: ToDoReading] = [:],
    opensForm: Bool = false,
    isEditing: Bool = false,
    edit: (@Sendable (ToDo.ID, ToDoEdit) async throws -> Int)? = nil
  ) -> TestStoreOf<ToDoDetail> {
    var state = ToDoDetail.State(id: UUID(1), toDo: toDo, opensForm: opensForm)
    if isEditing { state.destination = .edit(ToDoForm.State(toDo)) }
    return TestStore(initialState: state) {
      ToDoDetail()
    } withDependencies: {
      $0.toDoClient.toDo = { [clock] id, known in
        #expect(id == UUID(1))
        if let reading = readings[known] { return reading }
        try await clock.sleep(for: .seconds(1_000_000))
        throw CancellationError()
      }
      if let edit { $0.toDoClient.edit = edit }
    }
  }

  /// Receives the actions that follow when the form opens.
  private func receiveTask(_ store: TestStoreOf<ToDoDetail>) async {
    await store.receive(\.destination.edit.task) { $0.destination?.modify(\.edit) { $0.isRestoring = true } }
  }

  @Test func allItNeedsIsAnID() async {
    let first = ToDoReading(toDo: .example(1), revision: 1)
    let second = ToDoReading(toDo: .example(1, isDone: true), revision: 2)
    let gone = ToDoReading(toDo: nil, revision: 0)
    let store = store(readings: [nil: first, first: second, second: gone])
    #expect(!store.state.isMissing)
    let task = await store.send(.task)
    for reading in [first, second, gone] {
      await store.receive(.read(reading)) {
        $0.reading = reading
        $0.toDo = reading.toDo
      }
    }
    #expect(store.state.isMissing)
    await store.send(.editButtonTapped)
    await task.cancel()
  }

  @Test func aFailureCanBeRetried() async {
    let store = store(.example(1))
    store.dependencies.toDoClient.toDo = { _, _ in throw DatabaseError.busy(path: "/a") }
    await store.send(.task)
    await store.receive(.followingFailed(.busy(path: "/a"))) { $0.failure = .busy(path: "/a") }
    #expect(store.state.toDo == .example(1) && !store.state.isMissing)
    let reading = ToDoReading(toDo: .example(1), revision: 1)
    store.dependencies.toDoClient.toDo = { [clock] _, known in
      if known == nil { return reading }
      try await clock.sleep(for: .seconds(1_000_000))
      throw CancellationError()
    }
    let task = await store.send(.retryButtonTapped) { $0.failure = nil }
    await store.receive(.read(reading)) { $0.reading = reading }
    await task.cancel()
  }

  @Test func editing() async {
    let store = store(.example(1), isEditing: true) { _, _ in 2 }
    await store.send(\.destination.edit.titleChanged, "a") { $0.destination?.modify(\.edit) { $0.title = "a" } }
    await store.send(\.destination.edit.saveButtonTapped) { $0.destination?.modify(\.edit) { $0.isSaving = true } }
    await store.receive(.destination(.presented(.edit(.edited(ToDoEdit(title: "a"), revision: 2))))) {
      $0.toDo?.title = "a"
    }
    await store.receive(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func whatIsReadWhileEditingKeepsWhatWasTyped() async {
    var elsewhere = ToDo.example(1)
    elsewhere.memo = "elsewhere"
    let reading = ToDoReading(toDo: elsewhere, revision: 5)
    let store = store(.example(1), isEditing: true) { _, edit in
      #expect(edit == ToDoEdit(title: "typed"))
      return 4
    }
    await store.send(\.destination.edit.titleChanged, "typed") { $0.destination?.modify(\.edit) { $0.title = "typed" } }
    await store.send(.read(reading)) { [elsewhere] in
      $0.reading = reading
      $0.toDo = elsewhere
      $0.destination?.modify(\.edit) { $0.follow(elsewhere) }
    }
    await store.send(\.destination.edit.saveButtonTapped) { $0.destination?.modify(\.edit) { $0.isSaving = true } }
    // The reading has a higher revision, so `toDo` does not change back.
    await store.receive(\.destination.edit.edited)
    await store.receive(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func aToDoThatIsDeletedWhileEditingKeepsTheForm() async {
    let store = store(.example(1))
    await store.send(.editButtonTapped) { $0.destination = .edit(ToDoForm.State(.example(1))) }
    await receiveTask(store)
    let gone = ToDoReading(toDo: nil, revision: 0)
    await store.send(.read(gone)) {
      $0.reading = gone
      $0.toDo = nil
    }
    #expect(store.state.destination != nil)
  }

  @Test func theFormOpensOnceTheToDoIsThere() async {
    let reading = ToDoReading(toDo: .example(1), revision: 1)
    let store = store(readings: [nil: reading], opensForm: true)
    let task = await store.send(.task)
    await store.receive(.read(reading)) {
      $0.reading = reading
      $0.toDo = .example(1)
      $0.isFormAwaited = false
      $0.destination = .edit(ToDoForm.State(.example(1)))
    }
    await receiveTask(store)
    // The form opens only once.
    await store.send(.destination(.dismiss)) { $0.destination = nil }
    await store.send(.read(reading))
    await task.cancel()
  }

  @Test func aToDoThatIsGoneHasNoForm() async {
    let gone = ToDoReading(toDo: nil, revision: 0)
    let store = store(readings: [nil: gone], opensForm: true)
    let task = await store.send(.task)
    await store.receive(.read(gone)) {
      $0.reading = gone
      $0.isFormAwaited = false
    }
    await task.cancel()
  }

  @Test func whatIsNotOnShowIsNotFollowed() async {
    let first = ToDoReading(toDo: .example(1), revision: 1)
    let second = ToDoReading(toDo: .example(1, isDone: true), revision: 2)
    let store = store(readings: [nil: first])
    await store.send(.task)
    await store.receive(.read(first)) {
      $0.reading = first
      $0.toDo = first.toDo
    }
    await store.send(.disappeared)
    await store.finish()
    store.dependencies.toDoClient.toDo = { [clock] _, known in
      if known == first { return second }
      try await clock.sleep(for: .seconds(1_000_000))
      throw CancellationError()
    }
    await store.send(.task)
    await store.receive(.read(second)) {
      $0.reading = second
      $0.toDo = second.toDo
    }
    await store.send(.disappeared)
    await store.finish()
  }
}
