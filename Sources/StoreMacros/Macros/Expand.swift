/// What a macro has to go by: the request, read.
struct MacroUse: Sendable {
  let request: ExpansionRequest
  let attribute: Attribute?
  let declaration: Member

  /// The attribute as people write it: `@CasePathable`.
  var attributeName: String { "@" + (attribute?.baseName ?? "") }

  /// The declaration, if it is a type.
  var type: TypeDeclaration? {
    if case .type(let type) = declaration { type } else { nil }
  }
}

/// Expands a macro in one role. All macros of the package are listed here.
func expand(_ request: ExpansionRequest) -> Expansion {
  let macro: (MacroUse) -> Expansion
  switch request.macro {
  case "CasePathableMacro": macro = expandCasePathable
  case "ReducerMacro": macro = expandReducer
  case "DependencyClientMacro": macro = expandDependencyClient
  case "DependencyEndpointMacro": macro = expandDependencyEndpoint
  case "ObservableStateMacro": macro = expandObservableState
  case "ViewActionMacro": macro = expandViewAction
  // Other macros look at these attributes; by themselves they do nothing.
  case "MarkerMacro": return Expansion()
  default:
    return Expansion(problem: "StoreMacros has no macro '\(request.macro)': it is of another version than its caller.")
  }
  let (attribute, _) = Parser.attribute(in: request.attribute)
  let (declaration, problems) = Parser.declaration(in: request.source)
  guard let declaration else { return Expansion(diagnostics: problems) }
  var expansion = macro(MacroUse(request: request, attribute: attribute, declaration: declaration))
  // Said once, not in every role.
  if request.role == "member" || request.role == "peer" { expansion.diagnostics += problems }
  return expansion
}

extension ExpansionRequest {
  /// What is to be read of the declaration. An extension depends on no more than what stands before the members, but for
  /// whether it is `Sendable`.
  fileprivate var source: SourceText {
    let bytes = declaration.bytes
    guard role == "extension", !conformances.contains("Sendable"),
      let brace = bytes.firstIndex(of: UInt8(ascii: "{"))
    else { return declaration }
    // A brace before the members' can only be part of an attribute's arguments, and then the rest can't be read.
    let header = SourceText(
      bytes: Array(bytes[...brace]) + [UInt8(ascii: "}")],
      fileName: declaration.fileName,
      offset: declaration.offset
    )
    guard case (.type?, let problems) = Parser.declaration(in: header), problems.isEmpty else { return declaration }
    return header
  }
}
