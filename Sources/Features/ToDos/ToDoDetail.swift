public import Store

/// A to-do, kept up to date with the database. Its identifier is enough to show it.
@Reducer
public struct ToDoDetail {
  /// The features that can be opened from the to-do.
  @Reducer(state: .equatable, .sendable, .encodable, action: .equatable, .sendable, .codable)
  public enum Destination {
    /// The form that edits the to-do.
    case edit(ToDoForm)
  }

  /// The to-do, its last reading from the database, and the form that may be open.
  public struct State: Equatable, Identifiable, Sendable, Encodable {
    /// The to-do's identifier. It is followed until another to-do takes its place.
    public let id: ToDo.ID
    /// The to-do, or `nil` if it has not been read or does not exist.
    public internal(set) var toDo: ToDo?
    /// The last reading from the database, or `nil` if there was none.
    public internal(set) var reading: ToDoReading?
    /// The reason why following the to-do failed.
    public internal(set) var failure: DatabaseError?
    /// Whether the form opens as soon as the to-do has been read.
    public internal(set) var isFormAwaited = false
    /// The open feature.
    @Presents public var destination: Destination.State?

    /// Makes the state of a to-do.
    ///
    /// - Parameters:
    ///   - toDo: The to-do, if it is known.
    ///   - opensForm: Whether the form opens as soon as the to-do has been read.
    public init(id: ToDo.ID, toDo: ToDo? = nil, opensForm: Bool = false) {
      self.id = id
      self.toDo = toDo
      isFormAwaited = opensForm
    }

    /// Whether the to-do does not exist.
    public var isMissing: Bool { reading != nil && toDo == nil }
  }

  /// What the user does with the to-do, and what the database reports about it.
  public enum Action: Codable, Equatable, Sendable {
    /// The to-do appeared. The effect follows the to-do in the database until it is cancelled.
    case task
    /// The to-do disappeared. It is not followed until it appears again.
    case disappeared
    /// The user tapped the button that follows the to-do again after a failure.
    case retryButtonTapped
    /// The to-do was read, for the first time or after a change.
    case read(ToDoReading)
    /// Following the to-do failed.
    case followingFailed(DatabaseError)
    /// The user tapped the edit button.
    case editButtonTapped
    /// An action of the open feature.
    case destination(PresentationAction<Destination.Action>)
  }

  private enum CancelID { case following }

  @Dependency(\.toDoClient) private var toDoClient

  /// Makes the reducer.
  public init() {}

  /// The logic of the to-do, with that of the form.
  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .task, .retryButtonTapped:
        state.failure = nil
        let toDoClient = toDoClient
        let id = state.id
        let known = state.reading
        return .run(name: "Follow the to-do") { send in
          var reading = known
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

      case .disappeared:
        return .cancel(id: CancelID.following)

      case .read(let reading):
        state.reading = reading
        state.toDo = reading.toDo
        if let toDo = reading.toDo, case .edit(var form) = state.destination {
          form.follow(toDo)
          state.destination = .edit(form)
        }
        guard state.isFormAwaited else { return .none }
        state.isFormAwaited = false
        return openForm(&state)

      case .followingFailed(let error):
        state.failure = error
        return .none

      case .editButtonTapped:
        return openForm(&state)

      case .destination(.presented(.edit(.edited(let edit, let revision)))):
        // Shows the edit before the database reports it.
        if state.reading.map({ $0.revision < revision }) ?? true { state.toDo?.apply(edit) }
        return .none

      case .destination:
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }

  private func openForm(_ state: inout State) -> Effect<Action> {
    guard let toDo = state.toDo, state.destination == nil else { return .none }
    state.destination = .edit(ToDoForm.State(toDo))
    return .send(.destination(.presented(.edit(.task))))
  }
}
