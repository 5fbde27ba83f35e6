import Foundation
import StoreTesting
import Testing

@testable import Features

/// Text typed into a form is kept as a draft, whatever happens to the form.
struct ToDoDraftsTests {
  private static let full = DatabaseError.diskFull(path: "/a")
  private static let original = ToDo.example(1, dueAt: .newYear(plus: 30))

  private let clock = TestClock()
  /// The drafts that were saved, oldest first.
  private let drafts = LockIsolated<[ToDoEdit]>([])

  private func store(
    _ original: ToDo?,
    draft: ToDoEdit = ToDoEdit(),
    prepare: @escaping (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<ToDoList> {
    TestStore(initialState: ToDoList.State(destination: Self.form(original))) {
      ToDoList()
    } withDependencies: {
      $0.date.now = .newYear
      $0.uuid = .incrementing
      $0.toDoClient.draft = { id in
        #expect(id == original?.id)
        return draft
      }
      $0.toDoClient.saveDraft = { [drafts] draft, id in
        #expect(id == original?.id)
        drafts.withValue { $0.append(draft) }
      }
      prepare(&$0)
    }.nonExhaustive
  }

  private static func form(_ original: ToDo?) -> ToDoList.Destination.State {
    original.map { .editing($0) } ?? .create(ToDoForm.State())
  }

  private func send(_ actions: ToDoForm.Action..., to store: TestStoreOf<ToDoList>) async {
    for action in actions {
      let isNew = store.state.destination?.is(\.create) == true
      let ofDetail = ToDoDetail.Action.destination(.presented(.edit(action)))
      await store.play(.destination(.presented(isNew ? .create(action) : .detail(ofDetail))))
    }
  }

  private func writeSlowly(_ values: inout DependencyValues) {
    let saveDraft = values.toDoClient.saveDraft
    values.toDoClient.saveDraft = { [clock] draft, id in
      try await clock.sleep(for: .seconds(1))
      try await saveDraft(draft, id)
    }
  }

  private func waitForTheDatabase(_ store: TestStoreOf<ToDoList>) async {
    await clock.advance(by: .seconds(10))
    await store.skipReceivedActions(strict: false)
  }

  @Test(arguments: [nil, original])
  func whatIsTypedIsKeptAtOnceAndIsThereAgain(_ original: ToDo?) async {
    let first = store(original)
    await send(.titleChanged(" a"), .memoChanged("b"), .dueDatePicked(.newYear(plus: 60)), to: first)
    let draft = ToDoEdit(title: " a", memo: "b", dueDate: .set(.newYear(plus: 60)))
    #expect(drafts.value.last == draft)
    await send(.dueDatePicked(.newYear(plus: -60)), .closeButtonTapped, to: first)
    #expect(first.state.form == nil)
    #expect(drafts.value.count == 3 && drafts.value.last == draft)

    let second = store(original, draft: draft)
    await send(.task, to: second)
    let form = second.state.form
    #expect(form?.title == " a" && form?.memo == "b" && form?.dueAt == .newYear(plus: 60))
    #expect(form?.draft == draft && form?.isRestoring == false)
    // The form appears again, for example after another tab was shown.
    await send(.task, to: second)
    #expect(second.state.form == form)
    #expect(drafts.value.count == 3, "what was read need not be written")
  }

  /// A time that has passed is refused, but not what is typed after it.
  @Test(arguments: [nil, original])
  func whatIsTypedAfterARefusedTimeIsKept(_ original: ToDo?) async {
    let store = store(original)
    await send(.dueDatePicked(.newYear(plus: -60)), .titleChanged("a"), to: store)
    #expect(store.state.form?.isDueDatePast == true)
    #expect(drafts.value == [ToDoEdit(title: "a")])
    await send(.memoChanged("b"), .dueDatePicked(.newYear(plus: -120)), to: store)
    #expect(drafts.value == [ToDoEdit(title: "a"), ToDoEdit(title: "a", memo: "b")])
  }

  @Test func whatIsKeptWithACancelledTaskIsKeptAgain() async {
    let store = store(nil, prepare: writeSlowly)
    let task = await store.send(.destination(.presented(.create(.titleChanged("a")))))
    await task.cancel()
    await store.receive(.draftsCancelled)
    await waitForTheDatabase(store)
    #expect(drafts.value == [ToDoEdit(title: "a")] && store.state.drafts.jobs == [])
  }

  @Test(arguments: [false, true])
  func whatIsTypedBeforeTheDraftIsThereContinuesIt(_ isDismissed: Bool) async {
    let store = store(Self.original) {
      $0.toDoClient.draft = { [clock] _ in
        try await clock.afterASecond(ToDoEdit(title: "a", memo: "b", dueDate: .removed))
      }
    }
    await send(.task, .titleChanged("1x"), .saveButtonTapped, .discardButtonTapped, .task, to: store)
    #expect(drafts.value == [], "It would replace what has not been read.")
    if isDismissed { await store.send(.destination(.dismiss)) }
    await waitForTheDatabase(store)
    #expect(drafts.value == [ToDoEdit(title: "ax", memo: "b", dueDate: .removed)] && store.state.drafts.jobs == [])
    if !isDismissed { #expect(store.state.form?.draft == drafts.value.last) }
  }

  @Test func aDraftThatCannotBeReadIsNotReplaced() async {
    let isFull = LockIsolated(true)
    let store = store(nil) {
      $0.toDoClient.draft = { _ in
        if isFull.value { throw Self.full }
        return ToDoEdit(title: "a")
      }
    }
    await send(.task, .titleChanged("b"), to: store)
    #expect(store.state.form?.failure == Self.full && store.state.form?.title == "")
    isFull.setValue(false)
    await send(.task, to: store)
    #expect(store.state.form?.failure == nil && store.state.form?.title == "a")
    #expect(drafts.value == [])
  }

  @Test(arguments: [nil, original], [false, true])
  func discardingThrowsTheDraftAwayAndCloses(_ original: ToDo?, fails: Bool) async {
    let store = store(original)
    await send(.titleChanged("a"), to: store)
    if fails { store.dependencies.toDoClient.saveDraft = { _, _ in throw Self.full } }
    await send(.discardButtonTapped, to: store)
    #expect(store.state.form == nil && store.state.problem == (fails ? Self.full : nil))
    #expect(drafts.value == [ToDoEdit(title: "a")] + (fails ? [] : [ToDoEdit()]))
  }

  /// A to-do is saved before its latest text is kept as a draft; that draft must not remain.
  @Test func whatWasSavedIsNoDraft() async {
    let store = store(nil) {
      writeSlowly(&$0)
      $0.toDoClient.create = { _ in 7 }
    }
    await send(.titleChanged("a"), .titleChanged("ab"), .saveButtonTapped, to: store)
    #expect(store.state.form == nil)
    await waitForTheDatabase(store)
    #expect(drafts.value.last == ToDoEdit())
  }
}
