import Foundation
import Store
import StoreTesting
import Synchronization
import Testing

@testable import Features

/// A session of DemoCLI on mock values, made a test by `DemoCLI generate-test --feature toDos`.
/// It calls memberwise initializers of `ToDoDeletion`, `ToDoDraft`, `ToDoReading` and `ToDoWrite`. Where a type has
/// another one, the command line's `swiftSpellings` have to say so.
struct ToDoListSessionTests {
  @Test func session() async {
    let clock = TestClock()
    // Answers that took their time come when this clock is moved on.
    let server = TestClock()
    let draftCalls = Atomic(0)
    let store = TestStore(initialState: ToDoList.State()) {
      ToDoList()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date.now = Date(timeIntervalSince1970: 1_767_225_600)
      $0.uuid = .incrementing
      $0.toDoClient.changes = { position in
        switch position {
        case nil: return firstToDoChanges
        case .revision(4):
          try await server.sleep(for: .seconds(1))
          return secondToDoChanges
        case .revision(5):
          try await server.sleep(for: .seconds(1))
          return thirdToDoChanges
        case .revision(6):
          try await server.sleep(for: .seconds(1))
          return fourthToDoChanges
        case .revision(7):
          try await server.sleep(for: .seconds(2))
          return fifthToDoChanges
        case .revision(8):
          try await server.sleep(for: .seconds(1))
          return sixthToDoChanges
        case .revision(9):
          try await server.sleep(for: .seconds(86_400))
          throw CancellationError()
        default:
          Issue.record("no such call was recorded: \(String(describing: position))")
          throw CancellationError()
        }
      }
      $0.toDoClient.toDo = { id, reading in
        switch (id, reading) {
        case (UUID(0), nil): return firstToDoReading
        case (UUID(0), firstToDoReading):
          try await server.sleep(for: .seconds(2))
          return secondToDoReading
        case (UUID(0), secondToDoReading):
          try await server.sleep(for: .seconds(86_400))
          throw CancellationError()
        default:
          Issue.record("no such call was recorded: \((id, reading))")
          throw CancellationError()
        }
      }
      $0.toDoClient.create = { toDo in
        #expect(toDo == secondToDoChanges.updated[0])
        return 5
      }
      $0.toDoClient.insert = { toDos in
        #expect(toDos == fourthToDoChanges.updated)
        return 9
      }
      $0.toDoClient.setDone = { id, isDone in
        #expect(id == UUID(0) && isDone == true)
        return 6
      }
      $0.toDoClient.edit = { id, edit in
        #expect(id == UUID(0) && edit == ToDoEdit(title: "豆乳を買う"))
        return 7
      }
      $0.toDoClient.delete = { ids in
        #expect(ids == [UUID(0)])
        return toDoDeletion
      }
      $0.toDoClient.draft = { _ in
        switch draftCalls.wrappingAdd(1, ordering: .relaxed).oldValue {
        case 0: return ToDoEdit()
        case 1: return toDoEdit
        default: return ToDoEdit()
        }
      }
      $0.toDoClient.saveDraft = { _, _ in }
    }

    let task = await store.send(.task) { $0.rows.minute = Date(timeIntervalSince1970: 1_767_225_600) }
    await store.receive(.changed(firstToDoChanges)) {
      $0.rows.all = IdentifiedArray(uniqueElements: firstToDoChanges.updated)
      $0.rows.nextOverdueAt = Date(timeIntervalSince1970: 1_767_312_060)
      $0.position = .revision(4)
    }
    await store.send(.createButtonTapped) { $0.destination = .create(ToDoForm.State()) }
    await store.receive(.destination(.presented(.create(.task)))) {
      $0.drafts.jobs = [.read(continuedBy: ToDoDraft(original: nil, content: ToDoEdit()))]
      $0.$destination[case: \.create]?.isRestoring = true
    }
    await store.receive(.draftRead(ToDoEdit())) {
      $0.drafts.jobs = []
      $0.$destination[case: \.create]?.isRestoring = false
    }
    await store.send(.destination(.presented(.create(.titleChanged("  "))))) {
      $0.drafts.jobs = [.write(ToDoDraft(original: nil, content: ToDoEdit(title: "  ")))]
      $0.$destination[case: \.create]?.title = "  "
    }
    await store.receive(.draftWritten) { $0.drafts.jobs = [] }
    await store.send(.destination(.presented(.create(.saveButtonTapped))))
    await store.send(.destination(.presented(.create(.titleChanged("牛乳を買う"))))) {
      $0.drafts.jobs = [.write(ToDoDraft(original: nil, content: ToDoEdit(title: "牛乳を買う")))]
      $0.$destination[case: \.create]?.title = "牛乳を買う"
    }
    await store.receive(.draftWritten) { $0.drafts.jobs = [] }
    await store.send(.destination(.presented(.create(.memoChanged("低脂肪"))))) {
      $0.drafts.jobs = [.write(ToDoDraft(original: nil, content: ToDoEdit(title: "牛乳を買う", memo: "低脂肪")))]
      $0.$destination[case: \.create]?.memo = "低脂肪"
    }
    await store.receive(.draftWritten) { $0.drafts.jobs = [] }
    await store.send(.destination(.presented(.create(.dueDatePicked(Date(timeIntervalSince1970: 949_343_400)))))) {
      $0.$destination[case: \.create]?.isDueDatePast = true
    }
    await store.send(.destination(.presented(.create(.dueDatePicked(Date(timeIntervalSince1970: 4_105_103_400)))))) {
      $0.drafts.jobs = [.write(ToDoDraft(original: nil, content: toDoEdit))]
      $0.$destination[case: \.create]?.dueAt = Date(timeIntervalSince1970: 4_105_103_400)
      $0.$destination[case: \.create]?.isDueDatePast = false
    }
    await store.receive(.draftWritten) { $0.drafts.jobs = [] }
    await store.send(.destination(.presented(.create(.closeButtonTapped))))
    await store.receive(.destination(.dismiss)) { $0.destination = nil }
    await store.send(.createButtonTapped) { $0.destination = .create(ToDoForm.State()) }
    await store.receive(.destination(.presented(.create(.task)))) {
      $0.drafts.jobs = [.read(continuedBy: ToDoDraft(original: nil, content: ToDoEdit()))]
      $0.$destination[case: \.create]?.isRestoring = true
    }
    await store.receive(.draftRead(toDoEdit)) {
      $0.drafts.jobs = []
      $0.$destination[case: \.create]?.title = "牛乳を買う"
      $0.$destination[case: \.create]?.memo = "低脂肪"
      $0.$destination[case: \.create]?.dueAt = Date(timeIntervalSince1970: 4_105_103_400)
      $0.$destination[case: \.create]?.isRestoring = false
    }
    await store.send(.destination(.presented(.create(.saveButtonTapped)))) {
      $0.$destination[case: \.create]?.isSaving = true
    }
    await store.receive(\.destination.presented.create.created) {
      $0.rows.all.insert(secondToDoChanges.updated[0], at: 0)
      $0.writes.pending = [
        ToDoWrite(number: 1, change: .insert(secondToDoChanges.updated), progress: .written(revision: 5))
      ]
      $0.writes.known = [UUID(0): nil]
      $0.writes.lastNumber = 1
    }
    await store.receive(.destination(.dismiss)) { $0.destination = nil }
    await server.advance(by: .seconds(1))
    await store.receive(.changed(secondToDoChanges)) {
      $0.writes.pending = []
      $0.writes.known = [:]
      $0.position = .revision(5)
    }
    await store.send(.toggleButtonTapped(id: UUID(0))) {
      $0.rows.all[id: UUID(0)]?.isDone = true
      $0.writes.pending = [ToDoWrite(number: 2, change: .setDone(UUID(0), true), progress: .underWay)]
      $0.writes.known = [UUID(0): secondToDoChanges.updated[0]]
      $0.writes.lastNumber = 2
    }
    await store.receive(.writeSucceeded(number: 2, revision: 6)) {
      $0.writes.pending = [ToDoWrite(number: 2, change: .setDone(UUID(0), true), progress: .written(revision: 6))]
    }
    await server.advance(by: .seconds(1))
    await store.receive(.changed(thirdToDoChanges)) {
      $0.writes.pending = []
      $0.writes.known = [:]
      $0.position = .revision(6)
    }
    await store.send(.filterSelected(.done)) {
      $0.rows.filter = .done
      $0.rows.shown = [UUID(0), UUID(1001)]
    }
    await store.send(.filterSelected(.all)) {
      $0.rows.filter = .all
      $0.rows.shown = []
    }
    await store.send(.queryChanged("低脂肪")) {
      $0.rows.query = "低脂肪"
      $0.rows.shown = [UUID(0)]
    }
    await store.send(.orderSelected(.dueDate)) { $0.rows.order = .dueDate }
    await store.send(.queryChanged("")) {
      $0.rows.query = ""
      $0.rows.shown = [UUID(1001), UUID(1002), UUID(1004), UUID(0), UUID(1003)]
    }
    await store.send(.orderSelected(.creation)) {
      $0.rows.order = .creation
      $0.rows.shown = []
    }
    await store.send(.rowTapped(id: UUID(0))) {
      $0.destination = .detail(ToDoDetail.State(id: UUID(0), toDo: thirdToDoChanges.updated[0]))
    }
    await store.send(.destination(.presented(.detail(.task))))
    await store.receive(.destination(.presented(.detail(.read(firstToDoReading))))) {
      $0.$destination[case: \.detail]?.reading = firstToDoReading
    }
    await store.send(.destination(.presented(.detail(.editButtonTapped)))) {
      $0.$destination[case: \.detail]?.destination = .edit(ToDoForm.State(thirdToDoChanges.updated[0]))
    }
    await store.receive(\.destination.presented.detail.destination.presented.edit.task) {
      $0.drafts.jobs = [.read(continuedBy: ToDoDraft(original: thirdToDoChanges.updated[0], content: ToDoEdit()))]
      $0.$destination[case: \.detail]?.$destination[case: \.edit]?.isRestoring = true
    }
    await store.receive(.draftRead(ToDoEdit())) {
      $0.drafts.jobs = []
      $0.$destination[case: \.detail]?.$destination[case: \.edit]?.isRestoring = false
    }
    await store.send(.destination(.presented(.detail(.destination(.presented(.edit(.titleChanged("豆乳を買う")))))))) {
      $0.drafts.jobs = [.write(ToDoDraft(original: thirdToDoChanges.updated[0], content: ToDoEdit(title: "豆乳を買う")))]
      $0.$destination[case: \.detail]?.$destination[case: \.edit]?.title = "豆乳を買う"
    }
    await store.receive(.draftWritten) { $0.drafts.jobs = [] }
    await store.send(.destination(.presented(.detail(.destination(.presented(.edit(.saveButtonTapped))))))) {
      $0.$destination[case: \.detail]?.$destination[case: \.edit]?.isSaving = true
    }
    await store.receive(\.destination.presented.detail.destination.presented.edit.edited) {
      $0.$destination[case: \.detail]?.toDo?.title = "豆乳を買う"
    }
    await store.receive(.destination(.presented(.detail(.destination(.dismiss))))) {
      $0.$destination[case: \.detail]?.destination = nil
    }
    await server.advance(by: .seconds(1))
    await store.receive(.changed(fourthToDoChanges)) {
      $0.rows.all[id: UUID(0)]?.title = "豆乳を買う"
      $0.position = .revision(7)
    }
    await server.advance(by: .seconds(1))
    await store.receive(.destination(.presented(.detail(.read(secondToDoReading))))) {
      $0.$destination[case: \.detail]?.reading?.toDo?.title = "豆乳を買う"
      $0.$destination[case: \.detail]?.reading?.revision = 7
    }
    await store.send(.destination(.dismiss)) { $0.destination = nil }
    await store.send(.rowsDeleted(offsets: [0])) {
      $0.rows.all.remove(id: UUID(0))
      $0.writes.pending = [ToDoWrite(number: 3, change: .delete([UUID(0)]), progress: .underWay)]
      $0.writes.known = [UUID(0): fourthToDoChanges.updated[0]]
      $0.writes.lastNumber = 3
      $0.lastDeleted = fourthToDoChanges.updated
    }
    await store.receive(.deletionSucceeded(number: 3, toDoDeletion)) {
      $0.writes.pending = [ToDoWrite(number: 3, change: .delete([UUID(0)]), progress: .written(revision: 8))]
    }
    await server.advance(by: .seconds(1))
    await store.receive(.changed(fifthToDoChanges)) {
      $0.writes.pending = []
      $0.writes.known = [:]
      $0.position = .revision(8)
    }
    await store.send(.undoButtonTapped) {
      $0.rows.all.insert(fourthToDoChanges.updated[0], at: 0)
      $0.writes.pending = [ToDoWrite(number: 4, change: .insert(fourthToDoChanges.updated), progress: .underWay)]
      $0.writes.known = [UUID(0): nil]
      $0.writes.lastNumber = 4
      $0.lastDeleted = []
    }
    await store.receive(.writeSucceeded(number: 4, revision: 9)) {
      $0.writes.pending = [
        ToDoWrite(number: 4, change: .insert(fourthToDoChanges.updated), progress: .written(revision: 9))
      ]
    }
    await server.advance(by: .seconds(1))
    await store.receive(.changed(sixthToDoChanges)) {
      $0.writes.pending = []
      $0.writes.known = [:]
      $0.position = .revision(9)
    }
    await task.cancel()
  }
}

