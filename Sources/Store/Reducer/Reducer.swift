/// The logic of a feature: how an action changes its state, and which effect it has.
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
/// A store evaluates `body` once, not for every action. So a body must not depend on anything that changes; use the
/// state or a dependency for that.
///
/// A reducer can run another one by calling its ``reduce(into:action:)``, for example to log what it does. Cancellation
/// ids and the effects of children then work as usual, with four differences: a body that is run in this way is
/// evaluated for every action; if a reducer outside of the called one removes a child, the child's effects are not
/// cancelled; if a reducer is called for two places, children with equal ids, or without, are the same child; and the
/// operators in the called reducer do not see what an effect changes with ``FeatureStore/modify(_:_:)``. Use a ``Scope``
/// for each place instead.
///
/// A reducer runs on its store's actor, whichever that is. A type with `@Reducer`, and the types nested in it,
/// therefore belong to no actor, even in a module whose default isolation is the main actor. In such a module, declare
/// other types that they use, such as models, `nonisolated`. You can also mark the feature `@MainActor`: then it can
/// use everything that belongs to the main actor, and the compiler lets only stores of the main actor have it. Without
/// the macro, `struct Feature: @MainActor Reducer` does the same.
public protocol Reducer<State, Action> {
  /// The data of the feature.
  associatedtype State
  /// The events that the feature handles.
  associatedtype Action
  /// The type of ``body``. The compiler infers it.
  associatedtype Body

  /// Changes the state for an action.
  ///
  /// - Returns: The work that the store is to do next.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// The reducers that make up this one. They run in the order of their listing, and their effects are merged.
  @ReducerBuilder<State, Action> var body: Body { get }

  /// Returns the reducer as one function, including all reducers that it is composed of. Each store calls this once.
  ///
  /// Call it only where a reducer around this one is made or runs: operators find the store through those around them.
  ///
  /// Every reducer has a default implementation. Only a ``CompositeReducer`` implements this itself.
  func makeReduction() -> Reduction<State, Action>

  /// Returns whether the reducer, or one in it, may have an ``onMount(_:)``, ``onDismount(_:)`` or
  /// ``onChange(of:anywhere:)``. A store asks it of children that do not exist yet.
  ///
  /// Every reducer has a default implementation. That of a ``CompositeReducer`` returns `true`, which costs a look at its
  /// children after each action.
  ///
  /// - Parameter visited: The features that were asked already: a feature may contain itself.
  static func _mayHaveLifetimes(_ visited: inout Set<ObjectIdentifier>) -> Bool
}

/// A built reducer. See ``Reducer/makeReduction()``.
public typealias Reduction<State, Action> = (_ state: inout State, _ action: Action) -> Effect<Action>

/// The reducer type of a feature: `some ReducerOf<Feature>` is `some Reducer<Feature.State, Feature.Action>`.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

/// The effect type of a reducer: `EffectOf<Feature>` is `Effect<Feature.Action>`.
public typealias EffectOf<R: Reducer> = Effect<R.Action>

/// The type of `send` in a feature's effects: `SendOf<Feature>` is `Send<Feature.Action>`.
public typealias SendOf<R: Reducer> = Send<R.Action>

extension Reducer {
  /// Returns `true`. Reducers with a body, or with a `reduce(into:action:)`, have a better answer; without this one the
  /// compiler would name this function where a type is missing.
  public static func _mayHaveLifetimes(_ visited: inout Set<ObjectIdentifier>) -> Bool { true }
}

extension Reducer where Body == Never {
  /// This reducer has no body, because it implements ``reduce(into:action:)``. Do not call this: it stops the program.
  ///
  /// It exists so that a reducer with a `reduce(into:action:)` needs no body.
  public var body: Body {
    fatalError(
      """
      "\(Self.self)" has no body: it implements "reduce(into:action:)". Call that, or put the reducer into another one's body.
      """
    )
  }

  /// Returns ``reduce(into:action:)`` as a function.
  @inlinable public func makeReduction() -> Reduction<State, Action> {
    { state, action in reduce(into: &state, action: action) }
  }

  /// Returns `false`.
  public static func _mayHaveLifetimes(_ visited: inout Set<ObjectIdentifier>) -> Bool { false }
}

extension Reducer where Body: Reducer<State, Action> {
  /// Runs the body. This call evaluates the body; a store, which handles many actions, evaluates it only once.
  @inlinable public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    body.reduce(into: &state, action: action)
  }

  /// Returns the body as one function. The body is evaluated once, by this call.
  @inlinable public func makeReduction() -> Reduction<State, Action> {
    body.makeReduction()
  }

  /// Asks the body.
  public static func _mayHaveLifetimes(_ visited: inout Set<ObjectIdentifier>) -> Bool {
    visited.insert(ObjectIdentifier(Self.self)).inserted && Body._mayHaveLifetimes(&visited)
  }
}
