/// Collects the actions that a person can do at a point of an exploration.
@resultBuilder
public enum ExploredActionsBuilder<Action> {
  /// Adds an action.
  public static func buildExpression(_ action: Action) -> [Action] { [action] }
  /// Adds several actions.
  public static func buildExpression(_ actions: [Action]) -> [Action] { actions }
  /// Joins the actions of the statements, in their order.
  public static func buildBlock(_ actions: [Action]...) -> [Action] { actions.flatMap { $0 } }
  /// Supports `if` without `else`.
  public static func buildOptional(_ actions: [Action]?) -> [Action] { actions ?? [] }
  /// Supports the first branch of an `if` or a `switch`.
  public static func buildEither(first actions: [Action]) -> [Action] { actions }
  /// Supports the other branches of an `if` or a `switch`.
  public static func buildEither(second actions: [Action]) -> [Action] { actions }
  /// Supports `for` loops.
  public static func buildArray(_ actions: [[Action]]) -> [Action] { actions.flatMap { $0 } }
  /// Supports `if #available`.
  public static func buildLimitedAvailability(_ actions: [Action]) -> [Action] { actions }
}
