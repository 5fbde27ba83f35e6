import Foundation
import Store
import Testing

// MARK: What is left out

@Reducer struct NothingDeclared {}
@Reducer struct OnlyState { struct State {} }
@Reducer struct OnlyAction { enum Action { case tapped } }
@Reducer struct StateAndAction {
  struct State: Equatable { var count = 0 }
  enum Action { case tapped }
}
@Reducer struct StateAlias { typealias State = Int }
@Reducer struct ActionAlias { typealias Action = String }
@Reducer struct BothAliases {
  typealias State = Int
  typealias Action = Bool
}
@Reducer struct OnlyStoredBody { let body = EmptyReducer<Int, Bool>() }
@Reducer struct OnlyProperties {
  let id: Int
  var name = "a"
}
@Reducer struct OnlyDependencies { @Dependency(\.date) var date }
@Reducer public struct PublicNothing {}
@Reducer package struct PackageNothing {}
@Reducer private struct PrivateNothing {}
@Reducer fileprivate struct FileprivateNothing {}
@Reducer() struct NoArguments {}
@Store.Reducer struct QualifiedReducer {}

// MARK: Bodies

/// Adds one to a number at each action.
private func tally<State, Action>(_ number: WritableKeyPath<State, Int>) -> Reduce<State, Action> {
  Reduce { state, _ in
    state[keyPath: number] += 1
    return .none
  }
}

@Reducer struct ReducerOfSelf {
  struct State { var count = 0 }
  enum Action { case tapped }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tapped:
        state.count += 1
        return .none
      }
    }
  }
}
@Reducer struct ReducerOfName {
  struct State { var count = 0 }
  enum Action { case tapped }
  var body: some ReducerOf<ReducerOfName> {
    tally(\.count)
    EmptyReducer()
  }
}
@Reducer struct ReducerOfTypes {
  struct State { var count = 0 }
  enum Action { case tapped }
  var body: some Reducer<State, Action> {
    tally(\.count)
    Reduce { state, _ in
      state.count *= 2
      return .none
    }
  }
}
@Reducer struct ReducerOfSelfTypes {
  struct State { var count = 0 }
  enum Action { case tapped }
  var body: some Reducer<Self.State, Self.Action> {
    EmptyReducer()
    tally(\.count)
  }
}
#if compiler(>=6.3)
  @Reducer struct QualifiedBody {
    struct State { var count = 0 }
    enum Action { case tapped }
    var body: some Store::Reducer<State, Action> {
      tally(\.count)
    }
  }
#endif
@Reducer struct ConcreteBody {
  struct State { var count = 0 }
  enum Action { case tapped }
  var body: Reduce<State, Action> {
    tally(\.count)
  }
}
@Reducer struct ReturningBody {
  struct State { var count = 0 }
  enum Action { case tapped }
  var body: some ReducerOf<Self> {
    let step = 2
    return Reduce { state, _ in
      state.count += step
      return .none
    }
  }
}
@Reducer struct GetterBody {
  struct State { var count = 0 }
  enum Action { case tapped }
  var body: some ReducerOf<Self> {
    get {
      Reduce { state, _ in
        state.count += 1
        return .none
      }
      EmptyReducer()
    }
  }
}
@Reducer struct AnnotatedBody {
  struct State { var count = 0 }
  enum Action { case tapped }
  @ReducerBuilder<State, Action>
  var body: some ReducerOf<Self> {
    tally(\.count)
    EmptyReducer()
  }
}
@Reducer struct ConditionalBody {
  let isOn: Bool
  struct State { var count = 0 }
  enum Action { case tapped }
  var body: some ReducerOf<Self> {
    let step = isOn ? 1 : 2
    if isOn {
      Reduce { state, _ in
        state.count += step
        return .none
      }
    } else {
      EmptyReducer()
    }
    #if DEBUG
      EmptyReducer()
    #endif
    for _ in 0..<2 {
      EmptyReducer<State, Action>()
    }
  }
}
@Reducer struct ReduceMethod {
  struct State { var count = 0 }
  enum Action { case tapped }
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 1
    return .none
  }
}
@Reducer struct ReduceMethodOfTypes {
  func reduce(into state: inout Int, action: Bool) -> Effect<Bool> {
    state += 1
    return .none
  }
}
@Reducer struct BodyInExtension {
  struct State { var count = 0 }
  enum Action { case tapped }
  var body: some ReducerOf<Self> { core }
}
extension BodyInExtension {
  var core: some ReducerOf<Self> {
    tally(\.count)
  }
}
@Reducer struct TypesInExtension {
  var body: some ReducerOf<Self> {
    tally(\.count)
  }
}
extension TypesInExtension {
  struct State { var count = 0 }
  enum Action { case tapped }
}

