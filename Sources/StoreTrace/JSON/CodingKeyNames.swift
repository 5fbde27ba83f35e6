import Store

extension CodingKey {
  /// The names of the keys, if they are the cases of an enum, as the compiler makes it for `Codable` types; otherwise
  /// `nil`.
  ///
  /// A `CodingKey` only tells whether it knows a name. The names are needed for messages, and to find the only name for
  /// a value without a label.
  static var names: [String]? {
    if let listed = Self.self as? any ListedCodingKey.Type { return listed.allNames }
    let names = EnumPayloads.valuesWithoutPayload(of: Self.self)?.map(\.stringValue)
    return names?.allSatisfy { Self(stringValue: $0)?.stringValue == $0 } == true ? names : nil
  }
}

extension CaseIterable {
  /// The raw values of the cases of an enum, at most 1,000.
  static var rawValues: [String] {
    allCases.prefix(1000).compactMap { ($0 as? any RawRepresentable).map { "\($0.rawValue)" } }
  }

  /// The cases of an enum by their names in Swift, at most 1,000.
  static var casesByName: [(name: String, value: Any)] { allCases.prefix(1000).map { ("\($0)", $0) } }
}
