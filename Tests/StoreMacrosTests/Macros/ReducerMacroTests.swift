import Testing

@testable import StoreMacros

@Suite struct ReducerMacroTests {
  private func members(_ source: String, attribute: String = "@Reducer") -> MacroExpansion {
    MacroExpansion("ReducerMacro", "member", attribute: attribute, of: source)
  }

  private func attributes(_ member: String) -> String {
    MacroExpansion("ReducerMacro", "memberAttribute", attribute: "@Reducer", of: member).source
  }

  private func conformance(_ source: String, to protocols: [String] = ["Reducer", "CaseReducer"]) -> String {
    MacroExpansion("ReducerMacro", "extension", of: source, extending: "A", to: protocols).source
  }

  @Test func attributes() {
    #expect(attributes("enum State {}") == "@CasePathable\n@dynamicMemberLookup")
    #expect(attributes("@dynamicMemberLookup public enum State {}") == "@CasePathable")
    #expect(attributes("@CasePathable enum State {}") == "@dynamicMemberLookup")
    #expect(attributes("enum Action {}") == "@CasePathable")
    #expect(attributes("indirect enum Action: Equatable, Store.CasePathable {}") == "")
    #expect(attributes("@Store.CasePathable enum Action {}") == "")
    for member in [
      "struct State {}", "struct Action {}", "enum Other {}", "typealias State = Int", "func body() {}", "case a(B)",
      "var other: some ReducerOf<Self> { A() }", "var body: Reduce<State, Action> { A() }",
      "var body: some Reducer { A() }", "let body = A()", "var body: some ReducerOf<Self>", "var body, b: Int",
      "@ReducerBuilder<State, Action> var body: some ReducerOf<Self> { A() }",
      "@Store.ReducerBuilder<State, Action> var body: some ReducerOf<Self> { A() }",
      "var body: some ReducerOf<Self> { let a = A(); return a }", "#if X\nenum State {}\n#endif", "",
    ] {
      #expect(attributes(member) == "", "\(member)")
    }
  }

  @Test(arguments: [
    ("ReducerOf<Self>", "Self.State, Self.Action"), ("ReducerOf<A.B>", "A.B.State, A.B.Action"),
    ("Reducer<State, Action>", "State, Action"), ("Store.Reducer<Int, [Int: String]>", "Int, [Int: String]"),
    ("Reducer<(A, B), (C) -> D>", "(A, B), (C) -> D"), ("Reducer<A<B, C>, D<E>>", "A<B, C>, D<E>"),
    (" Reducer < State , Action >", "State, Action"), ("Store::ReducerOf<Self>", "Self.State, Self.Action"),
  ])
  func builders(type: String, arguments: String) {
    #expect(attributes("public var body: some \(type) { A() }") == "@ReducerBuilder<\(arguments)>")
  }

