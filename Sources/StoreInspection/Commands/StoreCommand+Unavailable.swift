// What the compiler says where a command is asked for that the feature can't have.

extension StoreCommand {
  /// Needs actions and a state that can be encoded.
  @available(*, unavailable, message: "scripts need the feature's actions to be 'Codable', and its state 'Encodable'")
  public static var run: Self { fatalError(reason) }

  /// Needs actions and a state that can be encoded.
  @available(*, unavailable, message: "a prompt needs the feature's actions to be 'Codable', and its state 'Encodable'")
  public static var repl: Self { fatalError(reason) }

  /// Needs actions and a state that can be encoded.
  @available(*, unavailable, message: "traces need the feature's actions to be 'Codable', and its state 'Encodable'")
  public static var replay: Self { fatalError(reason) }

  /// Needs actions and a state that can be encoded.
  @available(*, unavailable, message: "traces need the feature's actions to be 'Codable', and its state 'Encodable'")
  public static var generateTest: Self { fatalError(reason) }

  /// Needs states that can be compared, and actions that can be decoded.
  @available(
    *,
    unavailable,
    message: """
      an exploration needs the feature's state to be 'Equatable' and 'Sendable', and its actions 'Codable' and 'Sendable'
      """
  )
  public static var explore: Self { fatalError(reason) }

  private static var reason: String { "This command is unavailable, so that no code can ask for it." }
}
