/// Builds a list of buttons from the statements of a closure.
@resultBuilder public enum ButtonStateBuilder<Action> {
  public static func buildExpression(_ button: ButtonState<Action>) -> [ButtonState<Action>] { [button] }

  public static func buildBlock(_ buttons: [ButtonState<Action>]...) -> [ButtonState<Action>] {
    Array(buttons.joined())
  }

  public static func buildArray(_ buttons: [[ButtonState<Action>]]) -> [ButtonState<Action>] {
    Array(buttons.joined())
  }

  public static func buildOptional(_ buttons: [ButtonState<Action>]?) -> [ButtonState<Action>] { buttons ?? [] }

  public static func buildEither(first buttons: [ButtonState<Action>]) -> [ButtonState<Action>] { buttons }

  public static func buildEither(second buttons: [ButtonState<Action>]) -> [ButtonState<Action>] { buttons }

  public static func buildLimitedAvailability(_ buttons: [ButtonState<Action>]) -> [ButtonState<Action>] { buttons }
}
