import Testing

@testable import StoreMacros

/// How the macros mend mistakes, and what is none. What they say of them is what the compiler says: `MistakeTests`.
@Suite struct MacroFixTests {
  private func fixed(_ source: String, in context: [String] = [], role: String? = nil) -> [String] {
    MacroExpansion(source, role: role, in: context, to: ["CasePathable"]).fixed
  }

  @Test(arguments: [
    ("/* é */ @CasePathable struct A {}", "/* é */  struct A {}"), ("@Reducer actor A {}", " actor A {}"),
    ("@DependencyClient class A { var a: () -> Void }", " class A { var a: () -> Void }"),
    ("@DependencyEndpoint var a: Int", " var a: Int"), ("@ObservableState final class A {}", " final class A {}"),
    ("@ViewAction(for: Login.self) enum A {}", " enum A {}"),
    ("@Reducer(state: .equatable) struct A {}", "@Reducer struct A {}"),
    (
      "@Reducer struct A { func reduce(into state: Int, action: Int) -> Effect<Int> { .none } }",
      "@Reducer struct A { func reduce(into state: inout Int, action: Int) -> Effect<Int> { .none } }"
    ),
    (
      "@DependencyClient struct A { var load: () throws -> Int; var date = Date() }",
      "@DependencyClient struct A { var load: () throws -> Int; var date: <#Type#> = Date() }"
    ),
    (
      "@DependencyClient struct A { var load: @Sendable (_ id: Int, String) async -> [Int: B] }",
      "@DependencyClient struct A { var load: @Sendable (_ id: Int, String) async -> [Int: B] = { _, _ in <#[Int: B]#> } }"
    ),
    (
      "@DependencyClient struct A { var read: () throws(E) -> Int }",
      "@DependencyClient struct A { var read: () throws(E) -> Int = { <#Int#> } }"
    ),
    (
      "@ViewAction(for: Login.self) package final class A {\n}",
      "@ViewAction(for: Login.self) package final class A {\n  package let store: StoreOf<Login>\n}"
    ),
  ])
  func aFix(source: String, fixed: String) {
    #expect(self.fixed(source) == [fixed])
  }

  @Test func oneRoleReports() {
    for declaration in ["@CasePathable struct A {}", "@Reducer class A {}", "@ObservableState class A {}"] {
      let expansion = MacroExpansion(declaration, role: "extension", to: ["CasePathable", "Reducer", "BindableState"])
      #expect(expansion.messages + [expansion.source] == [""])
    }
    #expect(MacroExpansion("@DependencyEndpoint var a: Int", role: "accessor").messages == [])
  }

  @Test func whatIsNoEndpoint() {
    let message = "'@DependencyEndpoint' can only be applied to a stored 'var' that is a closure."
    for declaration in ["var a: Int", "let a: () -> Void", "func a() {}", "var a: () -> Void { {} }", "struct A {}"] {
      #expect(MacroExpansion("@DependencyEndpoint \(declaration)").diagnostics.map(\.message) == [message])
    }
    for name in ["name", #""""#, #""a b""#, #""1""#, #""\(name)""#] {
      let named = MacroExpansion("@DependencyEndpoint(method: \(name)) var a: () -> Void")
      let method = "'method' has to be the name of a method, written as a string without interpolation."
      #expect(named.messages == ["error «\(name)»: \(method)"])
      #expect(!named.source.contains("func"), "\(name)")
    }
  }

  private static let otherwise = "Mark it '@DependencyEndpointIgnored', or give it another type."

  /// What a client can't have. The compiler would report it within the initializers, which nobody sees.
  @Test(arguments: [
    (
      "var a: @convention(c) () -> Int = { 1 }",
      "'a' is a C function, which captures nothing, so it can't report its calls and return a value. \(otherwise)"
    ),
    (
      "var a: (Int...) -> Int = { _ in 1 }",
      "'a' has a variadic parameter, which can't be passed on to the closure that stands for its answer. \(otherwise)"
    ),
    (
      "var `self`: () -> Void, a: () -> Void",
      "A property of a '@DependencyClient' can't be called 'self': 'client.self' is the client. Rename it."
    ),
  ])
  func whatAClientCannotHave(property: String, message: String) {
    let found = MacroExpansion("@DependencyClient struct A { \(property) }").diagnostics.map(\.message)
    #expect(found == [message])
    #expect(MacroExpansion("@DependencyClient struct A { var b: () -> Int = { 1 } }").messages == [])
  }

