/// The plugin: a function that returns the answer to a message of the compiler.
package enum Plugin {
  /// The version of the protocol in the answers. The compiler supports older versions too.
  static let protocolVersion = 7

  /// The answer to a message. Unknown messages are answered as well, because the compiler waits for an answer.
  package static func answer(to message: [UInt8]) -> [UInt8] {
    // These members are long, and no macro uses them.
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
    case "expandFreestandingMacro":
      let macro = content["macro"]?["typeName"]?.string ?? ""
      return result(expand(freestanding: macro, SourceText(syntax: content["syntax"])))
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
  /// An error that does not concern a place in the source.
  init(problem: String) {
    self.init(
      diagnostics: [Diagnostic(severity: .error, message: problem, place: SourceText("").slice)]
    )
  }
}
