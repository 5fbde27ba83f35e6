/// The actions of the elements of a collection of features: an action, and the id of the element that it is for.
///
/// ```swift
/// enum Action {
///   case rows(IdentifiedActionOf<Row>)
/// }
/// ```
///
/// Case key paths reach the action of one element with `\.rows[id: id]`, and further with `\.rows[id: id].tapped`.
public enum IdentifiedAction<ID: Hashable & Sendable, Action>: CasePathable {
  /// An action for the element with an id.
  case element(id: ID, action: Action)

  /// The case paths of an identified action: `\.element` and `\.[id: id]`.
  public struct AllCasePaths: Sendable {
    /// The action for any element, with the element's id.
    public var element: AnyCasePath<IdentifiedAction, (id: ID, action: Action)> {
      AnyCasePath(embed: { .element(id: $0.id, action: $0.action) }) {
        guard case .element(let id, let action) = $0 else { return nil }
        return (id, action)
      }
    }

    /// The action for the element with an id.
    public subscript(id id: ID) -> AnyCasePath<IdentifiedAction, Action> {
      AnyCasePath(embed: { .element(id: id, action: $0) }) {
        guard case .element(id, let action) = $0 else { return nil }
        return action
      }
    }
  }

  /// The case paths of an identified action.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Case {
  /// Appends the action for the element with an id.
  public subscript<ID, Action>(id id: ID) -> Case<Action>
  where Value == IdentifiedAction<ID, Action> {
    appending(Value.allCasePaths[id: id], name: "[id: \(String(reflecting: id))]")
  }
}

extension IdentifiedAction: Equatable where Action: Equatable {}
extension IdentifiedAction: Hashable where Action: Hashable {}
extension IdentifiedAction: Sendable where Action: Sendable {}
extension IdentifiedAction: Encodable where ID: Encodable, Action: Encodable {}
extension IdentifiedAction: Decodable where ID: Decodable, Action: Decodable {}

/// The actions of the elements of a collection: `IdentifiedActionOf<Row>` is
/// `IdentifiedAction<Row.State.ID, Row.Action>`.
public typealias IdentifiedActionOf<R: Reducer> = IdentifiedAction<R.State.ID, R.Action>
where R.State: Identifiable
