/// A use of a macro: the request and its parsed declaration.
struct MacroUse: Sendable {
  let request: ExpansionRequest
  let attribute: Attribute?
  let declaration: Member

  /// The attribute in source code: `@CasePathable`.
  var attributeName: String { "@" + (attribute?.baseName ?? "") }

  /// The declaration, if it is a type.
  var type: TypeDeclaration? {
    if case .type(let type) = declaration { type } else { nil }
  }
}

/// Expands an attached macro in one role. It lists all such macros of the package.
func expand(_ request: ExpansionRequest) -> Expansion {
  let macro: (MacroUse) -> Expansion
  switch request.macro {
  case "CasePathableMacro": macro = expandCasePathable
  case "ReducerMacro": macro = expandReducer
  case "DependencyClientMacro": macro = expandDependencyClient
  case "DependencyEndpointMacro": macro = expandDependencyEndpoint
  case "ObservableStateMacro": macro = expandObservableState
  case "ViewActionMacro": macro = expandViewAction
  // The attributes of this macro mark declarations for other macros.
  case "MarkerMacro": return Expansion()
  default: return Expansion(problem: unknown(request.macro))
  }
  let (attribute, _) = Parser.attribute(in: request.attribute)
  let (declaration, problems) = Parser.declaration(in: request.source)
  guard let declaration else { return Expansion(diagnostics: problems) }
  var expansion = macro(MacroUse(request: request, attribute: attribute, declaration: declaration))
  // Reported for one role only.
  if request.role == "member" || request.role == "peer" { expansion.diagnostics += problems }
  return expansion
}

/// Expands an expression. It lists all macros of the package that are no attributes.
func expand(freestanding macro: String, _ source: SourceText) -> Expansion {
  macro == "EndpointMacro" ? expandEndpoint(source) : Expansion(problem: unknown(macro))
}

private func unknown(_ macro: String) -> String {
  "StoreMacros has no macro '\(macro)': it is of another version than its caller."
}

extension ExpansionRequest {
  /// The part of the declaration to parse. An extension needs only the part before the members, unless for `Sendable`
  /// and for the labels of a client's endpoints.
  fileprivate var source: SourceText {
    let bytes = declaration.bytes
    guard role == "extension", !conformances.contains("Sendable"), macro != "DependencyClientMacro",
      let brace = bytes.firstIndex(of: UInt8(ascii: "{"))
    else { return declaration }
    // An earlier brace can only be part of an attribute's arguments. In that case the header can't be parsed, and the
    // whole declaration is used.
    let header = SourceText(
      bytes: Array(bytes[...brace]) + [UInt8(ascii: "}")],
      fileName: declaration.fileName,
      offset: declaration.offset
    )
    guard case (.type?, let problems) = Parser.declaration(in: header), problems.isEmpty else { return declaration }
    return header
  }
}
