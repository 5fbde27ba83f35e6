/// Expands `@Reducer`: the conformance, and the members that a feature omits.
func expandReducer(_ use: MacroUse) -> Expansion {
  switch use.request.role {
  case "memberAttribute":
    return Expansion(source: attributes(forMember: use.declaration).joined(separator: "\n"))
  case "extension":
    guard let type = use.type else { return Expansion() }
    switch type.keyword {
    case .struct:
      return use.conformance(
        of: type,
        to: ["Reducer"] + (use.isSendable(type) && use.globalActor(of: type) == nil ? ["Sendable"] : [])
      )
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
      // A result builder has no effect on a body with `return`, and the compiler would warn.
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
  /// The parts between commas outside of brackets.
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
  // A body with a type needs no nested state and action: they may be declared in an extension or by another type.
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
  for (wanted, nested) in misnamedTypes(of: type, body?.binding) {
    let name = nested.name
    expansion.diagnostics.append(
      Diagnostic(
        severity: .error,
        message: "'\(type.name.text)' has no '\(wanted)'. '\(name.text)' looks like it.",
        place: name,
        fixIts: [FixIt(message: "Replace with '\(wanted)'", edits: [Edit(replaced: name, replacement: wanted)])]
      )
    )
    // Keeps the compiler from reporting a missing type wherever it is used.
    members.append("\(access)typealias \(wanted) = \(name.text)")
  }
  if type.reduceMethod.flatMap(signatureProblem) != nil {
    // Keeps the compiler from reporting a missing method in addition to the error about this one.
    members.append(
      """
      \(access)func reduce(into state: inout Self.State, action: Self.Action) -> Effect<Self.Action> { .none }
      """
    )
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

/// Errors and warnings for mistakes that the compiler describes poorly or not at all.
private func bodyProblems(of type: TypeDeclaration) -> [Diagnostic] {
  if let problem = type.reduceMethod.flatMap(signatureProblem) { return [problem] }
  guard let body = type.property("body") else { return type.reduceMethod == nil ? misnamedBodies(of: type) : [] }
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

/// Errors for properties with the type of a body and another name, which would never run.
private func misnamedBodies(of type: TypeDeclaration) -> [Diagnostic] {
  type.members.flattened.flatMap { member -> [Diagnostic] in
    guard case .variable(let variable) = member else { return [] }
    return variable.bindings.compactMap { binding in
      guard let name = binding.name, binding.accessors?.getterBody != nil,
        binding.type?.text.reducerArguments != nil
      else { return nil }
      return Diagnostic(
        severity: .error,
        message: "'\(type.name.text)' has no 'body', so it would do nothing. '\(name.text)' looks like it.",
        place: name,
        fixIts: [FixIt(message: "Replace with 'body'", edits: [Edit(replaced: name, replacement: "body")])]
      )
    }
  }
}

/// Nested types whose names are misspellings of `State` or `Action`, if the body needs a type of that name. The
/// compiler would only report that the type is missing.
private func misnamedTypes(of type: TypeDeclaration, _ body: Binding?) -> [(wanted: String, nested: TypeDeclaration)] {
  guard body?.type?.text.reducerArguments == ["Self"] else { return [] }
  return ["State", "Action"].flatMap { wanted in
    guard type.nestedType(wanted) == nil, !type.genericParameters.contains(where: { $0.name.text == wanted }) else {
      return [] as [(String, TypeDeclaration)]
    }
    return type.members.flattened.compactMap { member in
      guard case .type(let nested) = member, nested.name.text.isMisspelling(of: wanted) else { return nil }
      return (wanted, nested)
    }.prefix(1).map { $0 }
  }
}

extension String {
  /// Whether the text differs from a word by one added, missing or wrong letter or two swapped neighbors, or only in
  /// case.
  fileprivate func isMisspelling(of word: String) -> Bool {
    let (mine, other) = (Array(lowercased()), Array(word.lowercased()))
    let start = zip(mine, other).prefix { $0 == $1 }.count
    let end = zip(mine.dropFirst(start).reversed(), other.dropFirst(start).reversed()).prefix { $0 == $1 }.count
    let (left, right) = (mine[start..<(mine.count - end)], other[start..<(other.count - end)])
    return max(left.count, right.count) <= 1 || left.count == 2 && Array(left.reversed()) == Array(right)
  }
}

/// An error for a method that almost matches the protocol's. The compiler's error would point into the expansion.
private func signatureProblem(of reduce: FunctionDeclaration) -> Diagnostic? {
  if let state = reduce.parameters.first?.type, !state.text.hasPrefix("inout ") {
    let start = SourceSlice(source: state.source, range: state.range.lowerBound..<state.range.lowerBound)
    return Diagnostic(
      severity: .error,
      message: "'reduce(into:action:)' changes the state where it is: the parameter has to be 'inout \(state.text)'.",
      place: state,
      fixIts: [FixIt(message: "Insert 'inout '", edits: [Edit(replaced: start, replacement: "inout ")])]
    )
  }
  guard reduce.returnType == nil else { return nil }
  return Diagnostic(
    severity: .error,
    message: """
      'reduce(into:action:)' returns what is to be done next, an 'Effect<Action>'. Return '.none' where there is nothing.
      """,
    place: reduce.name
  )
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
