/// A case path of an action (`search.rowAppeared`) or a path into a state (`rows[id: 42].name`), with its place.
struct ScriptPath: Sendable {
  let components: [Component]
  /// UTF-8 offsets into the script.
  let range: Range<Int>

  struct Component: Sendable {
    let kind: Kind
    let range: Range<Int>
  }

  enum Kind: Sendable {
    /// `.name`
    case name(String)
    /// `[2]`
    case index(Int)
    /// `[id: 42]`
    case id(JSONNode)
    /// `["key"]`
    case key(String)
    /// `[$name]`: an index or a key, once there is a value.
    case variable(String)
  }
}

extension ScriptPath {
  /// The places of the variables in its brackets.
  var variables: [Range<Int>] {
    components.flatMap { component -> [Range<Int>] in
      switch component.kind {
      case .id(let id): id.variables
      case .variable: [component.range]
      case .name, .index, .key: []
      }
    }
  }

  /// The path with what `value` says in place of the variables.
  func resolving(_ value: (String) -> JSONValue?) -> ScriptPath {
    let components = components.map { component in
      switch component.kind {
      case .id(let id): return Component(kind: .id(id.resolving(value)), range: component.range)
      case .variable(let name):
        guard let value = value(name) else { return component }
        return Component(kind: Kind(subscript: value) ?? component.kind, range: component.range)
      case .name, .index, .key: return component
      }
    }
    return ScriptPath(components: components, range: range)
  }
}

extension ScriptPath.Kind {
  /// What stands between brackets, as a value: an index or a key.
  fileprivate init?(subscript value: JSONValue) {
    switch value {
    case .integer(let index): self = .index(Int(index))
    case .string(let key): self = .key(key)
    default: return nil
    }
  }
}

extension ScriptPath: CustomStringConvertible {
  var description: String { components.pathDescription }
}

extension Sequence<ScriptPath.Component> {
  /// The components as a path is written.
  var pathDescription: String {
    reduce("") { text, component in
      switch component.kind {
      case .name(let name): text.isEmpty ? name : "\(text).\(name)"
      case .index(let index): "\(text)[\(index)]"
      case .id(let id): "\(text)[id: \(id)]"
      case .variable(let name): "\(text)[$\(name)]"
      case .key(let key): "\(text)[\(JSONValue.string(key))]"
      }
    }
  }
}

extension Scanner {
  enum PathKind { case action, state }

  /// Parses a path at the cursor. A leading `.` or `\.` is allowed, as one writes key paths.
  mutating func path(_ kind: PathKind) throws(Diagnostic) -> ScriptPath {
    let what = kind == .action ? "the name of an action" : "a path into the state"
    _ = consume(text: "\\.") || consume(".")
    let start = offset
    var components: [ScriptPath.Component] = []
    repeat {
      let range = consumeName()
      guard let first = range.first.map({ source.bytes[$0] }), !first.isDigit else {
        moveBack(to: range.lowerBound)
        throw expected(
          components.isEmpty ? what : "a name after `.`",
          notes: range.isEmpty || components.isEmpty ? nil : "an index is written in brackets: `[\(source[range])]`"
        )
      }
      components.append(ScriptPath.Component(kind: .name(source[range]), range: range))
      while byte == UInt8(ascii: "["), components.count <= Self.depthLimit {
        components.append(try pathSubscript(kind))
      }
      guard components.count <= Self.depthLimit else {
        throw Diagnostic(start..<offset, "more than \(Self.depthLimit) parts in a path")
      }
    } while consume(".")
    return ScriptPath(components: components, range: start..<offset)
  }

  private mutating func pathSubscript(_ kind: PathKind) throws(Diagnostic) -> ScriptPath.Component {
    let start = offset
    let what = kind == .action ? "`id: …`" : "an index, `id: …`, a key in double quotes or a variable"
    advance()
    skipSpaces()
    let component: ScriptPath.Kind
    if let byte, byte.isDigit, kind == .state {
      let digits = consume(while: \.isDigit)
      guard let index = Int(source[digits]) else { throw Diagnostic(digits, "the index is too large") }
      component = .index(index)
    } else if byte == UInt8(ascii: "\""), kind == .state {
      guard case .scalar(.string(let key)) = try json().content else { throw expected(what) }
      component = .key(key)
    } else if byte == UInt8(ascii: "$"), kind == .state {
      guard case .variable(let name) = try json().content else { throw expected(what) }
      component = .variable(name)
    } else {
      let name = consumeName()
      guard source[name] == "id" else {
        moveBack(to: name.lowerBound)
        throw expected(what)
      }
      skipSpaces()
      guard consume(":") else { throw expected("`:`") }
      skipSpaces()
      component = .id(try json("the id as JSON"))
    }
    skipSpaces()
    guard consume("]") else { throw expected("`]`") }
    return ScriptPath.Component(kind: component, range: start..<offset)
  }
}
