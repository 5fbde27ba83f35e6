import Testing

@testable import StoreMacros

/// `#endpoint`, and the labels that `@DependencyClient` lists for it.
@Suite struct EndpointMacroTests {
  private func expansion(_ source: String) -> Expansion {
    expand(freestanding: "EndpointMacro", SourceText(source, fileName: "File.swift", offset: 100))
  }

  @Test func theNameIsThatOfTheKeyPath() {
    #expect(
      expansion(#"#endpoint(\.city.names)"#).source
        == #"RecordedEndpoint.endpoint(\.city.names, RecordedEndpoint._name("names", of: \.city, "city"))"#
    )
    #expect(
      expansion(#"#endpoint(\DependencyValues.api.city.names)"#).source
        == """
        RecordedEndpoint.endpoint(\\DependencyValues.api.city.names, \
        RecordedEndpoint._name("names", of: \\.api.city, "api.city"))
        """
    )
  }

  /// Long paths are broken before their dots, and brackets may hold anything.
  @Test(arguments: [
    ("\\.api\n  // The city's.\n  .city\n  .names", "names", "api.city"),
    (#"\Dependencies.DependencyValues.api.city.names"#, "names", "api.city"),
    (#"\Alias<[Outer.Inner: Int]>.city.names"#, "names", "city"),
    (#"\.cities["a]."].names"#, "names", #"cities["a]."]"#),
    (#"\.cities[id: A.b(1), 2].city!.names"#, "names", "cities[id: A.b(1), 2].city!"),
    (#"\.city.`in`"#, "`in`", "city"),
  ])
  func pathsAsTheyMayBeWritten(path: String, endpoint: String, client: String) {
    #expect(
      expansion("#endpoint(\(path))").source
        == """
        RecordedEndpoint.endpoint(\(path), \
        RecordedEndpoint._name(\(endpoint.literal), of: \\.\(client), \(client.literal)))
        """
    )
  }

  @Test func anEndpointInBracketsHasNoLabels() {
    #expect(
      expansion(#"#endpoint(\.catalog[\.users.first])"#).source
        == #"RecordedEndpoint.endpoint(\.catalog[\.users.first], "catalog[\\.users.first]")"#
    )
  }

  @Test(arguments: [
    "#endpoint", "#endpoint()", "#endpoint(path)", "#endpoint(path.names)", #"#endpoint(\.a.b, \.c.d)"#,
  ])
  func otherArguments(source: String) {
    let expansion = expansion(source)
    #expect(expansion.source == "")
    #expect(
      expansion.diagnostics.map(\.message) == [
        #"'#endpoint' takes a key path that is written out, such as '\.client.endpoint'."#
      ]
    )
    #expect(expansion.diagnostics.map(\.place.text) == [source])
  }

  @Test func commentsBeforeIt() {
    let comment = "// As #endpoint(a, b) is not.\n  "
    let expansions = [comment + #"#endpoint(\.city.names)"#, comment + "#endpoint(path)"].map(expansion)
    #expect(expansions[0].source.hasPrefix(#"RecordedEndpoint.endpoint(\.city.names, "#))
    #expect(expansions[1].diagnostics.map(\.place.text) == ["#endpoint(path)"])
  }

  @Test func aClientListsTheLabels() {
    let expansion = MacroExpansion(
      "DependencyClientMacro",
      "extension",
      of: """
        @DependencyClient struct A {
          var load: @Sendable (_ id: Int, _ `in`: String) async throws -> [B]
          var save: (B, inout Int) -> Void
          var reset: () -> Void
          #if DEBUG
          var inspect: (_ depth: Int) -> Void
          #endif
          var name = "a"
        }
        """,
      extending: "A",
      to: ["NonisolatedMembers"]
    )
    #expect(
      expansion.source == """
        nonisolated extension A: NonisolatedMembers {
          public static var _endpointLabels: [String: [String]] {
            var labels: [String: [String]] = [:]
            labels["load"] = ["id", "in"]
            labels["save"] = ["_", "_"]
            #if DEBUG
            labels["inspect"] = ["depth"]
            #endif
            return labels
          }
        }
        """
    )
  }

  @Test func aClientWithoutParametersHasNoList() {
    let source = "@DependencyClient struct A { var load: @Sendable () async throws -> Int }"
    let expansion = MacroExpansion(
      "DependencyClientMacro",
      "extension",
      of: source,
      extending: "A",
      to: ["NonisolatedMembers"]
    )
    #expect(expansion.source == "nonisolated extension A: NonisolatedMembers {}")
  }
}
