public import Foundation
public import Store

/// The form of a to-do: a new one, or one of the database. It closes when the to-do is saved.
///
/// ``ToDoList`` keeps a draft with every change. A form that is opened again, even in the next run of the program,
/// shows the draft. Only ``Action/saveButtonTapped`` and ``Action/discardButtonTapped`` end a draft.
///
/// While the to-do is being saved, and until the form has closed, the form can't be changed. If saving fails, the form
/// stays as it is.
@Reducer
public struct ToDoForm {
  /// What the form shows: the to-do in the database with what was typed and picked, and the progress of saving it.
  public struct State: Equatable, Sendable, Encodable {
    /// The to-do in the database; `nil` for a new one.
    public internal(set) var original: ToDo?
    /// The title.
    public var title: String
    /// Optional text below the title.
    public var memo: String
    /// The due date, to the minute; `nil` without one.
    public internal(set) var dueAt: Date?
    /// Whether the time that was picked last has passed.
    public internal(set) var isDueDatePast = false
    /// Whether the draft of an earlier form has yet to be read. What is typed meanwhile continues it.
    public internal(set) var isRestoring = false
    /// Whether the to-do is being saved, or has been saved and the form closes.
    public internal(set) var isSaving = false
    /// The reason why the draft could not be read or kept, or why saving failed.
    public internal(set) var failure: DatabaseError?

    /// Makes a form that edits a to-do, or that makes a new one.
    public init(_ original: ToDo? = nil) {
      self.original = original
      title = original?.title ?? ""
      memo = original?.memo ?? ""
      dueAt = original?.dueAt
    }

    /// The changes that the user has typed and picked.
    public var draft: ToDoEdit {
      var draft = ToDoEdit()
      if title != original?.title ?? "" { draft.title = title }
      if memo != original?.memo ?? "" { draft.memo = memo }
      if dueAt?.startOfMinute != original?.dueAt?.startOfMinute { draft.dueDate = dueAt.map { .set($0) } ?? .removed }
      return draft
    }

    /// The changes to save: the draft, in which the title has no invisible characters around it. A title that differs
    /// only in such characters is not a change.
    public var edit: ToDoEdit {
      var edit = draft
      if let title = edit.title?.withoutOuterSpace { edit.title = title == original?.title ? nil : title }
      return edit
    }

    /// Whether the form can be saved: there are a title and a change, and the form neither waits for its draft nor is
    /// being saved.
    public var canSave: Bool { !title.isBlank && !edit.isEmpty && !isRestoring && !isSaving }

    /// Whether there is a draft to discard.
    public var canDiscard: Bool { !draft.isEmpty && !isRestoring && !isSaving }

    /// Whether the form can be changed. A change would be lost while the form is being saved, or if its draft could not
    /// be read.
    public var canChange: Bool { !isSaving && !(isRestoring && failure != nil) }

    /// Whether the form waits for its draft.
    var isReading: Bool { isRestoring && failure == nil }

    /// Adopts changes of the to-do in the database for each field that the user has not changed.
    mutating func follow(_ toDo: ToDo) {
      let draft = draft
      original = toDo
      (title, memo, dueAt) = (toDo.title, toDo.memo, toDo.dueAt)
      apply(draft)
    }

    /// Shows an earlier draft, continued by what has been typed since the form appeared.
    mutating func restore(_ earlier: ToDoEdit) {
      isRestoring = false
      var typed = draft
      if let title = earlier.title { typed.title?.continue(title, after: original?.title ?? "") }
      if let memo = earlier.memo { typed.memo?.continue(memo, after: original?.memo ?? "") }
      apply(earlier)
      apply(typed)
    }

    mutating func apply(_ draft: ToDoEdit) {
      draft.apply(to: &title, &memo, &dueAt)
    }
  }

