/// The content of a case in an enum of reducers.
private enum ReducerCase {
  /// A reducer, with the expression that makes it.
  case reducer(type: String, initialValue: String)
  /// A state whose actions need no reducer.
  case ephemeral(type: String)
  case plain

  /// - Parameter root: The enum's name, which replaces `Self` in nested types.
  init(_ declaration: EnumCaseDeclaration, _ element: EnumCaseElement, of root: String) {
    guard let parameter = element.parameters?.first, element.parameters?.count == 1, parameter.type.isNamedType,
      !declaration.attributes.contains("ReducerCaseIgnored")
    else {
      self = .plain
      return
    }
    let type = parameter.type.text.replacingSelf(with: root)
    if declaration.attributes.contains("ReducerCaseEphemeral")
      || ["AlertState", "ConfirmationDialogState"].contains(parameter.type.typeName)
    {
      self = .ephemeral(type: type)
    } else {
      // For an enum of reducers, the reducer is the static property `body`, and its type is `Path.Body`.
      let initialValue = type.hasSuffix(".Body") ? "\(type.dropLast("Body".count))body" : "\(type)()"
      self = .reducer(type: type, initialValue: parameter.defaultValue?.text ?? initialValue)
    }
  }
}

extension SourceSlice {
  /// Whether the type is written as a name, and not as an optional, a tuple or a function.
  fileprivate var isNamedType: Bool {
    var depth = 0
    var isRaw = false
    return text.allSatisfy { character in
      if character == "`" { isRaw.toggle() }
      if isRaw { return true }
      if character == "<" { depth += 1 }
      defer { if character == ">" { depth -= 1 } }
      return depth > 0 || character.isLetter || character.isNumber || "._`:".contains(character)
    } && !text.hasSuffix(".Type")
  }
}

/// Source for the members of an enum of reducers: `State`, `Action`, `body`, `CaseScope` and `scope`.
func enumMembers(of type: TypeDeclaration, _ use: MacroUse) -> Expansion {
  let members: Set = ["State", "Action", "CaseScope", "body", "scope"]
  let taken = use.takenNames(of: type, members.union(["AllCasePaths", "allCasePaths", "StateReducer"]))
  guard taken.isEmpty else { return Expansion(diagnostics: taken) }
  return expansion(of: type, use)
}

