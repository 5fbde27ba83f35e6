public import Foundation
import Synchronization

extension DependencyValues {
  /// The generator of unique identifiers.
  ///
  /// Tests override it with ``UUIDGenerator/incrementing`` or ``UUIDGenerator/constant(_:)``. Without an override, its
  /// use reports an issue.
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

/// A generator of unique identifiers.
public struct UUIDGenerator: Sendable {
  private let generate: @Sendable () -> UUID

  /// Makes a generator that calls a closure for each identifier.
  public init(_ generate: @escaping @Sendable () -> UUID) { self.generate = generate }

  /// Returns a generator that always returns the same identifier.
  public static func constant(_ uuid: UUID) -> Self { Self { uuid } }

  /// A generator that counts from `00000000-0000-0000-0000-000000000000`. Each access to this property starts anew.
  public static var incrementing: Self {
    let next = Atomic(0)
    return Self { UUID(next.wrappingAdd(1, ordering: .relaxed).oldValue) }
  }

  /// Returns a new identifier.
  public func callAsFunction() -> UUID { generate() }
}

extension UUID {
  /// Makes identifier number `number` of ``UUIDGenerator/incrementing``, counted from 0. The number is in the last
  /// eight bytes.
  ///
  /// `UUID(255)` is `00000000-0000-0000-0000-0000000000FF`.
  public init(_ number: Int) { self.init(bits: UInt128(UInt64(bitPattern: Int64(number)))) }

  /// Makes an identifier from its bits. The highest bit comes first.
  package init(bits: UInt128) {
    func byte(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: bits >> (8 * (15 - index))) }
    self.init(
      uuid: (
        byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6), byte(7), byte(8), byte(9), byte(10), byte(11),
        byte(12), byte(13), byte(14), byte(15)
      )
    )
  }
}