  /// What the user does with the form, and the results of saving it.
  public enum Action: Codable, Equatable, Sendable {
    /// The form appeared, or the user tapped the button that reads the draft again.
    case task
    /// The user changed the title.
    case titleChanged(String)
    /// The user changed the memo.
    case memoChanged(String)
    /// The user chose a due date. Its seconds are ignored. A time that has passed is refused.
    case dueDatePicked(Date)
    /// The user removed the due date.
    case dueDateRemoved
    /// The user tapped the save button.
    case saveButtonTapped
    /// The new to-do was saved.
    case created(ToDo, revision: Int)
    /// The changes were saved.
    case edited(ToDoEdit, revision: Int)
    /// Saving failed.
    case savingFailed(DatabaseError)
    /// Saving was cancelled together with the task of its action. It is repeated with the same new to-do, if there is
    /// one. If saving had succeeded, this has no effect.
    case savingCancelled(ToDo?)
    /// The user tapped the button that closes the form and keeps the draft.
    case closeButtonTapped
    /// The user tapped the button that discards what was typed, and closes the form.
    case discardButtonTapped
  }

  @Dependency(\.toDoClient) private var toDoClient
  @Dependency(\.date) private var date
  @Dependency(\.uuid) private var uuid
  @Dependency(\.dismiss) private var dismiss

  /// Makes the reducer.
  public init() {}

  /// Changes the form. Saves the to-do, and then closes the form with `\.dismiss`.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .task:
      // The draft is read unless the form already shows one. If reading it failed, it is read again.
      guard !state.isSaving, state.isRestoring ? state.failure != nil : state.draft.isEmpty else { return .none }
      state.failure = nil
      state.isRestoring = true
      return .none

    case .titleChanged where !state.canChange, .memoChanged where !state.canChange,
      .dueDatePicked where !state.canChange, .dueDateRemoved where !state.canChange:
      return .none

    case .titleChanged(let title):
      state.title = title
      return .none

    case .memoChanged(let memo):
      state.memo = memo
      return .none

    case .dueDatePicked(let date):
      state.isDueDatePast = hasPassed(date)
      guard !state.isDueDatePast else { return .none }
      state.dueAt = date.startOfMinute
      return .none

    case .dueDateRemoved:
      state.isDueDatePast = false
      state.dueAt = nil
      return .none

    case .saveButtonTapped:
      guard state.canSave else { return .none }
      let edit = state.edit
      // A picked time may have passed while the form was open. A due date that was not changed is not checked.
      state.isDueDatePast = if case .set(let date) = edit.dueDate { hasPassed(date) } else { false }
      guard !state.isDueDatePast else { return .none }
      state.failure = nil
      state.isSaving = true
      guard state.original == nil else { return saveEdit(state) }
      var toDo = ToDo(id: uuid(), title: "", createdAt: date.now)
      toDo.apply(edit)
      return create(toDo)

    case .created, .edited:
      // `isSaving` stays true until the form has closed, because a change would be lost now.
      return .run { _ in await dismiss() }

    case .savingFailed(let error):
      state.isSaving = false
      state.failure = error
      return .none

    case .savingCancelled(let toDo):
      guard state.isSaving else { return .none }
      return toDo.map(create) ?? saveEdit(state)

    case .closeButtonTapped:
      // The running save closes the form or reports why it failed.
      guard !state.isSaving else { return .none }
      return .run { _ in await dismiss() }

    case .discardButtonTapped:
      guard state.canDiscard else { return .none }
      state = State(state.original)
      return .run { _ in await dismiss() }
    }
  }

  /// Whether the minute of a date has ended, which is when a to-do becomes overdue.
  private func hasPassed(_ dueAt: Date) -> Bool { dueAt.startOfMinute < date.now.startOfMinute }

  private static let saving = "Save the to-do"

  private func saveEdit(_ state: State) -> Effect<Action> {
    guard let id = state.original?.id else { return .none }
    return runRequest(
      Self.saving,
      loaded: { [edit = state.edit] in .edited(edit, revision: $0) },
      failed: Action.savingFailed,
      cancelled: .savingCancelled(nil)
    ) { [toDoClient, edit = state.edit] in
      try await toDoClient.edit(id: id, edit: edit)
    }
  }

  private func create(_ toDo: ToDo) -> Effect<Action> {
    runRequest(
      Self.saving,
      loaded: { .created(toDo, revision: $0) },
      failed: Action.savingFailed,
      cancelled: .savingCancelled(toDo)
    ) { [toDoClient] in
      try await toDoClient.create(toDo: toDo)
    }
  }
}

extension String {
  /// Replaces `text` at the beginning of this text with `earlier`.
  fileprivate mutating func `continue`(_ earlier: String, after text: String) {
    if hasPrefix(text) { self = earlier + dropFirst(text.count) }
  }
}
