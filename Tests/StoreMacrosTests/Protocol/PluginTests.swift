import Testing

@testable import StoreMacros

@Suite struct PluginTests {
  private func answer(_ message: String) throws -> JSON {
    try #require(JSON(parsing: Plugin.answer(to: Array(message.utf8))))
  }

  private func expansion(_ message: String) throws -> String {
    let result = try #require(try answer(message)["expandMacroResult"])
    #expect(result["diagnostics"] == .array([]))
    return try #require(result["expandedSource"]?.string)
  }

  @Test func capability() throws {
    let result = try answer(RecordedMessages.capability)["getCapabilityResult"]?["capability"]
    #expect(result == .object([("protocolVersion", .number(7)), ("features", .array([]))]))
    #expect(try answer(#"{"getCapability":{}}"#)["getCapabilityResult"] != nil)
  }

  @Test func expansions() throws {
    #expect(try expansion(RecordedMessages.reducerMemberAttributeAction) == "@CasePathable")
    #expect(try expansion(RecordedMessages.reducerMemberAttributeBody) == "")
    #expect(try expansion(RecordedMessages.reducerExtension) == "nonisolated extension Feature: Reducer {}")
    let extended = try expansion(RecordedMessages.casePathableExtension)
    #expect(extended == "nonisolated extension Feature.Event: CasePathable {}")
    #expect(try expansion(RecordedMessages.endpointAccessor) == "get { _loadAll }\nset { _loadAll = newValue }")
    #expect(try expansion(RecordedMessages.reducerMember) == "")
    let withoutBody = RecordedMessages.reducerMember.replacing(#"\n  /// The body.\n  var body: Int { 1 }"#, with: "")
    #expect(
      try expansion(withoutBody) == """
        public struct State: Codable, Equatable, Hashable, Sendable {
          public init() {}
        }
        public var body: EmptyReducer<Self.State, Self.Action> { EmptyReducer() }
        """
    )
  }

  /// Unknown members of messages, and unknown messages.
  @Test func newerCompiler() throws {
    let message = RecordedMessages.casePathableExtension.replacing(
      #""macroRole""#,
      with: #""newMember":{"a":[1,null]},"macroRole""#
    )
    #expect(try expansion(message) == "nonisolated extension Feature.Event: CasePathable {}")
    let unknown = try answer(#"{"expandEverything":{"macro":1}}"#)
    #expect(
      unknown["expandMacroResult"]?["diagnostics"]?.array?.first?["message"]?.string
        == "StoreMacros does not know the compiler's message 'expandEverything'."
    )
    let role = RecordedMessages.casePathableExtension.replacing(#""extension","#, with: #""newRole","#)
    #expect(try expansion(role) == "")
    let library = try answer(#"{"loadPluginLibrary":{"libraryPath":"a","moduleName":"b"}}"#)
    #expect(library["loadPluginLibraryResult"]?["loaded"] == .bool(false))
  }

  /// Before Swift 5.9.2, messages had neither a context nor a list of conformances.
  @Test func olderCompiler() throws {
    let message = """
      {"expandAttachedMacro":{"macro":{"moduleName":"StoreMacrosPlugin","typeName":"CasePathableMacro",\
      "name":"CasePathable"},"macroRole":"member","discriminator":"$s","attributeSyntax":{"kind":"attribute",\
      "source":"@CasePathable","location":{"fileID":"a","fileName":"b","offset":0,"line":1,"column":1}},\
      "declSyntax":{"kind":"declaration","source":"@CasePathable enum Nothing {}","location":{"fileID":"a",\
      "fileName":"b","offset":0,"line":1,"column":1}}}}
      """
    #expect(try expansion(message).hasPrefix("nonisolated struct AllCasePaths"))
  }

  @Test func freestandingMacros() throws {
    let result = try answer(RecordedMessages.freestanding)["expandMacroResult"]
    #expect(result?["diagnostics"]?.array?.first?["severity"]?.string == "error")
  }

  @Test(arguments: ["", "{", "[]", "1", "{}", "null", #"{"expandAttachedMacro":1}"#, #"{"expandAttachedMacro":{}}"#])
  func whatIsNoMessage(text: String) throws {
    let result = try answer(text)["expandMacroResult"]
    #expect(result?["diagnostics"]?.array?.first?["severity"]?.string == "error")
  }

  @Test func anUnknownMacro() throws {
    let message = RecordedMessages.reducerExtension.replacing("ReducerMacro", with: "OtherMacro")
    let problem = try answer(message)["expandMacroResult"]?["diagnostics"]?.array?.first?["message"]?.string
    #expect(problem == "StoreMacros has no macro 'OtherMacro': it is of another version than its caller.")
  }

  /// Positions are UTF-8 offsets in the file.
  @Test func places() throws {
    let message = RecordedMessages.reducerMember.replacing("public struct Feature", with: "public class Feature")
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
