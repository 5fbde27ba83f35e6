import Foundation
import StoreTesting
import Testing

@testable import Features

struct ToDoFormTests {
  private static let full = DatabaseError.diskFull(path: "/a")
  private static let original = ToDo.example(1, dueAt: .newYear(plus: 30))

  private func store(
    _ original: ToDo? = nil,
    title: String? = nil,
    prepare: @escaping (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<ToDoForm> {
    var state = ToDoForm.State(original)
    if let title { state.title = title }
    return TestStore(initialState: state) {
      ToDoForm()
    } withDependencies: {
      $0.date.now = .newYear
      $0.uuid = .incrementing
      prepare(&$0)
    }
  }

  @Test(arguments: [
    "", " ", "\n\t\u{3000}", "\u{200B}", "\u{FEFF}\u{2060}", "\u{200D}\u{200C}", "\u{0301}", " \u{20DD}", "\u{0903}",
    "\u{AD}",
    "\u{FE0F}", "\u{E0061}", "\u{3164}", "\u{2800}", "\u{0}\u{7F}", "\u{2028}\u{202E}", "\u{180E}", "\u{1D173}",
  ])
  func aTitleThatShowsNothingCannotBeSaved(_ title: String) async {
    for original in [nil, Self.original] {
      let store = store(original)
      if title != store.state.title { await store.send(.titleChanged(title)) { $0.title = title } }
      #expect(!store.state.canSave, "\(title.unicodeScalars.map { $0.properties.name ?? "" })")
      await store.send(.saveButtonTapped)
    }
  }

  @Test(arguments: [
    ("\u{3000}牛乳 を買う\n", "牛乳 を買う"), ("\u{200B}a\u{FEFF} ", "a"), ("❤️", "❤️"), ("👨‍👩‍👧", "👨‍👩‍👧"), ("e\u{301}", "e\u{301}"),
    ("1\u{FE0F}\u{20E3}", "1\u{FE0F}\u{20E3}"), ("स्ते", "स्ते"),
  ])
  func invisibleCharactersAroundATitleAreLeftOut(_ typed: String, _ saved: String) async {
    let store = store { $0.toDoClient.create = { _ in 7 } }
    await store.send(.titleChanged(typed)) { $0.title = typed }
    await store.send(.saveButtonTapped) { $0.isSaving = true }
    let toDo = ToDo(id: UUID(0), title: saved, createdAt: .newYear)
    await store.receive(.created(toDo, revision: 7))
    await store.finish()
  }

  @Test func aNewToDoIsSavedAsItWasTyped() async {
    let dueAt = Date.newYear(plus: 5_400)
    let expected = ToDo(id: UUID(0), title: "a", memo: " 2\n", createdAt: .newYear, dueAt: dueAt)
    let store = store {
      $0.toDoClient.create = { toDo in
        #expect(toDo == expected)
        return 7
      }
    }
    await store.send(.titleChanged("a")) { $0.title = "a" }
    await store.send(.memoChanged(" 2\n")) { $0.memo = " 2\n" }
    // The time of day is kept, rounded down to the minute.
    await store.send(.dueDatePicked(.newYear(plus: 5_459))) { $0.dueAt = dueAt }
    #expect(store.state.canSave)
    await store.send(.saveButtonTapped) { $0.isSaving = true }
    #expect(!store.state.canSave)
    await store.receive(.created(expected, revision: 7))
    await store.finish()
    #expect(store.isDismissed)
  }

  /// Invisible characters around a title do not count, and neither do seconds of a due date.
  @Test func whatIsAsItWasIsNoDraftAndCannotBeSaved() async {
    let store = store(Self.original)
    #expect(!store.state.canSave)
    await store.send(.saveButtonTapped)
    await store.send(.titleChanged("2")) { $0.title = "2" }
    #expect(store.state.canSave)
    await store.send(.titleChanged(" 1\u{200B}")) { $0.title = " 1\u{200B}" }
    #expect(!store.state.canSave)
    await store.send(.titleChanged("1")) { $0.title = "1" }
    await store.send(.memoChanged("a")) { $0.memo = "a" }
    #expect(store.state.canSave && store.state.draft == ToDoEdit(memo: "a"))
    await store.send(.memoChanged("")) { $0.memo = "" }
    await store.send(.dueDatePicked(.newYear(plus: 59))) { $0.dueAt = .newYear }
    #expect(!store.state.canSave && store.state.draft == ToDoEdit())
    await store.send(.dueDatePicked(.newYear(plus: 61))) { $0.dueAt = .newYear(plus: 60) }
    #expect(store.state.edit == ToDoEdit(dueDate: .set(.newYear(plus: 60))))
    await store.send(.dueDateRemoved) { $0.dueAt = nil }
    #expect(store.state.draft == ToDoEdit(dueDate: .removed))
    await store.send(.dueDatePicked(.newYear)) { $0.dueAt = .newYear }
    #expect(store.state.draft == ToDoEdit())
  }

  @Test func onlyWhatWasChangedIsSaved() async {
    let edit = ToDoEdit(title: "a", dueDate: .set(.newYear(plus: 120)))
    let store = store(Self.original) {
      $0.toDoClient.edit = { id, actual in
        #expect(id == UUID(1) && actual == edit)
        return 7
      }
    }
    await store.send(.titleChanged("a ")) { $0.title = "a " }
    await store.send(.dueDatePicked(.newYear(plus: 125))) { $0.dueAt = .newYear(plus: 120) }
    await store.send(.saveButtonTapped) { $0.isSaving = true }
    await store.receive(.edited(edit, revision: 7))
    await store.finish()
    #expect(store.isDismissed)
  }

  @Test(arguments: [nil, original])
  func aFailureKeepsWhatWasTyped(_ original: ToDo?) async {
    let isFull = LockIsolated(true)
    let save = { @Sendable in
      if isFull.value { throw Self.full }
      return 7
    }
    let store = store(original, title: "a") {
      $0.toDoClient.create = { _ in try save() }
      $0.toDoClient.edit = { _, _ in try save() }
    }
    await store.send(.memoChanged("long")) { $0.memo = "long" }
    await store.send(.saveButtonTapped) { $0.isSaving = true }
    await store.receive(.savingFailed(Self.full)) {
      $0.isSaving = false
      $0.failure = Self.full
    }
    #expect(store.state.title == "a" && store.state.memo == "long" && store.state.canSave)
    isFull.setValue(false)
    store.exhaustivity = .off
    await store.play(.saveButtonTapped)
    #expect(store.isDismissed)
  }

  /// The first save may have reached the database, so the second one has the same to-do.
  @Test(arguments: [nil, original])
  func aSaveWhoseTaskIsCancelledIsDoneAgain(_ original: ToDo?) async {
    let clock = TestClock()
    let created = LockIsolated<[ToDo]>([])
    let store = store(original, title: "a") {
      $0.toDoClient.create = { toDo in
        created.withValue { $0.append(toDo) }
        return try await clock.afterASecond(7)
      }
      $0.toDoClient.edit = { _, edit in
        #expect(edit == ToDoEdit(title: "a"))
        return try await clock.afterASecond(7)
      }
    }
    let saving = await store.send(.saveButtonTapped) { $0.isSaving = true }
    await saving.cancel()
    await store.receive(\.savingCancelled)
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions()
    await store.finish()
    #expect(store.isDismissed)
    #expect(created.value.map(\.id) == (original == nil ? [UUID(0), UUID(0)] : []))
  }

  /// Neither while it is being saved nor while it closes, which may take a moment.
  @Test(arguments: [nil, original])
  func whatWasSavedIsNotChangedUntilItHasClosed(_ original: ToDo?) async {
    let clock = TestClock()
    let dismissals = LockIsolated(0)
    let store = store(original, title: "a") {
      $0.dismiss = DismissEffect {
        dismissals.withValue { $0 += 1 }
        try? await clock.sleep(for: .seconds(1))
      }
      $0.toDoClient.create = { _ in try await clock.afterASecond(7) }
      $0.toDoClient.edit = { _, _ in try await clock.afterASecond(7) }
    }
    await store.send(.saveButtonTapped) { $0.isSaving = true }
    for _ in 1...2 {
      for action in Self.ofAPerson { await store.send(action) }
      await clock.advance(by: .seconds(1))
      await store.skipReceivedActions(strict: false)
    }
    await store.finish()
    #expect(dismissals.value == 1)
  }

  private static let ofAPerson: [ToDoForm.Action] = [
    .saveButtonTapped, .closeButtonTapped, .discardButtonTapped, .titleChanged("b"), .memoChanged("b"),
    .dueDatePicked(.newYear), .dueDateRemoved, .task,
  ]

  @Test(arguments: [nil, original])
  func aTimeThatHasPassedIsNotTaken(_ original: ToDo?) async {
    let store = store(original)
    await store.send(.dueDatePicked(.newYear(plus: -1))) { $0.isDueDatePast = true }
    // The current minute does not count as past.
    store.dependencies.date.now = .newYear(plus: 659)
    await store.send(.dueDatePicked(.newYear(plus: 610))) {
      $0.isDueDatePast = false
      $0.dueAt = .newYear(plus: 600)
    }
    await store.send(.dueDatePicked(.newYear(plus: 599))) { $0.isDueDatePast = true }
    await store.send(.dueDateRemoved) {
      $0.isDueDatePast = false
      $0.dueAt = nil
    }
    #expect(store.state.draft.dueDate == (original == nil ? nil : .removed))
  }

  @Test(arguments: [nil, original])
  func aTimeThatHasPassedMeanwhileIsNotSaved(_ original: ToDo?) async {
    let store = store(original, title: "a")
    await store.send(.dueDatePicked(.newYear(plus: 600))) { $0.dueAt = .newYear(plus: 600) }
    store.dependencies.date.now = .newYear(plus: 660)
    await store.send(.saveButtonTapped) { $0.isDueDatePast = true }
    #expect(store.state.dueAt == .newYear(plus: 600))
  }

  @Test func anOverdueToDoCanBeRenamed() async {
    let store = store(Self.original) { $0.toDoClient.edit = { _, _ in 7 } }
    store.dependencies.date.now = .newYear(plus: 86_400)
    await store.send(.titleChanged("a")) { $0.title = "a" }
    await store.send(.saveButtonTapped) { $0.isSaving = true }
    await store.receive(.edited(ToDoEdit(title: "a"), revision: 7))
    await store.finish()
  }

  @Test func whatWasNotChangedFollowsTheDatabase() {
    var state = ToDoForm.State(.example(1, dueAt: .newYear))
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
