import StoreTrace

/// The parts of a state that are known before anything runs. These are the members of its structs, because they do not
/// depend on values.
struct StateShape {
  private let reader: StateReader
  private let state: Any

  init(_ state: some Encodable) throws {
    reader = try StateReader(state)
    self.state = state
  }

  /// Throws if a path is wrong in any state. Parts that depend on values (elements, cases, optionals, the keys of
  /// dictionaries) are not checked.
  func check(_ path: ValuePath) throws(Diagnostic) {
    var value = state
    var json = reader.state
    for component in path.components {
      guard let name = component.kind.name else {
        if value is any JSONScalar { _ = try reader.value(at: path) }
        return
      }
      let mirror = Mirror(reflecting: value)
      let members = mirror.displayStyle == .struct ? json.members : [:]
      let children = Dictionary(mirror.children.compactMap(Self.stored)) { first, _ in first }
      // If a struct encodes all its stored properties, every value of its type has these members.
      let isPlain = !children.isEmpty && children.keys.allSatisfy { members[$0] != nil }
      guard isPlain || value is any JSONScalar, name != "count" || members[name] != nil else { return }
      guard let member = members[name] else {
        _ = try reader.value(at: path)
        return
      }
      guard let child = children[name] else { return }
      value = child
      json = member
    }
  }

  /// Returns a stored property with its name in the source. Property wrappers add an underscore to the name, and macros
  /// add properties that begin with `_$` and are not encoded.
  private static func stored(_ child: Mirror.Child) -> (String, Any)? {
    guard let label = child.label, !label.hasPrefix("_$") else { return nil }
    return (label.hasPrefix("_") ? String(label.dropFirst()) : label, child.value)
  }
}

extension ValuePath.Kind {
  fileprivate var name: String? {
    switch self {
    case .name(let name), .key(let name): name
    case .index, .id, .variable: nil
    }
  }
}

extension JSONValue {
  fileprivate var members: [String: JSONValue] {
    guard case .object(let members) = self else { return [:] }
    return Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
  }
}
