import Foundation
public import Store

/// The to-dos, kept up to date with the database: while ``Action/task`` runs, changes by other features and processes
/// appear at once.
///
/// A change by the user shows at once and is then written. If writing fails, the row returns to the current state of
/// the database, and ``State/problem`` contains the reason. A failed write that a later one replaces is not reported.
@Reducer
public struct ToDoList {
  /// The features that can be opened from the list.
  @Reducer(state: .equatable, .sendable, .encodable, action: .equatable, .sendable, .codable)
  public enum Destination {
    /// The form for a new to-do.
    case create(ToDoForm)
    /// The detail of a to-do.
    case detail(ToDoDetail)
  }

  /// The rows, the writes and drafts that are under way, and the feature that may be open.
  public struct State: Equatable, Sendable, Encodable {
    /// The rows of the list.
    public internal(set) var rows = ToDoRows()
    /// The changes that the database has not reported back yet.
    public internal(set) var writes = ToDoWrites()
    /// The jobs that read and write the drafts of forms.
    public internal(set) var drafts = DraftJobs<ToDoDraft>()
    /// The position of the last changes that were read; `nil` before the first.
    public internal(set) var position: ToDoPosition?
    /// The reason why following the database failed. Writing still works.
    public internal(set) var failure: DatabaseError?
    /// The reason why the last write failed, or why the draft of a closed form could not be kept.
    public internal(set) var problem: DatabaseError?
    /// Whether the user edits the list, in which rows are then deleted instead of opened and marked as done.
    public internal(set) var isEditing = false
    /// The to-dos that ``Action/undoButtonTapped`` restores.
    public internal(set) var lastDeleted: [ToDo] = []
    /// The open feature.
    @Presents public var destination: Destination.State?
    /// The to-dos read so far, during a reading that replaces all rows.
    var reread: [ToDo]?

    /// Makes a list that has not been read.
    public init(destination: Destination.State? = nil) { self.destination = destination }

    /// Whether the reading of all to-dos is neither complete nor failed.
    public var isLoading: Bool { position?.revision == nil && failure == nil }

    /// Whether the complete list has no rows.
    public var isEmpty: Bool { rows.isEmpty && position?.revision != nil }

    private enum CodingKeys: CodingKey {
      case rows, writes, drafts, position, failure, problem, isEditing, lastDeleted, destination
    }
  }

  /// What the user does with the list, and what the database reports.
  public enum Action: Codable, Equatable, Sendable {
    /// The list appeared. The effect follows the database, from where it stopped before, until it is cancelled.
    case task
    /// The list disappeared. The database is not followed until it appears again.
    case disappeared
    /// The user pulled to refresh. All to-dos are read again.
    case refreshPulled
    /// The user tapped the button that follows the database again after a failure.
    case retryButtonTapped
    /// The database changed.
    case changed(ToDoChanges)
    /// Following the database failed.
    case followingFailed(DatabaseError)
    /// A to-do may have become overdue.
    case minutePassed
    /// The user selected a filter.
    case filterSelected(ToDoFilter)
    /// The user selected an order.
    case orderSelected(ToDoOrder)
    /// The user changed the text in the search field.
    case queryChanged(String)
    /// The user tapped the button that begins or ends editing the list.
    case editButtonTapped
    /// The user tapped the button that marks a to-do as done or not done.
    case toggleButtonTapped(id: ToDo.ID)
    /// The user deleted the rows at these offsets.
    case rowsDeleted(offsets: [Int])
    /// The user tapped the delete button of a to-do.
    case deleteButtonTapped(id: ToDo.ID)
    /// The user tapped the button that restores the to-dos deleted last.
    case undoButtonTapped
    /// A write succeeded.
    case writeSucceeded(number: Int, revision: Int)
    /// A deletion succeeded.
    case deletionSucceeded(number: Int, ToDoDeletion)
    /// A write failed.
    case writeFailed(number: Int, error: DatabaseError)
    /// A write was cancelled together with the task of its action. It is repeated. If the write had succeeded, this has
    /// no effect.
    case writeCancelled(number: Int)
    /// The draft of a form could not be read or written.
    case draftFailed(DatabaseError)
    /// Reading or writing drafts was cancelled with the task of the action that began it. It begins again.
    case draftsCancelled
    /// The user dismissed the message about ``State/problem``.
    case problemDismissed
    /// The user tapped the button that creates a to-do.
    case createButtonTapped
    /// The user tapped the row of a to-do.
    case rowTapped(id: ToDo.ID)
    /// An action of the open feature.
    case destination(PresentationAction<Destination.Action>)
  }

