import Testing

@testable import StoreMacros

/// What the other macros expand to. `ClientShapes` and `ViewShapes` are expansions that the compiler has accepted.
@Suite struct OtherMacroTests {
  @Test func viewAction() {
    let attribute = "@ViewAction(for: Login.self) public struct A: View"
    let expansion = MacroExpansion("\(attribute) { @State public private(set) var store: StoreOf<Login> }")
    #expect(expansion.messages == [])
    #expect(
      expansion.source == """
        @discardableResult
        public func send(_ action: Login.Action.ViewAction) -> StoreTask {
          store.send(.view(action))
        }
        """
    )
    for level in ["", "private ", "fileprivate ", "package "] {
      let expansion = MacroExpansion("\(attribute) { \(level)let store: StoreOf<Login> }")
      #expect(expansion.source.contains("\n\(level)func send"))
    }
    // The compiler reports such an argument itself.
    #expect(MacroExpansion("@ViewAction(for: type) struct A {}").source == "")
    #expect(MacroExpansion("@ViewAction struct A {}").messages == [])
  }

  @Test func observableState() {
    func expansion(_ source: String) -> String { MacroExpansion("@ObservableState \(source)").source }
    #expect(
      expansion(
        """
        public struct A {
          var query = "", limit: Int
          private(set) var count = 0
          private var secret = 0
          let id = 1
          static var shared = 2
          lazy var later = 3
          var sum: Int { count + limit }
          var watched = 0 { didSet {} }
          var (a, b) = (1, 2)
          @Presents var alert: AlertState<Int>?
          @Shared(.inMemory("volume")) var volume = 5
          @SharedReader var name: String
          @available(*, deprecated) var old = 1
          #if DEBUG
            var isDebugging = false
          #endif
          public var `default` = true
        }
        """
      ) == #"""
        public nonisolated static var bindableFields: BindableFields<Self> {
          var fields = BindableFields<Self>()
          fields._add("query", \.query)
          fields._add("limit", \.limit)
          fields._add("watched", \.watched)
          #if DEBUG
          fields._add("isDebugging", \.isDebugging)
          #endif
          fields._add("default", \.`default`)
          return fields
        }
        """#
    )
    #expect(expansion("struct A { let a = 1 }").contains("let fields = BindableFields<Self>()\n  return fields"))
    for declaration in [
      "struct A { static var bindableFields: BindableFields<Self> { .init() } }", "enum A { case a }",
      "struct A<Value: ~Copyable>: ~Copyable { var a = 1 }",
    ] {
      #expect(expansion(declaration) == "")
    }
  }

  @Test func theClientListsTheLabels() {
    func labels(_ source: String) -> String {
      MacroExpansion(source, role: "extension", to: ["NonisolatedMembers"]).source
    }
    #expect(
      labels(
        """
        @DependencyClient struct A {
          var load: @Sendable (_ id: Int, _ `in`: String) async throws -> [B]
          var save: (B, inout Int) -> Void
          var reset: () -> Void
          #if DEBUG
          var inspect: (_ depth: Int) -> Void
          #endif
          var name = "a"
        }
        """
      ) == """
        nonisolated extension Outer.A: NonisolatedMembers {
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
    let withoutParameters = "@DependencyClient struct A { var load: @Sendable () async throws -> Int }"
    #expect(labels(withoutParameters) == "nonisolated extension Outer.A: NonisolatedMembers {}")
  }

  @Test(arguments: [
    ("public struct A { public var", "public init"), ("public struct A { var", "init"),
    ("public struct A { package var", "package init"), ("package struct A { public var", "package init"),
    ("struct A { public var", "init"), ("struct A { private var", "private init"),
    ("struct A { fileprivate var", "fileprivate init"),
    ("public struct A { public private(set) var", "public init"),
  ])
  func theInitializerIsAsVisibleAsAllProperties(start: String, header: String) {
    let expansion = MacroExpansion("@DependencyClient \(start) a: () -> Void }").source
    #expect(expansion.prefix { $0 != "(" } == header)
  }

  @Test func nothingToDo() {
    for members in ["", "var name = Date()", "var a: (() -> Void)?; static var b: () -> Void"] {
      #expect(MacroExpansion("@DependencyClient struct A { \(members) }").source == "")
    }
  }

  /// What calls the initializers of a client with a mistake has no further errors.
  @Test func aMistakeHasInitializersAllTheSame() {
    let source = MacroExpansion("@DependencyClient struct A { var name: () -> String }").source
    #expect(source.ranges(of: "init(").count == 2)
    #expect(source.ranges(of: ") {\n  Swift.fatalError()\n}").count == 2)
  }

  private func endpoint(_ source: String) -> Expansion {
    expand(freestanding: "EndpointMacro", SourceText(source, fileName: "File.swift", offset: 100))
  }

  /// Long paths are broken before their dots, and brackets may hold anything.
  @Test(arguments: [
    (#"\.city.names"#, "names", "city"), (#"\DependencyValues.api.city.names"#, "names", "api.city"),
    ("\\.api\n  // The city's.\n  .city\n  .names", "names", "api.city"),
    (#"\Dependencies.DependencyValues.api.city.names"#, "names", "api.city"),
    (#"\Alias<[Outer.Inner: Int]>.city.names"#, "names", "city"),
    (#"\.cities["a]."].names"#, "names", #"cities["a]."]"#),
    (#"\.cities[id: A.b(1), 2].city!.names"#, "names", "cities[id: A.b(1), 2].city!"),
    (#"\.city.`in`"#, "`in`", "city"),
  ])
  func theNameOfAnEndpointIsThatOfItsKeyPath(path: String, name: String, client: String) {
    #expect(
      endpoint("// As #endpoint(a, b) is not.\n  #endpoint(\(path))").source
        == """
        RecordedEndpoint.endpoint(\(path), \
        RecordedEndpoint._name(\(name.literal), of: \\.\(client), \(client.literal)))
        """
    )
  }

  @Test func anEndpointInBracketsHasNoLabels() {
    let expected = #"RecordedEndpoint.endpoint(\.catalog[\.users.first], "catalog[\\.users.first]")"#
    #expect(endpoint(#"#endpoint(\.catalog[\.users.first])"#).source == expected)
  }

  @Test(arguments: [
    "#endpoint", "#endpoint()", "#endpoint(path)", "#endpoint(path.names)", #"#endpoint(\.a.b, \.c.d)"#,
  ])
  func whatIsNoKeyPathOfAnEndpoint(source: String) {
    let expansion = endpoint("// As #endpoint is not.\n\(source)")
    #expect(expansion.source == "" && expansion.diagnostics.map(\.place.text) == [source])
    let message = #"'#endpoint' takes a key path that is written out, such as '\.client.endpoint'."#
    #expect(expansion.diagnostics.map(\.message) == [message])
  }
}
