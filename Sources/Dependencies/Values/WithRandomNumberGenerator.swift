extension DependencyValues {
  /// Access to the random number generator.
  ///
  /// ```swift
  /// @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
  ///
  /// let roll = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
  /// ```
  ///
  /// Tests override it with another generator. Without an override, its use reports an issue.
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

/// Gives several callers access to one random number generator. They share its sequence of numbers.
///
/// Numbers are generated one at a time, and a closure may call this value again. Numbers that other threads take are
/// missing from a caller's sequence. For the same numbers in each run, take them on a single thread.
public final class WithRandomNumberGenerator: Sendable {
  private let generator: Locked<SharedGenerator>

  /// Makes a value from a generator.
  public init(_ generator: some RandomNumberGenerator & Sendable) {
    self.generator = Locked(SharedGenerator(generator))
  }

  /// Calls `work` with the generator. A generator that `work` assigns to its argument replaces it for later calls.
  public func callAsFunction<R>(_ work: (inout any RandomNumberGenerator & Sendable) throws -> R) rethrows -> R {
    let current = generator.withLock { $0 }
    var lent: any RandomNumberGenerator & Sendable = current
    defer {
      // A new generator may take its numbers from the previous one, which therefore stays as it is.
      if lent as? SharedGenerator !== current { replaceGenerator(by: lent) }
    }
    return try work(&lent)
  }

  private func replaceGenerator(by new: any RandomNumberGenerator & Sendable) {
    let new = SharedGenerator(new)
    // The previous generator is released after the lock.
    _ = generator.withLock { generator in
      defer { generator = new }
      return generator
    }
  }
}

/// Generates each number under a lock. No lock is held while a caller uses the numbers.
private final class SharedGenerator: RandomNumberGenerator, Sendable {
  private let generator: Locked<any RandomNumberGenerator & Sendable>

  init(_ generator: some RandomNumberGenerator & Sendable) { self.generator = Locked(generator) }

  func next() -> UInt64 { generator.withLock { $0.next() } }
}

/// Reports an issue for each number, and then returns a random one.
private struct UnimplementedRandomNumberGenerator: RandomNumberGenerator {
  let location: IssueLocation
  private var system = SystemRandomNumberGenerator()

  init(location: IssueLocation) { self.location = location }

  mutating func next() -> UInt64 {
    reportUnimplemented("@Dependency(\\.withRandomNumberGenerator)", at: location)
    return system.next()
  }
}
