/// The type of a property whose child has a reducer of its own: an optional, or a property marked `@Presents`, with
/// ``ReducedState``.
public protocol ReducedPlace {
  /// The type of the child.
  associatedtype OwnChild: PlacedChild where OwnChild.Place == Self

  /// The child, with the reducer of its state.
  static var ownChild: OwnChild { get }
}

extension Optional: ReducedPlace
where Wrapped: ReducedState, Wrapped.OwnReducer: Reducer, Wrapped.OwnReducer.State == Wrapped {
  /// Runs the state's reducer while the optional is not `nil`.
  @inlinable public static var ownChild: some PlacedChild<Self, Wrapped.OwnReducer.Action> {
    ChildOfOptional(child: Wrapped.ownReducer)
  }
}

extension PresentationState: ReducedPlace
where State: ReducedState, State.OwnReducer: Reducer, State.OwnReducer.State == State {
  /// Runs the state's reducer while something is presented.
  @inlinable public static var ownChild: some PlacedChild<Self, PresentationAction<State.OwnReducer.Action>> {
    ChildOfPresentation(child: State.ownReducer)
  }
}

extension EphemeralState {
  /// A reducer that does nothing: `ifLet` sets the state to `nil` after any of its actions.
  @inlinable public static var ownReducer: EmptyReducer<Self, Action> { EmptyReducer() }
}

extension CaseReducerState {
  /// The reducers of all cases.
  @inlinable public static var ownReducer: CasesOfReducer<StateReducer> { CasesOfReducer() }
}
