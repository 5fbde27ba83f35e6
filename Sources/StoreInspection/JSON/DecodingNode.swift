/// What a decoder reads: JSON from a script, or what is left of an action's path with the payload at its end. The latter
/// answers just as the JSON would that Swift synthesizes for enums, so no action type needs to know of paths.
indirect enum DecodingNode {
  case json(JSONNode)
  /// An enum whose case is the path's first component.
  case action(ActionPath)
  /// The associated values of the case that is the path's first component.
  case arguments(ActionPath)
  /// Something that the script should have but has not; the offset is where it would stand.
  case missing(Int)

  struct Member {
    let name: String
    let range: Range<Int>
    let node: DecodingNode
  }
}

/// A path that is never empty, and its payload.
struct ActionPath {
  let first: ScriptPath.Component
  let rest: ArraySlice<ScriptPath.Component>
  let payload: JSONNode?
  /// The path before its first component.
  private let parent: ArraySlice<ScriptPath.Component>

  init?(_ path: ScriptPath, payload: JSONNode?) {
    self.init(path.components[...], payload: payload, parent: [])
  }

  private init?(
    _ components: ArraySlice<ScriptPath.Component>,
    payload: JSONNode?,
    parent: ArraySlice<ScriptPath.Component>
  ) {
    guard let first = components.first else { return nil }
    self.first = first
    self.payload = payload
    self.parent = parent
    rest = components.dropFirst()
  }

  /// The path up to and with its first component.
  var description: String { (parent + [first]).pathDescription }

  /// The path without its first component.
  var parentDescription: String { parent.pathDescription }

  /// What the path's rest is about: a nested action, or the payload.
  var next: DecodingNode {
    if let path = nested { return .action(path) }
    return payload.map(DecodingNode.json) ?? .missing(first.range.upperBound)
  }

  var nested: ActionPath? {
    ActionPath(rest, payload: payload, parent: parent + [first])
  }

  /// The name of the case: elements of a collection are reached through the case `element(id:action:)`.
  var name: String {
    if case .name(let name) = first.kind { name } else { "element" }
  }
}

extension DecodingNode {
  /// What of the script the node stands for.
  var range: Range<Int> {
    switch self {
    case .json(let node): node.range
    case .action(let path): path.first.range
    case .arguments(let path): path.payload?.range ?? path.first.range
    case .missing(let offset): offset..<offset
    }
  }

  /// The JSON, if that is what the node stands for.
  var json: JSONNode? {
    switch self {
    case .json(let node): node
    case .arguments(let path): path.rest.isEmpty ? path.payload : nil
    case .action, .missing: nil
    }
  }

  /// The name of an action without more to it as a string: an action type need not be an enum with payloads.
  var literal: DecodingNode {
    guard case .action(let path) = self, path.rest.isEmpty, path.payload == nil else { return self }
    return .json(JSONNode(content: .scalar(.string(path.name)), range: path.first.range))
  }

  /// The members that a container with the keys has.
  func members<Key: CodingKey>(for key: Key.Type) throws(DecodingProblem) -> [Member] {
    switch self {
    case .json(let node):
      guard case .object(let members) = node.content else { throw .expected(key, found: self) }
      return members.map(Member.init)
    case .action(let path):
      guard Key(stringValue: path.name) != nil else { throw .unknownAction(path, key) }
      return [Member(name: path.name, range: path.first.range, node: .arguments(path))]
    case .arguments(let path):
      return try path.members(for: key)
    case .missing:
      return []
    }
  }
}

extension DecodingNode.Member {
  fileprivate init(_ member: JSONNode.Member) {
    self.init(name: member.name, range: member.nameRange, node: .json(member.value))
  }
}

extension ActionPath {
  /// The associated values of the path's first component.
  fileprivate func members<Key: CodingKey>(for key: Key.Type) throws(DecodingProblem) -> [DecodingNode.Member] {
    func has(_ name: String) -> Bool { key.init(stringValue: name) != nil }
    func member(_ name: String, _ node: DecodingNode) -> DecodingNode.Member {
      DecodingNode.Member(name: name, range: first.range, node: node)
    }

    if case .id(let id) = first.kind, has("id"), has("action") {
      return [member("id", .json(id)), member("action", next)]
    }
    guard let nested else { return try payloadMembers(for: key) }
    if has("_0") { return [member("_0", next)] }
    // `case row(id: Int, action: Row.Action)`, without an `IdentifiedAction` between.
    if case .id(let id) = nested.first.kind, has("id"), has("action") {
      return [member("id", .json(id)), member("action", nested.next)]
    }
    if let names = key.names, names.count == 1 { return [member(names[0], next)] }
    // A hand-written decoder may skip the level of the associated values.
    if has(nested.name) {
      return [DecodingNode.Member(name: nested.name, range: nested.first.range, node: .arguments(nested))]
    }
    throw DecodingProblem(
      Diagnostic(nested.first.range, "`\(description)` has no nested actions", notes: takes(key))
    )
  }

  /// The associated values of the case at the end of the path.
  fileprivate func payloadMembers<Key: CodingKey>(for key: Key.Type) throws(DecodingProblem) -> [DecodingNode.Member] {
    guard let payload else { return [] }
    func has(_ name: String) -> Bool { key.init(stringValue: name) != nil }
    if has("_0") {
      switch payload.content {
      case .object(let members) where !members.isEmpty && members.allSatisfy { has($0.name) }:
        return members.map(DecodingNode.Member.init)
      case .array(let elements) where has("_1"):
        return elements.enumerated().map {
          DecodingNode.Member(name: "_\($0.offset)", range: $0.element.range, node: .json($0.element))
        }
      default:
        return [DecodingNode.Member(name: "_0", range: payload.range, node: .json(payload))]
      }
    }
    let takesNothing = key.names?.isEmpty == true
    guard case .object(let members) = payload.content, members.isEmpty || !takesNothing else {
      let what =
        takesNothing ? "takes no payload" : "takes its payload as an object, found \(payload.summary)"
      throw DecodingProblem(Diagnostic(payload.range, "`\(description)` \(what)", notes: takes(key)))
    }
    if let unknown = members.first(where: { !has($0.name) }) {
      throw DecodingProblem(
        Diagnostic(
          unknown.nameRange,
          "`\(description)` has no associated value `\(unknown.name.truncated(to: 40).printable)`",
          notes: takes(key),
          key.names?.nearest(to: unknown.name).map { "did you mean `\($0)`?" }
        )
      )
    }
    return members.map(DecodingNode.Member.init)
  }

  private func takes<Key: CodingKey>(_ key: Key.Type) -> String? {
    key.names.flatMap { $0.isEmpty ? nil : "it takes \($0.list(or: "and"))" }
  }
}
