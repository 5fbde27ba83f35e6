/// A shared value that can only be read. See ``Shared``.
///
/// ```swift
/// @SharedReader(.appStorage("isSoundOn")) var isSoundOn = true
/// ```
@dynamicMemberLookup
@propertyWrapper
public struct SharedReader<Value> {
  private let box: SharedBox<Value>

  var reference: any SharedReference<Value> { box.reference }

  init(reference: any SharedReference<Value>) {
    box = SharedBox(reference)
  }

  /// Makes a value that never changes: for previews and tests.
  public init(value: sending Value) {
    self.init(reference: SharedSource(value))
  }

  /// Reads the value of a property that can be changed.
  public init(_ base: Shared<Value>) {
    self.init(reference: base.reference)
  }

  /// Reads the wrapped value of an optional. Returns `nil` if the optional is `nil`. If it becomes `nil` later, the
  /// last value stays.
  public init?(_ base: Shared<Value?>) {
    self.init(SharedReader<Value?>(base))
  }

  /// Reads the wrapped value of an optional. Returns `nil` if the optional is `nil`. If it becomes `nil` later, the
  /// last value stays.
  public init?(_ base: SharedReader<Value?>) {
    guard let value = base.wrappedValue else { return nil }
    self.init(reference: OptionalReference(base: base.reference, last: value))
  }

  /// Reads the value of another property: for initializers that take a `SharedReader`.
  public init(projectedValue: Self) {
    self = projectedValue
  }

  /// The value. Reading it under observation registers the observer for its changes.
  public var wrappedValue: Value { reference.value }

  /// This property itself, to pass on. Assigning to it makes this property and its copies read the assigned one's
  /// value.
  public var projectedValue: Self {
    get { self }
    nonmutating set { box.refer(to: newValue.reference) }
  }

  /// Reads a part of the value: `$settings.isSoundOn`.
  public subscript<Member>(dynamicMember keyPath: any KeyPath<Value, Member> & Sendable) -> SharedReader<Member> {
    SharedReader<Member>(reference: PartReference(base: reference, .member(keyPath)))
  }

  /// Reads the result of a function of the value.
  public func read<Member>(_ body: @escaping @Sendable (Value) -> Member) -> SharedReader<Member> {
    SharedReader<Member>(reference: PartReference(base: reference, .result(body)))
  }

  /// Loads the value again from the place where it is stored.
  public func load() async throws { try await reference.source.load() }

  /// Whether the value is being loaded.
  public var isLoading: Bool { reference.source.isLoading }

  /// The error because of which the value could not be loaded, or `nil`.
  public var loadError: (any Error)? { reference.source.loadError }
}

// A lock guards the reference. A value that is not `Sendable` must not be used by two tasks, so neither must this.
extension SharedReader: Sendable where Value: Sendable {}

extension SharedReader: SharedPart {
  package mutating func detach(into snapshot: StateSnapshot) {
    self = SharedReader(reference: reference.detached(into: snapshot))
  }

  package var snapshotSource: (any SnapshotSource)? { reference.source.snapshotSource }

  package var sharedValue: Any { wrappedValue }
  package var isKept: Bool { reference.isKept }
  package var isReader: Bool { true }
  package var wholeSource: ObjectIdentifier? { reference.wholeSource }

  package mutating func attach() {
    self = SharedReader(reference: reference.attached())
  }
}
