import Foundation
import Store
import Testing

// MARK: What is left out

@Reducer struct NothingDeclared {}
@Reducer struct OnlyState { typealias State = Int }
@Reducer struct OnlyAction { enum Action { case tapped } }
@Reducer struct OnlyStoredBody { let body = EmptyReducer<Int, Bool>() }
@Reducer struct OnlyProperties { let id: Int }
@Reducer private struct PrivateNothing {}
@Store.Reducer() fileprivate struct FileprivateNothing {}
@Reducer struct `my feature` {}

// MARK: Bodies

private func tally<State, Action>(_ number: WritableKeyPath<State, Int>) -> Reduce<State, Action> {
  Reduce { state, _ in
    state[keyPath: number] += 1
    return .none
  }
}

@Reducer struct Tally {
  struct State: Equatable { var count = 0 }
  enum Action { case tapped }
  var body: some ReducerOf<Self> { tally(\.count) }
}
@Reducer struct ReducerOfName {
  var body: some ReducerOf<Tally> {
    tally(\.count)
    EmptyReducer()
  }
}
#if compiler(>=6.3)
  @Reducer struct QualifiedBody {
    var body: some Store::Reducer<Tally.State, Tally.Action> {
      tally(\.count)
      EmptyReducer()
    }
  }
#endif
@Reducer struct ReturningBody {
  var body: some ReducerOf<Tally> {
    let number = \Tally.State.count
    return tally(number)
  }
}
@Reducer struct GetterBody {
  var body: some ReducerOf<Tally> {
    get {
      tally(\.count)
      EmptyReducer()
    }
  }
}
@Reducer struct ConditionalBody {
  var isOn = false
  typealias State = Tally.State
  typealias Action = Tally.Action
  var body: some ReducerOf<Self> {
    let number = \State.count
    if isOn {
      tally(number)
    } else {
      EmptyReducer()
    }
    #if DEBUG
      EmptyReducer()
    #endif
    for _ in 0..<2 { EmptyReducer<State, Action>() }
  }
}
@Reducer struct ReduceMethod {
  func reduce(into state: inout Int, action: Bool) -> Effect<Bool> {
    state += 1
    return .none
  }
}
@Reducer struct TypesInExtension { var body: some ReducerOf<Self> { tally(\.count) } }
extension TypesInExtension {
  struct State { var count = 0 }
  enum Action { case tapped }
}

// MARK: Declarations

@Reducer public struct PublicFeature {
  public struct State: Codable, Hashable, Sendable { public var count = 0 }
  public enum Action: Codable, Hashable, Sendable { case tapped }
  public init() {}
  public var body: some ReducerOf<Self> { tally(\.count) }
}
@Reducer struct DeclaredReducer: Reducer {
  enum State: Equatable { case loading, loaded(Int) }
  enum Action { case loaded(Int) }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .loaded(let number) = action { state = .loaded(number) }
      return .none
    }
  }
}
@Reducer struct ConformingEnums {
  enum State: CasePathable {
    case a
    struct AllCasePaths { var a: AnyCasePath<State, Void> { AnyCasePath(embed: { .a }) { _ in () } } }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }
  struct Action { var name = "" }
}
@Reducer struct ManyMembers {
  struct State { var count = 0 }
  enum Action: BindableAction, ViewAction {
    case binding(BindingAction<State>), loaded(Int), view(View)
    #if DEBUG || !DEBUG
      case failed(any Error)
    #endif
    @CasePathable enum View { case tapped, appeared }
  }
  private enum CancelID { case load }
  @Dependency(\.uuid) private var uuid
  static let limit = 10
  let step: Int
  init(step: Int = 1) { self.step = step }
  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .loaded(let number): state.count += number * step
      case .view(.tapped): return .send(.loaded(1)).cancellable(id: CancelID.load)
      case .binding, .failed, .view: break
      }
      return .none
    }
  }
}
@Reducer struct GenericFeature<Value: Equatable & Sendable> {
  struct State: Equatable { var value: Value }
  enum Action { case changed(Value) }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .changed(let value) = action { state.value = value }
      return .none
    }
  }
}
@Reducer struct GenericParent<Child> where Child: Reducer, Child.State: Equatable {
  struct State: Equatable { var child: Child.State }
  enum Action { case child(Child.Action) }
  let child: Child
  var body: some Reducer<State, Action> { Scope(state: \.child, action: \.child) { child } }
}
enum Features {
  @Reducer struct Inner {
    struct State: Equatable { var value = Value() }
    enum Action { case changed(Value) }
  }
  struct Value: Equatable {}
}
public extension Features_Public {
  @Reducer struct ImplicitlyPublic {}
}
public enum Features_Public {}

