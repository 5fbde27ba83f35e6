/// A case path of an action (`search.rowAppeared`) or a path into a state (`rows[id: 42].name`), with its range.
package struct ValuePath: Sendable {
  package let components: [Component]
  /// UTF-8 offsets into the script.
  package let range: Range<Int>

  package init(components: [Component], range: Range<Int>) {
    self.components = components
    self.range = range
  }

  package struct Component: Sendable {
    package let kind: Kind
    package let range: Range<Int>

    package init(kind: Kind, range: Range<Int>) {
      self.kind = kind
      self.range = range
    }

    /// The name; `element` for an element of a collection, which is the name of its case.
    package var caseName: String {
      if case .name(let name) = kind { name } else { "element" }
    }
  }

  package enum Kind: Sendable {
    /// `.name`
    case name(String)
    /// `[2]`
    case index(Int)
    /// `[id: 42]`
    case id(JSONNode)
    /// `["key"]`
    case key(String)
    /// `[$name]` or a sum: an index or a key, depending on the value.
    case variable(JSONNode)
  }
}

extension ValuePath {
  /// The ranges of the variables in brackets.
  package var variables: [Range<Int>] {
    components.flatMap { component -> [Range<Int>] in
      switch component.kind {
      case .id(let node), .variable(let node): node.variables
      case .name, .index, .key: []
      }
    }
  }

  /// Returns the path with its variables replaced. Variables for which `value` returns `nil` stay.
  package func resolving(_ value: (String) -> JSONValue?) -> ValuePath {
    let components = components.map { component in
      switch component.kind {
      case .id(let id): return Component(kind: .id(id.resolving(value)), range: component.range)
      case .variable(let node):
        let node = node.resolving(value)
        guard case .scalar(let value) = node.content else {
          return Component(kind: .variable(node), range: component.range)
        }
        return Component(kind: Kind(subscript: value) ?? component.kind, range: component.range)
      case .name, .index, .key: return component
      }
    }
    return ValuePath(components: components, range: range)
  }
}

extension ValuePath.Kind {
  /// Makes an index or a key from a value; `nil` for any other value.
  fileprivate init?(subscript value: JSONValue) {
    switch value {
    case .integer(let index): self = .index(Int(index))
    case .string(let key): self = .key(key)
    default: return nil
    }
  }
}

extension ValuePath: CustomStringConvertible {
  package var description: String { components.pathDescription }
}

extension Sequence<ValuePath.Component> {
  /// The components as a path is written.
  package var pathDescription: String {
    reduce("") { text, component in
      switch component.kind {
      case .name(let name): text.isEmpty ? name : "\(text).\(name)"
      case .index(let index): "\(text)[\(index)]"
      case .id(let id): "\(text)[id: \(id)]"
      case .variable(let node): "\(text)[\(node)]"
      case .key(let key): "\(text)[\(JSONValue.string(key))]"
      }
    }
  }
}

extension String {
  /// Whether the text can be a name in a path. Other texts are written as keys in brackets, which escape the characters
  /// that could move a terminal's cursor.
  package var isPathName: Bool {
    guard let first = utf8.first, !first.isDigit else { return false }
    return utf8.allSatisfy(\.isPartOfName) && printable == self
  }
}
