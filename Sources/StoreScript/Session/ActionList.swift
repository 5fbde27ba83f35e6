import StoreTrace

extension TypeProbe.Shape {
  /// The values of the shape as JSON Schema; `true` where they are not known.
  var jsonSchema: JSONValue {
    switch self {
    case .literals(let values) where values.count > 1: ["enum": .array(values)]
    case .literals(let values):
      // One literal stands for its type.
      switch values.first {
      case .string?: ["type": .string("string")]
      case .bool?: ["type": .string("boolean")]
      case .integer?, .unsigned?: ["type": .string("integer")]
      case .number?: ["type": .string("number")]
      default: .bool(true)
      }
    case .cases(let names):
      [
        "description": .string(
          "one of the cases \(names.joined(separator: ", ")); one without a payload can be `.case`"
        )
      ]
    case .array: ["type": .string("array")]
    case .object(let members):
      [
        "type": .string("object"),
        "properties": .object(members.map { .init(name: $0.name, value: $0.shape.jsonSchema) }),
      ]
    case .element, .nothing, .unknown: .bool(true)
    }
  }
}

/// The actions of a feature, with their payloads.
package struct ActionList<Action: Decodable> {
  package init() {}

  /// Returns the actions below a path, with the JSON Schema of their payloads.
  ///
  /// - Parameter path: Names of cases, and `element` for an element of a list.
  package func json(below path: [String]) throws(UnknownAction) -> JSONValue {
    switch TypeProbe.shape(of: Action.self, at: path) {
    case .cases(let names): return ["actions": .array(names.map { entry(path + [$0]) })]
    case .element: return try json(below: path + ["element"])
    case .unknown where !path.isEmpty:
      throw UnknownAction(
        description: "There is no action `\(text(path))`. Without a path, the list begins at the top."
      )
    case let shape: return ["actions": .array([entry(path, shape)])]
    }
  }

  private func entry(_ path: [String], _ shape: TypeProbe.Shape? = nil) -> JSONValue {
    let shape = shape ?? TypeProbe.shape(of: Action.self, at: path)
    switch shape {
    case .nothing: return ["path": .string(text(path))]
    case .cases(let names):
      return ["path": .string(text(path)), "nested": .array(names.map(JSONValue.string))]
    case .element(let id):
      let element = TypeProbe.shape(of: Action.self, at: path + ["element"])
      var entry: [JSONValue.Member] = [
        .init(name: "path", value: .string("\(text(path))[id: ID]")), .init(name: "id", value: id.jsonSchema),
      ]
      if case .cases(let names) = element {
        entry.append(.init(name: "nested", value: .array(names.map(JSONValue.string))))
      }
      return .object(entry)
    default: return ["path": .string(text(path)), "payload": shape.jsonSchema]
    }
  }

  private func text(_ path: [String]) -> String { ActionCaseNames(path).text(element: "[id: ID]") }
}

/// A path that leads to no action.
package struct UnknownAction: Error, CustomStringConvertible {
  package let description: String
}
