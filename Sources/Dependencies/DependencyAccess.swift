import Synchronization

/// The purpose of reading or changing values. Copies of ``DependencyValues`` carry it during the access, so that an
/// issue names the relevant place in the source and not a property in between.
@usableFromInline
class DependencyAccess: @unchecked Sendable {  // Subclasses add constants and atomics only.
  /// The `update` closure of `withDependencies`. Reading a client there, in order to replace one of its endpoints, does
  /// not count as a use of the client.
  @usableFromInline static let update = DependencyAccess(location: nil, isUpdate: true)

  /// The place of the declaration of the `@Dependency` that reads.
  final let location: IssueLocation?

  /// Whether values are read only in order to change them.
  final let isUpdate: Bool

  init(location: IssueLocation?, isUpdate: Bool = false) {
    self.location = location
    self.isUpdate = isUpdate
  }

  /// Returns a value to be read in place of a default value that has not been evaluated yet.
  func substitute<Value>(for valueType: Value.Type) -> Value? { nil }

  /// Records that a key with values of this type was read, and that a further read returns the same value.
  @usableFromInline
  func recordRead(of valueType: ObjectIdentifier) {}
}

/// Determines whether a key path returns the unchanged value of a single key.
final class DependencyProbe: DependencyAccess, @unchecked Sendable {
  enum Reads: Int, AtomicRepresentable {
    /// No value that can be cached.
    case none
    /// One value of the property's type.
    case one
    /// Other values: the property computes its result.
    case others
  }

  private let valueType: ObjectIdentifier
  private let noted = Atomic(Reads.none)

  init(for access: DependencyAccess, valueType: any Any.Type) {
    self.valueType = ObjectIdentifier(valueType)
    super.init(location: access.location)
  }

  var reads: Reads { noted.load(ordering: .relaxed) }

  override func recordRead(of valueType: ObjectIdentifier) {
    let isFirst = noted.compareExchange(expected: .none, desired: .one, ordering: .relaxed).exchanged
    if !isFirst || valueType != self.valueType { noted.store(.others, ordering: .relaxed) }
  }
}
