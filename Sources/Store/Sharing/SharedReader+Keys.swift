import Dependencies

extension SharedReader {
  /// Reads the value that a key keeps.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value if the key has none. The first property of the key decides.
  ///   - key: Where the value is kept.
  public init(wrappedValue: @autoclosure () -> Value, _ key: some SharedReaderKey<Value>) {
    self.init(reference: sharedSource(for: key, default: wrappedValue))
  }

  /// Reads the value that a key keeps. Keys of both kinds can be written as `.name`.
  @_disfavoredOverload
  public init(wrappedValue: @autoclosure () -> Value, _ key: some SharedKey<Value>) {
    self.init(reference: sharedSource(for: key, default: wrappedValue))
  }

  /// Reads the value that a key keeps, if it has one.
  @_disfavoredOverload
  public init<Wrapped>(_ key: some SharedReaderKey<Value>) where Value == Wrapped? {
    self.init(reference: sharedSource(for: key, default: { nil }))
  }

  /// Reads the value that a key keeps, if it has one.
  @_disfavoredOverload
  public init<Wrapped>(_ key: some SharedKey<Value>) where Value == Wrapped? {
    self.init(reference: sharedSource(for: key, default: { nil }))
  }

  /// Reads the value that a key keeps, or its default.
  public init<K: SharedReaderKey<Value>>(_ key: K.Default) {
    self.init(reference: sharedSource(for: key.base, default: { key.initialValue }))
  }

  /// Reads the value that a key keeps, or its default.
  @_disfavoredOverload
  public init<K: SharedKey<Value>>(_ key: K.Default) {
    self.init(reference: sharedSource(for: key.base, default: { key.initialValue }))
  }

  /// Reads the value that a key keeps, or another default than the key's.
  public init<K: SharedReaderKey<Value>>(wrappedValue: @autoclosure () -> Value, _ key: K.Default) {
    self.init(reference: sharedSource(for: key.base, default: wrappedValue))
  }

  /// Reads the value that a key keeps, or another default than the key's.
  public init<K: SharedKey<Value>>(wrappedValue: @autoclosure () -> Value, _ key: K.Default) {
    self.init(reference: sharedSource(for: key.base, default: wrappedValue))
  }

  /// Loads the value of a key and reads it.
  ///
  /// - Throws: What the key throws, or an error if it has no value.
  public init(require key: some SharedReaderKey<Value>) async throws {
    self.init(reference: try await requiredSource(for: key))
  }

  /// Loads the value of a key and reads it.
  @_disfavoredOverload
  public init(require key: some SharedKey<Value>) async throws {
    self.init(reference: try await requiredSource(for: key))
  }

  /// Makes this property, and its copies, read what another key keeps, and loads it.
  public func load(_ key: some SharedReaderKey<Value>) async throws {
    projectedValue = SharedReader(reference: sharedSource(for: key, default: { wrappedValue }, loads: false))
    try await load()
  }

  /// Makes this property, and its copies, read what another key keeps, and loads it.
  @_disfavoredOverload
  public func load(_ key: some SharedKey<Value>) async throws {
    projectedValue = SharedReader(reference: sharedSource(for: key, default: { wrappedValue }, loads: false))
    try await load()
  }

  /// Without a default there is no value before the key has loaded one.
  @available(*, unavailable, message: "Assign a default value")
  public init(_ key: some SharedReaderKey<Value>) {
    fatalError("This initializer is unavailable, so that no code can call it.")
  }

  /// Without a default there is no value before the key has loaded one.
  @_disfavoredOverload
  @available(*, unavailable, message: "Assign a default value")
  public init(_ key: some SharedKey<Value>) {
    fatalError("This initializer is unavailable, so that no code can call it.")
  }
}
