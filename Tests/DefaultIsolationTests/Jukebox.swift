// Clients and features as sources for the Composable Architecture declare them, in a module whose default isolation is the
// main actor. They use what else the module declares.
import ComposableArchitecture

struct SoundClient: Sendable {
  var play: @Sendable () async -> Void
  var isMuted: @MainActor @Sendable () -> Bool = { false }
}

extension SoundClient: DependencyKey {
  static let liveValue = SoundClient(play: {}, isMuted: { Volume.shared.level == 0 })
  static let testValue = SoundClient(play: {})
}

nonisolated struct VoiceClient: Sendable { var say: @Sendable (String) async -> Void }

extension VoiceClient: DependencyKey {
  static let liveValue = VoiceClient(say: { _ in })
  static let testValue = VoiceClient(say: { _ in })
}

private enum CounterKey: DependencyKey { static let liveValue: @Sendable () -> Int = { 1 } }

extension DependencyValues {
  var sound: SoundClient {
    get { self[SoundClient.self] }
    set { self[SoundClient.self] = newValue }
  }
  var voice: VoiceClient {
    get { self[VoiceClient.self] }
    set { self[VoiceClient.self] = newValue }
  }
  var counter: @Sendable () -> Int {
    get { self[CounterKey.self] }
    set { self[CounterKey.self] = newValue }
  }
}

final class Volume {
  static let shared = Volume()
  var level = 1
}

nonisolated struct Song: Equatable, Hashable, Identifiable {
  var id = 1
  var name = ""
}

extension Song { static var favorite: Song { Song(id: Volume.shared.level, name: "Hello") } }

/// A model of the main actor.
struct Coin: Equatable { var value = 1 }

func normalized(_ name: String) -> String { name.lowercased() }

@MainActor @Reducer struct Player {
  @ObservableState struct State: Equatable, Identifiable {
    var song = Song()
    var volume = 1
    var id: Song.ID { song.id }
  }
  enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case chosen(Song)
    case playButtonTapped
    case delegate(Delegate)

    @CasePathable enum Delegate: Equatable { case ended(Song) }
  }
  nonisolated enum CancelID { case playing }
  @Dependency(SoundClient.self) private var soundClient
  @Dependency(VoiceClient.self) var voice
  @Dependency(CounterKey.self) fileprivate var counter
  @Dependency(\.continuousClock) var clock
  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding: return .none
      case .chosen(let song):
        state.song = song
        state.song.name = normalized(song.name)
        state.volume = soundClient.isMuted() ? 0 : Volume.shared.level
        return .none
      case .playButtonTapped:
        let count = counter()
        return .run { [song = state.song] send in
          await voice.say("\(count)")
          await soundClient.play()
          await send(.delegate(.ended(song)))
        }
        .cancellable(id: CancelID.playing, cancelInFlight: true)
      case .delegate: return .cancel(id: CancelID.playing)
      }
    }
  }
}

@MainActor @Reducer struct Jukebox {
  struct State: Equatable {
    var player = Player.State()
    @Presents var destination: Destination.State?
    var path = StackState<Path.State>()
    var players: IdentifiedArrayOf<Player.State> = []
    @Presents var alert: AlertState<Action.Alert>?
    var coins: [Coin] = []
    var volume = Volume.shared.level
  }
  enum Action {
    case player(Player.Action)
    case destination(PresentationAction<Destination.Action>)
    case path(StackActionOf<Path>)
    case players(IdentifiedActionOf<Player>)
    case alert(PresentationAction<Alert>)
    case inserted(Coin)
    enum Alert { case confirmed }
  }

  @MainActor @Reducer enum Destination {
    case player(Player)
    case alert(AlertState<Never>)
  }
  var body: some ReducerOf<Self> {
    Scope(state: \.player, action: \.player) { Player() }
    Reduce { state, action in
      switch action {
      case .player(.delegate(.ended)):
        state.destination = .player(Player.State())
        state.path.append(.player(Player.State()))
        return .send(.player(.chosen(.favorite)))
      case .inserted(let coin):
        state.coins.append(coin)
        return .none
      default: return .none
      }
    }
    .ifLet(\.$destination, action: \.destination) { Destination.body }
    .ifLet(\.$alert, action: \.alert)
    .forEach(\.path, action: \.path) { Path.body }
    .forEach(\.players, action: \.players) { Player() }
  }
}

extension Jukebox.Destination.State: Equatable {}

@MainActor @Reducer(state: .equatable) enum Path { case player(Player) }
