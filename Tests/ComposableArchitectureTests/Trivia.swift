import ComposableArchitecture

// Written as for the Composable Architecture: a single import, the settings of a new package, types as in its
// documentation.

struct TriviaClient { var fetch: @Sendable (Int) async throws -> String }

extension TriviaClient: DependencyKey {
  static let liveValue = Self(
    fetch: { number in
      guard let url = URL(string: "https://trivia.example/\(number)") else { throw URLError(.badURL) }
      let (data, _) = try await URLSession.shared.data(from: url)
      return String(decoding: data, as: UTF8.self)
    }
  )
}

extension DependencyValues {
  var trivia: TriviaClient {
    get { self[TriviaClient.self] }
    set { self[TriviaClient.self] = newValue }
  }
}

@Reducer struct Trivia {
  @ObservableState struct State: Equatable {
    var count = 0
    @Presents var alert: AlertState<Action.Alert>?
    var recent: IdentifiedArrayOf<Identified<Int, String>> = []
  }
  enum Action: BindableAction {
    case alert(PresentationAction<Alert>)
    case binding(BindingAction<State>)
    case decrementButtonTapped
    case incrementButtonTapped
    case triviaButtonTapped
    case triviaResponse(Result<String, any Error>)

    @CasePathable enum Alert: Equatable { case tellMeMore }
  }
  enum CancelID { case request }
  @Dependency(\.trivia) var trivia
  @Dependency(\.continuousClock) var clock
  @Dependency(\.assert) var assert
  var body: some Reducer<State, Action> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .alert, .binding: return .none
      case .decrementButtonTapped:
        state.count -= 1
        assert(state.count >= 0, "There are no negative numbers of things")
        return .cancel(id: CancelID.request)
      case .incrementButtonTapped:
        state.count += 1
        return .cancel(id: CancelID.request)
      case .triviaButtonTapped:
        return .run { [count = state.count] send in
          try await clock.sleep(for: .seconds(1))
          await send(.triviaResponse(Result { try await trivia.fetch(count) }))
        }
        .cancellable(id: CancelID.request, cancelInFlight: true)
      case .triviaResponse(.success(let text)):
        state.recent[id: state.count, default: Identified(text, id: state.count)].value = text
        state.alert = AlertState { TextState(text) }
        return .none
      case .triviaResponse(.failure):
        state.alert = AlertState { TextState("There is no trivia.") }
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}