private let firstToDoChanges = ToDoChanges(
  isStart: true,
  updated: [
    ToDo(
      id: UUID(1004),
      title: "年賀状を書く",
      memo: "祖母\n田中さん\n鈴木さん",
      createdAt: Date(timeIntervalSince1970: 1_767_063_600),
      dueAt: Date(timeIntervalSince1970: 1_767_312_000)
    ),
    ToDo(id: UUID(1003), title: "歯医者に電話する", createdAt: Date(timeIntervalSince1970: 1_767_060_000)),
    ToDo(
      id: UUID(1002),
      title: "部屋を片付ける",
      memo: "本棚から始める",
      createdAt: Date(timeIntervalSince1970: 1_766_973_600),
      dueAt: Date(timeIntervalSince1970: 1_767_137_400)
    ),
    ToDo(
      id: UUID(1001),
      title: "牛乳を買う",
      isDone: true,
      createdAt: Date(timeIntervalSince1970: 1_766_970_000),
      dueAt: Date(timeIntervalSince1970: 1_767_009_600)
    ),
  ],
  position: .revision(4)
)

private let secondToDoChanges = ToDoChanges(
  updated: [
    ToDo(
      id: UUID(0),
      title: "牛乳を買う",
      memo: "低脂肪",
      createdAt: Date(timeIntervalSince1970: 1_767_225_600),
      dueAt: Date(timeIntervalSince1970: 4_105_103_400)
    )
  ],
  position: .revision(5)
)