private func expansion(of type: TypeDeclaration, _ use: MacroUse) -> Expansion {
  let access = use.access(of: type)
  let root = type.name.text
  let actor = use.globalActor(of: type)
  var expansion = Expansion(diagnostics: plainCases(of: type))
  var members: [String] = []
  func declare(_ name: String, conformances: [String], typeAlias: String = "", cases: String, attributes: String = "") {
    guard type.nestedType(name) == nil else { return }
    let inheritance = conformances.isEmpty ? "" : ": \(conformances.joined(separator: ", "))"
    let isIndirect = type.modifiers.contains { $0.name == "indirect" }
    let header = "\(attributes)\(access)\(isIndirect ? "indirect " : "")enum \(name)\(inheritance) {\n"
    var content = typeAlias + cases
    if conformances.contains("CasePathable"),
      case .type(let type) = Parser.declaration(in: SourceText(header + cases + "}")).0
    {
      content += casePaths(of: type, access: access, actor: actor) + "\n"
    }
    members.append(header + content.indented() + "}")
  }

  declare(
    "State",
    conformances: ["CasePathable", "CasePathIterable", actor.map { "\($0) CaseReducerState" } ?? "CaseReducerState"]
      + use.conformances(labelled: "state"),
    typeAlias: "\(access)typealias StateReducer = \(type.name.text)\n",
    cases: type.members.source { declaration, element in
      let payload =
        switch ReducerCase(declaration, element, of: type.name.text) {
        case .reducer(let type, _): "(\(element.payloadLabel)\(type).State)"
        case .ephemeral(let type): "(\(element.payloadLabel)\(type))"
        case .plain: element.payload(of: root)
        }
      return "\(declaration.caseKeyword) \(element.name.text)\(payload)\n"
    },
    attributes: "@dynamicMemberLookup\n"
  )
  declare(
    "Action",
    conformances: ["CasePathable", "CasePathIterable"] + use.conformances(labelled: "action"),
    cases: type.members.source { declaration, element in
      let action =
        switch ReducerCase(declaration, element, of: type.name.text) {
        case .reducer(let type, _), .ephemeral(let type): "\(type).Action"
        case .plain: "Never"
        }
      return "\(declaration.caseKeyword) \(element.name.text)(\(action))\n"
    }
  )
  if type.property("body") == nil {
    members.append(staticBody(of: type, access: access, use.request.location))
  }
  declare(
    "CaseScope",
    conformances: [],
    cases: type.members.source { declaration, element in
      let payload =
        switch ReducerCase(declaration, element, of: type.name.text) {
        case .reducer(let type, _): "(\(element.payloadLabel)StoreOf<\(type)>)"
        case .ephemeral, .plain: element.payload(of: root)
        }
      return "\(declaration.caseKeyword) \(element.name.text)\(payload)\n"
    }
  )
  if !type.members.flattened.contains(where: { if case .function(let f) = $0 { f.name.text == "scope" } else { false } }
  ) {
    members.append(scopeFunction(of: type, access: access))
  }
  if !type.memberBlock.text.contains("init()") {
    // Replaces the compiler's error that the enum has no initializer.
    members.append(
      """
      @available(*, unavailable, message: "An enum of reducers runs by its static 'body', of the type 'Body'. In a case \
      of another one, write 'case path(Path.Body)'; elsewhere, 'Path.body'.")
      \(access)init() { fatalError() }
      """
    )
  }
  expansion.source = members.joined(separator: "\n")
  return expansion
}

private func staticBody(
  of type: TypeDeclaration,
  access: String,
  _ location: ExpansionRequest.Location
) -> String {
  var isEmpty = true
  let lifetimes = type.members.source { declaration, element in
    guard case .reducer(let type, _) = ReducerCase(declaration, element, of: type.name.text) else { return "" }
    // The body of another enum does not say what is in it; the enum does.
    let reducer = type.hasSuffix(".Body") ? String(type.dropLast(".Body".count)) : type
    return "if \(reducer)._mayHaveLifetimes(&visited) { return true }\n"
  }
  let scopes = type.members.source { declaration, element in
    guard case .reducer(_, let initialValue) = ReducerCase(declaration, element, of: type.name.text) else {
      return ""
    }
    isEmpty = false
    let name = element.name.text
    return """
      Scope(
        state: \\Self.State.Cases.\(name),
        action: \\Self.Action.Cases.\(name),
        child: { \(initialValue) }\(location.arguments(at: element.name))
      )

      """
  }
  guard !isEmpty else {
    return """
      \(access)static var body: EmptyReducer<Self.State, Self.Action> { EmptyReducer() }
      \(access)static func _mayHaveLifetimes(_ visited: inout Set<ObjectIdentifier>) -> Bool { false }
      """
  }
  return """
    \(access)static var body: Reduce<Self.State, Self.Action> {
      Reduce(
        CombineReducers {
    \(scopes.indented(6))    }
      )
    }
    \(access)static func _mayHaveLifetimes(_ visited: inout Set<ObjectIdentifier>) -> Bool {
    \(lifetimes.indented())  return false
    }
    """
}

extension ExpansionRequest.Location {
  /// Arguments that make reports at run time point to the declaration, and not into an expansion that can't be opened.
  func arguments(at place: SourceSlice) -> String {
    let before = place.source.bytes[..<place.range.lowerBound]
    let lines = before.count { $0 == UInt8(ascii: "\n") }
    let columns = before.count - (before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0)
    // Within an expansion, the default arguments are as good.
    guard !fileID.isEmpty, !fileID.contains("@__swiftmacro") else { return "" }
    return """
      ,
        fileID: \(fileID.literal),
        filePath: \(filePath.literal),
        line: \(line + lines),
        column: \(lines == 0 ? column + columns : columns + 1)
      """
  }
}

