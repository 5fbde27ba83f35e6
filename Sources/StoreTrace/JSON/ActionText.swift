import Store

/// An action as a script writes it: its path and its payload.
package struct ActionText: CustomStringConvertible, Equatable {
  package private(set) var path = ""
  package private(set) var payload: JSONValue?
  /// The encoding of the whole action.
  let json: JSONValue

  /// - Parameter json: The encoding of the action if parts of it are redacted.
  package init(_ action: some Encodable, json: JSONValue? = nil) {
    let place = EncodedPlace()
    do {
      try place.encode(action, at: [])
    } catch {
      // No script can send such an action, but a reader can see its description.
      self.json = .null
      path = "\(action)".printable.truncated(to: 200)
      return
    }
    self.json = json ?? place.value()
    payload = self.json
    descend(place)
  }

  package var description: String {
    payload.map { path.isEmpty ? "\($0)" : "\(path) \($0)" } ?? path
  }

  /// Goes on with the action within the action. The JSON alone does not distinguish an enum in an enum from a struct with
  /// one property; the type does.
  private mutating func descend(_ place: EncodedPlace) {
    guard case .object(let cases)? = payload else { return }
    if let name = place.fieldName, let written = payload?[name] {
      append(name)
      payload = written
      return
    }
    guard cases.count == 1, let only = cases.first, case .object(let arguments) = only.value,
      let type = place.type, EnumCaseName.isEnum(type)
    else { return }
    switch arguments.map(\.name) {
    case []:
      append(only.name)
      payload = nil
    case ["_0"]:
      append(only.name)
      payload = arguments[0].value
      if let place = place[only.name]?["_0"] { descend(place) }
    case ["id", "action"]:
      // The action of an element of a collection.
      if only.name != "element" { append(only.name) }
      path += "[id: \(arguments[0].value)]"
      payload = arguments[1].value
      if let place = place[only.name]?["action"] { descend(place) }
    default:
      append(only.name)
      payload = only.value
    }
  }

  private mutating func append(_ name: String) {
    path += path.isEmpty ? name : ".\(name)"
  }

  /// Whether the action's path is `path` or begins with it.
  package func matches(_ path: ValuePath) -> Bool {
    Self.matches(json, path.components[...])
  }

  private static func matches(_ action: JSONValue, _ path: ArraySlice<ValuePath.Component>) -> Bool {
    guard let first = path.first else { return true }
    var name = "element"
    if case .name(let caseName) = first.kind { name = caseName }
    guard case .object(let cases) = action, cases.count == 1, let arguments = action[name] else { return false }
    let rest = path.dropFirst()
    if case .id(let id) = first.kind {
      return arguments["id"].map(id.matches) == true && arguments["action"].map { matches($0, rest) } ?? false
    }
    if rest.isEmpty { return true }
    if let nested = arguments["_0"] { return matches(nested, rest) }
    if case .id(let id)? = rest.first?.kind, let nested = arguments["action"] {
      return arguments["id"].map(id.matches) == true && matches(nested, rest.dropFirst())
    }
    guard case .object(let labelled) = arguments, labelled.count == 1 else { return false }
    return matches(labelled[0].value, rest)
  }
}