private let toDoEdit = ToDoEdit(title: "牛乳を買う", memo: "低脂肪", dueDate: .set(Date(timeIntervalSince1970: 4_105_103_400)))

private let thirdToDoChanges = ToDoChanges(
  updated: [
    ToDo(
      id: UUID(0),
      title: "牛乳を買う",
      memo: "低脂肪",
      isDone: true,
      createdAt: Date(timeIntervalSince1970: 1_767_225_600),
      dueAt: Date(timeIntervalSince1970: 4_105_103_400)
    )
  ],
  position: .revision(6)
)

private let fourthToDoChanges = ToDoChanges(
  updated: [
    ToDo(
      id: UUID(0),
      title: "豆乳を買う",
      memo: "低脂肪",
      isDone: true,
      createdAt: Date(timeIntervalSince1970: 1_767_225_600),
      dueAt: Date(timeIntervalSince1970: 4_105_103_400)
    )
  ],
  position: .revision(7)
)

private let firstToDoReading = ToDoReading(
  toDo: ToDo(
    id: UUID(0),
    title: "牛乳を買う",
    memo: "低脂肪",
    isDone: true,
    createdAt: Date(timeIntervalSince1970: 1_767_225_600),
    dueAt: Date(timeIntervalSince1970: 4_105_103_400)
  ),
  revision: 6
)

private let secondToDoReading = ToDoReading(
  toDo: ToDo(
    id: UUID(0),
    title: "豆乳を買う",
    memo: "低脂肪",
    isDone: true,
    createdAt: Date(timeIntervalSince1970: 1_767_225_600),
    dueAt: Date(timeIntervalSince1970: 4_105_103_400)
  ),
  revision: 7
)

private let fifthToDoChanges = ToDoChanges(deleted: [UUID(0)], position: .revision(8))

private let toDoDeletion = ToDoDeletion(
  toDos: [
    ToDo(
      id: UUID(0),
      title: "豆乳を買う",
      memo: "低脂肪",
      isDone: true,
      createdAt: Date(timeIntervalSince1970: 1_767_225_600),
      dueAt: Date(timeIntervalSince1970: 4_105_103_400)
    )
  ],
  revision: 8
)

private let sixthToDoChanges = ToDoChanges(
  updated: [
    ToDo(
      id: UUID(0),
      title: "豆乳を買う",
      memo: "低脂肪",
      isDone: true,
      createdAt: Date(timeIntervalSince1970: 1_767_225_600),
      dueAt: Date(timeIntervalSince1970: 4_105_103_400)
    )
  ],
  position: .revision(9)
)
