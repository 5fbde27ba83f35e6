extension Reducer {
  /// Calls a function when an action has changed a value of the state.
  ///
  /// ```swift
  /// Reduce { state, action in
  ///   if case .added(let setting) = action { state.settings.append(setting) }
  ///   return .none
  /// }
  /// .onChange(of: \.settings) { oldSettings, state in
  ///   let settings = state.settings
  ///   return .run { _ in await client.save(settings) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - toValue: The value to watch.
  ///   - perform: Called after this reducer, with the previous value and the new state, which it may change.
  public func onChange<Value: Equatable>(
    of toValue: @escaping (State) -> Value,
    _ perform: @escaping (_ oldValue: Value, _ state: inout State) -> Effect<Action>
  ) -> OnChangeReducer<Self, Value, Reduce<State, Action>> {
    OnChangeReducer(base: self, toValue: toValue, perform: perform) { oldValue, _ in
      Reduce { state, _ in perform(oldValue, &state) }
    }
  }

  /// Runs a reducer when an action has changed a value of the state.
  ///
  /// ```swift
  /// Reduce { state, action in
  ///   if case .added(let setting) = action { state.settings.append(setting) }
  ///   return .none
  /// }
  /// .onChange(of: \.settings) { oldSettings, newSettings in
  ///   Reduce { state, action in
  ///     .run { _ in await client.save(newSettings) }
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - toValue: The value to watch.
  ///   - reducer: Returns the reducer to run after this one, for the same action, from the previous and the new value.
  @_disfavoredOverload  // So that the compiler tries the other overload first, and not all combinations in a body.
  public func onChange<Value: Equatable, Reaction: Reducer<State, Action>>(
    of toValue: @escaping (State) -> Value,
    @ReducerBuilder<State, Action> _ reducer: @escaping (_ oldValue: Value, _ newValue: Value) -> Reaction
  ) -> OnChangeReducer<Self, Value, Reaction> {
    OnChangeReducer(base: self, toValue: toValue, reaction: reducer)
  }
}

/// The reducer that ``Reducer/onChange(of:_:)`` returns.
public struct OnChangeReducer<Base: Reducer, Value: Equatable, Reaction: Reducer<Base.State, Base.Action>>:
  CompositeReducer
{
  let base: Base
  let toValue: (Base.State) -> Value
  /// The reaction, if it needs no action.
  var perform: ((_ oldValue: Value, inout Base.State) -> Effect<Base.Action>)?
  let reaction: (Value, Value) -> Reaction

  /// Returns a function that runs the reducer, and then the reaction if the value has changed. The reducer is built
  /// once, the reaction for each change.
  public func makeReduction() -> Reduction<Base.State, Base.Action> {
    let base = base.makeReduction()
    let level = ScopeOwner.levelBeingBuilt(of: Base.State.self, Base.Action.self)
    level?.add(of: toValue) { [perform, reaction] oldValue, newValue, state, cause in
      if let perform { return perform(oldValue, &state) }
      guard let cause else {
        Self.reportMissingAction()
        return .none
      }
      return reaction(oldValue, newValue).reduce(into: &state, action: cause)
    }
    return { [toValue, reaction] state, action in
      let oldValue = toValue(state)
      let effect = base(&state, action)
      let newValue = toValue(state)
      guard oldValue != newValue else { return effect }
      return effect.merge(with: reaction(oldValue, newValue).reduce(into: &state, action: action))
    }
  }

  private static func reportMissingAction() {
    reportIssue(
      """
      An effect changed a value that "onChange" watches, but there is no action for its reducer. It did not run.

      The effect began with the feature, in "onMount", so no action of the feature has caused it. Use the form of "onChange" \
      that needs none:

        .onChange(of: \\.settings) { oldSettings, state in ... }
      """,
      at: IssueLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column),
      article: .stateInEffects
    )
  }

  /// Asks the reducer.
  public static func _mayHaveLifetimes(_ visited: inout Set<ObjectIdentifier>) -> Bool {
    Base._mayHaveLifetimes(&visited)
  }
}
