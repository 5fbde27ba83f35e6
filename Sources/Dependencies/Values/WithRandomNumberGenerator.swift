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
  static var mockValue: WithRandomNumberGenerator { liveValue }
  static var testValue: WithRandomNumberGenerator {
    WithRandomNumberGenerator(UnimplementedRandomNumberGenerator(location: .ofReader))
  }
}

/// Lends a random number generator to any number of callers, which share its sequence of numbers.
///
/// One caller at a time gets a number, and may call this again before it is done. What callers on other threads take
/// meanwhile is missing from its numbers, so for numbers that are the same in each run, take them on one thread.
public final class WithRandomNumberGenerator: Sendable {
  private let generator: SharedGenerator

  /// Lends `generator`.
  public init(_ generator: some RandomNumberGenerator & Sendable) { self.generator = SharedGenerator(generator) }

  /// Calls `work` with the generator. Whatever `work` assigns to its argument is lent from then on.
  public func callAsFunction<R>(_ work: (inout any RandomNumberGenerator & Sendable) throws -> R) rethrows -> R {
    var lent: any RandomNumberGenerator & Sendable = generator
    defer {
      if lent as? SharedGenerator !== generator { generator.replace(by: lent) }
    }
    return try work(&lent)
  }
}

/// Makes each number under a lock, so that none is held while a caller works with the numbers.
private final class SharedGenerator: RandomNumberGenerator, Sendable {
  private let generator: Locked<any RandomNumberGenerator & Sendable>

  init(_ generator: some RandomNumberGenerator & Sendable) { self.generator = Locked(generator) }

  func next() -> UInt64 { generator.withLock { $0.next() } }

  func replace(by new: any RandomNumberGenerator & Sendable) {
    // The old one is released after the lock.
    _ = generator.withLock { generator in
      let old = generator
      generator = new
      return old
    }
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
