import Dependencies

/// Runs a child's reducer on a part of the parent's state.
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   Scope(state: \.profile, action: \.profile) { Profile() }
///   Reduce { state, action in
///     // The child has run already.
///     return .none
///   }
/// }
/// ```
public struct Scope<ParentState, ParentAction, Child: Reducer>: CompositeReducer {
  @usableFromInline enum ChildState {
    case property(WritableKeyPath<ParentState, Child.State>)
    case enumCase(CaseKeyPath<ParentState, Child.State>, location: IssueLocation)
  }

  @usableFromInline let childState: ChildState
  @usableFromInline let childAction: CaseKeyPath<ParentAction, Child.Action>
  @usableFromInline let child: Child

  /// Runs a child on a property of the state.
  ///
  /// - Parameters:
  ///   - state: The key path of the child's state in the parent's.
  ///   - action: The case of the parent's actions that holds the child's.
  ///   - child: The child's reducer.
  @inlinable public init<ChildState, ChildAction>(
    state: WritableKeyPath<ParentState, ChildState>,
    action: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    childState = .property(state)
    childAction = action
    self.child = child()
  }

  /// Runs a child on a property of the state.
  ///
  /// ```swift
  /// Scope(\.profile, action: \.profile) { Profile() }
  /// ```
  @inlinable public init<ChildState, ChildAction>(
    _ state: WritableKeyPath<ParentState, ChildState>,
    action: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> _ child: () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.init(state: state, action: action, child: child)
  }

  /// Runs a child on the payload of a case of the state.
  ///
  /// A child action that arrives while the state is in another case is reported and changes nothing. Effects are not
  /// cancelled when the state leaves the case. Use `ifCaseLet`, which cancels them, unless this is one of several
  /// reducers of an enum's cases that a parent presents.
  @inlinable public init<ChildState, ChildAction>(
    state: CaseKeyPath<ParentState, ChildState>,
    action: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where ChildState == Child.State, ChildAction == Child.Action {
    childState = .enumCase(
      state,
      location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
    childAction = action
    self.child = child()
  }

  /// Returns a function that runs the child if the action is one of its actions. The child is built once, for its first
  /// action.
  @inlinable public func makeReduction() -> Reduction<ParentState, ParentAction> {
    // A scope cancels no effects. But it may be all that distinguishes an operator in it from one in another scope.
    let owner = ScopeOwner.ofOperator(OperatorIdentity(Self.self, state: stateKeyPath, action: childAction))
    let child = LazyReduction(child, in: owner)
    let childCase = childAction
    let childAction = AnyCasePath(childCase)
    switch childState {
    case .property(let keyPath):
      let childState = StatePlace(keyPath)
      let makeScoped = {
        ScopedChild(
          child,
          childCase,
          isPart: childState.offset != nil && Child.State.self != ParentState.self,
          look: { parent, body in
            childState.look(at: parent, body)
            return true
          },
          modify: { childState.modify(&$0, $1) }
        )
      }
      // Not needed for each action of a reducer that is made again for each.
      let lift = owner.isTransient ? { makeScoped().lifted($0) } : makeScoped().lifted
      return { state, action in
        guard let action = childAction.extract(from: action) else { return .none }
        let effect = childState.modify(&state) { child(&$0, action) }
        return effect.isNone ? .none : lift(effect)
      }
    case .enumCase(let keyPath, let location):
      let childState = AnyCasePath(keyPath)
      let place = CasePlace(embed: childState._embed, extract: childState._extract)
      let makeScoped = {
        ScopedChild(
          child,
          childCase,
          isPart: true,
          look: place.look,
          modify: { childState.modify(&$0, $1) ?? nil }
        )
      }
      let lift = owner.isTransient ? { makeScoped().lifted($0) } : makeScoped().lifted
      return { state, action in
        guard let extracted = childAction.extract(from: action) else { return .none }
        guard let effect = childState.modify(&state, { child(&$0, extracted) }) else {
          reportMissingChild("Scope", action: action, state: state, in: .enumCase, at: location)
          return .none
        }
        return effect.isNone ? .none : lift(effect)
      }
    }
  }

  /// Asks the child.
  public static func _mayHaveLifetimes(_ visited: inout Set<ObjectIdentifier>) -> Bool {
    Child._mayHaveLifetimes(&visited)
  }

  @usableFromInline var stateKeyPath: AnyKeyPath {
    switch childState {
    case .property(let keyPath): keyPath
    case .enumCase(let keyPath, _): keyPath
    }
  }
}
