/// `@Reducer`: the conformance, and what a feature leaves out.
func expandReducer(_ use: MacroUse) -> Expansion {
  switch use.request.role {
  case "memberAttribute":
    return Expansion(source: attributes(forMember: use.declaration).joined(separator: "\n"))
  case "extension":
    guard let type = use.type else { return Expansion() }
    switch type.keyword {
    case .struct: return use.conformance(of: type, to: ["Reducer"])
    case .enum: return use.conformance(of: type, to: ["CaseReducer", "Reducer"])
    default: return Expansion()
    }
  case "member":
    guard let type = use.type, type.keyword == .struct || type.keyword == .enum else {
      let kind = use.type.map { " '\($0.name.text)' is \($0.keyword.described)." } ?? ""
      return use.misplaced(
        "'@Reducer' can only be applied to a struct, or to an enum of reducers: a reducer is a value.\(kind)"
      )
    }
    var expansion = type.keyword == .enum ? enumMembers(of: type, use) : structMembers(of: type, use)
    expansion.diagnostics += bodyProblems(of: type)
    return expansion
  default:
    return Expansion()
  }
}

// MARK: - Attributes of members

private func attributes(forMember member: Member) -> [String] {
  switch member {
  case .type(let type) where type.keyword == .enum && ["State", "Action"].contains(type.name.text):
    var attributes: [String] = []
    if !type.attributes.contains("CasePathable") && !type.inherits("CasePathable") {
      attributes.append("@CasePathable")
    }
    if type.name.text == "State" && !type.attributes.contains("dynamicMemberLookup") {
      attributes.append("@dynamicMemberLookup")
    }
    return attributes
  case .variable(let variable):
    guard !variable.isLet, let binding = variable.bindings.first, variable.bindings.count == 1,
      binding.name?.text == "body", let body = binding.accessors?.getterBody,
      let arguments = binding.type?.text.reducerArguments,
      !variable.attributes.contains("ReducerBuilder"),
      // A builder does nothing to a body that returns, but for a warning.
      !Parser.statements(in: body).contains(where: { $0.kind == .return })
    else { return [] }
    let types = arguments.count == 1 ? ["State", "Action"].map { "\(arguments[0]).\($0)" } : arguments
    return ["@ReducerBuilder<\(types.joined(separator: ", "))>"]
  default:
    return []
  }
}

extension String {
  /// The generic arguments of `some Reducer<State, Action>` or `some ReducerOf<Feature>`.
  fileprivate var reducerArguments: [String]? {
    guard hasPrefix("some "), let open = firstIndex(of: "<"), trimmed.last == ">", let close = lastIndex(of: ">") else {
      return nil
    }
    let name = self[..<open].dropFirst(5).split { ".:".contains($0) }.last.map { String($0).trimmed }
    guard name == "Reducer" || name == "ReducerOf" else { return nil }
    let arguments = self[index(after: open)..<close].splitAtCommas
    return arguments.count <= 2 ? arguments : nil
  }
}

extension Substring {
  /// What stands between commas that are not within brackets.
  fileprivate var splitAtCommas: [String] {
    var depth = 0
    var previous: Character?
    return split { character in
      defer { previous = character }
      switch character {
      case "<", "(", "[": depth += 1
      case ">" where previous != "-", ")", "]": depth -= 1
      default: break
      }
      return character == "," && depth == 0
    }.map { String($0).trimmed }
  }
}

// MARK: - A struct

