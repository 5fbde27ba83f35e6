// The names of the members are known: State, Action, body, CaseScope and scope. But where names are listed, Swift 6.3 does
// not check the bodies of members, and crashes where a reducer can't be made (swiftlang/swift#92111).

/// Makes a feature of a struct, or a reducer for several features of an enum.
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
/// The expansion adds the conformance to ``Reducer-protocol``. An enum called `Action` or `State` that the struct
/// declares becomes `@CasePathable`, the latter `@dynamicMemberLookup` too, and `body` is built by ``ReducerBuilder``.
/// What is missing is made up: a `State` and an `Action` that are empty, and a `body` that does nothing.
///
/// A struct that is public becomes `Sendable` if its stored properties are `@Dependency` properties or of basic types, so
/// that its effects can use them, as those of other structs can. Say it yourself where there are others.
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
/// The expansion adds the enums `State` and `Action`, which have the states and the actions of the features in cases of
/// the same names, a static `body` that runs each feature on its case, and the conformance to ``CaseReducer``. So
/// `.ifLet(\.$destination, action: \.destination)` and `.forEach(\.path, action: \.path)` need not be told the reducer.
///
/// A case may hold
///
/// - a reducer, which is made by its initializer without arguments, or as the case says:
///   `case timer(Timer = Timer(interval: 2))`;
/// - another enum of reducers, which can't be made, by its body: `case path(Path.Body)`;
/// - an `AlertState` or a `ConfirmationDialogState`, or other state that is over with its first action and marked
///   ``ReducerCaseEphemeral()``;
/// - nothing, or plain values. A single value is to be marked ``ReducerCaseIgnored()`` where it might be a reducer.
///
/// It also has an enum `CaseScope` with the store of each feature, which ``Store/case`` returns.
@attached(member, names: arbitrary)
@attached(memberAttribute)
@attached(extension, conformances: Reducer, CaseReducer, Sendable)
public macro Reducer() = #externalMacro(module: "StoreMacrosPlugin", type: "ReducerMacro")

/// Makes a reducer of an enum, with conformances of its state and its actions: `@Reducer(state: .equatable)`.
///
/// Extensions do the same: `extension Path.State: Equatable {}`.
@attached(member, names: arbitrary)
@attached(memberAttribute)
@attached(extension, conformances: Reducer, CaseReducer, Sendable)
public macro Reducer(state: SynthesizedConformance..., action: SynthesizedConformance...) =
  #externalMacro(module: "StoreMacrosPlugin", type: "ReducerMacro")

/// Marks a case of a `@Reducer` enum that holds ``EphemeralState``, and no feature.
///
/// Cases that hold an `AlertState` or a `ConfirmationDialogState` need no mark.
@attached(peer)
public macro ReducerCaseEphemeral() = #externalMacro(module: "StoreMacrosPlugin", type: "MarkerMacro")

/// Marks a case of a `@Reducer` enum that holds a plain value, and no feature.
///
/// Its payload is in the enum's state as it is, and there are no actions for it.
@attached(peer)
public macro ReducerCaseIgnored() = #externalMacro(module: "StoreMacrosPlugin", type: "MarkerMacro")
