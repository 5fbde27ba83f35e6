/// Expands `@CasePathable`: the case paths of an enum and its conformance.
func expandCasePathable(_ use: MacroUse) -> Expansion {
  guard let type = use.type, type.keyword == .enum else {
    guard use.request.role == "member" else { return Expansion() }
    let kind = use.type.map { " '\($0.name.text)' is \($0.keyword.described)." } ?? ""
    return use.misplaced("'@CasePathable' can only be applied to an enum: it makes key paths to cases.\(kind)")
  }
  switch use.request.role {
  case "extension":
    let isDeclared = use.declaresOwnPaths
    // A private type that declares the conformance itself needs no extension. The extension could not see the type.
    let isHidden = type.inherits("CasePathable") && use.privacyProblem(of: type) != nil
    return use.conformance(of: type, to: ["CasePathable"] + (isDeclared || isHidden ? [] : ["CasePathIterable"]))
  case "member" where type.nestedType("AllCasePaths") == nil:
    let diagnostics =
      overloadedCases(of: type) + use.takenNames(of: type, ["AllCasePaths", "allCasePaths", "makeIterator"])
    guard diagnostics.isEmpty else { return Expansion(diagnostics: diagnostics) }
    return Expansion(source: casePaths(of: type, access: use.access(of: type), actor: use.globalActor(of: type)))
  default:
    return Expansion()
  }
}

extension MacroUse {
  /// Whether the enum declares its case paths itself, which may not be iterable. In the role of an extension the members
  /// are parsed only if one of them can be these paths.
  fileprivate var declaresOwnPaths: Bool {
    guard request.declaration.slice.text.contains("AllCasePaths"),
      case .type(let type) = Parser.declaration(in: request.declaration).0
    else { return false }
    return type.nestedType("AllCasePaths") != nil
  }
}

extension TypeDeclaration.Keyword {
  /// The keyword with its article.
  var described: String {
    switch self {
    case .enum, .actor, .extension: "an \(rawValue)"
    default: "a \(rawValue)"
    }
  }
}

/// Errors for cases that differ only in their labels: a case key path has no labels.
private func overloadedCases(of type: TypeDeclaration) -> [Diagnostic] {
  // Cases under different `#if` conditions may share a name, so only the unconditional ones are compared.
  var first: [String: SourceSlice] = [:]
  var diagnostics: [Diagnostic] = []
  for case .enumCase(let declaration) in type.members {
    for element in declaration.elements {
      let name = element.name.text.withoutBackticks
      if let other = first[name] {
        diagnostics.append(
          Diagnostic(
            severity: .error,
            message: """
              '@CasePathable' can't tell two cases named '\(name)' apart: a case key path is a name without labels. Rename \
              one of them.
              """,
            place: element.name,
            notes: [Note(message: "The other case named '\(name)' is here.", place: other)]
          )
        )
      } else {
        first[name] = element.name
      }
    }
  }
  return diagnostics
}

extension MacroUse {
  /// Errors for cases with the name of a member that the macro adds.
  func takenNames(of type: TypeDeclaration, _ names: Set<String>) -> [Diagnostic] {
    type.members.flattened.flatMap { member -> [Diagnostic] in
      guard case .enumCase(let declaration) = member else { return [] }
      return declaration.elements.filter { names.contains($0.name.text.withoutBackticks) }.map { element in
        Diagnostic(
          severity: .error,
          message: """
            '\(attributeName)' adds a member called '\(element.name.text.withoutBackticks)', so a case can't have this \
            name. Rename it.
            """,
          place: element.name
        )
      }
    }
  }
}

/// The nested type `AllCasePaths` and the static property that returns it.
func casePaths(of type: TypeDeclaration, access: String, actor: String?) -> String {
  let root = type.name.text.replacingNamesOfSequences
  var conformances = ["CasePathReflectable", "IdentifiedCases", "Sendable", "Swift.Sequence"]
  if type.inherits("BindableAction"), type.hasBindingCase { conformances.append("BindableCasePaths") }
  let paths = type.members.source { declaration, element in
    declaration.attributes.isUnavailable
      ? ""
      : casePath(
        of: element,
        root: root,
        access: access,
        actor: actor,
        availability: declaration.attributes.availability
      )
  }
  let list = [lookUp(in: type, root: root, access), iterator(of: type, root: root, access)].joined(separator: "\n")
  let body = paths + identity(of: type, root: root, access: access, actor: actor) + "\n" + list
  let aliases = String.namesOfSequences.filter { body.contains("_$\($0)") }
    .map { "\n\(access)typealias _$\($0) = \($0)" }
  return """
    \(access)nonisolated struct AllCasePaths: \(conformances.joined(separator: ", ")) {
    \(body.indented())
    }
    \(access)nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }\(aliases.joined())
    """
}

extension String {
  /// Names of types that each `Sequence` has. Within `AllCasePaths` they would hide the enum's types of the same name.
  fileprivate static var namesOfSequences: [String] { ["Element", "Iterator"] }

