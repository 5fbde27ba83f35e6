import StoreTrace

extension SourceScanner {
  package enum PathKind { case action, state }

  /// Parses a path at the cursor. A leading `.` or `\.` is allowed, because key paths are written so.
  package mutating func path(_ kind: PathKind) throws(Diagnostic) -> ValuePath {
    let what = kind == .action ? "the name of an action" : "a path into the state"
    if byte == UInt8(ascii: "$") { return try pathFromAlias(kind) }
    _ = consume(text: "\\.") || consume(".")
    return try path(kind, what, beginningWith: [], from: offset)
  }

  /// Parses a path that begins with an alias.
  private mutating func pathFromAlias(_ kind: PathKind) throws(Diagnostic) -> ValuePath {
    let start = offset
    advance()
    let name = source[consumeName()]
    var known = reading(SourceText(name: "", text: aliases[name] ?? ""))
    guard aliases[name] != nil, let alias = try? known.path(.state) else {
      throw Diagnostic(
        start..<offset,
        "there is no path `$\(name.truncated(to: 40).printable)` here",
        notes: variables.contains(name)
          ? "it is a variable, which has a value"
          : "a path gets a name by `alias \(name.isEmpty ? "NAME" : name) = PATH`",
        aliases.keys.sorted().nearest(to: name).map { "did you mean `$\($0)`?" }
      )
    }
    var components = alias.components.map { ValuePath.Component(kind: $0.kind, range: start..<offset) }
    while byte == UInt8(ascii: "[") { components.append(try pathSubscript(kind)) }
    guard consume(".") else { return ValuePath(components: components, range: start..<offset) }
    return try path(kind, "a name after `.`", beginningWith: components, from: start)
  }

  private mutating func path(
    _ kind: PathKind,
    _ what: String,
    beginningWith first: [ValuePath.Component],
    from start: Int
  ) throws(Diagnostic) -> ValuePath {
    var components = first
    repeat {
      let range = consumeName()
      guard let first = range.first.map({ source.bytes[$0] }), !first.isDigit else {
        moveBack(to: range.lowerBound)
        throw expected(
          components.isEmpty ? what : "a name after `.`",
          notes: range.isEmpty || components.isEmpty ? nil : "an index is written in brackets: `[\(source[range])]`"
        )
      }
      components.append(ValuePath.Component(kind: .name(source[range]), range: range))
      while byte == UInt8(ascii: "["), components.count <= notation.depthLimit {
        components.append(try pathSubscript(kind))
      }
      guard components.count <= notation.depthLimit else {
        throw Diagnostic(start..<offset, "more than \(notation.depthLimit) parts in a path")
      }
    } while consume(".")
    return ValuePath(components: components, range: start..<offset)
  }

  private mutating func pathSubscript(_ kind: PathKind) throws(Diagnostic) -> ValuePath.Component {
    let start = offset
    let what = kind == .action ? "`id: …`" : "an index, `id: …`, a key in double quotes or a variable"
    advance()
    skipSpaces()
    let component: ValuePath.Kind
    if let byte, byte.isDigit, kind == .state {
      let digits = consume(while: \.isDigit)
      guard let index = Int(source[digits]) else { throw Diagnostic(digits, "the index is too large") }
      component = .index(index)
    } else if byte == UInt8(ascii: "\""), kind == .state {
      guard case .scalar(.string(let key)) = try value().content else { throw expected(what) }
      component = .key(key)
    } else if byte == UInt8(ascii: "$"), kind == .state {
      component = .variable(try value())
    } else {
      let name = consumeName()
      guard source[name] == "id" else {
        moveBack(to: name.lowerBound)
        throw expected(what)
      }
      skipSpaces()
      guard consume(":") else { throw expected("`:`") }
      skipSpaces()
      component = .id(try value("the id as JSON"))
    }
    skipSpaces()
    guard consume("]") else { throw expected("`]`") }
    return ValuePath.Component(kind: component, range: start..<offset)
  }
}
