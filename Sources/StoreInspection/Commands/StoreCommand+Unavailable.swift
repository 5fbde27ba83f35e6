// Unavailable commands, so that the compiler says which conformances a feature lacks for them.

extension StoreCommand {
  /// Unavailable: scripts need actions that are `Codable` and a state that is `Encodable`.
  @available(*, unavailable, message: "scripts need the feature's actions to be 'Codable', and its state 'Encodable'")
  public static var run: Self { fatalError(reason) }

  /// Unavailable: a prompt needs actions that are `Codable` and a state that is `Encodable`.
  @available(*, unavailable, message: "a prompt needs the feature's actions to be 'Codable', and its state 'Encodable'")
  public static var repl: Self { fatalError(reason) }

  /// Unavailable: traces need actions that are `Codable` and a state that is `Encodable`.
  @available(*, unavailable, message: "traces need the feature's actions to be 'Codable', and its state 'Encodable'")
  public static var replay: Self { fatalError(reason) }

  /// Unavailable: traces need actions that are `Codable` and a state that is `Encodable`.
  @available(*, unavailable, message: "traces need the feature's actions to be 'Codable', and its state 'Encodable'")
  public static var generateTest: Self { fatalError(reason) }

  /// Unavailable: explorations need states that are `Sendable`, and actions that can be decoded.
  @available(
    *,
    unavailable,
    message: "an exploration needs the feature's state to be 'Sendable', and its actions 'Codable' and 'Sendable'"
  )
  public static var explore: Self { fatalError(reason) }

  private static var reason: String { "This command is unavailable, so that no code can ask for it." }
}