private func structMembers(of type: TypeDeclaration, _ use: MacroUse) -> Expansion {
  var expansion = Expansion()
  if let arguments = use.attribute?.argumentsSlice, use.attribute?.arguments.isEmpty == false {
    expansion.diagnostics.append(
      Diagnostic(
        severity: .error,
        message: """
          '@Reducer' takes no arguments on a struct: its 'State' and 'Action' are declared, so they can list what they \
          conform to.
          """,
        place: arguments,
        fixIts: [
          FixIt(message: "Remove '\(arguments.text)'", edits: [Edit(replaced: arguments, replacement: "")])
        ]
      )
    )
  }
  let access = use.access(of: type)
  let body = type.property("body")
  // A body that says what its state and action are has them declared somewhere: in an extension, or as another type's.
  let saysItsTypes =
    type.hasReduceMethod || body.map { $0.binding.initialValue != nil || $0.binding.type != nil } == true
  var members: [String] = []
  if type.nestedType("State") == nil && !saysItsTypes {
    members.append(
      """
      \(access)struct State: Codable, Equatable, Hashable, Sendable {
        \(access)init() {}
      }
      """
    )
  }
  if type.nestedType("Action") == nil && !saysItsTypes {
    members.append("\(access)enum Action: Equatable, Hashable, Sendable {}")
  }
  if body == nil && !type.hasReduceMethod {
    members.append("\(access)var body: EmptyReducer<Self.State, Self.Action> { EmptyReducer() }")
  }
  expansion.source = members.joined(separator: "\n")
  return expansion
}

extension TypeDeclaration {
  fileprivate var reduceMethod: FunctionDeclaration? {
    for case .function(let function) in members.flattened
    where function.name.text == "reduce" && function.parameters.map(\.firstName?.text) == ["into", "action"] {
      return function
    }
    return nil
  }

  fileprivate var hasReduceMethod: Bool { reduceMethod != nil }
}

/// What the compiler has no good words for.
private func bodyProblems(of type: TypeDeclaration) -> [Diagnostic] {
  guard let body = type.property("body") else { return [] }
  var diagnostics: [Diagnostic] = []
  if let reduce = type.reduceMethod {
    diagnostics.append(
      Diagnostic(
        severity: .warning,
        message: """
          '\(type.name.text)' has a 'reduce(into:action:)' and a 'body'. The former is what runs; the latter is never \
          used. Move the method's code into a 'Reduce' in the body.
          """,
        place: reduce.name,
        notes: [Note(message: "This body is never used.", place: body.binding.pattern)]
      )
    )
  }
  if let initialValue = body.binding.accessors?.getterBody, body.binding.type?.text.reducerArguments != nil {
    for statement in Parser.statements(in: initialValue) where statement.hasSideEffect {
      diagnostics.append(
        Diagnostic(
          severity: .error,
          message: """
            A body only lists reducers. This statement would run when a store is made, not when an action is sent. Move \
            it into the closure of a 'Reduce', or into an effect that it returns.
            """,
          place: statement.slice
        )
      )
    }
  }
  return diagnostics
}

extension Statement {
  fileprivate var hasSideEffect: Bool {
    switch kind {
    case .assignment: true
    case .expression: ["print", "debugPrint", "dump", "NSLog", "assert", "precondition"].contains(keyword.text)
    default: false
    }
  }
}

// MARK: - An enum

/// What a case of an enum of reducers holds.
private enum ReducerCase {
  /// A reducer, and how it is made.
  case reducer(type: String, initialValue: String)
  /// State whose actions need no reducer.
  case ephemeral(type: String)
  case plain

  init(_ declaration: EnumCaseDeclaration, _ element: EnumCaseElement) {
    guard let parameter = element.parameters?.first, element.parameters?.count == 1, parameter.type.isNamedType,
      !declaration.attributes.contains("ReducerCaseIgnored")
    else {
      self = .plain
      return
    }
    let type = parameter.type.text
    if declaration.attributes.contains("ReducerCaseEphemeral")
      || ["AlertState", "ConfirmationDialogState"].contains(parameter.type.typeName)
    {
      self = .ephemeral(type: type)
    } else {
      self = .reducer(type: type, initialValue: parameter.defaultValue?.text ?? "\(type)()")
    }
  }
}

