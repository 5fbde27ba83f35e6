extension MacroUse {
  /// The modifiers of members that are as visible as their type: `public`, `package` or `@usableFromInline`, if any.
  ///
  /// A type without an access level has that of the enclosing extension.
  func access(of type: TypeDeclaration) -> String {
    func level(_ type: TypeDeclaration) -> String? {
      type.modifiers.lazy.map(\.name).first {
        ["public", "package", "internal", "fileprivate", "private"].contains($0)
      }
    }
    var level = level(type)
    if level == nil, let context = request.context.first,
      case .type(let enclosing) = Parser.declaration(in: context).0, enclosing.keyword == .extension
    {
      level = enclosing.modifiers.lazy.map(\.name).first { ["public", "package"].contains($0) }
    }
    let access = level == "public" || level == "package" ? "\(level ?? "") " : ""
    return (type.attributes.contains("usableFromInline") ? "@usableFromInline " : "") + access
  }

  /// An extension with conformances and the type's availability.
  ///
  /// - Parameter members: The source of what the extension adds.
  func conformance(of type: TypeDeclaration, to protocols: [String], members: String = "") -> Expansion {
    let actor = globalActor(of: type)
    var missing = protocols.filter { request.conformances.contains($0) }
    guard !missing.isEmpty else { return Expansion() }
    if let problem = privacyProblem(of: type) { return Expansion(diagnostics: [problem]) }
    var availability = type.availability
    for context in request.context where availability.isEmpty {
      if case .type(let enclosing) = Parser.declaration(in: context).0 { availability = enclosing.availability }
    }
    // Nonisolated: every actor can use the conformance, even if the module's default isolation is the main actor.
    var modifier = "nonisolated "
    if let actor {
      if missing.contains(where: { $0.isIsolatedByActor }) { modifier = "" }
      missing = missing.map { $0.isIsolatedByActor ? "\(actor) \($0)" : $0 }
    } else if request.conformances.contains("NonisolatedMembers"), !missing.contains("NonisolatedMembers") {
      // So are the type itself, and the types nested in it.
      missing.append("NonisolatedMembers")
    }
    let conformances = missing.joined(separator: ", ")
    let body = members.isEmpty ? "{}" : "{\n\(members.indented())\n}"
    return Expansion(source: "\(availability)\(modifier)extension \(request.extendedType): \(conformances) \(body)")
  }

  /// The attribute `@MainActor`, if a type or a feature that it is nested in has it. A type that is nested in anything
  /// else, such as the class of a test, does not belong to the actor of that.
  func globalActor(of type: TypeDeclaration) -> String? {
    let enclosing = request.context.compactMap { context -> TypeDeclaration? in
      guard case .type(let type) = Parser.declaration(in: context).0 else { return nil }
      return type.attributes.contains { $0.baseName == "Reducer" } ? type : nil
    }
    for type in [type] + enclosing {
      if type.modifiers.contains(where: { $0.name == "nonisolated" }) { return nil }
      if let attribute = type.attributes.first(where: { $0.baseName == "MainActor" }) {
        return attribute.slice.text
      }
    }
    return nil
  }

  /// An error if an extension can't see the type because it is private to an enclosing type.
  func privacyProblem(of type: TypeDeclaration) -> Diagnostic? {
    let enclosing = request.context.compactMap { context in
      if case .type(let type) = Parser.declaration(in: context).0 { type } else { nil }
    }
    let types = [type] + enclosing
    // At file level, `private` means `fileprivate`.
    for type in types.dropLast() {
      guard let modifier = type.modifiers.first(where: { $0.name == "private" }) else { continue }
      let isOwn = type.slice.source === types[0].slice.source
      let edit = Edit(replaced: modifier.slice, replacement: "fileprivate")
      return Diagnostic(
        severity: .error,
        message: """
          '\(attributeName)' adds an extension, which can't see the 'private' type '\(type.name.text)'. Make it \
          'fileprivate'.
          """,
        place: isOwn ? modifier.slice : types[0].keywordSlice,
        fixIts: isOwn ? [FixIt(message: "Replace 'private' with 'fileprivate'", edits: [edit])] : []
      )
    }
    return nil
  }

  /// An error for a macro attached to an unsuitable declaration.
  func misplaced(_ message: String) -> Expansion {
    let place: SourceSlice =
      switch declaration {
      case .type(let type): type.keywordSlice
      case .variable(let variable): variable.keywordSlice
      case .function(let function): function.keywordSlice
      default: declaration.slice
      }
    var diagnostic = Diagnostic(severity: .error, message: message, place: place)
    if let attribute {
      let edit = Edit(replaced: attribute.slice, replacement: "")
      diagnostic.fixIts = [FixIt(message: "Remove '\(attributeName)'", edits: [edit])]
    }
    return Expansion(diagnostics: [diagnostic])
  }
}