  /// Each condition doubles the initializers.
  @Test func conditionsOfAClient() {
    func expansion(_ count: Int) -> MacroExpansion {
      let properties = (0..<count).map { "#if C\($0)\nvar a\($0): () -> Void\n#endif\n" }.joined()
      return MacroExpansion("@DependencyClient struct A {\n\(properties)}")
    }
    #expect(expansion(4).messages == [])
    let message = """
      error «#if C4»: '@DependencyClient' makes initializers for each combination of conditions, and these would be too \
      many. Put the properties under fewer '#if'.
      """
    #expect(expansion(5).messages == [message])
  }

  @Test func privateTypes() {
    let source = "@CasePathable private enum A {}"
    #expect(fixed(source, in: ["struct Outer {}"], role: "extension") == ["@CasePathable fileprivate enum A {}"])
    let context = ["private struct B {}", "struct Outer {}"]
    let inner = MacroExpansion("@CasePathable enum A {}", role: "extension", in: context, to: ["CasePathable"])
    #expect(inner.diagnostics.map(\.place.text) == ["enum"] && inner.fixed == [])
    // At file level, a `private` type is no error.
    for source in [source, "@CasePathable private(set) enum A {}"] {
      #expect(MacroExpansion(source, role: "extension", to: ["CasePathable"]).messages == [])
    }
  }

  /// After these messages, the compiler has others.
  @Test func namesOfCases() {
    let expansion = MacroExpansion("@CasePathable enum A { case a(b: Int), `a`(d: Int) }")
    let message = """
      error «`a`»: '@CasePathable' can't tell two cases named 'a' apart: a case key path is a name without labels. \
      Rename one of them.
      """
    #expect(expansion.messages == [message])
    #expect(expansion.diagnostics.map { $0.notes.map { $0.place.range.lowerBound } } == [[28]])
    #expect(expansion.source == "")
    #expect(MacroExpansion("@CasePathable enum A {\n#if X\ncase a\n#else\ncase a\n#endif\n}").messages == [])
    for (macro, name) in [
      ("@CasePathable", "allCasePaths"), ("@CasePathable", "AllCasePaths"), ("@CasePathable", "makeIterator"),
      ("@Reducer", "body"), ("@Reducer", "`scope`"), ("@Reducer", "State"), ("@Reducer", "Action"),
      ("@Reducer", "CaseScope"), ("@Reducer", "StateReducer"), ("@Reducer", "AllCasePaths"),
    ] {
      let message = """
        error «\(name)»: '\(macro)' adds a member called '\(name.filter { $0 != "`" })', so a case can't have \
        this name. Rename it.
        """
      #expect(MacroExpansion("\(macro) enum A { case \(name)(B) }").messages == [message])
    }
  }

  /// Members that may be declared elsewhere, in an extension or by another type, are no misspellings.
  @Test func misspellings() {
    let body = "var body: some ReducerOf<Self> { B() }"
    let right = "@Reducer struct A { struct State {}; enum Action {}; \(body) }"
    for (name, misspelled) in [("body", "bdoy"), ("State", "Stat"), ("Action", "Actions"), ("Action", "acton")] {
      #expect(fixed(right.replacing(" \(name)", with: " \(misspelled)")) == [right], "\(misspelled)")
    }
    for members in [
      "struct State {}; enum Kind {}; \(body)", "\(body); var part: some ReducerOf<Self> { B() }",
      "struct Stat {}; var body: some Reducer<Int, Bool> { B() }",
      "func reduce(into state: inout Int, action: Int) -> Effect<Int> { .none }; var a: some ReducerOf<B> { B() }",
    ] {
      #expect(MacroExpansion("@Reducer struct A { \(members) }").messages == [], "\(members)")
    }
  }

