/// A value that several features, and other code, share: what one of them changes, all see.
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
/// A property with a key shares the value that the key keeps; one that is made with ``init(value:)`` shares it with those
/// that it is passed on to, as `$isSoundOn`. The value can be read anywhere and changed anywhere, on any thread, with
/// ``withLock(_:)``.
///
/// ## In state
///
/// A `Shared` in a state refers to the value; it does not hold a copy. What the framework keeps of a state - for inspectors,
/// traces, time travel, and the test store - holds copies, so that it stays what it was. A copy of a state that your own
/// code makes goes on showing the shared value; ``Store/stateSnapshot`` makes one that does not.
///
/// Two are equal if their values are.
@dynamicMemberLookup
@propertyWrapper
public struct Shared<Value> {
  private let box: SharedBox<Value>

  var reference: SharedReference<Value> { box.reference }

  init(reference: SharedReference<Value>) {
    box = SharedBox(reference)
  }

  /// Shares a value with those that `$property` is passed on to. It is kept nowhere.
  ///
  /// ```swift
  /// let settings = Shared(value: Settings())
  /// ```
  public init(value: sending Value) {
    self.init(reference: SharedSource(value))
  }

  /// Shares what is in an optional; `nil` if there is nothing now.
  ///
  /// ```swift
  /// if let row = Shared($rows[id: id]) {
  ///   state.detail = Detail.State(row: row)
  /// }
  /// ```
  ///
  /// If it becomes `nil` later, the last value stays readable. Changes to it then reach nobody else.
  public init?(_ base: Shared<Value?>) {
    guard let value = base.wrappedValue else { return nil }
    self.init(reference: OptionalReference(base: base.reference, last: value))
  }

  /// Shares what another property shares: for initializers that take a `Shared`.
  public init(projectedValue: Self) {
    self = projectedValue
  }

  /// The value. Reading it under observation registers for its changes.
  public var wrappedValue: Value {
    get { reference.value }
    @available(
      *,
      deprecated,
      message: "Use '$shared.withLock' to modify a shared value with exclusive access."
    )
    nonmutating set { withLock { $0 = newValue } }
  }

  /// This property itself, to be passed on. Assigning to it makes this property, and its copies, share something else.
  public var projectedValue: Self {
    get { self }
    nonmutating set { box.refer(to: newValue.reference) }
  }

  /// Changes the value. Nobody else reads or changes it meanwhile.
  ///
  /// ```swift
  /// $count.withLock { $0 += 1 }
  /// ```
  ///
  /// Observers are told when the closure has returned, and the key saves the value. A closure that reads the shared value,
  /// or a part of it, finds what it was before. One that changes it otherwise than through its parameter stops the program,
  /// with a message that says so.
  ///
  /// In the closure of a test store's assertion it states what is expected, and changes nothing else.
  ///
  /// - Complexity: O(*n*) in the storage that the closure changes, such as that of an array, which is copied once.
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
    Shared<Member>(reference: MemberReference(base: reference, keyPath: keyPath))
  }

  /// Shares a part of the value that can only be read.
  public subscript<Member>(dynamicMember keyPath: any KeyPath<Value, Member> & Sendable) -> SharedReader<Member> {
    SharedReader(self)[dynamicMember: keyPath]
  }

  /// Shares what a function makes of the value. It can only be read.
  public func read<Member>(_ body: @escaping @Sendable (Value) -> Member) -> SharedReader<Member> {
    SharedReader(self).read(body)
  }

  /// Loads the value anew from where it is kept.
  public func load() async throws { try await reference.source.load() }

  /// Saves the value at once where it is kept, whatever is there.
  public func save() async throws { try await reference.source.save() }

  /// Whether the value is being loaded.
  public var isLoading: Bool { reference.source.isLoading }

  /// Why the value could not be loaded, if it could not.
  public var loadError: (any Error)? { reference.source.loadError }

  /// Why the value could not be saved, if it could not. It stays as it is, and the next change saves it.
  public var saveError: (any Error)? { reference.source.saveError }
}

// What it refers to is locked. A value that is not `Sendable` must not get to two tasks, so neither must this.
extension Shared: Sendable where Value: Sendable {}

extension Shared: SharedPart {
  package mutating func detach(into snapshot: StateSnapshot) {
    self = Shared(reference: reference.detached(into: snapshot))
  }

  package var snapshotSource: (any SnapshotSource)? { reference.source.snapshotSource }

  package mutating func attach() {
    self = Shared(reference: reference.attached())
  }
}