// MARK: Declarations

@Reducer public struct PublicFeature {
  public struct State: Equatable, Sendable { public var count = 0 }
  public enum Action: Sendable { case tapped, loaded(Result<Int, Never>) }
  public init() {}
  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tapped: return .send(.loaded(.success(1)))
      case .loaded(.success(let count)): state.count = count
      }
      return .none
    }
  }
}
@Reducer struct DeclaredReducer: Reducer {
  struct State { var count = 0 }
  enum Action { case tapped }
  var body: some ReducerOf<Self> {
    tally(\.count)
  }
}
@Reducer struct SendableFeature: Sendable {
  struct State { var count = 0 }
  enum Action { case tapped }
}
@Reducer struct EnumState {
  enum State: Equatable { case loading, loaded(Int) }
  enum Action { case loaded(Int) }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .loaded(let number): state = .loaded(number)
      }
      return .none
    }
  }
}
@Reducer struct MarkedTypes {
  @ObservableState struct State { var count = 0 }
  @CasePathable enum Action { case tapped }
}
@Reducer struct MarkedEnums {
  @CasePathable @dynamicMemberLookup @ObservableState enum State { case a, b(Int) }
  @CasePathable enum Action { case tapped }
}
@Reducer struct ConformingEnums {
  enum State: CasePathable {
    case a
    struct AllCasePaths { var a: AnyCasePath<State, Void> { AnyCasePath(embed: { .a }) { _ in () } } }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }
  enum Action: Equatable, Sendable { case tapped }
}
@Reducer struct StructAction {
  struct State {}
  struct Action { var name = "" }
}
@Reducer struct BindableFeature {
  struct State { var text = "" }
  enum Action: BindableAction { case binding(BindingAction<State>), tapped }
  var body: some ReducerOf<Self> { BindingReducer() }
}
@Reducer struct ViewFeature {
  struct State { var count = 0 }
  enum Action: ViewAction {
    case view(View), loaded(Int)
    @CasePathable enum View { case tapped, appeared }
  }
}
@Reducer struct NestedEnums {
  struct State { var filter = Filter.all }
  enum Action {
    case filterChanged(Filter), delegate(Delegate), inner(Inner)
    @CasePathable enum Delegate { case saved(Int) }
    enum Inner { case a }
  }
  enum Filter { case all, some }
}
@Reducer struct ManyMembers {
  struct State { var count = 0 }
  enum Action { case tapped, loaded(Int), failed(any Error) }
  private enum CancelID { case load }
  @Dependency(\.continuousClock) var clock
  @Dependency(\.uuid) private var uuid
  static let limit = 10
  let step: Int
  init(step: Int = 1) { self.step = step }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tapped: return load()
      case .loaded(let number): state.count += number * step
      case .failed: break
      }
      return .none
    }
  }
  private func load() -> Effect<Action> {
    .run { send in await send(.loaded(1)) }.cancellable(id: CancelID.load)
  }
}
@Reducer struct GenericFeature<Value: Equatable & Sendable> {
  struct State: Equatable { var value: Value }
  enum Action { case changed(Value) }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .changed(let value): state.value = value
      }
      return .none
    }
  }
}
@Reducer struct GenericParent<Child: Reducer> {
  struct State { var child: Child.State }
  enum Action { case child(Child.Action) }
  let child: Child
  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { child }
  }
}
@Reducer struct ConstrainedParent<Child> where Child: Reducer, Child.State: Equatable {
  struct State: Equatable { var child: Child.State }
  enum Action { case child(Child.Action) }
  let child: Child
  var body: some Reducer<State, Action> {
    Scope(state: \.child, action: \.child) { child }
  }
}
@available(macOS 15, *) @Reducer struct AvailableFeature {
  struct State { var count = 0 }
  enum Action { case tapped }
}
@Reducer struct ConditionalAction {
  struct State {}
  enum Action {
    case tapped
    #if DEBUG || !DEBUG
      case debug(Int)
    #endif
  }
}
enum Features {
  @Reducer struct Inner {
    struct State { var value = Value() }
    enum Action { case changed(Value) }
  }
  struct Value {}
}
extension Features {
  @Reducer struct InExtension {
    struct State { var inner = Inner.State() }
    enum Action { case inner(Inner.Action) }
    var body: some ReducerOf<Self> { Scope(state: \.inner, action: \.inner) { Inner() } }
  }
}
public extension Features_Public {
  @Reducer struct ImplicitlyPublic {}
}
public enum Features_Public {}