extension String {
  /// Whether the requirements of the protocol call a reducer's code, which belongs to the reducer's actor.
  fileprivate var isIsolatedByActor: Bool { self == "Reducer" || self == "CaseReducer" }
}

extension TypeDeclaration {
  var availability: String { attributes.availability }

  /// Whether the declaration itself lists a conformance to a protocol.
  func inherits(_ name: String) -> Bool {
    inheritedTypes.contains { $0.typeName == name }
  }

  /// The nested type with a name.
  func nestedType(_ name: String) -> Member? {
    members.flattened.first {
      switch $0 {
      case .type(let type): type.keyword != .extension && type.name.text == name
      case .typeAlias(let alias): alias.name.text == name
      default: false
      }
    }
  }

  /// The property with a name, and its declaration.
  func property(_ name: String) -> (declaration: VariableDeclaration, binding: Binding)? {
    for case .variable(let variable) in members.flattened {
      if let binding = variable.bindings.first(where: { $0.name?.text == name }) { return (variable, binding) }
    }
    return nil
  }
}

extension [Attribute] {
  func contains(_ name: String) -> Bool {
    contains { $0.baseName == name }
  }

  /// All `@available` attributes, one per line.
  var availability: String {
    filter { $0.baseName == "available" }.map { $0.slice.text + "\n" }.joined()
  }
}

extension SourceSlice {
  /// The last component of a type's name, without generic arguments: `AlertState` for `Store.AlertState<Alert>`.
  var typeName: String {
    let name = text.prefix { $0 != "<" }
    return String(name.split { ".:".contains($0) }.last ?? "").withoutBackticks.trimmed
  }
}

extension String {
  var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  var withoutBackticks: String { filter { $0 != "`" } }

  /// The text with the type `Self` replaced by a name.
  func replacingSelf(with name: String) -> String {
    replacing(type: "Self", with: name)
  }

  /// The text with one type replaced by another. Members of this name, as in `Other.Element`, are left alone.
  func replacing(type: String, with name: String) -> String {
    guard contains(type) else { return self }
    func isPartOfName(_ character: Character?) -> Bool {
      character.map { $0 == "_" || $0 == "`" || $0.isLetter || $0.isNumber } ?? false
    }
    var result = ""
    var rest = self[...]
    while let next = rest.first {
      let after = rest.dropFirst(type.count)
      if rest.hasPrefix(type), !isPartOfName(result.last), result.last != ".", !isPartOfName(after.first) {
        result += name
        rest = after
      } else {
        result.append(next)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  /// The text with spaces before each nonempty line.
  func indented(_ spaces: Int = 2) -> String {
    let indentation = Array(repeating: UInt8(ascii: " "), count: spaces)
    var result: [UInt8] = []
    var isAtStart = true
    for byte in Array(utf8) {
      if isAtStart && byte != UInt8(ascii: "\n") { result += indentation }
      result.append(byte)
      isAtStart = byte == UInt8(ascii: "\n")
    }
    return String(decoding: result, as: UTF8.self)
  }
}
