import Synchronization

/// What values are being read or changed for. Copies of ``DependencyValues`` carry it while that goes on, so that an
/// issue names the place in the source that matters and not the property in between.
@usableFromInline
class DependencyAccess: @unchecked Sendable {  // Subclasses add constants and atomics only.
  /// The `update` closure of a `withDependencies`. There, reading a client in order to replace one of its endpoints is
  /// no use of the client.
  @usableFromInline static let update = DependencyAccess(location: nil)

  /// Where the `@Dependency` that reads is declared.
  final let location: IssueLocation?

  @usableFromInline final let isProbe: Bool

  @usableFromInline
  init(location: IssueLocation?, isProbe: Bool = false) {
    self.location = location
    self.isProbe = isProbe
  }

  /// A key with values of this type was read, and will have the same value when it is read again.
  @usableFromInline
  func note(_ valueType: ObjectIdentifier) {}
}

/// Finds out whether a key path leads to a property that returns the value of one key as it is.
final class DependencyProbe: DependencyAccess, @unchecked Sendable {
  enum Reads: Int, AtomicRepresentable {
    /// None that could be remembered.
    case none
    /// One, of the type of the property.
    case one
    /// Others: the property computes something.
    case others
  }

  private let valueType: ObjectIdentifier
  private let noted = Atomic(Reads.none)

  init(for access: DependencyAccess, valueType: any Any.Type) {
    self.valueType = ObjectIdentifier(valueType)
    super.init(location: access.location, isProbe: true)
  }

  var reads: Reads { noted.load(ordering: .relaxed) }

  override func note(_ valueType: ObjectIdentifier) {
    let isFirst = noted.compareExchange(expected: .none, desired: .one, ordering: .relaxed).exchanged
    if !isFirst || valueType != self.valueType { noted.store(.others, ordering: .relaxed) }
  }
}
