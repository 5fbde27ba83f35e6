import Store

extension CodingKey {
  /// The names of all keys of an enum of keys, such as the compiler writes for `Codable` types; `nil` for any other.
  ///
  /// A `CodingKey` can only be asked whether it knows a name. Messages list the names, and a value without a label belongs
  /// to the only one.
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
