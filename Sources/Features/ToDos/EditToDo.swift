public import Foundation
public import Store

/// The form for a to-do that is there already. It closes itself once the changes are saved; if that fails, it stays as it
/// is.
@Reducer
public struct EditToDo {
  /// What is in the form.
  public struct State: Equatable, Sendable, Encodable {
    /// The to-do as it is in the database.
    public internal(set) var original: ToDo
    /// What is to be done.
    public var title: String
    /// What else there is to know.
    public var memo: String
    /// The minute in which it is due.
    public internal(set) var dueAt: Date?
    /// Whether it is being saved.
    public internal(set) var isSaving = false
    /// Why it was not saved.
    public internal(set) var failure: DatabaseError?

    /// Makes a form.
    public init(_ toDo: ToDo) {
      original = toDo
      title = toDo.title
      memo = toDo.memo
      dueAt = toDo.dueAt
    }

    /// What has been changed in the form.
    public var edit: ToDoEdit {
      var edit = ToDoEdit()
      // A title that has white space around it anyway is not changed by that.
      if title != original.title, title.withoutOuterSpace != original.title { edit.title = title.withoutOuterSpace }
      if memo != original.memo { edit.memo = memo }
      if dueAt?.startOfMinute != original.dueAt?.startOfMinute { edit.dueDate = dueAt.map { .set($0) } ?? .removed }
      return edit
    }

    /// Whether there is something to save.
    public var canSave: Bool { !title.isBlank && !edit.isEmpty && !isSaving }

    /// Takes what has become of the to-do elsewhere. What was not changed in the form follows.
    mutating func follow(_ toDo: ToDo) {
      if title == original.title { title = toDo.title }
      if memo == original.memo { memo = toDo.memo }
      if dueAt?.startOfMinute == original.dueAt?.startOfMinute { dueAt = toDo.dueAt }
      original = toDo
    }
  }

  /// What can happen.
  public enum Action: Codable, Equatable, Sendable {
    /// The title was typed.
    case titleChanged(String)
    /// The memo was typed.
    case memoChanged(String)
    /// A due date was picked; seconds don't count.
    case dueDatePicked(Date)
    /// There is to be no due date.
    case dueDateRemoved
    /// It is to be saved.
    case saveButtonTapped
    /// It is saved.
    case saved(ToDoEdit, revision: Int)
    /// It could not be saved.
    case savingFailed(DatabaseError)
    /// The form is to close.
    case cancelButtonTapped
  }

  @Dependency(\.toDoClient) private var toDoClient
  @Dependency(\.dismiss) private var dismiss

  /// Makes the reducer.
  public init() {}

  /// Changes the state and says what to save.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
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
