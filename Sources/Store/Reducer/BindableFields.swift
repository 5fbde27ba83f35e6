/// The properties of a ``BindableState`` by their names.
public struct BindableFields<Root: BindableState>: Sendable {
  struct Field: Sendable {
    let name: String
    let keyPath: any PartialKeyPath<Root> & Sendable
    let encode: @Sendable (any Equatable, inout KeyedEncodingContainer<BindableFieldKey<Root>>) throws -> Void
    let decode: @Sendable (KeyedDecodingContainer<BindableFieldKey<Root>>) throws -> BindingAction<Root>
  }

  private(set) var fields: [Field] = []

  /// Makes a list without properties.
  public init() {}

  /// Adds a property.
  ///
  /// - Parameters:
  ///   - name: The name of the property. No other property in the list has it.
  ///   - keyPath: The key path of the property.
  public mutating func add<Value: Codable & Equatable & Sendable>(
    _ name: String,
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable
  ) {
    _add(name, keyPath)
  }

  /// Adds a property. `@ObservableState` generates a call for each variable, without knowing whether its type conforms
  /// to the protocols that a binding needs.
  ///
  /// It need not be `Sendable`: the compiler can't leave that to overloads, as it does for other protocols.
  public mutating func _add<Value: Codable & Equatable & SendableMetatype>(
    _ name: String,
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable
  ) {
    let key = BindableFieldKey<Root>(name: name)
    fields.append(
      Field(name: name, keyPath: keyPath) { value, container in
        guard let value = value as? Value else { return }
        try container.encode(value, forKey: key)
      } decode: { container in
        try .set(keyPath, decoded: container.decode(Value.self, forKey: key))
      }
    )
  }

  /// Does nothing: the overload for variables whose type does not conform.
  @_disfavoredOverload
  public mutating func _add<Value>(_ name: String, _ keyPath: KeyPath<Root, Value>) {}

  /// The names, in the order in which they were added.
  public var names: [String] { fields.map(\.name) }

  /// Returns the property at a key path, or `nil` if the list does not contain it.
  func field(_ keyPath: AnyKeyPath) -> Field? {
    fields.first { $0.keyPath as AnyKeyPath == keyPath }
  }
}

/// Coding keys whose possible names are known.
package protocol ListedCodingKey: CodingKey {
  static var allNames: [String] { get }
}

/// The name of a property that bindings can write.
struct BindableFieldKey<Root: BindableState>: ListedCodingKey {
  static var allNames: [String] { Root.bindableFields.fields.map(\.name) }

  let stringValue: String
  var intValue: Int? { nil }

  init(name: String) {
    stringValue = name
  }

  init?(stringValue: String) {
    guard Self.allNames.contains(stringValue) else { return nil }
    self.stringValue = stringValue
  }

  init?(intValue: Int) { nil }
}
