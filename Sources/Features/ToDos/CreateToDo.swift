public import Foundation
public import Store

/// The form for a new to-do. It closes when the to-do is saved. While it is being saved, the form
/// can't be changed. If saving fails, it stays unchanged.
@Reducer
public struct CreateToDo {
  public struct State: Equatable, Sendable, Encodable {
    /// The title.
    public var title: String
    /// Optional text below the title.
    public var memo: String
    /// The last minute of the due day; `nil` without a due date.
    public internal(set) var dueAt: Date?
    /// Whether the chosen day is in the past.
    public internal(set) var isDueDatePast = false
    /// Whether the to-do is being saved.
    public internal(set) var isSaving = false
    /// The reason why saving failed.
    public internal(set) var failure: DatabaseError?

    /// Makes a form.
    public init(title: String = "", memo: String = "") {
      self.title = title
      self.memo = memo
    }

    /// Whether the form can be saved: there is a title, and the form is not being saved.
    public var canSave: Bool { !title.isBlank && !isSaving }
  }

  public enum Action: Codable, Equatable, Sendable {
    /// The user changed the title.
    case titleChanged(String)
    /// The user changed the memo.
    case memoChanged(String)
    /// The user chose a due day. The date is any moment of that day. Days in the past are refused.
    case dueDayPicked(Date)
    /// The user removed the due date.
    case dueDateRemoved
    /// The user tapped the save button.
    case saveButtonTapped
    /// The to-do was saved.
    case saved(ToDo, revision: Int)
    /// Saving failed.
    case savingFailed(DatabaseError)
    /// The user tapped the cancel button.
    case cancelButtonTapped
  }

  @Dependency(\.toDoClient) private var toDoClient
  @Dependency(\.calendar) private var calendar
  @Dependency(\.date) private var date
  @Dependency(\.uuid) private var uuid
  @Dependency(\.dismiss) private var dismiss

  /// Makes the reducer.
  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    // What is changed now would not be saved, and would be lost when the form closes.
    case .titleChanged where state.isSaving, .memoChanged where state.isSaving,
      .dueDayPicked where state.isSaving, .dueDateRemoved where state.isSaving:
      return .none

    case .titleChanged(let title):
      state.title = title
      return .none

    case .memoChanged(let memo):
      state.memo = memo
      return .none

    case .dueDayPicked(let day):
      state.isDueDatePast = isPast(day)
      if !state.isDueDatePast { state.dueAt = lastMinute(of: day) }
      return .none

    case .dueDateRemoved:
      state.isDueDatePast = false
      state.dueAt = nil
      return .none

    case .saveButtonTapped:
      guard state.canSave else { return .none }
      // The day may have ended while the form was open.
      state.isDueDatePast = state.dueAt.map(isPast) ?? false
      guard !state.isDueDatePast else { return .none }
      state.failure = nil
      state.isSaving = true
      let toDo = ToDo(
        id: uuid(),
        title: state.title.withoutOuterSpace,
        memo: state.memo,
        createdAt: date.now,
        dueAt: state.dueAt
      )
      return .request(
        "Save the to-do",
        loaded: { .saved(toDo, revision: $0) },
        failed: Action.savingFailed
      ) { [toDoClient] in
        try await toDoClient.insert(toDos: [toDo])
      }

    case .saved:
      state.isSaving = false
      return .run { [dismiss] _ in await dismiss() }

    case .savingFailed(let error):
      state.isSaving = false
      state.failure = error
      return .none

    case .cancelButtonTapped:
      // The running save closes the form or reports why it failed.
      guard !state.isSaving else { return .none }
      return .run { [dismiss] _ in await dismiss() }
    }
  }

  private func isPast(_ day: Date) -> Bool { day < calendar.startOfDay(for: date.now) }

  private func lastMinute(of day: Date) -> Date {
    calendar.dateInterval(of: .day, for: day).map { $0.end.addingTimeInterval(-60) } ?? day.startOfMinute
  }
}

extension String {
  var isBlank: Bool { allSatisfy(\.isWhitespace) }

  /// The text without surrounding white space.
  var withoutOuterSpace: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[first...last])
  }
}
