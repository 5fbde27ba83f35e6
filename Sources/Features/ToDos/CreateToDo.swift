public import Foundation
public import Store

/// The form for a new to-do. It closes itself once the to-do is saved; if that fails, it stays as it is.
@Reducer
public struct CreateToDo {
  /// What is in the form.
  public struct State: Equatable, Sendable, Encodable {
    /// What is to be done.
    public var title: String
    /// What else there is to know.
    public var memo: String
    /// The last minute of the day on which it is due.
    public internal(set) var dueAt: Date?
    /// Whether the day that was picked is over.
    public internal(set) var isDueDatePast = false
    /// Whether it is being saved.
    public internal(set) var isSaving = false
    /// Why it was not saved.
    public internal(set) var failure: DatabaseError?

    /// Makes a form.
    public init(title: String = "", memo: String = "") {
      self.title = title
      self.memo = memo
    }

    /// Whether there is something to save.
    public var canSave: Bool { !title.isBlank && !isSaving }
  }

  /// What can happen.
  public enum Action: Codable, Equatable, Sendable {
    /// The title was typed.
    case titleChanged(String)
    /// The memo was typed.
    case memoChanged(String)
    /// A day was picked, by any moment of it: today or a later one.
    case dueDayPicked(Date)
    /// There is to be no due date.
    case dueDateRemoved
    /// It is to be saved.
    case saveButtonTapped
    /// It is saved.
    case saved(ToDo, revision: Int)
    /// It could not be saved.
    case savingFailed(DatabaseError)
    /// The form is to close.
    case cancelButtonTapped
  }

  @Dependency(\.toDoClient) private var toDoClient
  @Dependency(\.calendar) private var calendar
  @Dependency(\.date) private var date
  @Dependency(\.uuid) private var uuid
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
      // What is being saved is about to close the form, or to tell why it could not be saved.
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

  /// The text without white space around it.
  var withoutOuterSpace: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[first...last])
  }
}
