import Store

/// An action as a script writes it: its path and its payload.
package struct ActionText: CustomStringConvertible, Equatable {
  package private(set) var path = ""
  package private(set) var payload: JSONValue?
  /// The encoding of the whole action.
  let json: JSONValue

  package init(_ action: some Encodable) {
    guard let json = try? JSONValueEncoder().encode(action) else {
      // No script can send such an action, but a reader can see its description.
      self.init(unencodable: action)
      return
    }
    self.init(action, json: json)
  }

  /// Makes the text from the encoding of an action, which may be redacted.
  package init(_ action: some Encodable, json: JSONValue) {
    self.json = json
    payload = json
    // The encoding alone does not distinguish an enum in an enum from a struct with one property. The value does.
    descend(action)
  }

  private init(unencodable action: some Encodable) {
    json = .null
    path = "\(action)".printable.truncated(to: 200)
  }

  package var description: String {
    payload.map { path.isEmpty ? "\($0)" : "\(path) \($0)" } ?? path
  }

  private mutating func descend(_ value: Any) {
    // Most payloads are no objects, which is seen sooner than what their values are.
    guard case .object(let cases)? = payload else { return }
    if let name = (value as? any NamedBinding)?.fieldName, let written = payload?[name] {
      append(name)
      payload = written
      return
    }
    guard cases.count == 1, let only = cases.first, case .object(let arguments) = only.value else { return }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return }
    switch arguments.map(\.name) {
    case []:
      append(only.name)
      payload = nil
    case ["_0"]:
      append(only.name)
      payload = arguments[0].value
      if let child = mirror.children.first?.value { descend(child) }
    case ["id", "action"]:
      // The action of an element of a collection.
      if only.name != "element" { append(only.name) }
      path += "[id: \(arguments[0].value)]"
      payload = arguments[1].value
      let values = mirror.children.first.map { Mirror(reflecting: $0.value) }
      if let action = values?.children.first(where: { $0.label == "action" })?.value { descend(action) }
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
