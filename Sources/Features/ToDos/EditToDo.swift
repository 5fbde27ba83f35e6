public import Foundation
public import Store

/// The form that edits a to-do. It closes when the changes are saved. While it is being saved, the form
/// can't be changed. If saving fails, it stays unchanged.
@Reducer
public struct EditToDo {
  public struct State: Equatable, Sendable, Encodable {
    /// The to-do in the database.
    public internal(set) var original: ToDo
    /// The title.
    public var title: String
    /// Optional text below the title.
    public var memo: String
    /// The due date, to the minute.
    public internal(set) var dueAt: Date?
    /// Whether the changes are being saved.
    public internal(set) var isSaving = false
    /// The reason why saving failed.
    public internal(set) var failure: DatabaseError?

    /// Makes a form.
    public init(_ toDo: ToDo) {
      original = toDo
      title = toDo.title
      memo = toDo.memo
      dueAt = toDo.dueAt
    }

    /// The changes that the user made in the form.
    public var edit: ToDoEdit {
      var edit = ToDoEdit()
      // Only changing the white space around the title is not a change.
      if title != original.title, title.withoutOuterSpace != original.title { edit.title = title.withoutOuterSpace }
      if memo != original.memo { edit.memo = memo }
      if dueAt?.startOfMinute != original.dueAt?.startOfMinute { edit.dueDate = dueAt.map { .set($0) } ?? .removed }
      return edit
    }

    /// Whether the form can be saved: there are a title and a change, and the form is not being saved.
    public var canSave: Bool { !title.isBlank && !edit.isEmpty && !isSaving }

    /// Adopts changes of the to-do in the database for each field that the user has not changed.
    mutating func follow(_ toDo: ToDo) {
      if title == original.title { title = toDo.title }
      if memo == original.memo { memo = toDo.memo }
      if dueAt?.startOfMinute == original.dueAt?.startOfMinute { dueAt = toDo.dueAt }
      original = toDo
    }
  }

  public enum Action: Codable, Equatable, Sendable {
    /// The user changed the title.
    case titleChanged(String)
    /// The user changed the memo.
    case memoChanged(String)
    /// The user chose a due date. Its seconds are ignored.
    case dueDatePicked(Date)
    /// The user removed the due date.
    case dueDateRemoved
    /// The user tapped the save button.
    case saveButtonTapped
    /// The changes were saved.
    case saved(ToDoEdit, revision: Int)
    /// Saving failed.
    case savingFailed(DatabaseError)
    /// The user tapped the cancel button.
    case cancelButtonTapped
  }

  @Dependency(\.toDoClient) private var toDoClient
  @Dependency(\.dismiss) private var dismiss

  /// Makes the reducer.
  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    // What is changed now would not be saved, and would be lost when the form closes.
    case .titleChanged where state.isSaving, .memoChanged where state.isSaving,
      .dueDatePicked where state.isSaving, .dueDateRemoved where state.isSaving:
      return .none

    case .titleChanged(let title):
      state.title = title
      return .none

    case .memoChanged(let memo):
      state.memo = memo
      return .none

    case .dueDatePicked(let date):
      state.dueAt = date.startOfMinute
      return .none

    case .dueDateRemoved:
      state.dueAt = nil
      return .none

    case .saveButtonTapped:
      guard state.canSave else { return .none }
      state.failure = nil
      state.isSaving = true
      let (id, edit) = (state.original.id, state.edit)
      return .request(
        "Save the to-do",
        loaded: { .saved(edit, revision: $0) },
        failed: Action.savingFailed
      ) { [toDoClient] in
        try await toDoClient.edit(id: id, edit: edit)
      }

    case .saved:
      state.isSaving = false
      return .run { [dismiss] _ in await dismiss() }

    case .savingFailed(let error):
      state.isSaving = false
      state.failure = error
      return .none

    case .cancelButtonTapped:
      guard !state.isSaving else { return .none }
      return .run { [dismiss] _ in await dismiss() }
    }
  }
}
