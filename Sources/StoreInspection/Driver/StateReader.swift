/// Reads values in a state by path. All it knows of the state is what it encodes.
struct StateReader {
  let state: JSONValue

  init(_ state: some Encodable) throws {
    self.state = try JSONValueEncoder().encode(state)
  }

  /// Reads what was encoded before.
  init(encoded state: JSONValue) {
    self.state = state
  }

  /// The value at a path. `count` is the number of elements, members or characters of what has no member of that name,
  /// and the value of an enum's case is read without the `_0` that its encoding has.
  func value(at path: ScriptPath) throws(Diagnostic) -> JSONValue {
    var value = state
    for (index, component) in path.components.enumerated() {
      if case .name("_0") = component.kind {} else { value = value.withoutCaseLabel }
      value = try value.child(component, parent: path.components[..<index])
    }
    return value.withoutCaseLabel
  }
}

extension JSONValue {
  var withoutCaseLabel: JSONValue {
    guard case .object(let members) = self, members.count == 1, let only = members.first, only.name == "_0" else {
      return self
    }
    return only.value
  }

  fileprivate func child(
    _ component: ScriptPath.Component,
    parent: ArraySlice<ScriptPath.Component>
  ) throws(Diagnostic) -> JSONValue {
    let parent = parent.isEmpty ? "the state" : "`\(parent.pathDescription)`"
    switch (component.kind, self) {
    case (.name(let name), .object), (.key(let name), .object):
      if let value = self[name] { return value }
      if name == "count", let count { return .integer(count) }
      throw missing(name, component, parent)
    case (.name("count"), _):
      if let count { return .integer(count) }
    case (.index(let index), .array(let elements)):
      if elements.indices.contains(index) { return elements[index] }
      throw Diagnostic(
        component.range,
        "there is no [\(index)]: \(parent) has \(elements.count == 1 ? "1 element" : "\(elements.count) elements")"
      )
    case (.id(let id), .array(let elements)):
      if let element = elements.first(where: { $0["id"].map(id.matches) == true }) { return element }
      let ids = elements.compactMap { $0["id"]?.description }
      throw Diagnostic(
        component.range,
        "no element of \(parent) has the id \(id)",
        notes: ids.isEmpty ? nil : "the ids are \(ids.list(or: "and"))"
      )
    default: break
    }
    let wanted =
      switch component.kind {
      case .name(let name): "member `\(name)`"
      case .key(let key): "member \(JSONValue.string(key))"
      case .index, .id: "elements"
      case .variable(let name): "place that `$\(name)` could mean"
      }
    let example =
      if case .array = self { "an element is read by its index or id: `[0]`, `[id: 42]`" } else { nil as String? }
    throw Diagnostic(component.range, "\(parent) is \(kind): it has no \(wanted)", notes: example)
  }

  private func missing(_ name: String, _ component: ScriptPath.Component, _ parent: String) -> Diagnostic {
    guard case .object(let members) = self else { return Diagnostic(component.range, "\(parent) is \(kind)") }
    let names = members.map(\.name)
    return Diagnostic(
      component.range,
      "\(parent) has no `\(name)`",
      notes: names.isEmpty ? "it is empty" : "it has \(names.list(or: "and"))",
      (names + ["count"]).nearest(to: name).map { "did you mean `\($0)`?" }
    )
  }

  private var count: Int64? {
    switch self {
    case .array(let elements): Int64(elements.count)
    case .object(let members): Int64(members.count)
    case .string(let text): Int64(text.count)
    default: nil
    }
  }
}
