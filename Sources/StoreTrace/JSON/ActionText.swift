import Store

/// An action as a script writes it: its path and its payload.
package struct ActionText: CustomStringConvertible, Equatable {
  package private(set) var path = ""
  package private(set) var payload: JSONValue?
  /// The name of the change, if this is a change of the state by an effect.
  package private(set) var modification: String?
  /// Whether an effect has sent the action to report an error.
  package var isFailure = false
  /// The encoding of the action. If the action is condensed, it has only the parts that a path can name.
  private(set) var json: JSONValue
  /// The beginning of the description of a condensed action.
  private var summary: String?

  /// - Parameter json: The encoding of the action if parts of it are redacted.
  package init(_ action: some Encodable, json: JSONValue? = nil) {
    let place = EncodedPlace()
    do {
      try place.encode(action, at: [])
    } catch {
      // No script can send such an action, but a reader can see its description.
      self.json = .null
      path = "\(action)".withoutAddresses.printable.truncated(to: 200)
      return
    }
    self.json = json ?? place.value()
    payload = self.json
    descend(place)
  }

  /// Describes a change of the state by an effect, which no script can send.
  package init(modification name: String) {
    json = .null
    modification = name
    path = "modify \(JSONValue.string(name))"
  }

  package var description: String {
    summary ?? payload.map { path.isEmpty ? "\($0)" : "\(path) \($0)" } ?? path
  }

  /// The maximum number of characters of the description of a condensed action.
  package static let summaryLength = 300

  /// The action without the parts that take memory. It matches the same paths, and its description is cut.
  package func condensed() -> ActionText {
    guard summary == nil else { return self }
    var action = self
    var room = Self.summaryLength + 1
    action.payload = payload?.beginning(&room)
    action.summary = action.description.truncated(to: Self.summaryLength)
    action.payload = nil
    action.json = json.nameableParts
    return action
  }

  /// Whether the paths and the beginnings of the descriptions are the same. Condensed actions keep both.
  package func isSame(as other: ActionText) -> Bool {
    path == other.path && condensed().summary == other.condensed().summary
  }

  /// Adds the path of the action within this action. It needs the type, because in JSON an enum in an enum looks like a
  /// struct with one property.
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
    // An enum may be encoded as its raw value, the name of the case.
    if case .string(name) = action, path.count == 1 { return true }
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

extension JSONValue {
  /// The parts of an encoded action that decide whether a path matches it: names of cases, labels and ids.
  fileprivate var nameableParts: JSONValue {
    if case .string(let text) = self, text.utf8.count <= 60, text.isPathName { return self }
    guard case .object(let cases) = self, cases.count == 1, let only = cases.first else { return .null }
    guard case .object(let arguments) = only.value else { return .object([Member(name: only.name, value: .null)]) }
    let parts = arguments.map { Member(name: $0.name, value: $0.name == "id" ? $0.value : $0.value.nameableParts) }
    return .object([Member(name: only.name, value: .object(parts))])
  }

  /// The beginning of the value: the first characters of its text.
  ///
  /// - Parameter room: The number of characters to keep at least. It is reduced by the characters of this value.
  fileprivate func beginning(_ room: inout Int) -> JSONValue {
    // Each value needs at least one character besides its texts: a quotation mark, a bracket, a digit.
    room -= 1
    switch self {
    case .string(let text):
      let shown = text.prefix(max(0, room))
      room -= shown.count
      return .string(String(shown))
    case .array(let elements):
      var shown: [JSONValue] = []
      for element in elements where room > 0 { shown.append(element.beginning(&room)) }
      return .array(shown)
    case .object(let members):
      var shown: [Member] = []
      for member in members where room > 0 {
        room -= member.name.count
        shown.append(Member(name: member.name, value: member.value.beginning(&room), isKey: member.isKey))
      }
      return .object(shown)
    default: return self
    }
  }
}
