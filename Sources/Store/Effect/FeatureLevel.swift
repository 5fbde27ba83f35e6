/// The operators of one feature, which take part when an effect changes the feature's state.
///
/// The change of an action passes through them, because they run the reducer. That of an effect does not, so the level
/// calls them.
@usableFromInline final class FeatureLevel<State, Action> {
  /// An operator that runs something for a changed value: it gets the change, and calls it.
  typealias Reaction = (
    _ state: inout State, _ cause: Action?, _ change: (inout State) -> Effect<Action>?
  ) -> Effect<Action>?

  /// The innermost first.
  private(set) var operators: [any ChildOperator<State, Action>] = []
  private var reactions: [Reaction] = []
  /// What is bound around some of the hooks and operators, the innermost first.
  private var bindings: [(hooks: Range<Int>, operators: Range<Int>, bind: (_ body: () -> Void) -> Void)] = []
  /// What to do when a state of the feature begins, changes or ends.
  private(set) var hooks: [LifetimeHook<State, Action>] = []
  var knownToHaveLifetimes: Bool?

  /// Adds an operator that runs a child.
  @usableFromInline func add(_ child: any ChildOperator<State, Action>) {
    operators.append(child)
  }

  /// Adds an operator that is told of the feature's beginning and end.
  func add(_ hook: LifetimeHook<State, Action>) {
    hooks.append(hook)
  }

  /// The number of hooks and operators so far, to pass to `bind(since:_:)`.
  var mark: (hooks: Int, operators: Int) { (hooks.count, operators.count) }

  /// Binds something around the hooks and operators that were added since a mark.
  func bind(since mark: (hooks: Int, operators: Int), _ bind: @escaping (_ body: () -> Void) -> Void) {
    bindings.append((mark.hooks..<hooks.count, mark.operators..<operators.count, bind))
  }

  func bindingHook(_ index: Int, _ body: () -> Void) {
    if bindings.isEmpty { return body() }
    run(body, in: bindings.filter { $0.hooks.contains(index) }[...])
  }

  func bindingOperator(_ index: Int, _ body: () -> Void) {
    if bindings.isEmpty { return body() }
    run(body, in: bindings.filter { $0.operators.contains(index) }[...])
  }

  private func run(
    _ body: () -> Void,
    in bindings: ArraySlice<(hooks: Range<Int>, operators: Range<Int>, bind: (_ body: () -> Void) -> Void)>
  ) {
    guard let outermost = bindings.last else { return body() }
    outermost.bind { run(body, in: bindings.dropLast()) }
  }

  /// Adds an operator that reacts to a changed value.
  ///
  /// - Parameters:
  ///   - toValue: The value that it watches.
  ///   - react: Runs the reaction.
  func add<Value: Equatable>(
    of toValue: @escaping (State) -> Value,
    _ react: @escaping (_ oldValue: Value, _ newValue: Value, inout State, _ cause: Action?) -> Effect<Action>
  ) {
    reactions.append { [unowned self] state, cause, change in
      let oldValue = toValue(state)
      guard let effect = change(&state) else { return nil }
      let newValue = toValue(state)
      guard oldValue != newValue else { return effect }
      let reaction = applyDirectly({ react(oldValue, newValue, &$0, cause) }, to: &state, operators[...])
      return effect.merge(with: reaction ?? .none)
    }
  }

  /// Adds an operator that binds something around all that is in it.
  func add(binding bind: @escaping (_ body: () -> Void) -> Void) {
    reactions.append { state, _, change in
      var effect: Effect<Action>?
      bind { effect = change(&state) }
      return effect
    }
  }

  /// Adds an operator that is told of what effects have changed.
  func add(afterChange didChange: @escaping (State) -> Void) {
    reactions.append { state, _, change in
      guard let effect = change(&state) else { return nil }
      didChange(state)
      return effect
    }
  }

  /// - Parameters:
  ///   - isDirect: Whether the change is to this state itself, and not to that of a child in it.
  ///   - cause: The action whose effect makes the change.
  func apply(
    _ change: (inout State) -> Effect<Action>?,
    to state: inout State,
    isDirect: Bool,
    cause: Action?
  ) -> Effect<Action>? {
    apply(change, to: &state, isDirect: isDirect, cause: cause, reactions[...])
  }

  private func apply(
    _ change: (inout State) -> Effect<Action>?,
    to state: inout State,
    isDirect: Bool,
    cause: Action?,
    _ reactions: ArraySlice<Reaction>
  ) -> Effect<Action>? {
    if let outermost = reactions.last {
      return outermost(&state, cause) {
        apply(change, to: &$0, isDirect: isDirect, cause: cause, reactions.dropLast())
      }
    }
    return isDirect ? applyDirectly(change, to: &state, operators[...]) : change(&state)
  }

  private func applyDirectly(
    _ change: (inout State) -> Effect<Action>?,
    to state: inout State,
    _ operators: ArraySlice<any ChildOperator<State, Action>>
  ) -> Effect<Action>? {
    guard let outermost = operators.last else { return change(&state) }
    return outermost.apply({ applyDirectly(change, to: &$0, operators.dropLast()) }, to: &state)
  }

  /// Whether a child of one of the operators, or of an operator in a child, has effects in flight.
  var isLive: Bool { operators.contains { $0.isLive } }

  /// Reports children that are gone.
  func reportGone(in state: inout State) {
    for child in operators where child.isLive { child.reportGone(in: &state) }
  }
}

/// An operator that runs a child, as seen from the feature that it belongs to.
@usableFromInline protocol ChildOperator<State, Action>: AnyObject {
  associatedtype State
  associatedtype Action

  var owner: ScopeOwner { get }

  /// Whether the child exists whenever its parent does.
  var isAlwaysThere: Bool { get }

  /// The case of the parent's actions that holds the child's.
  var action: AnyKeyPath { get }

  /// Returns what the effects of a child belong to; `nil` if there is no such child, or if it is always there.
  ///
  /// - Parameter id: The id of the child if there are several.
  func element(_ id: AnyHashable?, at state: UnsafePointer<State>) -> ScopeElement?

  /// Whether a child has effects in flight.
  var isLive: Bool { get }

  /// Makes a change to the parent's state, and reports children that are gone then.
  func apply(_ change: (inout State) -> Effect<Action>?, to state: inout State) -> Effect<Action>?

  /// Reports children that are gone.
  func reportGone(in state: inout State)

  /// Whether a child asks for the beginning or the end of its state, or for all of its changes.
  var hasLifetimes: Bool { get }

  /// Finds out which children have begun, changed or ended.
  ///
  /// - Parameter children: The children of one parent that existed before, as the operator has left them here.
  func visitChildren(
    _ children: inout AnyObject?,
    at state: UnsafePointer<State>,
    _ unsettled: inout Bool
  ) -> LifetimeEffects<Action>

  /// Ends all children of one parent, because the parent is gone.
  func endChildren(_ children: AnyObject?) -> [Effect<Action>]

  /// Settles stacks, so that their elements can be told apart.
  func settle(in state: inout State)
}
