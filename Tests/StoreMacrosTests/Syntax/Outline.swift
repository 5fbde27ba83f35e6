@testable import StoreMacros

/// Writes a parsed tree as text, with every slice that a node contains, so that tests can compare it.
enum Outline {
  static func of(_ members: [Member]) -> String {
    members.map(of).joined(separator: "; ")
  }

  static func of(_ member: Member) -> String {
    switch member {
    case .enumCase(let declaration):
      return head(declaration.attributes, declaration.modifiers)
        + "case \(declaration.elements.map(of).joined(separator: ", "))"
    case .variable(let declaration):
      return head(declaration.attributes, declaration.modifiers)
        + "\(declaration.isLet ? "let" : "var") \(declaration.bindings.map(of).joined(separator: ", "))"
    case .function(let declaration):
      let effects = [declaration.isAsync ? "async" : nil, declaration.throwsClause?.text]
      return head(declaration.attributes, declaration.modifiers)
        + "\(declaration.keywordSlice.text) ‹\(declaration.name.text)›\(of(declaration.genericParameters))"
        + of(declaration.parameters)
        + (effects + [declaration.returnType.map { "-> ‹\($0.text)›" }, declaration.whereClause.map { "‹\($0.text)›" }])
        .compactMap { $0.map { " " + $0 } }.joined() + (declaration.body.map { " \($0.text)" } ?? "")
    case .type(let declaration):
      let inherited = declaration.inheritedTypes.map { "‹\($0.text)›" }.joined(separator: ", ")
      return head(declaration.attributes, declaration.modifiers)
        + "\(declaration.keyword.rawValue) ‹\(declaration.name.text)›\(of(declaration.genericParameters))"
        + (inherited.isEmpty ? "" : ": \(inherited)") + (declaration.whereClause.map { " ‹\($0.text)›" } ?? "")
        + (declaration.memberBlock.isEmpty ? "" : " { \(of(declaration.members)) }")
    case .typeAlias(let declaration):
      return head(declaration.attributes, declaration.modifiers)
        + "typealias ‹\(declaration.name.text)›\(of(declaration.genericParameters)) = ‹\(declaration.type.text)›"
        + (declaration.whereClause.map { " ‹\($0.text)›" } ?? "")
    case .conditional(let declaration):
      return declaration.clauses.map { "‹\($0.directive.text)› \(of($0.members)) " }.joined() + "#endif"
    case .other(let declaration):
      return head(declaration.attributes, declaration.modifiers)
        + "\(declaration.keyword ?? "?") ‹\(declaration.slice.text)›"
    }
  }

  static func of(_ attribute: Attribute) -> String {
    let arguments = attribute.arguments.map { ($0.label.map { "\($0.text): " } ?? "") + "‹\($0.value.text)›" }
    return "@\(attribute.name.text)"
      + (attribute.argumentsSlice == nil ? "" : "(\(arguments.joined(separator: ", ")))")
  }

  static func of(_ type: FunctionType) -> String {
    let parameters = type.parameters.map { parameter in
      [
        parameter.firstName?.text, parameter.secondName?.text, parameter.prefix.map { "‹\($0.text)›" },
        "‹\(parameter.type.text)›", parameter.isVariadic ? "..." : nil,
      ]
      .compactMap(\.self).joined(separator: " ")
    }
    let effects = [type.isAsync ? "async" : nil, type.throwsClause?.text].compactMap { $0.map { " " + $0 } }.joined()
    return type.attributes.map { of($0) + " " }.joined() + "(\(parameters.joined(separator: ", ")))\(effects)"
      + " -> ‹\(type.returnType.text)›"
  }

  private static func head(_ attributes: [Attribute], _ modifiers: [Modifier]) -> String {
    attributes.map { of($0) + " " }.joined()
      + modifiers.map { $0.name + ($0.detail.map { "(\($0))" } ?? "") + " " }.joined()
  }

  private static func of(_ element: EnumCaseElement) -> String {
    "‹\(element.name.text)›" + (element.parameters.map(of) ?? "") + (element.rawValue.map { " = ‹\($0.text)›" } ?? "")
  }

  private static func of(_ binding: Binding) -> String {
    (binding.name == nil ? "pattern " : "") + "‹\(binding.pattern.text)›"
      + (binding.type.map { ": ‹\($0.text)›" } ?? "")
      + (binding.initialValue.map { " = ‹\($0.text)›" } ?? "")
      + (binding.accessors.map { accessors in
        " \(accessors.isComputed ? "computed" : "observed")"
          + (accessors.getterBody.map { " ‹\($0.text)›" } ?? "")
      } ?? "")
  }

  private static func of(_ parameters: [Parameter]) -> String {
    let parameters = parameters.map { parameter in
      let names = [parameter.firstName?.text, parameter.secondName?.text].compactMap(\.self).joined(separator: " ")
      return parameter.attributes.map { of($0) + " " }.joined() + (names.isEmpty ? "" : names + ": ")
        + "‹\(parameter.type.text)›" + (parameter.isVariadic ? "..." : "")
        + (parameter.defaultValue.map { " = ‹\($0.text)›" } ?? "")
    }
    return "(\(parameters.joined(separator: ", ")))"
  }

  private static func of(_ parameters: [GenericParameter]) -> String {
    guard !parameters.isEmpty else { return "" }
    let parameters = parameters.map {
      ($0.isPack ? "each " : "") + $0.name.text + ($0.inherited.map { ": ‹\($0.text)›" } ?? "")
    }
    return "<\(parameters.joined(separator: ", "))>"
  }
}