extension SourceSlice {
  /// Whether a type is written as a name, and not as an optional, a tuple, a function, ...
  fileprivate var isNamedType: Bool {
    var depth = 0
    return text.allSatisfy { character in
      if character == "<" { depth += 1 }
      defer { if character == ">" { depth -= 1 } }
      return depth > 0 || character.isLetter || character.isNumber || "._`:".contains(character)
    } && !text.hasSuffix(".Type")
  }
}

private func enumMembers(of type: TypeDeclaration, _ use: MacroUse) -> Expansion {
  let access = use.access(of: type)
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
      content += casePaths(of: type, access: access) + "\n"
    }
    members.append(header + content.indented() + "}")
  }

  declare(
    "State",
    conformances: ["CasePathable", "CaseReducerState"] + use.conformances(labelled: "state"),
    typeAlias: "\(access)typealias StateReducer = \(type.name.text)\n",
    cases: type.members.source { declaration, element in
      let payload =
        switch ReducerCase(declaration, element) {
        case .reducer(let type, _): "(\(element.payloadLabel)\(type).State)"
        case .ephemeral(let type): "(\(element.payloadLabel)\(type))"
        case .plain: element.slice.text.dropped(prefix: element.name.text)
        }
      return "\(declaration.caseKeyword) \(element.name.text)\(payload)\n"
    },
    attributes: "@dynamicMemberLookup\n"
  )
  declare(
    "Action",
    conformances: ["CasePathable"] + use.conformances(labelled: "action"),
    cases: type.members.source { declaration, element in
      let action =
        switch ReducerCase(declaration, element) {
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
        switch ReducerCase(declaration, element) {
        case .reducer(let type, _): "(\(element.payloadLabel)StoreOf<\(type)>)"
        case .ephemeral, .plain: element.slice.text.dropped(prefix: element.name.text)
        }
      return "\(declaration.caseKeyword) \(element.name.text)\(payload)\n"
    }
  )
  if !type.members.flattened.contains(where: { if case .function(let f) = $0 { f.name.text == "scope" } else { false } }
  ) {
    members.append(scopeFunction(of: type, access: access))
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
  let scopes = type.members.source { declaration, element in
    guard case .reducer(_, let initialValue) = ReducerCase(declaration, element) else { return "" }
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
      """
  }
  return """
    \(access)static var body: Reduce<Self.State, Self.Action> {
      Reduce(
        CombineReducers {
    \(scopes.indented(6))    }
      )
    }
    """
}

extension ExpansionRequest.Location {
  /// Arguments with which what is reported at run time is reported at a place in the declaration. Without them it would
  /// be a place in an expansion, which nobody can open.
  func arguments(at place: SourceSlice) -> String {
    let before = place.source.bytes[..<place.range.lowerBound]
    let lines = before.count { $0 == UInt8(ascii: "\n") }
    let columns = before.count - (before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0)
    // Within an expansion there is no better place.
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
  /// The string as it is written in source.
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

  fileprivate func dropped(prefix: String) -> String {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}

private func scopeFunction(of type: TypeDeclaration, access: String) -> String {
  let cases = type.members.source { declaration, element in
    let name = element.name.text
    switch ReducerCase(declaration, element) {
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
  /// The protocols of `state: .equatable, .sendable`. Arguments without a label belong to the last one that has.
  fileprivate func conformances(labelled label: String) -> [String] {
    var current = ""
    return (attribute?.arguments ?? []).compactMap { argument in
      current = argument.label?.text ?? current
      guard current == label, let name = argument.value.text.split(separator: ".").last else { return nil }
      return name.prefix(1).uppercased() + name.dropFirst()
    }
  }
}

/// Cases whose payload can't be a reducer, and don't say so. The compiler would look for its state.
private func plainCases(of type: TypeDeclaration) -> [Diagnostic] {
  type.members.flattened.flatMap { member -> [Diagnostic] in
    guard case .enumCase(let declaration) = member else { return [] }
    return declaration.elements.compactMap { element in
      guard case .reducer(let type, _) = ReducerCase(declaration, element), let parameter = element.parameters?.first,
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
