// `arbitrary`, although the names of the members are known (State, Action, body, CaseScope and scope): if names are
// listed, Swift 6.3 does not check the bodies of members, and crashes if a reducer can't be made
// (swiftlang/swift#92111).

/// Makes a struct a feature, or an enum a reducer for several features.
///
/// ## Structs
///
/// ```swift
/// @Reducer
/// struct Timer {
///   struct State: Equatable {
///     var seconds = 0
///   }
///   enum Action {
///     case ticked
///   }
///   var body: some ReducerOf<Self> {
///     Reduce { state, action in
///       switch action {
///       case .ticked:
///         state.seconds += 1
///         return .none
///       }
///     }
///   }
/// }
/// ```
///
/// The expansion adds the conformance to ``Reducer-protocol``. An enum named `Action` or `State` in the struct becomes
/// `@CasePathable`, and such a `State` also `@dynamicMemberLookup`. `body` is built by ``ReducerBuilder``. Missing
/// members are added: an empty `State`, an empty `Action`, and a `body` that does nothing.
///
/// A public struct becomes `Sendable` if all its stored properties are `@Dependency` properties or of basic types, so
/// that its effects can use them, as those of other structs can. If it has other properties, declare the conformance
/// yourself.
///
/// ## Enums
///
/// ```swift
/// @Reducer
/// enum Path {
///   case timer(Timer)
///   case alert(AlertState<Alert>)
///   @ReducerCaseIgnored case summary(seconds: Int)
///
///   enum Alert {
///     case stopButtonTapped
///   }
/// }
///
/// extension Path.State: Equatable {}
/// ```
///
/// The expansion adds the enums `State` and `Action`, whose cases have the names of the reducer's cases and contain the
/// states and actions of the features, a static `body` that runs each feature on its case, and the conformance to
/// ``CaseReducer``. With that, `.ifLet(\.$destination, action: \.destination)` and `.forEach(\.path, action: \.path)`
/// need no closure with the reducer.
///
/// A case may contain
///
/// - a reducer, which is made by its initializer without arguments, or by the expression in the case: `case timer(Timer
///   = Timer(interval: 2))`;
/// - another enum of reducers, which has no instances, as its body: `case path(Path.Body)`;
/// - an `AlertState` or a `ConfirmationDialogState`, or other state that ends with its first action and is marked
///   ``ReducerCaseEphemeral()``;
/// - nothing, or plain values. A single value that could be a reducer has to be marked ``ReducerCaseIgnored()``.
///
/// It also adds an enum `CaseScope` with the store of each feature, which ``Store/case`` returns.
@attached(member, names: arbitrary)
@attached(memberAttribute)
@attached(extension, conformances: Reducer, CaseReducer, Sendable, NonisolatedMembers)
public macro Reducer() = #externalMacro(module: "StoreMacrosPlugin", type: "ReducerMacro")

/// Makes an enum a reducer, with conformances for its state and its actions: `@Reducer(state: .equatable)`.
///
/// Extensions have the same effect: `extension Path.State: Equatable {}`.
@attached(member, names: arbitrary)
@attached(memberAttribute)
@attached(extension, conformances: Reducer, CaseReducer, Sendable, NonisolatedMembers)
public macro Reducer(state: SynthesizedConformance..., action: SynthesizedConformance...) =
  #externalMacro(module: "StoreMacrosPlugin", type: "ReducerMacro")

/// Marks a case of a `@Reducer` enum that contains ``EphemeralState`` instead of a feature.
///
/// Cases that hold an `AlertState` or a `ConfirmationDialogState` need no mark.
@attached(peer)
public macro ReducerCaseEphemeral() = #externalMacro(module: "StoreMacrosPlugin", type: "MarkerMacro")

/// Marks a case of a `@Reducer` enum that contains a plain value instead of a feature.
///
/// The case of the state contains the same value, and there are no actions for it.
@attached(peer)
public macro ReducerCaseIgnored() = #externalMacro(module: "StoreMacrosPlugin", type: "MarkerMacro")

/// A conformance of the state or the actions of an enum of reducers: `@Reducer(state: .equatable, action: .sendable)`.
public struct SynthesizedConformance: Sendable {
  /// `Codable`
  public static let codable = Self()
  /// `Decodable`
  public static let decodable = Self()
  /// `Encodable`
  public static let encodable = Self()
  /// `Equatable`
  public static let equatable = Self()
  /// `Hashable`
  public static let hashable = Self()
  /// `Sendable`
  public static let sendable = Self()
}

/// Marks the state of a feature, and names its properties for encoded bindings.
///
/// Nothing is added for observation, because a ``Store`` observes state of any type. A struct becomes a
/// ``BindableState``, so that a ``BindingAction`` of it is `Codable`.
@attached(member, names: named(bindableFields))
@attached(extension, conformances: BindableState)
public macro ObservableState() = #externalMacro(module: "StoreMacrosPlugin", type: "ObservableStateMacro")

/// Marks a property of a feature's state as not observed.
///
/// The attribute is accepted and adds nothing: only readers of the property are notified of its changes.
@attached(peer)
public macro ObservationStateIgnored() = #externalMacro(module: "StoreMacrosPlugin", type: "MarkerMacro")
