import Store

/// A feature with children of every kind, for tests of what composes features.
enum Family {
  struct State: Equatable {
    var pet = Member.State(id: 100)
    var guest: Member.State?
    var room = Room.empty
    var children: IdentifiedArrayOf<Member.State> = []
    var log: [String] = []
  }

  enum Room: Equatable, CasePathable {
    case empty
    case living(Member.State)
    case sleeping(Member.State)

    struct AllCasePaths: Sendable {
      var empty: AnyCasePath<Room, Void> {
        AnyCasePath(embed: { .empty }) { $0 == .empty ? () : nil }
      }
      var living: AnyCasePath<Room, Member.State> {
        AnyCasePath(embed: { .living($0) }) {
          guard case .living(let value) = $0 else { return nil }
          return value
        }
      }
      var sleeping: AnyCasePath<Room, Member.State> {
        AnyCasePath(embed: { .sleeping($0) }) {
          guard case .sleeping(let value) = $0 else { return nil }
          return value
        }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum Action: Equatable, CasePathable {
    case pet(Member.Action)
    case guest(Member.Action)
    case living(Member.Action)
    case children(IdentifiedActionOf<Member>)
    case setGuest(Member.State?)
    case setRoom(Room)
    case setChildren([Member.State])
    case nothing
    case stopAll

    struct AllCasePaths: Sendable {
      var pet: AnyCasePath<Action, Member.Action> {
        AnyCasePath(embed: { .pet($0) }) {
          guard case .pet(let value) = $0 else { return nil }
          return value
        }
      }
      var guest: AnyCasePath<Action, Member.Action> {
        AnyCasePath(embed: { .guest($0) }) {
          guard case .guest(let value) = $0 else { return nil }
          return value
        }
      }
      var living: AnyCasePath<Action, Member.Action> {
        AnyCasePath(embed: { .living($0) }) {
          guard case .living(let value) = $0 else { return nil }
          return value
        }
      }
      var children: AnyCasePath<Action, IdentifiedActionOf<Member>> {
        AnyCasePath(embed: { .children($0) }) {
          guard case .children(let value) = $0 else { return nil }
          return value
        }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  /// The parent alone: does what its actions say, and what a child asks for.
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

/// A feature whose effects say what becomes of them.
struct Member: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var count = 0
    var name = ""
    var children: IdentifiedArrayOf<Member.State> = []
  }
  indirect enum Action: Equatable, CasePathable {
    case add(Int)
    case addLater(Int)
    /// Runs until it is cancelled.
    case work
    case stop
    /// Works, and leaves in the same moment.
    case leave
    case children(IdentifiedActionOf<Member>)

    struct AllCasePaths: Sendable {
      var children: AnyCasePath<Action, IdentifiedActionOf<Member>> {
        AnyCasePath(embed: { .children($0) }) {
          guard case .children(let value) = $0 else { return nil }
          return value
        }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
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
