import Dependencies
import Foundation
import StoreTrace

/// The date, the identifiers and the random numbers that a script sets. Until it sets them, the previous dependencies
/// are used.
final class SessionOverrides: Sendable {
  struct Values: Sendable {
    var date: (start: Date, since: Duration)?
    var uuid: UUID?
    var seed: UInt64?
    var randomNumbers: SeededRandomNumberGenerator?
    /// Makes identifiers on live values after the script has set a seed, so that they are the same in the next run.
    var uuids: SeededRandomNumberGenerator?
  }

  private let locked = Locked(Values())
  private let isLive: Bool
  /// The time since the session began.
  private let time: @Sendable () -> Duration

  init(isLive: Bool, seed: UInt64?, time: @escaping @Sendable () -> Duration) {
    self.isLive = isLive
    self.time = time
    if let seed { apply(.seed(seed)) }
  }

  /// The values that were set, and how many of them have been used.
  var values: Values {
    get { locked.withLock { $0 } }
    set { locked.withLock { $0 = newValue } }
  }

  /// The seed of random numbers; `nil` if random numbers differ in each run.
  var seed: UInt64? {
    locked.withLock(\.seed) ?? (isLive ? nil : DependencyValues.mockSeed)
  }

  func apply(_ override: Statement.Override) {
    let time = time()
    locked.withLock { values in
      switch override {
      case .date(let date): values.date = (date, since: time)
      case .uuid(let uuid): values.uuid = uuid
      case .seed(let seed):
        values.seed = seed
        var generator = SeededRandomNumberGenerator(seed: seed)
        // Identifiers have a separate generator, so that their number does not influence the random numbers.
        values.uuids = isLive ? SeededRandomNumberGenerator(seed: ~generator.next()) : nil
        values.randomNumbers = SeededRandomNumberGenerator(seed: seed)
      case .locale: break  // It has been that of the session from its beginning.
      }
    }
  }

  /// Makes the dependencies ask the overrides first, and otherwise their previous values.
  func install(in dependencies: inout DependencyValues) {
    dependencies.wrapGenerators(
      date: { self.date ?? $0() },
      uuid: { self.nextUUID() ?? $0() },
      number: { self.nextRandomNumber() ?? $0() }
    )
  }

  private var date: Date? {
    let time = time()
    return locked.withLock { values in
      values.date.map { $0.start.addingTimeInterval((time - $0.since) / .seconds(1)) }
    }
  }

  private func nextUUID() -> UUID? {
    locked.withLock { values in
      if let uuid = values.uuid {
        values.uuid = uuid.next
        return uuid
      }
      return values.uuids.map { generator in
        var generator = generator
        defer { values.uuids = generator }
        return UUID(bits: UInt128(generator.next()) << 64 | UInt128(generator.next())).asRandom
      }
    }
  }

  private func nextRandomNumber() -> UInt64? {
    locked.withLock { $0.randomNumbers?.next() }
  }
}

extension UUID {
  private var bits: UInt128 { withUnsafeBytes(of: uuid) { $0.reduce(0) { $0 << 8 | UInt128($1) } } }

  /// The next identifier, if identifiers are read as numbers.
  fileprivate var next: UUID { UUID(bits: bits &+ 1) }

  /// This identifier with the bits of a random one: version 4, variant 1.
  fileprivate var asRandom: UUID { UUID(bits: bits & ~(0xF000 << 64 | 0b11 << 62) | 0x4000 << 64 | 0b10 << 62) }
}
