import Testing

@testable import StoreMacros

@Suite struct ParserTests {
  static let declarations: [(source: String, outline: String)] = [
    // Cases
    ("case a", "case ‹a›"),
    ("case a, `b c`(Int), c(), d = -1", "case ‹a›, ‹`b c`›(‹Int›), ‹c›(), ‹d› = ‹-1›"),
    (
      "indirect case a(_ b: [Int: A<B, C>] = [:], c: (D, E) -> F = { $0, $1 }, @Sendable () -> Void)",
      "indirect case ‹a›(_ b: ‹[Int: A<B, C>]› = ‹[:]›, c: ‹(D, E) -> F› = ‹{ $0, $1 }›, ‹@Sendable () -> Void›)"
    ),
    ("@A case `class`(in: any B & C)\n", "@A case ‹`class`›(in: ‹any B & C›)"),
    ("case a(b: A<B, C> = A<B, C>(d < e, f), c: Int)", "case ‹a›(b: ‹A<B, C>› = ‹A<B, C>(d < e, f)›, c: ‹Int›)"),
    // Attributes
    (
      "@A @B.C(d: e(f, g), \"h, i\", j < k) @D<E, F>(g) @H var i: J",
      "@A @B.C(d: ‹e(f, g)›, ‹\"h, i\"›, ‹j < k›) @D<E, F>(‹g›) @H var ‹i›: ‹J›"
    ),
    (
      "@available(iOS 13.0, *, message: \"a\")\n@A\n(b) var c: D",
      "@available(‹iOS 13.0›, ‹*›, message: ‹\"a\"›) @A ? ‹@available(iOS 13.0, *, message: \"a\")\n@A›"
    ),
    ("@A() public let a: B", "@A() public let ‹a›: ‹B›"),
    // Modifiers
    (
      "public private(set) nonisolated(unsafe) static weak var a: B?",
      "public private(set) nonisolated(unsafe) static weak var ‹a›: ‹B?›"
    ),
    ("class func a() {}", "class func ‹a›() {}"),
    ("final class open {}", "final class ‹open› {  }"),
    ("var open: Int", "var ‹open›: ‹Int›"),
    ("consuming func final() -> Self", "consuming func ‹final›() -> ‹Self›"),
    // Variables
    ("var a", "var ‹a›"),
    ("let (a, b) = (1, 2), c: D = e", "let pattern ‹(a, b)› = ‹(1, 2)›, ‹c›: ‹D› = ‹e›"),
    ("var a = A<B, C>(), d = e < f, g = h > i", "var ‹a› = ‹A<B, C>()›, ‹d› = ‹e < f›, ‹g› = ‹h > i›"),
    ("var a: B? = nil { didSet { c() } }", "var ‹a›: ‹B?› = ‹nil› observed"),
    ("var a = 1 { willSet(b) {} didSet {} }", "var ‹a› = ‹1› observed"),
    ("var a: Int { b + 1 }", "var ‹a›: ‹Int› computed ‹{ b + 1 }›"),
    ("var a: Int { get { b } nonmutating set { b = newValue } }", "var ‹a›: ‹Int› computed ‹{ b }›"),
    ("var a: Int { get async throws(E) { b } }", "var ‹a›: ‹Int› computed ‹{ b }›"),
    ("var a: Int { get set }", "var ‹a›: ‹Int› computed"),
    ("var a: Int { @inlinable mutating get { 1 }\n _modify { yield &b } }", "var ‹a›: ‹Int› computed ‹{ 1 }›"),
    ("var a: Int { @A(b: c) init(d) { e = d } get { e } }", "var ‹a›: ‹Int› computed ‹{ e }›"),
    ("var a: Int { read { $0 } }", "var ‹a›: ‹Int› computed ‹{ read { $0 } }›"),
    ("var a: Int { get.b }", "var ‹a›: ‹Int› computed ‹{ get.b }›"),
    ("var a = { 1 }()", "var ‹a› = ‹{ 1 }()›"),
    ("lazy var a: () -> B = { [weak self] in c { get } }", "lazy var ‹a›: ‹() -> B› = ‹{ [weak self] in c { get } }›"),
    ("var a = b { $0 } c: { $1 }\n{ didSet {} }", "var ‹a› = ‹b { $0 } c: { $1 }› observed"),
    (
      "let a = if let b, c { d } else if e { f } else { g }", "let ‹a› = ‹if let b, c { d } else if e { f } else { g }›"
    ),
    ("let a = switch b { case .c: 1; default: 2 }", "let ‹a› = ‹switch b { case .c: 1; default: 2 }›"),
    (
      "let a =\n  b\n  .c()\n  + d\n  ?? e\n  as? F\n  ? g\n  : h",
      "let ‹a› = ‹b\n  .c()\n  + d\n  ?? e\n  as? F\n  ? g\n  : h›"
    ),
    ("let a = b\n#if C\n.d()\n#endif", "let ‹a› = ‹b\n#if C\n.d()\n#endif›"),
    ("let a: B! = try! await c, d: E!=nil", "let ‹a›: ‹B!› = ‹try! await c›, ‹d›: ‹E!› = ‹nil›"),
    ("let a:A<B<C?>?>=d", "let ‹a›: ‹A<B<C?>?>› = ‹d›"),
    ("var a = \\B.c?.d[0], e = \\.f", "var ‹a› = ‹\\B.c?.d[0]›, ‹e› = ‹\\.f›"),
    ("let a: (repeat each B) -> [3 of C]", "let ‹a›: ‹(repeat each B) -> [3 of C]›"),
    ("let a: any B & ~Copyable, b: (any C)?.Type", "let ‹a›: ‹any B & ~Copyable›, ‹b›: ‹(any C)?.Type›"),
    (
      "let a: @MainActor @Sendable (inout B, C...) async throws(D<E>) -> (F) -> some G",
      "let ‹a›: ‹@MainActor @Sendable (inout B, C...) async throws(D<E>) -> (F) -> some G›"
    ),
    (
      "let a: nonisolated(nonsending) @escaping() async -> B",
      "let ‹a›: ‹nonisolated(nonsending) @escaping() async -> B›"
    ),
    ("let a: Module::B.C, d = Module::e", "let ‹a›: ‹Module::B.C›, ‹d› = ‹Module::e›"),
    // Functions
    ("func a()", "func ‹a›()"),
    (
      "func a<B: C, each D: E>(_ f: repeat each D, g h: inout B = .i, @J k: () -> L, m: N...) async throws(O) -> P? where B == Q { r }",
      "func ‹a›<B: ‹C›, each D: ‹E›>(_ f: ‹repeat each D›, g h: ‹inout B› = ‹.i›, @J k: ‹() -> L›, m: ‹N›...) async throws(O) -> ‹P?› ‹where B == Q› { r }"
    ),
    ("static func ==<A>(a: A, b: A) -> Bool { true }", "static func ‹==›<A>(a: ‹A›, b: ‹A›) -> ‹Bool› { true }"),
    ("func < (a: A<B>, b: C) -> Bool", "func ‹<›(a: ‹A<B>›, b: ‹C›) -> ‹Bool›"),
    ("func <= <A>(a: A)", "func ‹<=›<A>(a: ‹A›)"),
    ("func a<let b: Int, C: ~Copyable>()", "func ‹a›<b: ‹Int›, C: ‹~Copyable›>()"),
    (
      "func a(b: isolated C, isolated d: E, in: sending F) rethrows",
      "func ‹a›(b: ‹isolated C›, isolated d: ‹E›, in: ‹sending F›) rethrows"
    ),
    ("public init?<A>(b: A) throws {}", "public init ‹init›<A>(b: ‹A›) throws {}"),
    ("init!() async", "init ‹init›() async"),
    ("func a(\n  case b: Int,\n  class c: D\n)", "func ‹a›(case b: ‹Int›, class c: ‹D›)"),
    ("func a(b: Int = c < d ? e : f, g: Int)", "func ‹a›(b: ‹Int› = ‹c < d ? e : f›, g: ‹Int›)"),
    // Types
    ("struct A {}", "struct ‹A› {  }"),
    (
      "@A public final class B<C>: D<E, F>, @unchecked Sendable, ~Copyable where C: G, C.H == I { var j: K; let l = 1 }",
      "@A public final class ‹B›<C>: ‹D<E, F>›, ‹@unchecked Sendable›, ‹~Copyable› ‹where C: G, C.H == I› { var ‹j›: ‹K›; let ‹l› = ‹1› }"
    ),
    ("indirect enum A<B>: Int { case a(A<B>) }", "indirect enum ‹A›<B>: ‹Int› { case ‹a›(‹A<B>›) }"),
    ("enum A { case a,\noverride,\nindirect\ncase b }", "enum ‹A› { case ‹a›, ‹override›, ‹indirect›; case ‹b› }"),
    ("extension A.B<C>: @retroactive D {}", "extension ‹A.B<C>›: ‹@retroactive D› {  }"),
    ("extension [Int] where Element: A {}", "extension ‹[Int]› ‹where Element: A› {  }"),
    (
      "protocol A<B>: class, C { associatedtype B: D = E where B: F\nfunc c() }",
      "protocol ‹A›<B>: ‹class›, ‹C› { associatedtype ‹associatedtype B: D = E where B: F›; func ‹c›() }"
    ),
    ("distributed actor A {}", "distributed actor ‹A› {  }"),
    ("struct `A b` { struct C { enum D {} } }", "struct ‹`A b`› { struct ‹C› { enum ‹D› {  } } }"),
    ("typealias A<B> = C<B> where B: D", "typealias ‹A›<B> = ‹C<B>› ‹where B: D›"),
    // Others
    ("subscript<A>(b: A) -> C { get { d } set {} }", "subscript ‹subscript<A>(b: A) -> C { get { d } set {} }›"),
    ("deinit { a() }", "deinit ‹deinit { a() }›"),
    ("@testable public import struct A.B", "@testable public import ‹@testable public import struct A.B›"),
    ("infix operator +++: A", "infix operator ‹infix operator +++: A›"),
    ("precedencegroup A { higherThan: B }", "precedencegroup ‹precedencegroup A { higherThan: B }›"),
    (
      "@freestanding(expression) macro a<B>(_ c: B) -> D = #e(f: \"g\") where B: H",
      "@freestanding(‹expression›) macro ‹@freestanding(expression) macro a<B>(_ c: B) -> D = #e(f: \"g\") where B: H›"
    ),
    ("#a(b, c: { d })", "? ‹#a(b, c: { d })›"),
  ]

