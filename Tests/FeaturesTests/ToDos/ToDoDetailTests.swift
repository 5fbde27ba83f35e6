import Foundation
import StoreTesting
import Testing

@testable import Features

struct ToDoDetailTests {
  private let clock = TestClock()

  private static let first = ToDoReading(toDo: .example(1), revision: 1)
  private static let second = ToDoReading(toDo: .example(1, isDone: true), revision: 2)
  private static let gone = ToDoReading(toDo: nil, revision: 0)

  private func store(
    _ toDo: ToDo? = nil,
    readings: [ToDoReading?: ToDoReading] = [:],
    opensForm: Bool = false,
    isEditing: Bool = false
  ) -> TestStoreOf<ToDoDetail> {
    var state = ToDoDetail.State(id: UUID(1), toDo: toDo, opensForm: opensForm)
    if isEditing { state.destination = .edit(ToDoForm.State(toDo)) }
    let readings = clock.answers(readings)
    return TestStore(initialState: state) {
      ToDoDetail()
    } withDependencies: {
      $0.toDoClient.toDo = { id, known in
        #expect(id == UUID(1))
        return try await readings(known)
      }
    }
  }

  private func receive(_ reading: ToDoReading, _ store: TestStoreOf<ToDoDetail>) async {
    await store.receive(.read(reading)) {
      $0.reading = reading
      $0.toDo = reading.toDo
    }
  }

  private func receiveTask(_ store: TestStoreOf<ToDoDetail>) async {
    await store.receive(\.destination.edit.task) { $0.destination?.modify(\.edit) { $0.isRestoring = true } }
  }

  @Test func allItNeedsIsAnID() async {
    let store = store(readings: [nil: Self.first, Self.first: Self.second, Self.second: Self.gone])
    #expect(!store.state.isMissing)
    let task = await store.send(.task)
    for reading in [Self.first, Self.second, Self.gone] { await receive(reading, store) }
    #expect(store.state.isMissing)
    await store.send(.editButtonTapped)
    await task.cancel()
  }

  @Test func aFailureCanBeRetried() async {
    let store = store(.example(1), readings: [nil: Self.first])
    let follow = store.dependencies.toDoClient.toDo
    store.dependencies.toDoClient.toDo = { _, _ in throw DatabaseError.busy(path: "/a") }
    await store.send(.task)
    await store.receive(.followingFailed(.busy(path: "/a"))) { $0.failure = .busy(path: "/a") }
    #expect(store.state.toDo == .example(1) && !store.state.isMissing)
    store.dependencies.toDoClient.toDo = follow
    let task = await store.send(.retryButtonTapped) { $0.failure = nil }
    await receive(Self.first, store)
    await task.cancel()
  }

  /// An edit is shown before the database reports it, unless what was read meanwhile is newer.
  @Test(arguments: [(4, "1"), (6, "typed")])
  func whatIsReadWhileEditingKeepsWhatWasTyped(revision: Int, title: String) async {
    var elsewhere = ToDo.example(1)
    elsewhere.memo = "elsewhere"
    let reading = ToDoReading(toDo: elsewhere, revision: 5)
    let store = store(.example(1), isEditing: true)
    store.dependencies.toDoClient.edit = { _, edit in
      #expect(edit == ToDoEdit(title: "typed"))
      return revision
    }
    await store.send(\.destination.edit.titleChanged, "typed") { $0.destination?.modify(\.edit) { $0.title = "typed" } }
    await store.send(.read(reading)) { [elsewhere] in
      $0.reading = reading
      $0.toDo = elsewhere
      $0.destination?.modify(\.edit) { $0.follow(elsewhere) }
    }
    await store.send(\.destination.edit.saveButtonTapped) { $0.destination?.modify(\.edit) { $0.isSaving = true } }
    store.exhaustivity = .off
    await store.receive(\.destination.edit.edited) { $0.toDo?.title = title }
    await store.receive(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func aToDoThatIsDeletedWhileEditingKeepsTheForm() async {
    let store = store(.example(1))
    await store.send(.editButtonTapped) { $0.destination = .edit(ToDoForm.State(.example(1))) }
    await receiveTask(store)
    await store.send(.read(Self.gone)) {
      $0.reading = Self.gone
      $0.toDo = nil
    }
    #expect(store.state.destination != nil)
  }

  @Test func theFormOpensOnceTheToDoIsThere() async {
    let store = store(readings: [nil: Self.first], opensForm: true)
    let task = await store.send(.task)
    await store.receive(.read(Self.first)) {
      $0.reading = Self.first
      $0.toDo = .example(1)
      $0.isFormAwaited = false
      $0.destination = .edit(ToDoForm.State(.example(1)))
    }
    await receiveTask(store)
    await store.send(.destination(.dismiss)) { $0.destination = nil }
    await store.send(.read(Self.first))
    await task.cancel()
  }

  @Test func aToDoThatIsGoneHasNoForm() async {
    let store = store(opensForm: true)
    await store.send(.read(Self.gone)) {
      $0.reading = Self.gone
      $0.isFormAwaited = false
    }
  }
}
