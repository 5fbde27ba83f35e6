/// What can be known of a state before anything runs: the members that its structs have, whatever their values are.
struct StateShape {
  private let reader: StateReader
  private let state: Any

  init(_ state: some Encodable) throws {
    reader = try StateReader(state)
    self.state = state
  }

  /// Finds what is wrong with a path in any state. What depends on values (elements, cases, optionals, the keys of
  /// dictionaries) is not looked at.
  func check(_ path: ScriptPath) throws(Diagnostic) {
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
      // A struct that encodes all that it stores does so always: its members are what any state of its type has.
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

  /// A stored property with the name that it has in the source: wrapped ones have an underscore, and macros add some with
  /// a `$` that are not encoded.
  private static func stored(_ child: Mirror.Child) -> (String, Any)? {
    guard let label = child.label, !label.hasPrefix("_$") else { return nil }
    return (label.hasPrefix("_") ? String(label.dropFirst()) : label, child.value)
  }
}

extension ScriptPath.Kind {
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