  @Test(arguments: declarations) func declaration(source: String, outline: String) throws {
    let (member, diagnostics) = Parser.declaration(in: SourceText(source))
    #expect(member.map(Outline.of) == outline)
    if !source.contains("@A\n(b)") { #expect(diagnostics.map(\.message) == []) }
  }

  static let bodies: [(source: String, outline: String)] = [
    ("case a; case b, c\ncase d", "case ‹a›; case ‹b›, ‹c›; case ‹d›"),
    ("var a = 1; var b = 2\nvar c = 3", "var ‹a› = ‹1›; var ‹b› = ‹2›; var ‹c› = ‹3›"),
    ("let a = open\nprivate let b = c", "let ‹a› = ‹open›; private let ‹b› = ‹c›"),
    ("var a: Int\n/// b\n@C\nvar d: E // f\n/* g */ var h: I", "var ‹a›: ‹Int›; @C var ‹d›: ‹E›; var ‹h›: ‹I›"),
    ("var a = b\n(c)\n[d]", "var ‹a› = ‹b›; ? ‹(c)›; ? ‹[d]›"),
    ("let a = -\nb\nvar c = d\n-e", "let ‹a› = ‹-\nb›; var ‹c› = ‹d›; ? ‹-e›"),
    (
      "case a\n#if B && c(d)\ncase b\n#elseif C ||\n  D\ncase c\n#if E\ncase e\n#endif\n#else\ncase d\n#endif\ncase f",
      "case ‹a›; ‹#if B && c(d)› case ‹b› ‹#elseif C ||\n  D› case ‹c›; ‹#if E› case ‹e› #endif ‹#else› case ‹d› #endif; case ‹f›"
    ),
    ("#if A\n@B\n#endif\nvar c: D", "‹#if A› @B ? ‹@B› #endif; var ‹c›: ‹D›"),
    ("#if swift(>=9)\nfoo bar { ] }\n#endif\nvar a: B", "‹#if swift(>=9)› ? ‹foo bar { ] }› #endif; var ‹a›: ‹B›"),
    ("#a\n#b(c)\nvar d: E", "? ‹#a›; ? ‹#b(c)›; var ‹d›: ‹E›"),
    ("import A\nprint(b)\nif c { d }\nstruct E {}", "import ‹import A›; ? ‹print(b)›; ? ‹if c { d }›; struct ‹E› {  }"),
    ("", ""),
  ]

  @Test(arguments: bodies) func members(source: String, outline: String) {
    let (members, diagnostics) = Parser.members(in: SourceText(source))
    #expect(Outline.of(members) == outline)
    #expect(diagnostics.map(\.message) == (source.contains("]") && source.contains("swift(") ? ["extraneous ']'"] : []))
  }

  /// Sources with errors, the diagnostics with the source at their positions, and the outline of what is parsed anyway.
  static let brokenSources: [(source: String, diagnostics: [String], outline: String)] = [
    (
      "struct A {\n  var a: Int\n  foo bar\n  var b: Int\n}", ["expected declaration: foo"],
      "struct ‹A› { var ‹a›: ‹Int›; var ‹b›: ‹Int› }"
    ),
    (
      "struct A {\n  var a: =\n  var b =\n  let c = 1 +\n  func\n  func d() {}\n}",
      [
        "expected type after ':': =", "expected initial value after '=': ", "expected initial value after '=': ",
        "expected name of function: ",
      ],
      "struct ‹A› { var ‹a›: ‹›; var ‹b›; let ‹c› = ‹1 +›; func ‹›(); func ‹d›() {} }"
    ),
    (
      "enum A { case\n case 1\n case b(, c\n case d }",
      [
        "expected name of case: ", "expected name of case: 1", "this is never closed: expected ')': (",
        "expected type of parameter: ,",
      ],
      "enum ‹A› { case ; case ; case ‹b›(‹›, ‹c›); case ‹d› }"
    ),
    (
      "struct A {\n  var a = (1, 2\n  public var b = [3\n  func c() {}\n}",
      ["this is never closed: expected ')': (", "this is never closed: expected ']': ["],
      "struct ‹A› { var ‹a› = ‹(1, 2›; public var ‹b› = ‹[3›; func ‹c›() {} }"
    ),
    ("struct A { var a: Int", ["this is never closed: expected '}': {"], "struct ‹A› { var ‹a›: ‹Int› }"),
    ("var a: Int }\nvar b: Int", ["extraneous '}': }"], "var ‹a›: ‹Int›; var ‹b›: ‹Int›"),
    ("struct {}", ["expected name of struct: {"], "struct ‹› {  }"),
    ("struct A\nvar b: Int", ["expected '{' in struct: "], "struct ‹A›; var ‹b›: ‹Int›"),
    ("func a<B(c: D) {}", ["expected '>' to complete generic parameter list: <"], "func ‹a›(c: ‹D›) {}"),
    (
      "func a(b) {}", ["expected name and type of parameter: b"],
      "func ‹a›(‹›) {}"
    ),
    ("case a(b: Int c, d: Int)", ["unexpected code in parameter list: c"], "case ‹a›(b: ‹Int›, d: ‹Int›)"),
    ("#if A\nvar b: C", ["expected '#endif' at the end of this '#if': #if"], "‹#if A› var ‹b›: ‹C› #endif"),
    ("#endif\nvar b: C", ["unexpected directive without #if: #endif"], "var ‹b›: ‹C›"),
    ("struct A { @ var b: C }", ["expected name of an attribute: var"], "struct ‹A› { var ‹b›: ‹C› }"),
    ("struct A { @B }", [], "struct ‹A› { @B ? ‹@B› }"),
    ("typealias A", ["expected '=' in type alias: "], "typealias ‹A› = ‹›"),
    ("extension A where B {}", ["expected ':' or '==' in 'where' clause: {"], "extension ‹A› ‹where B› {  }"),
    ("var a = \"b\nvar c: D", ["unterminated string literal: \"b"], "var ‹a› = ‹\"b›; var ‹c›: ‹D›"),
    ("var a: Int { get { 1 } foo }", ["expected accessor: foo"], "var ‹a›: ‹Int› computed ‹{ 1 }›"),
  ]

  @Test(arguments: brokenSources) func recovery(source: String, expected: [String], outline: String) {
    let (members, diagnostics) = Parser.members(in: SourceText(source))
    #expect(diagnostics.map { "\($0.message): \($0.place.text)" } == expected)
    #expect(Outline.of(members) == outline)
  }

  @Test func oneDeclarationAndNoMore() {
    func messages(_ source: String) -> [String] {
      Parser.declaration(in: SourceText(source)).1.map { "\($0.message): \($0.place.text)" }
    }
    #expect(messages("") == ["expected declaration: "])
    #expect(messages("a + b") == ["expected declaration: a"])
    #expect(messages("var a: B; var c: D") == ["unexpected code after declaration: ;"])
  }

  /// Each of these inputs has broken the parser once.
  @Test(arguments: ["a:", "a: b:", "#endif", "#else x", "func f(\n = a)", "struct S { func f(_  {\n", "@", "{ }"])
  func whatFuzzingFound(source: String) {
    #expect(SyntaxCheck(Array(source.utf8)).violations == [])
  }

  @Test func attributes() throws {
    let attribute = try #require(Parser.attribute(in: SourceText("@Store.`A`<B.C>(d: 1, e)")).0)
    #expect(Outline.of(attribute) == "@Store.`A`<B.C>(d: ‹1›, ‹e›)")
    #expect(attribute.baseName == "A")
    #expect(attribute.argumentsSlice?.text == "(d: 1, e)")
    #expect(Parser.attribute(in: SourceText("a")).1.map(\.message) == ["expected attribute"])
    #expect(
      Parser.attribute(in: SourceText("@")).1.map(\.message) == ["expected name of an attribute"]
    )
    #expect(Parser.attribute(in: SourceText("@a b")).1.map(\.message) == ["unexpected code after attribute"])
  }