extension String {
  /// The string as a literal.
  var literal: String {
    let content = map { character -> String in
      switch character {
      case "\"", "\\": "\\\(character)"
      case "\n": "\\n"
      case "\r": "\\r"
      default: String(character)
      }
    }
    return "\"\(content.joined())\""
  }

}

private func scopeFunction(of type: TypeDeclaration, access: String) -> String {
  let cases = type.members.source { declaration, element in
    let name = element.name.text
    switch ReducerCase(declaration, element, of: type.name.text) {
    case .reducer:
      return """
        case .\(name)(let state):
          return .\(name)(\(element.payloadLabel)child(of: store, state: \\.\(name), action: \\.\(name), lastState: state))

        """
    case .ephemeral, .plain:
      let parameters = element.parameters ?? []
      let values = parameters.indices.map { "let value\($0)" }.joined(separator: ", ")
      let arguments = parameters.enumerated().map { index, parameter in
        (parameter.firstName.map(\.text).flatMap { $0 == "_" ? nil : "\($0): " } ?? "") + "value\(index)"
      }
      return parameters.isEmpty
        ? "case .\(name):\n  return .\(name)\n"
        : """
        case .\(name)(\(values)):
          observePayload(of: store)
          return .\(name)(\(arguments.joined(separator: ", ")))

        """
    }
  }
  return """
    \(access)static func scope(_ store: Store<Self.State, Self.Action>) -> CaseScope {
      switch observedCase(of: store) {
    \(cases.indented())  }
    }
    """
}

extension EnumCaseElement {
  /// The text after the case's name, for use in a nested enum.
  fileprivate func payload(of root: String) -> String {
    String(slice.text.dropFirst(name.text.count)).replacingSelf(with: root)
  }

  fileprivate var payloadLabel: String {
    parameters?.first?.firstName.map(\.text).flatMap { $0 == "_" ? nil : "\($0): " } ?? ""
  }
}

extension EnumCaseDeclaration {
  fileprivate var caseKeyword: String {
    modifiers.contains { $0.name == "indirect" } ? "indirect case" : "case"
  }
}

extension MacroUse {
  /// The protocols in `state: .equatable, .sendable`. An argument without a label belongs to the last label before it.
  fileprivate func conformances(labelled label: String) -> [String] {
    var current = ""
    return (attribute?.arguments ?? []).compactMap { argument in
      current = argument.label?.text ?? current
      guard current == label, let name = argument.value.text.split(separator: ".").last else { return nil }
      return name.prefix(1).uppercased() + name.dropFirst()
    }
  }
}

/// Errors for cases whose payload is not a reducer. The compiler would only report that the payload has no `State`.
private func plainCases(of type: TypeDeclaration) -> [Diagnostic] {
  type.members.flattened.flatMap { member -> [Diagnostic] in
    guard case .enumCase(let declaration) = member else { return [] }
    return declaration.elements.compactMap { element in
      guard case .reducer(let type, _) = ReducerCase(declaration, element, of: type.name.text),
        let parameter = element.parameters?.first,
        type.hasSuffix(".ID") || valueTypes.contains(parameter.type.typeName)
      else { return nil }
      let edit = Edit(replaced: declaration.slice.start, replacement: "@ReducerCaseIgnored ")
      return Diagnostic(
        severity: .error,
        message: """
          '\(type)' is not a reducer. A case that holds a value to show, and has no actions, is to be marked \
          '@ReducerCaseIgnored'.
          """,
        place: parameter.type,
        fixIts: [FixIt(message: "Insert '@ReducerCaseIgnored'", edits: [edit])]
      )
    }
  }
}

private let valueTypes: Set = [
  "Bool", "Character", "Date", "Data", "Double", "Duration", "Float", "Int", "Never", "String", "URL", "UUID", "Void",
]
