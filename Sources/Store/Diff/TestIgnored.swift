/// A property that tests neither compare nor print: bookkeeping that no test should have to assert.
///
/// ```swift
/// struct SearchState: Equatable {
///   var results: [String] = []
///   @TestIgnored var requestCount = 0
/// }
/// ```
///
/// Two wrapped values always count as equal. So they don't count either for observers that compare the whole state, and
/// not for the points of an exploration: keep what decides what the feature does in plain properties.
@propertyWrapper public struct TestIgnored<Value> {
  /// The value.
  public var wrappedValue: Value

  /// Wraps a value.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }
}

/// A ``TestIgnored`` of any type.
protocol IgnoredInTests {}

extension TestIgnored: IgnoredInTests {}

extension TestIgnored: Sendable where Value: Sendable {}

extension TestIgnored: Hashable {
  public static func == (first: Self, second: Self) -> Bool { true }

  public func hash(into hasher: inout Hasher) {}
}

extension TestIgnored: Encodable where Value: Encodable {
  /// Encodes the value itself.
  public func encode(to encoder: any Encoder) throws {
    try wrappedValue.encode(to: encoder)
  }
}

extension TestIgnored: Decodable where Value: Decodable {
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try Value(from: decoder))
  }
}
