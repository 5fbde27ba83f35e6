public import Foundation
import Synchronization

extension DependencyValues {
  /// What makes unique identifiers.
  ///
  /// Tests override it with ``UUIDGenerator/incrementing`` or ``UUIDGenerator/constant(_:)``; using it without doing so
  /// reports an issue.
  public var uuid: UUIDGenerator {
    get { self[UUIDGeneratorKey.self] }
    set { self[UUIDGeneratorKey.self] = newValue }
  }
}

private enum UUIDGeneratorKey: DependencyKey {
  static let liveValue = UUIDGenerator { UUID() }
  static var mockValue: UUIDGenerator { liveValue }
  static var testValue: UUIDGenerator {
    let location = IssueLocation.ofReader
    return UUIDGenerator {
      reportUnimplemented("@Dependency(\\.uuid)", at: location)
      return UUID()
    }
  }
}

/// Makes unique identifiers.
public struct UUIDGenerator: Sendable {
  private let generate: @Sendable () -> UUID

  /// A generator that calls a closure for each identifier.
  public init(_ generate: @escaping @Sendable () -> UUID) { self.generate = generate }

  /// A generator that always makes the same identifier.
  public static func constant(_ uuid: UUID) -> Self { Self { uuid } }

  /// A generator that counts, from `00000000-0000-0000-0000-000000000000`. Each access makes one that starts anew.
  public static var incrementing: Self {
    let next = Atomic(0)
    return Self { UUID(next.wrappingAdd(1, ordering: .relaxed).oldValue) }
  }

  /// A new identifier.
  public func callAsFunction() -> UUID { generate() }
}

extension UUID {
  /// The identifier that ``UUIDGenerator/incrementing`` makes as number `number`, counted from 0: the number in its
  /// last eight bytes.
  ///
  /// `UUID(255)` is `00000000-0000-0000-0000-0000000000FF`.
  public init(_ number: Int) {
    let bits = UInt64(bitPattern: Int64(number))
    func byte(_ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: bits >> (8 * (7 - index))) }
    self.init(
      uuid: (0, 0, 0, 0, 0, 0, 0, 0, byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6), byte(7))
    )
  }
}
