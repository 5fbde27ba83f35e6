import Testing

@testable import StoreMacros

/// What `@Reducer` expands to. `ReducerShapes` are expansions that the compiler has accepted.
@Suite struct ReducerMacroTests {
  private func attributes(_ member: String) -> String {
    let request = ExpansionRequest(
      macro: "ReducerMacro",
      role: "memberAttribute",
      attribute: SourceText("@Reducer"),
      declaration: SourceText(member)
    )
    return expand(request).source
  }

  @Test func attributes() {
    #expect(attributes("enum State {}") == "@CasePathable\n@dynamicMemberLookup")
    #expect(attributes("@dynamicMemberLookup public enum State {}") == "@CasePathable")
    #expect(attributes("@Store.CasePathable enum State {}") == "@dynamicMemberLookup")
    #expect(attributes("enum Action {}") == "@CasePathable")
    #expect(attributes("indirect enum Action: Equatable, Store.CasePathable {}") == "")
    for member in [
      "struct State {}", "enum Other {}", "typealias State = Int", "func body() {}", "case a(B)",
      "var other: some ReducerOf<Self> { A() }", "var body: Reduce<State, Action> { A() }",
      "var body: some Reducer { A() }", "let body = A()", "var body: some ReducerOf<Self>", "var body, b: Int",
      "@Store.ReducerBuilder<State, Action> var body: some ReducerOf<Self> { A() }",
      "var body: some ReducerOf<Self> { let a = A(); return a }", "#if X\nenum State {}\n#endif", "",
    ] {
      #expect(attributes(member) == "", "\(member)")
    }
  }

  @Test(arguments: [
    ("ReducerOf<A.B>", "A.B.State, A.B.Action"), ("Reducer<State, Action>", "State, Action"),
    ("Reducer<(A, B), (C) -> D>", "(A, B), (C) -> D"), ("Store.Reducer<A<B, C>, [D: E]>", "A<B, C>, [D: E]"),
    (" Reducer < State , Action >", "State, Action"), ("Store::ReducerOf<Self>", "Self.State, Self.Action"),
  ])
  func builders(type: String, arguments: String) {
    #expect(attributes("public var body: some \(type) { A() }") == "@ReducerBuilder<\(arguments)>")
  }

  @Test func conformances() {
    func conformance(_ source: String) -> String {
      MacroExpansion(source, role: "extension", to: ["Reducer", "CaseReducer"]).source
    }
    #expect(conformance("@Reducer nonisolated struct A {}") == "nonisolated extension Outer.A: Reducer {}")
    #expect(
      conformance("@available(macOS 15, *) @Reducer enum A {}") == """
        @available(macOS 15, *)
        nonisolated extension Outer.A: CaseReducer, Reducer {}
        """
    )
  }

  /// The compiler infers it for what is not public, and reports a type that is not `Sendable` within the expansion.
  @Test(arguments: [
    ("let id: Int, names = [\"a\"]", false), ("let id: Int", true), ("let id = 1", true), ("let ids: [UUID]?", true),
    ("let a, b: Swift.String", true), ("let load: @Sendable () -> Void", true), ("let load: () -> Void", false),
    ("let client: Client", false), ("let client = Client()", false), ("static let shared = Client()", true),
    ("var client: Client { Client() }", true), ("@Dependency(\\.client) var client", true),
    ("@Dependency(\\.client) private var client: Client; let id = 1", true), ("@Other var client: Int", false),
    ("#if A\nlet client: Client\n#endif", false), ("let pair: (Int, Int)", false), ("", true),
  ])
  func publicReducersOfBasicTypesAreSendable(members: String, isSendable: Bool) {
    func conformance(_ start: String) -> String {
      let source = "\(start)struct A {\n\(members)\n}"
      return MacroExpansion(source, role: "extension", to: ["Reducer", "Sendable"]).source
    }
    let reducer = "nonisolated extension Outer.A: Reducer"
    for start in ["@Reducer public ", "@Reducer package "] {
      #expect(conformance(start) == reducer + (isSendable ? ", Sendable {}" : " {}"))
    }
    #expect(conformance("@Reducer ") == reducer + " {}")
    #expect(!conformance("@MainActor @Reducer public ").contains("Sendable"))
  }

  @Test func structs() {
    let action = "public enum Action: Equatable, Hashable, Sendable {}"
    let body = "public var body: EmptyReducer<Self.State, Self.Action> { EmptyReducer() }"
    #expect(
      MacroExpansion("@Reducer public struct A { let id = 1 }").source == """
        public struct State: Codable, Equatable, Hashable, Sendable {
          public init() {}
        }
        \(action)
        \(body)
        """
    )
    let conditional = MacroExpansion("@Reducer public struct A {\n#if X\nstruct State {}\n#endif\n}")
    #expect(conditional.source == "\(action)\n\(body)")
    let method = "func reduce(into state: inout Int, action: Bool) -> Effect<Bool> { .none }"
    #expect(MacroExpansion("@Reducer struct A { \(method) }").source == "")
  }
}