  @Test func statements() {
    let body = """
      {
        let a = 1, b = 2
        a.b = c
        a += 1; f(x = 1)
        a <= b
        _ = try await g { h = 1 }
        Scope(state: \\.a, action: \\.b) {
          Child()
        }
        .ifLet(\\.c) { d }
        if let a, b == { c }() { d } else if e { f } else { g }
        switch a { case .b: c }
        outer: for a in b where c { d }
        while a { }
        repeat { a } while b
        guard let a else { return }
        do { a } catch B.c { d } catch { e }
        defer { a }
        func f() {}
        @A struct B {}
        #if DEBUG
        a
        #endif
        return a
          .b
        return
        throw a
        break outer
        yield &a
        yield(a)
        a ? b : c
        async let z = 1
        #warning("a")
      }
      """
    let statements = Parser.statements(in: SourceText(body).slice)
    #expect(
      statements.map { "\($0.kind) \($0.keyword.text)" } == [
        "variable let", "assignment a", "assignment a", "expression f", "expression a", "assignment _",
        "expression Scope", "if if", "switch switch", "loop for", "loop while", "loop repeat", "guard guard", "do do",
        "defer defer", "declaration func", "declaration struct", "conditional #if", "return return", "return return",
        "throw throw", "jump break", "jump yield", "expression yield", "expression a", "variable let",
        "expression #warning",
      ]
    )
    #expect(statements[6].slice.text.hasSuffix(".ifLet(\\.c) { d }"))
    #expect(Parser.statements(in: SourceText("a; b").slice).map(\.slice.text) == ["a", "b"])
    #expect(Parser.statements(in: SourceText("{ a }\n{ b }").slice).map(\.slice.text) == ["{ a }\n{ b }"])
  }

  static let functionTypes: [(source: String, outline: String?)] = [
    ("() -> Void", "() -> ‹Void›"),
    (
      "@Sendable @MainActor (_ a: inout B, @C D, E..., f g: some H) async throws(I) -> J?",
      "@Sendable @MainActor (_ a ‹inout› ‹B›, ‹@C› ‹D›, ‹E› ..., f g ‹some H›) async throws(I) -> ‹J?›"
    ),
    ("@escaping ((A) -> B)", "@escaping (‹A›) -> ‹B›"),
    ("(((A)) -> (B) -> C)", "(‹(A)›) -> ‹(B) -> C›"),
    ("nonisolated(nonsending) (A<B, C>) async -> D", "(‹A<B, C>›) async -> ‹D›"),
    ("@isolated(any) (sending A) -> B", "@isolated(‹any›) (‹sending› ‹A›) -> ‹B›"),
    ("((A) -> B)?", nil), ("(A, B)", nil), ("A", nil), ("[() -> A]", nil), ("", nil), ("()", nil),
  ]

  @Test(arguments: functionTypes) func functionType(source: String, outline: String?) {
    #expect(FunctionType(SourceText(source).slice).map(Outline.of) == outline)
  }

  /// Ranges are relative to the whole source, even in a function type that is parsed from a part of it.
  @Test func partsOfASource() throws {
    let source = SourceText("let a: (B) -> C", fileName: "File.swift", offset: 100)
    guard case .variable(let variable) = Parser.declaration(in: source).0 else {
      Issue.record("No variable was read.")
      return
    }
    let type = try #require(variable.bindings.first?.type)
    #expect(FunctionType(type)?.returnType.range == 14..<15)
  }
}
