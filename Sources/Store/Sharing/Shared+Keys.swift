import Dependencies

extension Shared {
  /// Shares the value under a key.
  ///
  /// ```swift
  /// @Shared(.inMemory("count")) var count = 0
  /// ```
  ///
  /// - Parameters:
  ///   - wrappedValue: The value if there is none under the key. If several properties have the same key, the default
  ///     of the first one applies.
  ///   - key: The place where the value is stored.
  public init(wrappedValue: @autoclosure () -> Value, _ key: some SharedKey<Value>) {
    self.init(reference: sharedSource(for: key, default: wrappedValue))
  }

  /// Shares the value under a key; `nil` if there is none.
  @_disfavoredOverload
  public init<Wrapped>(_ key: some SharedKey<Value>) where Value == Wrapped? {
    self.init(wrappedValue: nil, key)
  }

  /// Shares the value under a key that has a default.
  ///
  /// ```swift
  /// @Shared(.count) var count
  /// ```
  public init<K: SharedKey<Value>>(_ key: K.Default) {
    self.init(wrappedValue: key.initialValue, key.base)
  }

  /// Shares the value under a key, with a default that replaces that of the key.
  public init<K: SharedKey<Value>>(wrappedValue: @autoclosure () -> Value, _ key: K.Default) {
    self.init(wrappedValue: wrappedValue(), key.base)
  }

  /// Loads the value of a key and shares it.
  ///
  /// - Throws: The error of the key, or an error if there is no value under it.
  public init(require key: some SharedKey<Value>) async throws {
    self.init(reference: try await requiredSource(for: key))
  }

  /// Makes this property and its copies share the value under another key, and loads it.
  public func load(_ key: some SharedKey<Value>) async throws {
    projectedValue = Shared(reference: sharedSource(for: key, default: { wrappedValue }, loads: false))
    try await load()
  }

  /// Unavailable: without a default there is no value until the key has loaded one.
  @available(*, unavailable, message: "Assign a default value")
  public init(_ key: some SharedKey<Value>) {
    fatalError("This initializer is unavailable, so that no code can call it.")
  }
}

/// Returns the source that all uses of a key share.
func sharedSource<Key: SharedReaderKey>(
  for key: Key,
  default initialValue: () throws -> Key.Value,
  loads: Bool = true
) rethrows -> SharedSource<Key.Value> {
  try DependencyValues.current.sharedSources.source(for: key, default: initialValue, loads: loads)
}

/// Returns the source of a key. Throws if there is no value under the key.
func requiredSource<Key: SharedReaderKey>(for key: Key) async throws -> SharedSource<Key.Value> {
  guard let value = try await key.load(context: .userInitiated) else { throw MissingSharedValue(key: "\(key)") }
  let source = sharedSource(for: key, default: { value }, loads: false)
  if let error = source.loadError { throw error }
  return source
}

/// A value was required, but there is none under the key.
struct MissingSharedValue: Error, CustomStringConvertible {
  let key: String

  var description: String {
    "There is no value for \(key). Make the property with a default value, or save one first."
  }
}
