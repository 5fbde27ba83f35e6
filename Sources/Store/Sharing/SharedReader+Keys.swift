import Dependencies

extension SharedReader {
  /// Reads the value under a key.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value if there is none under the key. If several properties have the same key, the default
  ///     of the first one applies.
  ///   - key: The place where the value is stored.
  public init(wrappedValue: @autoclosure () -> Value, _ key: some SharedReaderKey<Value>) {
    self.init(reference: sharedSource(for: key, default: wrappedValue))
  }

  /// Reads the value under a key. An overload for keys of the other protocol, so that they too can be written as
  /// `.name`.
  @_disfavoredOverload
  public init(wrappedValue: @autoclosure () -> Value, _ key: some SharedKey<Value>) {
    self.init(reference: sharedSource(for: key, default: wrappedValue))
  }

  /// Reads the value under a key; `nil` if there is none.
  @_disfavoredOverload
  public init<Wrapped>(_ key: some SharedReaderKey<Value>) where Value == Wrapped? {
    self.init(reference: sharedSource(for: key, default: { nil }))
  }

  /// Reads the value under a key; `nil` if there is none.
  @_disfavoredOverload
  public init<Wrapped>(_ key: some SharedKey<Value>) where Value == Wrapped? {
    self.init(reference: sharedSource(for: key, default: { nil }))
  }

  /// Reads the value under a key that has a default.
  public init<K: SharedReaderKey<Value>>(_ key: K.Default) {
    self.init(reference: sharedSource(for: key.base, default: { key.initialValue }))
  }

  /// Reads the value under a key that has a default.
  @_disfavoredOverload
  public init<K: SharedKey<Value>>(_ key: K.Default) {
    self.init(reference: sharedSource(for: key.base, default: { key.initialValue }))
  }

  /// Reads the value under a key, with a default that replaces that of the key.
  public init<K: SharedReaderKey<Value>>(wrappedValue: @autoclosure () -> Value, _ key: K.Default) {
    self.init(reference: sharedSource(for: key.base, default: wrappedValue))
  }

  /// Reads the value under a key, with a default that replaces that of the key.
  public init<K: SharedKey<Value>>(wrappedValue: @autoclosure () -> Value, _ key: K.Default) {
    self.init(reference: sharedSource(for: key.base, default: wrappedValue))
  }

  /// Loads the value of a key and reads it.
  ///
  /// - Throws: The error of the key, or an error if there is no value under it.
  public init(require key: some SharedReaderKey<Value>) async throws {
    self.init(reference: try await requiredSource(for: key))
  }

  /// Loads the value of a key and reads it. Throws the key's error, or an error if there is no value under it.
  @_disfavoredOverload
  public init(require key: some SharedKey<Value>) async throws {
    self.init(reference: try await requiredSource(for: key))
  }

  /// Makes this property and its copies read the value under another key, and loads it.
  public func load(_ key: some SharedReaderKey<Value>) async throws {
    projectedValue = SharedReader(reference: sharedSource(for: key, default: { wrappedValue }, loads: false))
    try await load()
  }

  /// Makes this property and its copies read the value under another key, and loads it.
  @_disfavoredOverload
  public func load(_ key: some SharedKey<Value>) async throws {
    projectedValue = SharedReader(reference: sharedSource(for: key, default: { wrappedValue }, loads: false))
    try await load()
  }

  /// Unavailable: without a default there is no value until the key has loaded one.
  @available(*, unavailable, message: "Assign a default value")
  public init(_ key: some SharedReaderKey<Value>) {
    fatalError("This initializer is unavailable, so that no code can call it.")
  }

  /// Unavailable: without a default there is no value until the key has loaded one.
  @_disfavoredOverload
  @available(*, unavailable, message: "Assign a default value")
  public init(_ key: some SharedKey<Value>) {
    fatalError("This initializer is unavailable, so that no code can call it.")
  }
}
