import Foundation
public import Store

/// The to-dos, as they are in the database at any time: what another feature or another process changes appears by
/// itself while ``Action/task`` runs.
///
/// A tap shows at once and is written then. If that fails, the row goes back to what the database has, whatever that is
/// by now, and ``State/problem`` says why; a write that a later tap has made obsolete fails silently.
@Reducer
public struct ToDoList {
  /// What can be opened from the list.
  @Reducer(state: .equatable, .sendable, .encodable, action: .equatable, .sendable, .codable)
  public enum Destination {
    /// A new to-do.
    case create(CreateToDo)
    /// A to-do.
    case detail(ToDoDetail)
  }

  /// What is on show, and what is on its way.
  public struct State: Equatable, Sendable, Encodable {
    /// The to-dos.
    public internal(set) var rows = ToDoRows()
    /// What was changed and has not come back from the database yet.
    public internal(set) var writes = ToDoWrites()
    /// How far the changes in the database have been followed; `nil` before they are.
    public internal(set) var position: ToDoPosition?
    /// Why they are not followed any more. Writing goes on.
    public internal(set) var failure: DatabaseError?
    /// Why the last change was taken back.
    public internal(set) var problem: DatabaseError?
    /// What ``Action/undoButtonTapped`` brings back.
    public internal(set) var lastDeleted: [ToDo] = []
    /// What is open.
    @Presents public var destination: Destination.State?
    /// What was read so far to replace the rows on show.
    var reread: [ToDo]?

    /// Makes a list that has not been read yet.
    public init(destination: Destination.State? = nil) { self.destination = destination }

    /// Whether not all to-dos are on show yet.
    public var isLoading: Bool { position?.revision == nil && failure == nil }

    /// Whether there is nothing to show because there is nothing.
    public var isEmpty: Bool { rows.isEmpty && position?.revision != nil }

    private enum CodingKeys: CodingKey { case rows, writes, position, failure, problem, lastDeleted, destination }
  }

  /// What can happen.
  public enum Action: Codable, Equatable, Sendable {
    /// The list has appeared: it follows the to-dos until it goes.
    case task
    /// All to-dos are to be read again.
    case refreshPulled
    /// The to-dos are to be followed again, after a failure.
    case retryButtonTapped
    /// Something has changed in the database.
    case changed(ToDoChanges)
    /// The to-dos can't be followed.
    case followingFailed(DatabaseError)
    /// A to-do may be overdue by now.
    case minutePassed
    /// Other to-dos are to be on show.
    case filterSelected(ToDoFilter)
    /// A to-do is to be done if it is not, and the other way round.
    case toggleButtonTapped(id: ToDo.ID)
    /// The rows on show at these offsets are to be deleted.
    case rowsDeleted(offsets: [Int])
    /// A to-do is to be deleted.
    case deleteButtonTapped(id: ToDo.ID)
    /// What was deleted last is to come back.
    case undoButtonTapped
    /// A write is done.
    case writeSucceeded(number: Int, revision: Int)
    /// A deletion is done.
    case deletionSucceeded(number: Int, ToDoDeletion)
    /// A write has failed.
    case writeFailed(number: Int, error: DatabaseError)
    /// The user has seen ``State/problem``.
    case problemDismissed
    /// A to-do is to be made.
    case createButtonTapped
    /// A to-do is to be opened.
    case rowTapped(id: ToDo.ID)
    /// Something happened in what is open.
    case destination(PresentationAction<Destination.Action>)
  }

  private enum CancelID { case following, minute, writing }

  @Dependency(\.toDoClient) private var toDoClient
  @Dependency(\.continuousClock) private var clock
  @Dependency(\.date) private var date

  /// Makes the reducer.
  public init() {}

  /// Changes the state and says what to read and write.
  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .task:
        // Whoever cancelled the task of a tap, such as a view that went, has cancelled its write: it is written again,
        // which does no harm if it was written before.
        return .merge(follow(&state), state.writes.underWay.map(run) ?? .none)

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

      case .toggleButtonTapped(let id):
        guard let toDo = state.rows.all[id: id] else { return .none }
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
        // Others may have changed them since they were on show: that comes back, too.
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
          state.lastDeleted = toDos + state.lastDeleted
        case nil:
          break
        }
        return startNextWrite(&state)

      case .problemDismissed:
        state.problem = nil
        return .none

      case .createButtonTapped:
        state.destination = .create(CreateToDo.State())
        return .none

      case .rowTapped(let id):
        state.destination = .detail(ToDoDetail.State(id: id, toDo: state.rows.all[id: id]))
        return .none

      case .destination(.presented(.create(.saved(let toDo, let revision)))):
        // It shows before it comes back from the database.
        state.rows.look(at: date.now)
        guard state.position?.revision.map({ $0 < revision }) ?? true else { return .none }
        let nextOverdueAt = state.rows.nextOverdueAt
        state.writes.add(.insert([toDo]), writtenAt: revision, to: &state.rows)
        return waitForMinute(state, unless: nextOverdueAt)

      case .destination:
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }

  // MARK: Following

  private func follow(_ state: inout State) -> Effect<Action> {
    state.failure = nil
    state.rows.look(at: date.now)
    let follow: Effect<Action> = .run(name: "Follow to-dos") { [toDoClient, position = state.position] send in
      var position = position
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
    // Rows on show stay until they can be replaced as a whole; an empty list fills as they come.
    if changes.isStart { state.reread = state.rows.all.isEmpty ? nil : [] }
    guard state.reread != nil else { return state.writes.receive(changes, rows: &state.rows) }
    state.reread? += changes.updated
    guard changes.position.revision != nil, let toDos = state.reread else { return }
    state.reread = nil
    state.writes.receive(all: toDos, position: changes.position, rows: &state.rows)
  }

  /// Waits until the next to-do is overdue, unless that is being done.
  private func waitForMinute(_ state: State, unless previous: Date?) -> Effect<Action> {
    state.rows.nextOverdueAt == previous ? .none : waitForMinute(state)
  }

  private func waitForMinute(_ state: State) -> Effect<Action> {
    guard let nextOverdueAt = state.rows.nextOverdueAt else { return .cancel(id: CancelID.minute) }
    // No longer than a day: some dates are farther away than a duration can tell.
    let seconds = min(max(nextOverdueAt.timeIntervalSince(date.now), 0), 86_400)
    return .run(name: "Wait for the next due date") { [clock] send in
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
    let writing: Effect<Action> =
      switch write.change {
      case .setDone(let id, let isDone):
        .request(name, loaded: succeeded, failed: failed) { [toDoClient] in
          try await toDoClient.setDone(id: id, isDone: isDone)
        }
      case .delete(let ids):
        .request(name, loaded: { .deletionSucceeded(number: write.number, $0) }, failed: failed) { [toDoClient] in
          try await toDoClient.delete(ids: ids)
        }
      case .insert(let toDos):
        .request(name, loaded: succeeded, failed: failed) { [toDoClient] in
          try await toDoClient.insert(toDos: toDos)
        }
      }
    return
      writing
      .cancellable(id: CancelID.writing, cancelInFlight: true)
  }
}
