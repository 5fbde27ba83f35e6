import StoreTrace

/// Reads values of a state by path, from the state's encoding and the ids of the elements of stacks.
package struct StateReader {
  package let state: JSONValue
  package let stackIDs: StackIDs?

  init(_ state: some Encodable, encoder: JSONStateEncoder = JSONStateEncoder()) throws {
    (self.state, stackIDs) = try encoder.encodeWithStackIDs(state)
  }

  /// Makes a reader of a state that was encoded before.
  package init(encoded state: JSONValue, stackIDs: StackIDs? = nil) {
    self.state = state
    self.stackIDs = stackIDs
  }

  /// Returns the value at a path. `count` is the number of elements, members or characters, unless there is a member of
  /// that name. The associated value of an enum case is read without the label `_0` of its encoding.
  package func value(at path: ValuePath) throws(Diagnostic) -> JSONValue { try read(path).value }

  /// Returns the value at a path, and the ids of the stacks in it.
  package func read(_ path: ValuePath) throws(Diagnostic) -> (value: JSONValue, stackIDs: StackIDs?) {
    var place = Place(value: state, stackIDs: stackIDs)
    for (index, component) in path.components.enumerated() {
      if case .name("_0") = component.kind {} else { place = place.withoutCaseLabel }
      place = try place.child(component, parent: path.components[..<index])
    }
    return (place.withoutCaseLabel.value, place.withoutCaseLabel.stackIDs)
  }

  private struct Place {
    let value: JSONValue
    var stackIDs: StackIDs?

    var withoutCaseLabel: Place {
      guard let only = value.onlyPayload else { return self }
      return Place(value: only, stackIDs: stackIDs?[.member("_0")])
    }

    func child(_ component: ValuePath.Component, parent: ArraySlice<ValuePath.Component>) throws(Diagnostic) -> Place {
      let (child, part) = try value.child(component, ids: stackIDs?.ids, parent: parent)
      return Place(value: child, stackIDs: stackIDs?[part])
    }
  }
}

extension JSONValue {
  package var withoutCaseLabel: JSONValue { onlyPayload ?? self }

  /// - Parameter ids: The ids of the elements, if this is a stack.
  fileprivate func child(
    _ component: ValuePath.Component,
    ids: [Int]?,
    parent: ArraySlice<ValuePath.Component>
  ) throws(Diagnostic) -> (JSONValue, StackIDs.Part?) {
    let parent = parent.isEmpty ? "the state" : "`\(parent.pathDescription)`"
    switch (component.kind, self) {
    case (.name(let name), .object), (.key(let name), .object):
      if let value = self[name] { return (value, .member(name)) }
      if name == "count", let count { return (.integer(count), nil) }
      throw missing(name, component, parent)
    case (.name("count"), _):
      if let count { return (.integer(count), nil) }
    case (.index(let index), .array(let elements)):
      if elements.indices.contains(index) { return (elements[index], .element(index)) }
      throw Diagnostic(component.range, "there is no [\(index)]: \(parent) has \(elements.count.counting("element"))")
    case (.id(let id), .array(let elements)):
      let ids = ids.map { $0.map { .integer(Int64($0)) } } ?? elements.map { $0["id"] }
      if let index = ids.firstIndex(where: { $0.map(id.matches) == true }) { return (elements[index], .element(index)) }
      let known = ids.compactMap { $0?.description }
      throw Diagnostic(
        component.range,
        "no element of \(parent) has the id \(id)",
        notes: known.isEmpty
          ? elements.isEmpty ? nil : "no `id` of them is encoded, as a computed one is not: read them by index, `[0]`"
          : "the ids are \(known.list(or: "and"))"
      )
    default: break
    }
    let wanted =
      switch component.kind {
      case .name(let name): "member `\(name)`"
      case .key(let key): "member \(JSONValue.string(key))"
      case .index, .id: "elements"
      case .variable(let node): "place that `\(node)` could mean"
      }
    let example =
      if case .array = self { "an element is read by its index or id: `[0]`, `[id: 42]`" } else { nil as String? }
    throw Diagnostic(component.range, "\(parent) is \(kind): it has no \(wanted)", notes: example)
  }

  private func missing(_ name: String, _ component: ValuePath.Component, _ parent: String) -> Diagnostic {
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