  enum CancelID { case following, minute, writing, draft }

  @Dependency(\.toDoClient) var toDoClient
  @Dependency(\.continuousClock) private var clock
  @Dependency(\.date) private var date

  /// Makes the reducer.
  public init() {}

  /// The logic of the list, with that of the open feature, and then the jobs of drafts.
  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .task:
        return .merge(sendToDetail(.task, state), follow(&state))

      case .disappeared:
        // Writing continues.
        return .merge(
          sendToDetail(.disappeared, state),
          .cancel(id: CancelID.following),
          .cancel(id: CancelID.minute)
        )

      case .retryButtonTapped:
        return follow(&state)

      case .refreshPulled:
        state.position = nil
        return follow(&state)

      case .changed(let changes):
        let nextOverdueAt = state.rows.nextOverdueAt
        receive(changes, &state)
        return waitForMinute(state, unless: nextOverdueAt)

      case .followingFailed(let error):
        state.failure = error
        return .none

      case .minutePassed:
        state.rows.look(at: date.now)
        return waitForMinute(state)

      case .filterSelected(let filter):
        state.rows.look(at: date.now)
        state.rows.show(filter)
        return .none

      case .orderSelected(let order):
        state.rows.sort(by: order)
        return .none

      case .queryChanged(let query):
        state.rows.search(for: query)
        return .none

      case .editButtonTapped:
        state.isEditing = !state.isEditing && !state.rows.all.isEmpty
        return .none

      case .toggleButtonTapped(let id):
        guard !state.isEditing, let toDo = state.rows.all[id: id] else { return .none }
        return write(.setDone(id, !toDo.isDone), &state)

      case .rowsDeleted(let offsets):
        return delete(offsets.compactMap { state.rows[$0] }, &state)

      case .deleteButtonTapped(let id):
        return delete(state.rows.all[id: id].map { [$0] } ?? [], &state)

      case .undoButtonTapped:
        guard !state.lastDeleted.isEmpty else { return .none }
        let toDos = state.lastDeleted
        state.lastDeleted = []
        return write(.insert(toDos), &state)

      case .writeSucceeded(let number, let revision):
        state.writes.succeed(number, revision: revision, position: state.position, rows: &state.rows)
        return startNextWrite(&state)

      case .deletionSucceeded(let number, let deletion):
        // The deleted to-dos may have changed since the rows were shown. Undo restores the changed ones.
        let deleted = Dictionary(deletion.toDos.map { ($0.id, $0) }) { $1 }
        state.lastDeleted = state.lastDeleted.map { deleted[$0.id] ?? $0 }
        state.writes.update(deletion.toDos, rows: &state.rows)
        state.writes.succeed(number, revision: deletion.revision, position: state.position, rows: &state.rows)
        return startNextWrite(&state)

      case .writeFailed(let number, let error):
        switch state.writes.fail(number, rows: &state.rows) {
        case .setDone:
          state.problem = error
        case .delete(let ids):
          state.problem = error
          let ids = Set(ids)
          state.lastDeleted.removeAll { ids.contains($0.id) }
        case .insert(let toDos):
          state.problem = error
          // To-dos whose deletion failed are still there.
          state.lastDeleted = toDos.filter { state.rows.all[id: $0.id] == nil } + state.lastDeleted
        case nil:
          break
        }
        return startNextWrite(&state)

      case .writeCancelled(let number):
        guard let write = state.writes.underWay, write.number == number else { return .none }
        return run(write)

      case .problemDismissed:
        state.problem = nil
        return .none

      case .createButtonTapped:
        // When the form has been saved, it dismisses the destination. Until then, no other form may take its place.
        guard state.form?.isSaving != true else { return .none }
        state.destination = .create(ToDoForm.State())
        return .send(.destination(.presented(.create(.task))))

      case .rowTapped(let id):
        guard state.form?.isSaving != true else { return .none }
        state.destination = .detail(ToDoDetail.State(id: id, toDo: state.rows.all[id: id]))
        return .none

      case .destination(.presented(.create(.created(let toDo, let revision)))):
        // Shows the new to-do before the database reports it.
        state.rows.look(at: date.now)
        guard state.position?.revision.map({ $0 < revision }) ?? true else { return .none }
        let nextOverdueAt = state.rows.nextOverdueAt
        state.writes.add(.insert([toDo]), writtenAt: revision, to: &state.rows)
        return waitForMinute(state, unless: nextOverdueAt)

