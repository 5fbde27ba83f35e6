/// The actions of a navigation stack: the actions of its elements, and those that push and pop elements.
///
/// ```swift
/// enum Action {
///   case detailButtonTapped
///   case path(StackActionOf<Detail>)
/// }
/// ```
///
/// Case key paths reach the actions of one element with `\.path[id: id]`, and further with `\.path[id: id].tapped`.
public enum StackAction<State, Action>: CasePathable {
  /// An action of the element with an id.
  indirect case element(id: StackElementID, action: Action)

  /// Removes the element with an id and all elements above it, after the parent's reducer has run.
  case popFrom(id: StackElementID)

  /// Adds an element, before the parent's reducer runs. The id to pass is the ``StackState/nextID`` of the stack.
  indirect case push(id: StackElementID, state: State)

  /// The case paths of a stack action: `\.element`, `\.popFrom`, `\.push` and `\.[id: id]`.
  public struct AllCasePaths: Sendable {
    /// The action for any element, with the element's id.
    public var element: AnyCasePath<StackAction, (id: StackElementID, action: Action)> {
      AnyCasePath(embed: { .element(id: $0.id, action: $0.action) }) {
        guard case .element(let id, let action) = $0 else { return nil }
        return (id, action)
      }
    }

    /// The action that removes elements, with the id of the lowest one.
    public var popFrom: AnyCasePath<StackAction, StackElementID> {
      AnyCasePath(embed: { .popFrom(id: $0) }) {
        guard case .popFrom(let id) = $0 else { return nil }
        return id
      }
    }

    /// The action that adds an element, with its id.
    public var push: AnyCasePath<StackAction, (id: StackElementID, state: State)> {
      AnyCasePath(embed: { .push(id: $0.id, state: $0.state) }) {
        guard case .push(let id, let state) = $0 else { return nil }
        return (id, state)
      }
    }

    /// The action for the element with an id.
    public subscript(id id: StackElementID) -> AnyCasePath<StackAction, Action> {
      AnyCasePath(embed: { .element(id: id, action: $0) }) {
        guard case .element(id, let action) = $0 else { return nil }
        return action
      }
    }
  }

  /// The case paths of a stack action.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Case {
  /// Appends the action for the element with an id.
  public subscript<State, Action>(id id: StackElementID) -> Case<Action>
  where Value == StackAction<State, Action> {
    appending(Value.allCasePaths[id: id], name: "[id: \(id.generation)]")
  }
}

extension StackAction: Equatable where State: Equatable, Action: Equatable {}
extension StackAction: Hashable where State: Hashable, Action: Hashable {}
extension StackAction: Sendable where State: Sendable, Action: Sendable {}
extension StackAction: Encodable where State: Encodable, Action: Encodable {}
extension StackAction: Decodable where State: Decodable, Action: Decodable {}