  /// The text with types of these names replaced by aliases, which the enum declares.
  fileprivate var replacingNamesOfSequences: String {
    Self.namesOfSequences.reduce(self) { $0.replacing(type: $1, with: "_$\($1)") }
  }
}

private func casePath(
  of element: EnumCaseElement,
  root: String,
  access: String,
  actor: String?,
  availability: String
) -> String {
  let name = element.name.text
  let payload = CasePayload(element, root: root, actor: actor)
  // The functions are in a type, which captures nothing. Function values would not always be `@Sendable`: in Swift 5
  // `A.one(_:)` is not, and in no version is a closure that mentions generic parameters with requirements, because
  // their conformances might be isolated to an actor.
  let functions = "`\(name.withoutBackticks) functions`"
  return """
    \(availability)\(access)var \(name): AnyCasePath<\(root), \(payload.type)> {
      AnyCasePath(\(functions).self)
    }
    \(availability)private nonisolated enum \(functions): CaseFunctions {
      static var functions: AnyCasePath<\(root), \(payload.type)>.Functions {
        (
          \(payload.embed),
          {
            guard case .\(name)\(payload.pattern) = $0 else { return nil }
            return \(payload.value)
          }
        )
      }\(payload.isolatedEmbed.indented(4))
    }

    """
}

/// The source for the payload of a case.
private struct CasePayload {
  var type = "Void"
  var embed: String
  var pattern = ""
  var value = "()"
  /// A function that embeds the payload, on the actor that alone can mention the case.
  var isolatedEmbed = ""

  init(_ element: EnumCaseElement, root: String, actor: String?) {
    let name = element.name.text
    let parameters = element.parameters ?? []
    let types = parameters.map { $0.payloadType.replacingNamesOfSequences.replacingSelf(with: root) }
    if let parameter = parameters.first, parameters.count == 1 {
      type = types[0]
      // Prefers the case's function, because a closure that never runs causes a warning. Some names need a closure.
      embed =
        parameter.isAutoclosure || ["self", "init", "Type", "Protocol"].contains(name.withoutBackticks)
        ? "{ .\(name)(\(parameter.argument("$0"))) }" : "\(root).\(name)(\(parameter.argumentLabel ?? "_"):)"
      pattern = "(let value)"
      value = "value"
      if let actor, parameter.hasReducerAlias {
        type = type.withoutReducerAliases
        embed = "_withoutActor(isolatedEmbed)"
        isolatedEmbed = """

          \(actor) @Sendable static func isolatedEmbed(_ payload: \(type)) -> \(root) { .\(name)(\(parameter.argument("payload"))) }
          """
      }
    } else if parameters.isEmpty {
      embed = "{ _ in .\(name) }"
    } else {
      let labels = parameters.map(\.label)
      let elements = zip(labels, types).map { label, type in
        label.map { "\($0): \(type)" } ?? type
      }
      let values = parameters.indices.map { "value\($0)" }
      type = "(\(elements.joined(separator: ", ")))"
      let arguments = parameters.enumerated().map { $1.argument("$0.\($0)") }
      embed = "{ .\(name)(\(arguments.joined(separator: ", "))) }"
      pattern = "(\(values.map { "let \($0)" }.joined(separator: ", ")))"
      value = "(\(values.joined(separator: ", ")))"
    }
  }
}

extension EnumCaseElement {
  /// Converts a payload whose type is an alias, so that the alias is not mentioned.
  fileprivate func coercion(_ root: String, _ actor: String?) -> String {
    guard actor != nil, let parameter = parameters?.first, parameters?.count == 1, parameter.hasReducerAlias else {
      return ""
    }
    return " as \(CasePayload(self, root: root, actor: actor).type)"
  }
}

extension String {
  /// The text with `StackActionOf<Row>` and `IdentifiedActionOf<Row>` replaced by what they stand for.
  ///
  /// The aliases require that `Row` is a reducer. If it belongs to an actor, no nonisolated code can mention them.
  fileprivate var withoutReducerAliases: String {
    for (alias, state) in [("StackActionOf", "State"), ("IdentifiedActionOf", "State.ID")] {
      guard let start = firstRange(of: alias + "<"), let end = endOfBracket(from: start.upperBound) else { continue }
      let reducer = self[start.upperBound..<end]
      let rest = self[index(after: end)...]
      return "\(self[..<start.lowerBound])\(alias.dropLast(2))<\(reducer).\(state), \(reducer).Action>\(rest)"
        .withoutReducerAliases
    }
    return self
  }

  /// The place of the bracket that closes the one before an index.
  private func endOfBracket(from start: Index) -> Index? {
    var depth = 1
    return self[start...].indices.first { index in
      if self[index] == "<" { depth += 1 }
      if self[index] == ">" { depth -= 1 }
      return depth == 0
    }
  }
}

