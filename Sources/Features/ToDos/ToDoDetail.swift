public import Store

/// A to-do, as it is in the database at any time. All that is needed to show one is its id.
@Reducer
public struct ToDoDetail {
  /// What can be opened from the to-do.
  @Reducer(state: .equatable, .sendable, .encodable, action: .equatable, .sendable, .codable)
  public enum Destination {
    /// The form in which it is changed.
    case edit(EditToDo)
  }

  /// What is on show.
  public struct State: Equatable, Sendable, Encodable {
    /// Which to-do.
    public let id: ToDo.ID
    /// The to-do; `nil` if it has not been read yet, or is not there.
    public internal(set) var toDo: ToDo?
    /// What the database said last; `nil` before it has.
    public internal(set) var reading: ToDoReading?
    /// Why the to-do is not followed any more.
    public internal(set) var failure: DatabaseError?
    /// What is open.
    @Presents public var destination: Destination.State?

    /// Makes the state of a to-do.
    ///
    /// - Parameter toDo: The to-do, if it is known.
    public init(id: ToDo.ID, toDo: ToDo? = nil) {
      self.id = id
      self.toDo = toDo
    }

    /// Whether there is no such to-do.
    public var isMissing: Bool { reading != nil && toDo == nil }
  }

  /// What can happen.
  public enum Action: Codable, Equatable, Sendable {
    /// The to-do has appeared: it is followed until it goes.
    case task
    /// It is to be followed again, after a failure.
    case retryButtonTapped
    /// It was read, for the first time or because it has changed.
    case read(ToDoReading)
    /// It can't be followed.
    case followingFailed(DatabaseError)
    /// It is to be changed.
    case editButtonTapped
    /// Something happened in what is open.
    case destination(PresentationAction<Destination.Action>)
  }

  private enum CancelID { case following }

  @Dependency(\.toDoClient) private var toDoClient

  /// Makes the reducer.
  public init() {}

  /// Changes the state and says what to read.
  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .task, .retryButtonTapped:
        state.failure = nil
        return .run(name: "Follow the to-do") { [toDoClient, id = state.id, reading = state.reading] send in
          var reading = reading
          do {
            while true {
              let next = try await toDoClient.toDo(id: id, after: reading)
              reading = next
              await send(.read(next))
              try Task.checkCancellation()
            }
          } catch {
            try Task.checkCancellation()
            await send(.followingFailed(DatabaseError(error)))
          }
        }
        .cancellable(id: CancelID.following, cancelInFlight: true)

      case .read(let reading):
        state.reading = reading
        state.toDo = reading.toDo
        if let toDo = reading.toDo, case .edit(var form) = state.destination {
          form.follow(toDo)
          state.destination = .edit(form)
        }
        return .none

      case .followingFailed(let error):
        state.failure = error
        return .none

      case .editButtonTapped:
        guard let toDo = state.toDo else { return .none }
        state.destination = .edit(EditToDo.State(toDo))
        return .none

      case .destination(.presented(.edit(.saved(let edit, let revision)))):
        // It shows before it comes back from the database.
        if state.reading.map({ $0.revision < revision }) ?? true { state.toDo?.apply(edit) }
        return .none

      case .destination:
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}
