extension DependencyValues {
  /// What lends the random number generator.
  ///
  /// ```swift
  /// @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
  ///
  /// let roll = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
  /// ```
  ///
  /// Tests override it with a generator of their own; using it without doing so reports an issue.
  public var withRandomNumberGenerator: WithRandomNumberGenerator {
    get { self[WithRandomNumberGeneratorKey.self] }
    set { self[WithRandomNumberGeneratorKey.self] = newValue }
  }
}

private enum WithRandomNumberGeneratorKey: DependencyKey {
  static let liveValue = WithRandomNumberGenerator(SystemRandomNumberGenerator())
  static var testValue: WithRandomNumberGenerator {
    WithRandomNumberGenerator(UnimplementedRandomNumberGenerator(location: .ofReader))
  }
}

/// Lends a random number generator to one caller at a time.
public final class WithRandomNumberGenerator: Sendable {
  private let generator: Locked<any RandomNumberGenerator & Sendable>

  /// Lends `generator`.
  public init(_ generator: some RandomNumberGenerator & Sendable) { self.generator = Locked(generator) }

  /// Calls `work` with the generator. Must not be called from within `work`.
  public func callAsFunction<R>(_ work: (inout any RandomNumberGenerator & Sendable) -> R) -> R {
    generator.withLock { work(&$0) }
  }
}

/// Reports an issue whenever it is asked for a number, and then makes one.
private struct UnimplementedRandomNumberGenerator: RandomNumberGenerator {
  let location: IssueLocation
  private var system = SystemRandomNumberGenerator()

  init(location: IssueLocation) { self.location = location }

  mutating func next() -> UInt64 {
    reportUnimplemented("@Dependency(\\.withRandomNumberGenerator)", at: location)
    return system.next()
  }
}