  @Test func conformances() {
    #expect(conformance("@Reducer struct A {}") == "nonisolated extension A: Reducer {}")
    #expect(conformance("@Reducer nonisolated struct A {}") == "nonisolated extension A: Reducer {}")
    #expect(conformance("@Reducer enum A {}") == "nonisolated extension A: CaseReducer, Reducer {}")
    #expect(
      conformance("@available(macOS 15, *) @Reducer enum A {}", to: ["CaseReducer"]) == """
        @available(macOS 15, *)
        nonisolated extension A: CaseReducer {}
        """
    )
    #expect(conformance("@Reducer struct A: Reducer {}", to: []) == "")
    #expect(conformance("@Reducer class A {}") == "")
  }

  private let state = """
    struct State: Codable, Equatable, Hashable, Sendable {
      init() {}
    }
    """
  private let action = "enum Action: Equatable, Hashable, Sendable {}"
  private let body = "var body: EmptyReducer<Self.State, Self.Action> { EmptyReducer() }"

  @Test func structs() {
    #expect(members("@Reducer struct A {}").source == [state, action, body].joined(separator: "\n"))
    #expect(members("@Reducer struct A { struct State {} }").source == [action, body].joined(separator: "\n"))
    #expect(members("@Reducer struct A { typealias State = Int }").source == [action, body].joined(separator: "\n"))
    #expect(members("@Reducer struct A { enum Action {} }").source == [state, body].joined(separator: "\n"))
    #expect(members("@Reducer struct A { struct State {}; enum Action {} }").source == body)
    #expect(
      members("@Reducer struct A {\n#if X\nstruct State {}\n#endif\n}").source
        == [action, body].joined(separator: "\n")
    )
    #expect(members("@Reducer struct A { let id = 1 }").source == [state, action, body].joined(separator: "\n"))
    for source in [
      "@Reducer struct A { var body: some ReducerOf<Self> { B() } }", "@Reducer struct A { let body = B() }",
      "@Reducer struct A { func reduce(into state: inout Int, action: Bool) -> Effect<Bool> { .none } }",
    ] {
      #expect(members(source).source == "")
      #expect(members(source).messages == [])
    }
    #expect(members("@Reducer public struct A { struct State {}; enum Action {} }").source == "public " + body)
  }

  @Test func enums() {
    let expansion = MacroExpansion(
      "ReducerMacro",
      "member",
      attribute: "@Reducer",
      of: """
        @Reducer enum Path {
          case a(A), b(label: B.C<D> = B.C(1))
          case alert(AlertState<Alert>)
          @ReducerCaseIgnored case value(id: E)
          case none, two(Int, x: Int)
        }
        """,
      at: ExpansionRequest.Location(fileID: "M/F.swift", filePath: "/\"F\".swift", line: 10, column: 5)
    )
    #expect(expansion.messages == [])
    let parts = expansion.source.split(separator: "\n  nonisolated struct AllCasePaths")
    #expect(
      parts.first == """
        @dynamicMemberLookup
        enum State: CasePathable, CasePathIterable, CaseReducerState {
          typealias StateReducer = Path
          case a(A.State)
          case b(label: B.C<D>.State)
          case alert(AlertState<Alert>)
          case value(id: E)
          case none
          case two(Int, x: Int)
        """
    )
    #expect(
      expansion.source.contains(
        """
        enum Action: CasePathable, CasePathIterable {
          case a(A.Action)
          case b(B.C<D>.Action)
          case alert(AlertState<Alert>.Action)
          case value(Never)
          case none(Never)
          case two(Never)
          nonisolated struct AllCasePaths
        """
      )
    )
    #expect(
      expansion.source.contains(
        #"""
        static var body: Reduce<Self.State, Self.Action> {
          Reduce(
            CombineReducers {
              Scope(
                state: \Self.State.Cases.a,
                action: \Self.Action.Cases.a,
                child: { A() },
                fileID: "M/F.swift",
                filePath: "/\"F\".swift",
                line: 11,
                column: 8
              )
              Scope(
                state: \Self.State.Cases.b,
                action: \Self.Action.Cases.b,
                child: { B.C(1) },
                fileID: "M/F.swift",
                filePath: "/\"F\".swift",
                line: 11,
                column: 14
              )
            }
          )
        }
        static func _mayHaveLifetimes(_ visited: inout Set<ObjectIdentifier>) -> Bool {
          A._mayHaveLifetimes(&visited) || B.C<D>._mayHaveLifetimes(&visited)
        }
        enum CaseScope {
          case a(StoreOf<A>)
          case b(label: StoreOf<B.C<D>>)
          case alert(AlertState<Alert>)
          case value(id: E)
          case none
          case two(Int, x: Int)
        }
        static func scope(_ store: Store<Self.State, Self.Action>) -> CaseScope {
          switch observedCase(of: store) {
          case .a(let state):
            return .a(child(of: store, state: \.a, action: \.a, lastState: state))
          case .b(let state):
            return .b(label: child(of: store, state: \.b, action: \.b, lastState: state))
          case .alert(let value0):
            observePayload(of: store)
            return .alert(value0)
          case .value(let value0):
            observePayload(of: store)
            return .value(id: value0)
          case .none:
            return .none
          case .two(let value0, let value1):
            observePayload(of: store)
            return .two(value0, x: value1)
          }
        }
        """#
      )
    )
  }

  @Test func conformancesOfEnums() {
    let attribute = "@Reducer(state: .equatable, .codable, action: SynthesizedConformance.sendable)"
    let source = members("\(attribute) enum A { case a(B) }", attribute: attribute).source
    #expect(source.contains("enum State: CasePathable, CasePathIterable, CaseReducerState, Equatable, Codable {"))
    #expect(source.contains("enum Action: CasePathable, CasePathIterable, Sendable {"))
    let action = members("@Reducer(action: .hashable) enum A { case a(B) }", attribute: "@Reducer(action: .hashable)")
    #expect(action.source.contains("enum State: CasePathable, CasePathIterable, CaseReducerState {"))
    #expect(action.source.contains("enum Action: CasePathable, CasePathIterable, Hashable {"))
  }

  @Test func whatEnumsDeclareThemselves() {
    let source = members(
      """
      @Reducer enum A {
        case a(B)
        enum State: CaseReducerState {}
        typealias Action = Int
        static var body: some ReducerOf<Self> { B() }
        enum CaseScope {}
        static func scope(_ store: Store<State, Action>) -> CaseScope {}
        init() {}
      }
      """
    ).source
    #expect(source == "")
  }

  @Test(arguments: ["class", "actor", "protocol"])
  func otherKinds(keyword: String) {
    let expansion = members("/* é */ @Reducer \(keyword) A {}")
    let message = """
      error «\(keyword)»: '@Reducer' can only be applied to a struct, or to an enum of reducers: a reducer is a value. \
      'A' is \(keyword == "actor" ? "an" : "a") \(keyword).
      """
    #expect(expansion.messages == [message])
    #expect(expansion.fixed() == "/* é */  \(keyword) A {}")
  }

  @Test func argumentsOfStructs() {
    let attribute = "@Reducer(state: .equatable)"
    let expansion = members("\(attribute) struct A {}", attribute: attribute)
    let message = """
      error «(state: .equatable)»: '@Reducer' takes no arguments on a struct: its 'State' and 'Action' are declared, so \
      they can list what they conform to.
      """
    #expect(expansion.messages == [message])
    #expect(expansion.fixed() == "@Reducer struct A {}")
    #expect(members("@Reducer() struct A {}", attribute: "@Reducer()").messages == [])
  }

  /// Misspelled names. Members that may be declared elsewhere, in an extension or by another type, are not reported.
  @Test(arguments: [
    ("var bdoy: some ReducerOf<Self> { B() }", "'A' has no 'body', so it would do nothing. 'bdoy' looks like it.", ""),
    (
      "struct State {}; enum Acton {}; var body: some ReducerOf<Self> { B() }",
      "'A' has no 'Action'. 'Acton' looks like it.", "typealias Action = Acton"
    ),
    (
      "struct Stat {}; enum Action {}; var body: some ReducerOf<Self> { B() }",
      "'A' has no 'State'. 'Stat' looks like it.", "typealias State = Stat"
    ),
    (
      "struct State {}; enum Actions {}; var body: some Reducer<Self> { B() }",
      "'A' has no 'Action'. 'Actions' looks like it.", "typealias Action = Actions"
    ),
    ("struct State {}; enum Kind {}; var body: some ReducerOf<Self> { B() }", nil, ""),
    ("var body: some ReducerOf<Self> { B() }; var part: some ReducerOf<Self> { B() }", nil, ""),
    ("struct Stat {}; var body: some Reducer<Int, Bool> { B() }", nil, ""),
    (
      "func reduce(into state: inout Int, action: Int) -> Effect<Int> { .none }; var a: some ReducerOf<B> { B() }", nil,
      ""
    ),
  ])
  func misspellings(members source: String, message: String?, generated: String) {
    let expansion = members("@Reducer struct A { \(source) }")
    #expect(expansion.messages.map { String($0.drop { $0 != "'" }) } == [message].compactMap { $0 })
    if !source.contains("bdoy") { #expect(expansion.source == generated) }
    if let fixed = expansion.fixed() { #expect(members(fixed).messages == []) }
  }

  @Test func sideEffects() {
    let message = """
      A body only lists reducers. This statement would run when a store is made, not when an action is sent. Move it into \
      the closure of a 'Reduce', or into an effect that it returns.
      """
    let expansion = members(
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
        == [#"print("a", b)"#, "log.count += 1", "_ = compute()", "value = .init(1)"].map {
          "error «\($0)»: \(message)"
        }
    )
    // A body of another type is not a builder, so it may contain any statements.
    #expect(members("@Reducer struct A { var body: Reduce<Int, Int> { print(1); return Reduce() } }").messages == [])
  }

  @Test func bodyAndMethod() {
    let expansion = members(
      """
      @Reducer struct A {
        func reduce(into state: inout Int, action: Int) -> Effect<Int> { .none }
        var body: some ReducerOf<Self> { B() }
      }
      """
    )
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
    let expansion = members(source)
    #expect(
      expansion.messages
        == ["Meeting.ID", "Swift.Int"].map {
          """
          error «\($0)»: '\($0)' is not a reducer. A case that holds a value to show, and has no actions, is to be marked \
          '@ReducerCaseIgnored'.
          """
        }
    )
    #expect(expansion.fixed(1) == source.replacing("case d", with: "@ReducerCaseIgnored case d"))
  }
}
