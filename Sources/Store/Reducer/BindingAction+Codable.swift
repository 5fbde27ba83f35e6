extension BindingAction: Encodable where Root: BindableState {
  /// Encodes the property's name with the value: `{"query": "swift"}`.
  ///
  /// - Throws: An `EncodingError` if the state does not list the property. See ``BindableState``.
  public func encode(to encoder: any Encoder) throws {
    guard let field = Root.bindableFields.field(keyPath) else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: """
            The binding writes \(keyPath), which is none of the properties in \(Root.self).bindableFields: \
            \(Root.bindableFields.list). Bindings to parts of properties, and to those that are private or not \
            'Codable', have no name.
            """
        )
      )
    }
    var container = encoder.container(keyedBy: BindableFieldKey<Root>.self)
    try field.encode(value, &container)
  }
}

extension BindingAction: Decodable where Root: BindableState {
  /// Decodes the property's name with the value: `{"query": "swift"}`.
  ///
  /// - Throws: A `DecodingError` if the input does not name exactly one of the properties, or the value is not of the
  ///   property's type.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: BindableFieldKey<Root>.self)
    let fields = Root.bindableFields
    let keys = container.allKeys
    guard keys.count == 1, let name = keys.first?.stringValue,
      let field = fields.fields.first(where: { $0.name == name })
    else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: container.codingPath,
          debugDescription: "A binding names one property that it writes: \(fields.list)."
        )
      )
    }
    self = try field.decode(container)
  }
}

extension BindableFields {
  /// The names as a list for a message.
  fileprivate var list: String {
    fields.isEmpty ? "there is none" : fields.map { "'\($0.name)'" }.joined(separator: ", ")
  }
}

extension BindingAction: NamedBinding {
  package var fieldName: String? {
    func name<State: BindableState>(_ state: State.Type) -> String? { State.bindableFields.field(keyPath)?.name }
    return (Root.self as? any BindableState.Type).flatMap { name($0) }
  }

  package var writtenKeyPath: AnyKeyPath { keyPath }
  package var writtenValue: any Equatable { value }
}