      case .draftFailed, .draftsCancelled, .destination:
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
    .onChange(of: \.form?.isReading) { readDraft($0, &$1) }
    drafts
  }

  private func sendToDetail(_ action: ToDoDetail.Action, _ state: State) -> Effect<Action> {
    guard case .detail = state.destination else { return .none }
    return .send(.destination(.presented(.detail(action))))
  }

  // MARK: Following

  private func follow(_ state: inout State) -> Effect<Action> {
    state.failure = nil
    state.rows.look(at: date.now)
    let toDoClient = toDoClient
    let known = state.position
    let follow: Effect<Action> = .run(name: "Follow to-dos") { send in
      var position = known
      do {
        while true {
          let changes = try await toDoClient.changes(after: position)
          position = changes.position
          await send(.changed(changes))
          try Task.checkCancellation()
        }
      } catch {
        try Task.checkCancellation()
        await send(.followingFailed(DatabaseError(error)))
      }
    }
    return .merge(follow.cancellable(id: CancelID.following, cancelInFlight: true), waitForMinute(state))
  }

  private func receive(_ changes: ToDoChanges, _ state: inout State) {
    state.rows.look(at: date.now)
    state.position = changes.position
    // The current rows stay until the reading is complete. An empty list shows each part at once.
    if changes.isStart { state.reread = state.rows.all.isEmpty ? nil : [] }
    guard state.reread != nil else { return state.writes.receive(changes, rows: &state.rows) }
    state.reread? += changes.updated
    guard changes.position.revision != nil, let toDos = state.reread else { return }
    state.reread = nil
    state.writes.receive(all: toDos, position: changes.position, rows: &state.rows)
  }

  /// Restarts the wait if the next to-do becomes overdue at another time than before.
  private func waitForMinute(_ state: State, unless previous: Date?) -> Effect<Action> {
    state.rows.nextOverdueAt == previous ? .none : waitForMinute(state)
  }

  private func waitForMinute(_ state: State) -> Effect<Action> {
    guard let nextOverdueAt = state.rows.nextOverdueAt else { return .cancel(id: CancelID.minute) }
    // The wait is at most a day, because a duration can't represent the time until some dates.
    let seconds = min(max(nextOverdueAt.timeIntervalSince(date.now), 0), 86_400)
    let clock = clock
    return .run(name: "Wait for the next due date") { send in
      try await clock.sleep(for: .seconds(seconds))
      await send(.minutePassed)
    }
    .cancellable(id: CancelID.minute, cancelInFlight: true)
  }

  // MARK: Writing

  private func delete(_ toDos: [ToDo], _ state: inout State) -> Effect<Action> {
    guard !toDos.isEmpty else { return .none }
    state.lastDeleted = toDos
    return write(.delete(toDos.map(\.id)), &state)
  }

  private func write(_ change: ToDoWrite.Change, _ state: inout State) -> Effect<Action> {
    state.problem = nil
    state.rows.look(at: date.now)
    let nextOverdueAt = state.rows.nextOverdueAt
    state.writes.add(change, to: &state.rows)
    return .merge(startNextWrite(&state), waitForMinute(state, unless: nextOverdueAt))
  }

  private func startNextWrite(_ state: inout State) -> Effect<Action> {
    state.writes.start().map(run) ?? .none
  }

  private func run(_ write: ToDoWrite) -> Effect<Action> {
    let name = "Write to-dos"
    let succeeded = { @Sendable in Action.writeSucceeded(number: write.number, revision: $0) }
    let failed = { @Sendable (error: DatabaseError) in Action.writeFailed(number: write.number, error: error) }
    let cancelled = Action.writeCancelled(number: write.number)
    let writing: Effect<Action> =
      switch write.change {
      case .setDone(let id, let isDone):
        runRequest(name, loaded: succeeded, failed: failed, cancelled: cancelled) { [toDoClient] in
          try await toDoClient.setDone(id: id, isDone: isDone)
        }
      case .delete(let ids):
        runRequest(
          name,
          loaded: { .deletionSucceeded(number: write.number, $0) },
          failed: failed,
          cancelled: cancelled
        ) { [toDoClient] in
          try await toDoClient.delete(ids: ids)
        }
      case .insert(let toDos):
        runRequest(name, loaded: succeeded, failed: failed, cancelled: cancelled) { [toDoClient] in
          try await toDoClient.insert(toDos: toDos)
        }
      }
    return
      writing
      .cancellable(id: CancelID.writing, cancelInFlight: true)
  }
}
