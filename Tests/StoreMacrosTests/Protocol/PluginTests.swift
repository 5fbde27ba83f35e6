import Testing

@testable import StoreMacros

/// Each compilation of these tests is a conversation with the plugin. These are what other compilers may say.
@Suite struct PluginTests {
  /// What Swift 6.3.1 sent for a small package. Only the configuration of the build is shortened.
  static let reducerMember = #"""
    {"expandAttachedMacro":{"attributeSyntax":{"kind":"attribute","location":{"column":2,"fileID":"Clien\#
    t/Client.swift","fileName":"/Project/Sources/Client/Client.swift","line":11,"offset":203},"source":"\#
    \n\n@Reducer"},"declSyntax":{"kind":"declaration","location":{"column":2,"fileID":"Client/Client.swi\#
    ft","fileName":"/Project/Sources/Client/Client.swift","line":11,"offset":203},"source":"\n\n@Reducer\#
    \npublic struct Feature {\n  enum Action { case tapped }\n  /// The body.\n  var body: Int { 1 }\n}"\#
    },"discriminator":"$s6Client7Feature7ReducerfMm_","lexicalContext":[],"macro":{"moduleName":"StoreMa\#
    crosPlugin","name":"Reducer","typeName":"ReducerMacro"},"macroRole":"member","staticBuildConfigurati\#
    on":"{\"attributes\":[\"GKInspectable\",\"IBAction\"],\"compilerVersion\":{\"components\":[6,3,1]},\"fea\#
    tures\":[\"ABIAttributeSE0479\"],\"endianness\":\"little\",\"targetPointerBitWidth\":64}"}}
    """#

  private func answer(_ message: String) throws -> JSON {
    try #require(JSON(parsing: Plugin.answer(to: Array(message.utf8))))
  }

  private func expansion(_ message: String) throws -> String {
    let result = try #require(try answer(message)["expandMacroResult"])
    #expect(result["diagnostics"] == .array([]))
    return try #require(result["expandedSource"]?.string)
  }

  @Test func capability() throws {
    for message in [#"{"getCapability":{"capability":{"protocolVersion":7}}}"#, #"{"getCapability":{}}"#] {
      let result = try answer(message)["getCapabilityResult"]?["capability"]
      #expect(result == .object([("protocolVersion", .number(7)), ("features", .array([]))]))
    }
  }

  /// Unknown members of messages, and unknown messages.
  @Test func newerCompiler() throws {
    let message = Self.reducerMember.replacing(#"\n  /// The body.\n  var body: Int { 1 }"#, with: "")
    let newer = message.replacing(#""macroRole""#, with: #""newMember":{"a":[1,null]},"macroRole""#)
    for message in [message, newer] {
      #expect(
        try expansion(message) == """
          public struct State: Codable, Equatable, Hashable, Sendable {
            public init() {}
          }
          public var body: EmptyReducer<Self.State, Self.Action> { EmptyReducer() }
          """
      )
    }
    #expect(try expansion(message.replacing(#""member","#, with: #""newRole","#)) == "")
    let unknown = try answer(#"{"expandEverything":{"macro":1}}"#)
    #expect(
      unknown["expandMacroResult"]?["diagnostics"]?.array?.first?["message"]?.string
        == "StoreMacros does not know the compiler's message 'expandEverything'."
    )
    let library = try answer(#"{"loadPluginLibrary":{"libraryPath":"a","moduleName":"b"}}"#)
    #expect(library["loadPluginLibraryResult"]?["loaded"] == .bool(false))
  }

  @Test func anUnknownMacro() throws {
    let message = """
      {"expandFreestandingMacro":{"discriminator":"$s","lexicalContext":[],"macro":{"moduleName":"StoreMacrosPlugin",\
      "name":"three","typeName":"ThreeMacro"},"macroRole":"expression","syntax":{"kind":"expression","location":\
      {"column":14,"fileID":"a","fileName":"b","line":24,"offset":447},"source":"#three"}}}
      """
    let diagnostic = try answer(message)["expandMacroResult"]?["diagnostics"]?.array?.first
    #expect(diagnostic?["severity"]?.string == "error")
    let problem = "StoreMacros has no macro 'ThreeMacro': it is of another version than its caller."
    #expect(diagnostic?["message"]?.string == problem)
  }

  @Test(arguments: ["", "{", "[]", "1", "{}", "null", #"{"expandAttachedMacro":1}"#, #"{"expandAttachedMacro":{}}"#])
  func whatIsNoMessage(text: String) throws {
    let result = try answer(text)["expandMacroResult"]
    #expect(result?["diagnostics"]?.array?.first?["severity"]?.string == "error")
  }

  /// Positions are UTF-8 offsets in the file.
  @Test func places() throws {
    let message = Self.reducerMember.replacing("public struct Feature", with: "public class Feature")
    let diagnostic = try #require(try answer(message)["expandMacroResult"]?["diagnostics"]?.array?.first)
    let location = try #require(JSON(parsing: Array(message.utf8))?["expandAttachedMacro"]?["declSyntax"])
    let source = try #require(location["source"]?.string)
    let start = try #require(location["location"]?["offset"]?.number)
    let keyword = try #require(source.firstRange(of: "class"))
    let offset = start + source.utf8.distance(from: source.startIndex, to: keyword.lowerBound)
    #expect(diagnostic["position"]?["offset"] == .number(offset))
    #expect(diagnostic["position"]?["fileName"] == .string("/Project/Sources/Client/Client.swift"))
    #expect(diagnostic["highlights"]?.array?.first?["endOffset"] == .number(offset + 5))
    let change = diagnostic["fixIts"]?.array?.first?["changes"]?.array?.first
    #expect(change?["newText"] == .string(""))
    #expect(change?["range"]?["endOffset"] == .number((change?["range"]?["startOffset"]?.number ?? 0) + 8))
  }
}
