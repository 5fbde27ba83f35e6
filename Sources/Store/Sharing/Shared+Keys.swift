import Dependencies

extension Shared {
  /// Shares the value that a key keeps.
  ///
  /// ```swift
  /// @Shared(.inMemory("count")) var count = 0
  /// ```
  ///
  /// - Parameters:
  ///   - wrappedValue: The value if the key has none. The first property of the key decides.
  ///   - key: Where the value is kept.
  public init(wrappedValue: @autoclosure () -> Value, _ key: some SharedKey<Value>) {
    self.init(reference: sharedSource(for: key, default: wrappedValue))
  }

  /// Shares the value that a key keeps, if it has one.
  @_disfavoredOverload
  public init<Wrapped>(_ key: some SharedKey<Value>) where Value == Wrapped? {
    self.init(wrappedValue: nil, key)
  }

  /// Shares the value that a key keeps, or its default.
  ///
  /// ```swift
  /// @Shared(.count) var count
  /// ```
  public init<K: SharedKey<Value>>(_ key: K.Default) {
    self.init(wrappedValue: key.initialValue, key.base)
  }

  /// Shares the value that a key keeps, or another default than the key's.
  public init<K: SharedKey<Value>>(wrappedValue: @autoclosure () -> Value, _ key: K.Default) {
    self.init(wrappedValue: wrappedValue(), key.base)
  }

  /// Loads the value of a key and shares it.
  ///
  /// - Throws: What the key throws, or an error if it has no value.
  public init(require key: some SharedKey<Value>) async throws {
    self.init(reference: try await requiredSource(for: key))
  }

  /// Makes this property, and its copies, share what another key keeps, and loads it.
  public func load(_ key: some SharedKey<Value>) async throws {
    projectedValue = Shared(reference: sharedSource(for: key, default: { wrappedValue }, loads: false))
    try await load()
  }

  /// Without a default there is no value before the key has loaded one.
  @available(*, unavailable, message: "Assign a default value")
  public init(_ key: some SharedKey<Value>) {
    fatalError("This initializer is unavailable, so that no code can call it.")
  }
}

/// The source that all who use a key share.
func sharedSource<Key: SharedReaderKey>(
  for key: Key,
  default initialValue: () throws -> Key.Value,
  loads: Bool = true
) rethrows -> SharedSource<Key.Value> {
  try DependencyValues.current.sharedSources.source(for: key, default: initialValue, loads: loads)
}

/// The source of a key that has a value.
func requiredSource<Key: SharedReaderKey>(for key: Key) async throws -> SharedSource<Key.Value> {
  guard let value = try await key.load(context: .userInitiated) else { throw MissingSharedValue(key: "\(key)") }
  let source = sharedSource(for: key, default: { value }, loads: false)
  if let error = source.loadError { throw error }
  return source
}

/// A key has no value, and one was required.
struct MissingSharedValue: Error, CustomStringConvertible {
  let key: String

  var description: String {
    "There is no value for \(key). Make the property with a default value, or save one first."
  }
}
