/// A value that features and other code share: each of them sees the changes that the others make.
///
/// ```swift
/// struct Settings: Reducer {
///   struct State: Equatable {
///     @Shared(.appStorage("isSoundOn")) var isSoundOn = true
///   }
///   enum Action { case soundToggled }
///   var body: some ReducerOf<Self> {
///     Reduce { state, _ in
///       state.$isSoundOn.withLock { $0.toggle() }
///       return .none
///     }
///   }
/// }
/// ```
///
/// A property with a key shares the value that is stored under the key. A property that is made with ``init(value:)``
/// shares its value with the code that you pass `$isSoundOn` to. The value can be read and, with ``withLock(_:)``,
/// changed anywhere, on any thread.
///
/// ## In state
///
/// A `Shared` in a state refers to the value; it does not contain a copy. The states that the framework stores - for
/// inspectors, traces, time travel, and the test store - contain copies, so later changes do not affect them. A copy of
/// a state that your own code makes continues to refer to the shared value; ``Store/stateSnapshot`` makes a copy that
/// does not.
///
/// Two `Shared` are equal if their values are.
@dynamicMemberLookup
@propertyWrapper
public struct Shared<Value> {
  private let box: SharedBox<Value>

  var reference: any SharedReference<Value> { box.reference }

  init(reference: any SharedReference<Value>) {
    box = SharedBox(reference)
  }

  /// Shares a value with the code that `$property` is passed to. The value is not stored anywhere else.
  ///
  /// ```swift
  /// let settings = Shared(value: Settings())
  /// ```
  public init(value: sending Value) {
    self.init(reference: SharedSource(value))
  }

  /// Shares the wrapped value of an optional. Returns `nil` if the optional is `nil`.
  ///
  /// ```swift
  /// if let row = Shared($rows[id: id]) {
  ///   state.detail = Detail.State(row: row)
  /// }
  /// ```
  ///
  /// If the optional becomes `nil` later, the last value stays readable. Changes to that value are then not shared.
  public init?(_ base: Shared<Value?>) {
    guard let value = base.wrappedValue else { return nil }
    self.init(reference: OptionalReference(base: base.reference, last: value))
  }

  /// Shares the value of another property: for initializers that take a `Shared`.
  public init(projectedValue: Self) {
    self = projectedValue
  }

  /// The value. Reading it under observation registers the observer for its changes.
  public var wrappedValue: Value {
    get { reference.value }
    @available(
      *,
      deprecated,
      message: "Use '$shared.withLock' to modify a shared value with exclusive access."
    )
    nonmutating set { withLock { $0 = newValue } }
  }

  /// This property itself, to pass on. Assigning to it makes this property and its copies share the assigned one's
  /// value.
  public var projectedValue: Self {
    get { self }
    nonmutating set { box.refer(to: newValue.reference) }
  }

  /// Changes the value. No other code changes it at the same time.
  ///
  /// ```swift
  /// $count.withLock { $0 += 1 }
  /// ```
  ///
  /// When the closure has returned, observers are notified and the value is saved under its key. Until then all readers
  /// of the value, or of a part of it, see the previous value, even the closure itself. If the closure changes the
  /// shared value other than through its parameter, the program stops with a message. It also stops if closures wait
  /// for the values of one another.
  ///
  /// In the closure of a test store's assertion this states the expected value, and does not change the shared value.
  ///
  /// - Complexity: O(*n*) in the size of the storage that the closure changes, such as that of an array, which is
  ///   copied once.
  public func withLock<R>(
    _ operation: (inout Value) throws -> R,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) rethrows -> R {
    try reference.withLock(operation)
  }

  /// Shares a part of the value: `$settings.isSoundOn`.
  public subscript<Member>(
    dynamicMember keyPath: any WritableKeyPath<Value, Member> & Sendable
  ) -> Shared<Member> {
    Shared<Member>(reference: PartReference(base: reference, .member(keyPath)))
  }

  /// Shares a part of the value that can only be read.
  public subscript<Member>(dynamicMember keyPath: any KeyPath<Value, Member> & Sendable) -> SharedReader<Member> {
    SharedReader(self)[dynamicMember: keyPath]
  }

  /// Shares the result of a function of the value. It can only be read.
  public func read<Member>(_ body: @escaping @Sendable (Value) -> Member) -> SharedReader<Member> {
    SharedReader(self).read(body)
  }

  /// Loads the value again from the place where it is stored.
  public func load() async throws { try await reference.source.load() }

  /// Saves the value at once to the place where it is stored, whatever that contains.
  public func save() async throws { try await reference.source.save() }

  /// Whether the value is being loaded.
  public var isLoading: Bool { reference.source.isLoading }

  /// The error because of which the value could not be loaded, or `nil`.
  public var loadError: (any Error)? { reference.source.loadError }

  /// The error because of which the value could not be saved, or `nil`. The value stays as it is, and the next change
  /// saves it.
  public var saveError: (any Error)? { reference.source.saveError }
}

// A lock guards the reference. A value that is not `Sendable` must not be used by two tasks, so neither must this.
extension Shared: Sendable where Value: Sendable {}

extension Shared: SharedPart {
  package mutating func detach(into snapshot: StateSnapshot) {
    self = Shared(reference: reference.detached(into: snapshot))
  }

  package var snapshotSource: (any SnapshotSource)? { reference.source.snapshotSource }

  package var sharedValue: Any { wrappedValue }
  package var isKept: Bool { reference.isKept }
  package var isReader: Bool { false }
  package var wholeSource: ObjectIdentifier? { reference.wholeSource }

  package mutating func attach() {
    self = Shared(reference: reference.attached())
  }
}
