// All macros, used as a package does that others use in turn: everything is public.
public import Store

@DependencyClient public struct NumberClient: Sendable {
  public var fact: @Sendable (_ number: Int, _ language: String) async throws -> String
  public var isPrime: @Sendable (_ number: Int) -> Bool = { _ in false }
  @DependencyEndpoint(method: "save")
  public var saveFact: @Sendable (_ fact: String) -> Void
  @DependencyEndpointIgnored public var describe: @Sendable (Int) -> String = { "\($0)" }
}

extension NumberClient: DependencyKey {
  public static let liveValue = NumberClient(
    fact: { number, language in "\(number) is a number (\(language))" },
    isPrime: { $0 == 2 },
    saveFact: { _ in }
  )
  public static let testValue = NumberClient()
}

extension DependencyValues {
  public var numbers: NumberClient {
    get { self[NumberClient.self] }
    set { self[NumberClient.self] = newValue }
  }
}

@CasePathable
@dynamicMemberLookup public enum Loading<Value: Equatable & Sendable>: Equatable, Sendable {
  case idle
  case loaded(Value)
  case failed(code: Int, message: String)
}

@Reducer public struct Fact: Sendable {
  @ObservableState public struct State: Equatable, Sendable {
    public var number: Int
    @ObservationStateIgnored public var fact = Loading<String>.idle
    public init(number: Int) { self.number = number }
  }
  public enum Action: ViewAction, BindableAction, Sendable {
    case binding(BindingAction<State>)
    case factLoaded(String)
    case view(View)

    @CasePathable public enum View: Sendable { case factButtonTapped }
  }
  @Dependency(\.numbers) var numbers
  public init() {}
  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding: return .none
      case .factLoaded(let fact):
        state.fact = .loaded(fact)
        return .none
      case .view(.factButtonTapped):
        return .run { [number = state.number] send in
          await send(.factLoaded(try await numbers.fact(number: number, language: "en")))
        }
      }
    }
  }
}

@ViewAction(for: Fact.self)
public struct FactScreen {
  public let store: StoreOf<Fact>

  public init(store: StoreOf<Fact>) { self.store = store }

  public func buttonTapped() { send(.factButtonTapped) }
}

@Reducer public enum Destination {
  case fact(Fact)
  case alert(AlertState<Alert>)
  @ReducerCaseEphemeral case dialog(ConfirmationDialogState<Alert>)
  @ReducerCaseIgnored case number(Int)
  case nothing
  case root(Root)

  public enum Alert: Sendable, Equatable { case confirmed }
}

extension Destination.State: Equatable, Sendable {}
extension Destination.Action: Sendable {}

@Reducer(state: .equatable, .sendable, action: .sendable) public enum Path {
  case fact(Fact)
  case root(Root)
}

/// Presents, and stacks, itself too.
@Reducer public struct Root: Sendable {
  public struct State: Equatable, Sendable {
    @Presents public var destination: Destination.State?
    public var path = StackState<Path.State>()
    public init() {}
  }
  public enum Action: Sendable {
    case destination(PresentationAction<Destination.Action>)
    indirect case path(StackActionOf<Path>)
    case factButtonTapped
  }
  public init() {}
  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .factButtonTapped = action {
        state.destination = .fact(Fact.State(number: 42))
        state.path.append(.root(Root.State()))
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
    .forEach(\.path, action: \.path)
  }
}