  @Test func sideEffectsOfBodies() {
    let message = """
      A body only lists reducers. This statement would run when a store is made, not when an action is sent. Move it into \
      the closure of a 'Reduce', or into an effect that it returns.
      """
    let expansion = MacroExpansion(
      """
      @Reducer struct A {
        var body: some ReducerOf<Self> {
          let b = 1
          print("a", b)
          Reduce { state, _ in
            print(state)
            state.count = 1
            return .none
          }
          if b == 1 { B() }
          log.count += 1
          _ = compute()
          debugPrint(b); dump(b); NSLog("b"); assert(b == 1); precondition(b == 1)
          makeReducer()
          C()
            .ifLet(\\.d, action: \\.d) { D() }
          value = .init(1)
          func nested() {}
        }
      }
      """
    )
    #expect(
      expansion.messages
        == [
          #"print("a", b)"#, "log.count += 1", "_ = compute()", "debugPrint(b)", "dump(b)", #"NSLog("b")"#,
          "assert(b == 1)", "precondition(b == 1)", "value = .init(1)",
        ].map { "error «\($0)»: \(message)" }
    )
    // A body of another type is not a builder, so it may contain any statements.
    let other = MacroExpansion("@Reducer struct A { var body: Reduce<Int, Int> { print(1); return Reduce() } }")
    #expect(other.messages == [])
  }

  @Test func bodyAndMethod() {
    let method = "func reduce(into state: inout Int, action: Int) -> Effect<Int> { .none }"
    let expansion = MacroExpansion("@Reducer struct A {\n\(method)\nvar body: some ReducerOf<Self> { B() }\n}")
    let message = """
      warning «reduce»: 'A' has a 'reduce(into:action:)' and a 'body'. The former is what runs; the latter is never \
      used. Move the method's code into a 'Reduce' in the body.
      """
    #expect(expansion.messages == [message])
    #expect(expansion.diagnostics.first?.notes.map(\.place.text) == ["body"])
  }

  @Test func valuesInEnums() {
    let source =
      "@Reducer enum A {\n  case a(Meeting.ID), b(B)\n  @ReducerCaseIgnored case c(UUID)\n  case d(Swift.Int)\n}"
    #expect(
      MacroExpansion(source).messages
        == ["Meeting.ID", "Swift.Int"].map {
          """
          error «\($0)»: '\($0)' is not a reducer. A case that holds a value to show, and has no actions, is to be marked \
          '@ReducerCaseIgnored'.
          """
        }
    )
    #expect(fixed(source) == ["case a", "case d"].map { source.replacing($0, with: "@ReducerCaseIgnored \($0)") })
    for type in ["Bool", "Character", "Data", "Date", "Double", "Duration", "Float", "Never", "String", "URL", "UUID"] {
      let expansion = MacroExpansion("@Reducer enum A { case a(\(type)), b(B.\(type)s) }")
      #expect(expansion.diagnostics.map(\.place.text) == [type])
    }
  }

  @Test func directSends() {
    let source = """
      @ViewAction(for: Login.self) struct A {
        let store: StoreOf<Login>
        func a() {
          store.send(.view(.tapped(1)))
          self.store . send(.view(f(a, (b))))
          store.send(.view(.tapped)).cancel()
          store.send(.other)
          other.store.send(.view(.a))
          // store.send(.view(.a))
          print("store.send(.view(.a))")
          restore.send(.view(.a))
          store.sender(.view(.a))
          send(.tapped)
          store.send(.view(.a), animation: .default)
        }
      }
      """
    let message = "Do not use 'store.send' in a '@ViewAction' type: 'send' keeps it to the actions of the view."
    let expansion = MacroExpansion(source)
    #expect(
      expansion.messages
        == ["store.send", "self.store . send", "store.send", "store.send", "store.send"].map {
          "warning «\($0)»: \(message)"
        }
    )
    #expect(
      expansion.fixed == [
        source.replacing("store.send(.view(.tapped(1)))", with: "send(.tapped(1))"),
        source.replacing("self.store . send(.view(f(a, (b))))", with: "send(f(a, (b)))"),
        source.replacing("store.send(.view(.tapped)).cancel()", with: "send(.tapped).cancel()"),
      ]
    )
  }
}