// MARK: Composition

@Reducer struct Parent {
  struct State {
    var required = ReducerOfSelf.State()
    var optional: ReducerOfSelf.State?
    var rows: IdentifiedArrayOf<Row.State> = []
    @Presents var presented: ReducerOfSelf.State?
  }
  enum Action {
    case required(ReducerOfSelf.Action)
    case optional(ReducerOfSelf.Action)
    case rows(IdentifiedActionOf<Row>)
    case presented(PresentationAction<ReducerOfSelf.Action>)
  }
  var body: some ReducerOf<Self> {
    Scope(state: \.required, action: \.required) { ReducerOfSelf() }
    Reduce { _, _ in .none }
      .ifLet(\.optional, action: \.optional) { ReducerOfSelf() }
      .forEach(\.rows, action: \.rows) { Row() }
      .ifLet(\.$presented, action: \.presented) { ReducerOfSelf() }
  }
  @Reducer struct Row {
    struct State: Identifiable { var id = 0; var isOn = false }
    enum Action { case toggled }
    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.isOn.toggle()
        return .none
      }
    }
  }
}
@Reducer struct Recursive {
  struct State: Equatable {
    var depth = 0
    @Presents var child: State?
  }
  indirect enum Action { case child(PresentationAction<Action>), tapped }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .tapped = action { state.child = State(depth: state.depth + 1) }
      return .none
    }
    .ifLet(\.$child, action: \.child) { Recursive() }
  }
}

// MARK: Enums

@Reducer enum NoReducers {}
@Reducer enum OneReducer { case feature(ReducerOfSelf) }
@Reducer enum TwoReducers { case first(ReducerOfSelf), second(EnumState) }
@Reducer enum FourReducers {
  case a(ReducerOfSelf)
  case b(ReducerOfName)
  case c(ReducerOfTypes)
  case d(EnumState)
}
@Reducer enum LabelledReducer { case feature(counter: ReducerOfSelf) }
@Reducer enum PlainCases {
  case nothing, pair(Int, String), labelled(id: Int, text: String), optional(Int?), list([Int]), function(() -> Void)
}
@Reducer enum IgnoredCases {
  @ReducerCaseIgnored case value(Int)
  @ReducerCaseIgnored case labelled(id: UUID)
  @ReducerCaseIgnored case both(Int), text(String)
  case feature(ReducerOfSelf)
}
@Reducer enum Alerts {
  case alert(AlertState<Alert>)
  case dialog(ConfirmationDialogState<Dialog>)
  case never(AlertState<Never>)
  enum Alert { case confirmed, cancelled }
  enum Dialog {}
}
#if compiler(>=6.3)
  @Reducer enum QualifiedAlert {
    case alert(Store::AlertState<Alert>)
    enum Alert { case confirmed }
  }
