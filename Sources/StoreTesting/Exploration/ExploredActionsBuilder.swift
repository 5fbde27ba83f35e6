/// Collects the actions that a person can do at a point of an exploration.
@resultBuilder
public enum ExploredActionsBuilder<Action> {
  /// An action.
  public static func buildExpression(_ action: Action) -> [Action] { [action] }
  /// Actions.
  public static func buildExpression(_ actions: [Action]) -> [Action] { actions }
  /// What comes one after the other.
  public static func buildBlock(_ actions: [Action]...) -> [Action] { actions.flatMap { $0 } }
  /// An `if` without an `else`.
  public static func buildOptional(_ actions: [Action]?) -> [Action] { actions ?? [] }
  /// One branch of an `if` or a `switch`.
  public static func buildEither(first actions: [Action]) -> [Action] { actions }
  /// Another branch of an `if` or a `switch`.
  public static func buildEither(second actions: [Action]) -> [Action] { actions }
  /// A `for` loop.
  public static func buildArray(_ actions: [[Action]]) -> [Action] { actions.flatMap { $0 } }
  /// An `if #available`.
  public static func buildLimitedAvailability(_ actions: [Action]) -> [Action] { actions }
}