// MARK: Enums

@Reducer enum NoReducers {}
@Reducer enum AllKinds {
  case tally(Tally), labelled(counter: Tally), `init`(Tally), `3rd`(`my feature`)
  case withArgument(ManyMembers = ManyMembers(step: 3)), both(feature: ConditionalBody = ConditionalBody(isOn: true))
  case generic(GenericFeature<Int>), nested(Features.Inner), own(Self.Own), inner(Inner.Body)
  case alert(AlertState<Self.Alert>), dialog(ConfirmationDialogState<Dialog>), never(AlertState<Never>)
  @ReducerCaseEphemeral case banner(Banner)
  @ReducerCaseEphemeral case labelledBanner(banner: Banner)
  @ReducerCaseIgnored case value(Int), id(id: UUID)
  case nothing, `case`(Int, Int), pair(id: Int, text: String), optional(Int?), unwrapped(Int!), list([Self.Alert])
  case function(() -> Void)
  #if os(Windows)
    case windows(Tally), windowsAlert(AlertState<Never>)
  #elseif !NEVER
    case conditional(Tally)
  #else
    case other
  #endif
  enum Alert { case confirmed, cancelled }
  enum Dialog {}
  @Reducer struct Own { enum Action { case tapped } }
  @Reducer enum Inner { case own(Own) }
  static let title = "Path"
  var isTally: Bool { true }
}
#if compiler(>=6.3)
  @Reducer enum QualifiedAlert {
    case alert(Store::AlertState<Alert>)
    enum Alert { case confirmed }
  }
#endif
struct Banner: EphemeralState { enum Action { case tapped }; var text = "" }
@Reducer enum MixedCases {
  case feature(Tally)
  case alert(AlertState<Never>)
  @ReducerCaseIgnored case meeting(id: Int)
  case none
}
extension MixedCases.State: Equatable {}
@Reducer(state: .codable, .hashable, .sendable, action: .codable, .hashable, .sendable) enum ListedConformances {
  case feature(PublicFeature)
}
@Reducer enum ConditionalCases {
  case tally(Tally)
  #if NEVER
    case missing(Missing)
  #endif
}
@Reducer public enum PublicPath {
  case feature(PublicFeature), alert(AlertState<Alert>), none
  @ReducerCaseIgnored case value(Int)
  public enum Alert: Sendable { case ok }
}
extension PublicPath.State: Sendable {}
extension PublicPath.Action: Sendable {}
@Reducer private enum PrivatePath { case feature(PublicFeature), none }
@Reducer fileprivate enum FileprivatePath { case feature(PublicFeature) }
@Reducer indirect enum IndirectPath { case feature(Tally), other(PublicFeature) }
@Reducer enum IndirectCasePath {
  case feature(Tally)
  indirect case other(PublicFeature)
}
@Reducer enum OwnTypes {
  case feature(Tally)
  enum State: CaseReducerState {
    typealias StateReducer = OwnTypes
    case feature(Tally.State)
  }
  enum Action { case feature(Tally.Action), more(Int) }
}
@Reducer enum OwnBody {
  case feature(Tally)
  static var body: some ReducerOf<Self> {
    Scope(state: \.feature, action: \.feature) { Tally() }
    Scope(state: \.feature, action: \.feature) { Tally() }
  }
  typealias CaseScope = Int
  static func scope(_ store: Store<State, Action>) -> Int { 1 }
}
@Reducer enum GenericPath<Value: Equatable & Sendable, Child: MadeOfNothing> {
  case generic(GenericFeature<Value>), child(Child)
  case plain(Value, Int)
}
protocol MadeOfNothing: Reducer { init() }
extension Tally: MadeOfNothing {}
extension Features {
  @Reducer enum Path { case inner(Inner), value(Value, Value) }
}
extension Features_Public {
  @Reducer public enum Path { case nothing(ImplicitlyPublic) }
}

@MainActor func expectPrivateReducers() {
  Store(initialState: PrivateNothing.State()) { PrivateNothing() }.withState { _ in }
  Store(initialState: FileprivateNothing.State()) { FileprivateNothing() }.withState { _ in }
  let state = PublicFeature.State()
  Store(initialState: PrivatePath.State.feature(state)) { PrivatePath.body }.send(.feature(.tapped))
  Store(initialState: FileprivatePath.State.feature(state)) { FileprivatePath.body }.send(.feature(.tapped))
}