#endif
struct Banner: EphemeralState { enum Action { case tapped }; var text = "" }
@Reducer enum EphemeralCases {
  @ReducerCaseEphemeral case banner(Banner)
  @ReducerCaseEphemeral case labelled(banner: Banner)
  case feature(ReducerOfSelf)
}
@Reducer enum DefaultReducer {
  case step(ConditionalBody = ConditionalBody(isOn: true))
  case labelled(feature: ManyMembers = ManyMembers(step: 3))
  case generic(GenericFeature<Int>)
}
@Reducer enum NestedNames { case inner(Features.Inner), deep(Features.InExtension) }
@Reducer enum OwnFeature {
  case inner(Inner)
  @Reducer struct Inner {
    struct State { var count = 0 }
    enum Action { case tapped }
  }
}
@Reducer enum EscapedNames { case `default`(ReducerOfSelf), `init`(EnumState), `switch`, `case`(Int, Int) }
@Reducer enum MixedCases {
  case feature(ReducerOfSelf)
  case alert(AlertState<Alert>)
  @ReducerCaseIgnored case meeting(id: Int)
  case none
  enum Alert { case ok }
}
extension MixedCases.State: Equatable {}
extension ReducerOfSelf.State: Equatable {}
@Reducer(state: .equatable) enum EquatableState { case feature(ReducerOfSelf), b }
@Reducer(state: .equatable, .sendable, action: .sendable) enum SeveralConformances {
  case feature(PublicFeature)
  case other
}
@Reducer(action: .equatable) enum EquatableAction { case feature(EquatableFeature) }
@Reducer(state: .codable, .hashable, action: .codable, .hashable) enum CodableEnum { case feature(EquatableFeature) }
@Reducer struct EquatableFeature {
  struct State: Codable, Hashable { var count = 0 }
  enum Action: Codable, Hashable { case tapped }
}
@Reducer enum ExtendedEnum { case feature(EquatableFeature), none }
extension ExtendedEnum.State: Codable, Hashable {}
extension ExtendedEnum.Action: Codable, Hashable {}
@Reducer enum SendableEnum { case feature(PublicFeature) }
extension SendableEnum.State: Sendable {}
extension SendableEnum.Action: Sendable {}
@Reducer public enum PublicPath {
  case feature(PublicFeature)
  case alert(AlertState<Alert>)
  @ReducerCaseIgnored case value(Int)
  case none
  public enum Alert: Sendable { case ok }
}
@Reducer package enum PackagePath { case feature(PublicFeature) }
@Reducer private enum PrivatePath { case feature(PublicFeature), none }
@Reducer fileprivate enum FileprivatePath { case feature(PublicFeature) }
@Reducer indirect enum IndirectPath { case feature(ReducerOfSelf), node(Node) }
@Reducer enum IndirectCasePath {
  case feature(ReducerOfSelf)
  indirect case node(Node)
}
@Reducer enum ConditionalPath {
  case feature(ReducerOfSelf)
  #if os(Windows)
    case windows(ReducerOfSelf)
    case windowsAlert(AlertState<Never>)
  #elseif os(Linux)
    case linux(ReducerOfSelf)
  #else
    case other(ReducerOfSelf)
    case another
  #endif
  #if NEVER
    #if INNER
      case inner(ReducerOfSelf)
    #endif
  #endif
}
@available(macOS 15, *) @Reducer enum AvailablePath { case feature(ReducerOfSelf) }
@Reducer enum OwnState {
  case feature(ReducerOfSelf)
  enum State: CaseReducerState {
    typealias StateReducer = OwnState
    case feature(ReducerOfSelf.State)
  }
}
@Reducer enum OwnAction {
  case feature(ReducerOfSelf)
  enum Action {
    case feature(ReducerOfSelf.Action)
    case more(Int)
  }
}
@Reducer enum OwnBody {
  case feature(ReducerOfSelf)
  static var body: some ReducerOf<Self> {
    Scope(state: \.feature, action: \.feature) { ReducerOfSelf() }
    Reduce { _, _ in .none }
  }
}
@Reducer enum OwnScope {
  case feature(ReducerOfSelf)
  typealias CaseScope = Int
  static func scope(_ store: Store<State, Action>) -> Int { 1 }
}
@Reducer enum WithMembers {
  case feature(ReducerOfSelf)
  static let title = "Path"
  var isFeature: Bool { true }
  struct Value {}
}
@Reducer enum GenericPath<Value: Equatable & Sendable> {
  case generic(GenericFeature<Value>)
  case plain(Value, Int)
}
@Reducer enum GenericChildPath<Child: MadeOfNothing> { case child(Child) }
protocol MadeOfNothing: Reducer { init() }
extension Features {
  @Reducer enum Path { case inner(Inner), value(Value, Value) }
}
extension Features_Public {
  @Reducer public enum Path { case nothing(ImplicitlyPublic) }
}

// MARK: Recursion

@Reducer struct Node {
  struct State: Equatable {
    var depth = 0
    @Presents var destination: Destination.State?
  }
  enum Action {
    case destination(PresentationAction<Destination.Action>)
    case tapped
  }
  @Reducer enum Destination {
    case child(Node)
    case alert(AlertState<Alert>)
    enum Alert: Equatable { case ok }
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .tapped = action { state.destination = .child(State(depth: state.depth + 1)) }
      return .none
    }
    .ifLet(\.$destination, action: \.destination) { Destination.body }
  }
}
extension Node.Destination.State: Equatable {}

@MainActor func expectPrivateReducers() {
  Store(initialState: PrivateNothing.State()) { PrivateNothing() }.withState { _ in }
  Store(initialState: FileprivateNothing.State()) { FileprivateNothing() }.withState { _ in }
  let store = Store(initialState: PrivatePath.State.feature(PublicFeature.State())) { PrivatePath.body }
  store.send(.feature(.tapped))
  #expect(store.feature?.count == 1)
  let other = Store(initialState: FileprivatePath.State.feature(PublicFeature.State())) { FileprivatePath.body }
  other.send(.feature(.tapped))
  #expect(other.feature?.count == 1)
}
