/// The compiler's side sees one function: a message goes in, an answer comes out.
package enum Plugin {
  /// The version of the protocol that the answers are written in. The compiler adapts to older ones.
  static let protocolVersion = 7

  /// The answer to a message. What is not understood is answered too: the compiler waits for it.
  package static func answer(to message: [UInt8]) -> [UInt8] {
    // Long, and of no use to any macro here.
    answer(to: JSON(parsing: message, ignoring: ["staticBuildConfiguration", "parentDeclSyntax"]) ?? .null).bytes
  }

  static func answer(to message: JSON) -> JSON {
    guard case .object(let members) = message, let (name, content) = members.first else {
      return result(Expansion(problem: "The compiler sent a message to StoreMacros that is no JSON object."))
    }
    switch name {
    case "getCapability":
      let capability = JSON.object([("protocolVersion", .number(protocolVersion)), ("features", .array([]))])
      return .object([("getCapabilityResult", .object([("capability", capability)]))])
    case "expandAttachedMacro":
      return result(expand(ExpansionRequest(message: content)))
    case "loadPluginLibrary":
      return .object([("loadPluginLibraryResult", .object([("loaded", .bool(false)), ("diagnostics", .array([]))]))])
    default:
      return result(Expansion(problem: "StoreMacros does not know the compiler's message '\(name)'."))
    }
  }

  private static func result(_ expansion: Expansion) -> JSON {
    .object([("expandMacroResult", expansion.json)])
  }
}

extension Expansion {
  /// What is no fault of the source, and has no place in it.
  init(problem: String) {
    self.init(
      diagnostics: [Diagnostic(severity: .error, message: problem, place: SourceText("").slice)]
    )
  }
}