extension Parameter {
  /// The label of the payload, if it has one.
  fileprivate var label: String? {
    firstName.map(\.text).flatMap { $0 == "_" ? nil : $0 }
  }

  /// Whether the type of the payload is written with an alias that requires a reducer.
  fileprivate var hasReducerAlias: Bool { type.text.withoutReducerAliases != type.text }

  /// The label in an expression that makes the case. There a keyword needs no backticks.
  fileprivate var argumentLabel: String? {
    label.map { $0.withoutBackticks.isIdentifier ? $0.withoutBackticks : $0 }
  }

  fileprivate var isAutoclosure: Bool {
    type.text.hasPrefix("@autoclosure")
  }

  /// The type of the payload's value.
  fileprivate var payloadType: String {
    let text = isAutoclosure ? String(type.text.dropFirst("@autoclosure".count)).trimmed : type.text
    // `Int!` is only allowed in declarations. Elsewhere it is an optional.
    return text.hasSuffix("!") ? text.dropLast() + "?" : text
  }

  /// The argument for a value in an expression that makes the case.
  fileprivate func argument(_ value: String) -> String {
    (argumentLabel.map { "\($0): " } ?? "") + value + (isAutoclosure ? "()" : "")
  }
}

/// Source for the function `identity(of:)`. A `switch` would have to name unavailable cases, and be exhaustive for
/// uninhabited payloads. Without cases the body is empty, because the compiler would warn about unreachable code.
private func identity(of type: TypeDeclaration, root: String, access: String, actor: String?) -> String {
  var count = 0
  let cases = type.members.source { declaration, element in
    guard declaration.isListed else { return "" }
    defer { count += 1 }
    let name = element.name.text
    return element.parameters?.count == 1
      ? "if case .\(name)(let payload) = root { return CaseIdentity(\(count), payload: payload\(element.coercion(root, actor))) }\n"
      : "if case .\(name) = root { return CaseIdentity(\(count)) }\n"
  }
  return """
    \(type.deprecation)\(access)func identity(of root: \(root)) -> CaseIdentity {
    \((cases + (type.hasCases ? "return CaseIdentity(\(count))" : "")).indented())
    }
    """
}

/// Source for the subscript that returns the key path to the case that a value is in.
private func lookUp(in type: TypeDeclaration, root: String, _ access: String) -> String {
  let cases = type.members.source { declaration, element in
    declaration.isListed ? "if case .\(element.name.text) = root { return \\.\(element.name.text) }\n" : ""
  }
  return """
    \(type.deprecation)\(access)subscript(root: \(root)) -> PartialCaseKeyPath<\(root)> {
    \((cases + (type.hasCases ? "return \\.never" : "")).indented())
    }
    """
}

/// Source for the function that makes the iterator over the key paths.
private func iterator(of type: TypeDeclaration, root: String, _ access: String) -> String {
  let cases = type.members.source { declaration, element in
    declaration.isListed ? "paths.append(\\.\(element.name.text))\n" : ""
  }
  return """
    \(type.deprecation)\(access)func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<\(root)>]> {
      \(cases.isEmpty ? "let" : "var") paths: [PartialCaseKeyPath<\(root)>] = []
    \((cases + "return paths.makeIterator()").indented())
    }
    """
}

extension EnumCaseDeclaration {
  /// Whether the cases are available wherever their enum is, so that code can name them without conditions.
  fileprivate var isListed: Bool {
    attributes.availability.isEmpty || attributes.isDeprecatedOnly
  }
}

extension [Attribute] {
  /// Whether the attributes make a declaration unavailable.
  fileprivate var isUnavailable: Bool {
    contains { $0.baseName == "available" && $0.arguments.contains { $0.value.text == "unavailable" } }
  }

  /// Whether the `@available` attributes only deprecate, on all platforms.
  fileprivate var isDeprecatedOnly: Bool {
    filter { $0.baseName == "available" }.allSatisfy { attribute in
      attribute.arguments.first?.value.text == "*"
        && attribute.arguments.dropFirst().first.map { ($0.label ?? $0.value).text } == "deprecated"
    }
  }
}

extension TypeDeclaration {
  /// The attribute of code that names the cases: deprecated if one of them is.
  fileprivate var deprecation: String {
    let isDeprecated = members.flattened.contains {
      if case .enumCase(let declaration) = $0 {
        declaration.isListed && !declaration.attributes.availability.isEmpty
      } else {
        false
      }
    }
    return isDeprecated ? "@available(*, deprecated)\n" : ""
  }

  fileprivate var hasCases: Bool {
    members.flattened.contains { if case .enumCase = $0 { true } else { false } }
  }

  /// Whether there is a case like `case binding(BindingAction<State>)`.
  fileprivate var hasBindingCase: Bool {
    members.contains { member in
      guard case .enumCase(let declaration) = member else { return false }
      return declaration.elements.contains {
        $0.name.text == "binding" && $0.parameters?.count == 1 && $0.parameters?.first?.type.typeName == "BindingAction"
      }
    }
  }
}
