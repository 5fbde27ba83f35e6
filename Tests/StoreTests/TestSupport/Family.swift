import Store

/// A feature with children of every kind, for tests of the operators that compose features.
enum Family {
  struct State: Equatable {
    var pet = Member.State(id: 100)
    var guest: Member.State?
    var room = Room.empty
    var children: IdentifiedArrayOf<Member.State> = []
    var log: [String] = []
  }

  @CasePathable
  enum Room: Equatable {
    case empty
    case living(Member.State)
    case sleeping(Member.State)
  }

  @CasePathable
  enum Action: Equatable {
    case pet(Member.Action)
    case guest(Member.Action)
    case living(Member.Action)
    case children(IdentifiedActionOf<Member>)
    case setGuest(Member.State?)
    case setRoom(Room)
    case setChildren([Member.State])
    case nothing
    case stopAll
  }

  /// The parent alone: performs its actions, and the requests of its children.
  static func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .setGuest(let guest): state.guest = guest
    case .setRoom(let room): state.room = room
    case .setChildren(let children): state.children = IdentifiedArray(uniqueElements: children)
    case .guest(.leave): state.guest = nil
    case .living(.leave): state.room = .empty
    case .children(.element(let id, .leave)): state.children.remove(id: id)
    case .children(.element(let id, .add)):
      state.log.append("child \(id) has \(state.children[id: id].map { "\($0.count)" } ?? "gone")")
    case .guest(.add): state.log.append("guest has \(state.guest.map { "\($0.count)" } ?? "gone")")
    case .living(.add): state.log.append("room is \(state.room)")
    case .pet(.add): state.log.append("pet has \(state.pet.count)")
    case .stopAll: return .cancel(id: Member.CancelID.work)
    default: break
    }
    return .none
  }

  static var parent: Reduce<State, Action> { Reduce { reduce(&$0, $1) } }
}

/// A feature whose effects log their start and end.
@Reducer
struct Member {
  struct State: Equatable, Identifiable {
    let id: Int
    var count = 0
    var name = ""
    var children: IdentifiedArrayOf<Member.State> = []
  }
  indirect enum Action: Equatable {
    case add(Int)
    case addLater(Int)
    /// Runs until it is cancelled.
    case work
    case stop
    /// Starts an effect and is removed by the same action.
    case leave
    case children(IdentifiedActionOf<Member>)
  }
  enum CancelID { case work }

  let log: Log

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .add(let amount):
        state.count += amount
        return .none
      case .addLater(let amount):
        return .run { send in
          await Task.yield()
          await send(.add(amount))
        }
      case .work, .leave:
        let name = "work \(state.id)"
        let log = log
        return .run(name: name) { _ in await log.hang(name) }.cancellable(id: CancelID.work)
      case .stop:
        return .cancel(id: CancelID.work)
      case .children(.element(let id, .leave)):
        state.children.remove(id: id)
        return .none
      case .children:
        return .none
      }
    }
    .forEach(\.children, action: \.children) { Member(log: log) }
  }
}
