import Foundation
import Store

/// The input of a decoder: JSON from a script, or the rest of an action's path with the payload. A path decodes like
/// the JSON that Swift synthesizes for enums, so action types need no code for paths.
package indirect enum DecodingNode {
  case json(JSONNode)
  /// An enum whose case is the path's first component.
  case action(ActionPath)
  /// The associated values of the case that is the path's first component.
  case arguments(ActionPath)
  /// A node that is missing in the script, at this offset.
  case missing(Int)

  struct Member {
    let name: String
    let range: Range<Int>
    let node: DecodingNode
  }

  /// Makes a node from JSON in a script. The case of an enum is decoded like the name of an action.
  package init(_ node: JSONNode) {
    if case .enumCase(let name, let arguments) = node.content {
      self = .action(ActionPath(name, arguments))
    } else {
      self = .json(node)
    }
  }
}

/// A path that is never empty, and its payload.
package struct ActionPath {
  let first: ValuePath.Component
  let rest: ArraySlice<ValuePath.Component>
  let payload: JSONNode?
  /// The path before its first component.
  private let parent: ArraySlice<ValuePath.Component>
  /// Whether this is the case of an enum in a payload instead of the path of an action.
  let isCase: Bool

  /// The case of an enum.
  init(_ name: JSONNode.Name, _ arguments: JSONNode?) {
    first = ValuePath.Component(kind: .name(name.text), range: name.range)
    payload = arguments
    parent = []
    rest = []
    isCase = true
  }

  package init?(_ path: ValuePath, payload: JSONNode?) {
    self.init(path.components[...], payload: payload, parent: [])
  }

  private init?(
    _ components: ArraySlice<ValuePath.Component>,
    payload: JSONNode?,
    parent: ArraySlice<ValuePath.Component>
  ) {
    guard let first = components.first else { return nil }
    self.first = first
    self.payload = payload
    self.parent = parent
    rest = components.dropFirst()
    isCase = false
  }

  /// The path up to and including its first component.
  var description: String { (parent + [first]).pathDescription }

  /// The path without its first component.
  var parentDescription: String { parent.pathDescription }

  /// The node after the first component: a nested action, or the payload.
  var next: DecodingNode {
    if let path = nested { return .action(path) }
    return payload.map { DecodingNode($0) } ?? .missing(first.range.upperBound)
  }

  /// The value in `.name(value)`.
  var onlyArgument: DecodingNode? {
    guard isCase, case .arguments(let members)? = payload?.content, members.count == 1, members[0].name == "_0" else {
      return nil
    }
    return DecodingNode(members[0].value)
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
  /// The range of the node in the script.
  var range: Range<Int> {
    switch self {
    case .json(let node): node.range
    case .action(let path): path.first.range
    case .arguments(let path): path.payload?.range ?? path.first.range
    case .missing(let offset): offset..<offset
    }
  }

  /// The JSON of the node, if it has any.
  var json: JSONNode? {
    switch self {
    case .json(let node): node
    case .arguments(let path): path.rest.isEmpty ? path.payload : nil
    case .action, .missing: nil
    }
  }

  /// This node as a string, if it is the name of an action without a payload, or text without quotes. The type may be
  /// encoded as a string.
  var literal: DecodingNode {
    guard let text = unquoted else { return self }
    return .json(JSONNode(content: .scalar(.string(text)), range: range))
  }

  /// The text of a word without quotes.
  var unquoted: String? {
    switch self {
    case .action(let path): path.rest.isEmpty && path.payload == nil ? path.name : nil
    case .json(let node):
      switch node.content {
      case .date(_, let text): text
      case .uuid(let uuid): uuid.uuidString
      default: nil
      }
    case .arguments, .missing: nil
    }
  }

  /// The members of a container with these keys.
  func members<Key: CodingKey>(for key: Key.Type) throws(DecodingProblem) -> [Member] {
    switch self {
    case .json(let node):
      guard case .object(let members) = node.content else { throw .expected(key, found: self) }
      return members.map(Member.init)
    case .action(let path):
      guard Key(stringValue: path.name) != nil else {
        throw .unknownCase(path.isCase ? "case" : "action", path.name, path.first.range, among: Key.names)
      }
      // A binding action has the name of a property and then its value, without associated values between them.
      let node = Key.self is any ListedCodingKey.Type ? path.onlyArgument ?? path.next : .arguments(path)
      return [Member(name: path.name, range: path.first.range, node: node)]
    case .arguments(let path): return try path.members(for: key)
    case .missing: return []
    }
  }
}

extension DecodingNode.Member {
  fileprivate init(_ member: JSONNode.Member) {
    self.init(name: member.name, range: member.nameRange, node: DecodingNode(member.value))
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
      return [member("id", DecodingNode(id)), member("action", next)]
    }
    guard let nested else { return try payloadMembers(for: key) }
    if has("_0") { return [member("_0", next)] }
    // A case such as `row(id: Int, action: Row.Action)` works without an `IdentifiedAction`.
    if case .id(let id) = nested.first.kind, has("id"), has("action") {
      return [member("id", DecodingNode(id)), member("action", nested.next)]
    }
    if let names = key.names, names.count == 1 { return [member(names[0], next)] }
    // A decoder that is written by hand may leave out the level of the associated values.
    if has(nested.name) {
      return [DecodingNode.Member(name: nested.name, range: nested.first.range, node: .arguments(nested))]
    }
    throw DecodingProblem(Diagnostic(nested.first.range, "`\(description)` has no nested actions", notes: takes(key)))
  }

  /// The associated values of the case at the end of the path.
  fileprivate func payloadMembers<Key: CodingKey>(for key: Key.Type) throws(DecodingProblem) -> [DecodingNode.Member] {
    guard let payload else { return [] }
    func has(_ name: String) -> Bool { key.init(stringValue: name) != nil }
    func value(_ name: String) -> DecodingNode.Member {
      DecodingNode.Member(name: name, range: payload.range, node: DecodingNode(payload))
    }
    var labelled: [JSONNode.Member]?
    switch payload.content {
    case .arguments(let members):
      // A single value needs no label.
      let onlyName = key.names.flatMap { $0.count == 1 ? $0[0] : nil }
      labelled = members.map {
        let name = members.count == 1 && $0.name == "_0" ? onlyName ?? $0.name : $0.name
        return JSONNode.Member(name: name, nameRange: $0.nameRange, value: $0.value)
      }
    case .object(let members) where has("_0"):
      if members.isEmpty || !members.allSatisfy({ has($0.name) }) { return [value("_0")] }
      labelled = members
    case .object(let members): labelled = members
    case .array(let elements) where has("_1"):
      return elements.enumerated().map {
        DecodingNode.Member(name: "_\($0.offset)", range: $0.element.range, node: DecodingNode($0.element))
      }
    default:
      if has("_0") { return [value("_0")] }
      if let names = key.names, names.count == 1 { return [value(names[0])] }
    }
    let takesNothing = key.names?.isEmpty == true
    guard let labelled, labelled.isEmpty || !takesNothing else {
      let what = takesNothing ? "takes no payload" : "takes its payload as an object, found \(payload.summary)"
      throw DecodingProblem(Diagnostic(payload.range, "`\(description)` \(what)", notes: takes(key)))
    }
    if let unknown = labelled.first(where: { !has($0.name) }) {
      let name = unknown.name.truncated(to: 40).printable
      throw DecodingProblem(
        Diagnostic(
          unknown.nameRange,
          name.hasPrefix("_") && unknown.nameRange == unknown.value.range
            ? "`\(description)` takes no value without a label here"
            : "`\(description)` has no associated value `\(name)`",
          notes: takes(key),
          key.names?.filter { !$0.hasPrefix("_") }.nearest(to: unknown.name).map { "did you mean `\($0)`?" }
        )
      )
    }
    return labelled.map(DecodingNode.Member.init)
  }

  private func takes<Key: CodingKey>(_ key: Key.Type) -> String? {
    guard let names = key.names, !names.isEmpty else { return nil }
    let labels = names.filter { !$0.hasPrefix("_") }
    if labels.count < names.count {
      let count = names.count - labels.count
      let others = labels.isEmpty ? "" : ", and \(labels.list(or: "and"))"
      return "it takes \(count == 1 ? "one value" : "\(count) values") without a label\(others)"
    }
    return "it takes \(names.list(or: "and"))"
  }
}
