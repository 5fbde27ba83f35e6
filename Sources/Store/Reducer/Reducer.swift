/// A feature's logic: how an action changes its state, and what effect that has.
///
/// Implement either ``reduce(into:action:)``, or ``body`` to compose reducers:
///
/// ```swift
/// @Reducer
/// struct Counter {
///   struct State: Equatable {
///     var count = 0
///   }
///   enum Action {
///     case incrementButtonTapped
///   }
///   var body: some Reducer<State, Action> {
///     Reduce { state, action in
///       switch action {
///       case .incrementButtonTapped:
///         state.count += 1
///         return .none
///       }
///     }
///   }
/// }
/// ```
///
/// A store evaluates `body` once, not for every action. So a body must not depend on anything that changes; what does
/// belongs into the state or a dependency.
///
/// A reducer can run another one, to log what it does for example, by calling its ``reduce(into:action:)``. Cancellation
/// ids, and the effects of children that come and go, are what they are otherwise; but a body that is run in this way is
/// evaluated for every action, and effects of a child that was removed by a reducer outside of the one that is called go
/// on until they end by themselves.
///
/// A reducer runs on its store's actor, whichever that is. So a type that conforms where it is declared, and the types
/// nested in it, belong to no actor, also where a module's default isolation is the main actor. What they use there, such
/// as models that are declared elsewhere, is to be declared `nonisolated`.
public protocol Reducer<State, Action>: SendableMetatype {
  /// What the feature knows.
  associatedtype State
  /// What can happen in the feature.
  associatedtype Action
  /// The type of ``body``; inferred.
  associatedtype Body

  /// Changes the state for an action.
  ///
  /// - Returns: What the store has to do next.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// The reducers that make up this one. They run in the order of their listing, and their effects are merged.
  @ReducerBuilder<State, Action> var body: Body { get }

  /// The reducer as one function, with all the reducers that it is composed of. Each store makes it once.
  ///
  /// There is a default for every reducer. Only operators that hold other reducers implement it, so that those are
  /// built once too.
  func makeReduction() -> Reduction<State, Action>
}

/// A built reducer. See ``Reducer/makeReduction()``.
public typealias Reduction<State, Action> = (_ state: inout State, _ action: Action) -> Effect<Action>

/// The reducer type of a feature: `some ReducerOf<Feature>` is `some Reducer<Feature.State, Feature.Action>`.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

/// The effect type of a reducer: `EffectOf<Feature>` is `Effect<Feature.Action>`.
public typealias EffectOf<R: Reducer> = Effect<R.Action>

/// What a feature's effects send with: `SendOf<Feature>` is `Send<Feature.Action>`.
public typealias SendOf<R: Reducer> = Send<R.Action>

extension Reducer where Body == Never {
  /// There is none: this reducer implements ``reduce(into:action:)``.
  ///
  /// Do not call it. It exists so that a reducer with a `reduce(into:action:)` needs no body.
  public var body: Body {
    fatalError(
      """
      "\(Self.self)" has no body: it implements "reduce(into:action:)". Call that, or put the reducer into another one's body.
      """
    )
  }

  @inlinable public func makeReduction() -> Reduction<State, Action> {
    { state, action in reduce(into: &state, action: action) }
  }
}

extension Reducer where Body: Reducer<State, Action> {
  /// Runs the body. It is evaluated for this call alone; a store, which runs many actions, builds it once.
  @inlinable public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    body.reduce(into: &state, action: action)
  }

  @inlinable public func makeReduction() -> Reduction<State, Action> {
    body.makeReduction()
  }
}

extension Reducer {
  /// The reducer as a function: built, for a store that keeps it, or, for a single call, not.
  @inlinable func reduction(isKept: Bool) -> Reduction<State, Action> {
    isKept ? makeReduction() : { reduce(into: &$0, action: $1) }
  }
}
