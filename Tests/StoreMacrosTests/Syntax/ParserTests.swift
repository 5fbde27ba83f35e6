import Testing

@testable import StoreMacros

/// What is particular. `SwiftFileTests` read whole files.
@Suite struct ParserTests {
  /// The kinds and names of the declarations that are read, to compare them.
  private func outline(_ members: [Member]) -> String {
    members.map { member in
      switch member {
      case .enumCase(let declaration):
        let cases = declaration.elements.map { element in
          element.name.text + (element.parameters.map { "(\($0.map(\.type.text).joined(separator: ", ")))" } ?? "")
        }
        return "case \(cases.joined(separator: ", "))"
      case .variable(let declaration):
        return "var \(declaration.bindings.map { $0.name?.text ?? "_" }.joined(separator: ", "))"
      case .function(let declaration): return "func \(declaration.name.text)"
      case .type(let declaration):
        return "\(declaration.keyword) \(declaration.name.text) {\(outline(declaration.members))}"
      case .typeAlias(let declaration): return "typealias \(declaration.name.text)"
      case .conditional(let declaration):
        return declaration.clauses.map { "\($0.directive.text) {\(outline($0.members))}" }.joined(separator: " ")
      case .other(let declaration): return declaration.keyword ?? "?"
      }
    }.joined(separator: "; ")
  }

  static let sources: [(source: String, outline: String)] = [
    ("case a; case `b c`(Int), c(), d = -1\ncase d", "case a; case `b c`(Int), c(), d; case d"),
    ("case a(b: A<B, C> = A<B, C>(d < e, f), c: (D, E) -> F = { $0, $1 })", "case a(A<B, C>, (D, E) -> F)"),
    ("enum A { case a,\noverride,\nindirect\ncase b }", "enum A {case a, override, indirect; case b}"),
    ("final class open {}; var open: Int; consuming func final() -> Self", "class open {}; var open; func final"),
    ("let (a, b) = (1, 2), c: D = e", "var _, c"),
    ("var a = A<B, C>(), d = e < f, g = h > i", "var a, d, g"),
    ("var a: Int { get { b } nonmutating set { b = newValue } }\nvar c: Int { get.b }", "var a; var c"),
    ("var a = b { $0 } c: { $1 }\n{ didSet {} }\nvar c: B? = nil { didSet { c() } }", "var a; var c"),
    ("let a = if let b, c { d } else if e { f } else { g }\nlet h = i", "var a; var h"),
    ("let a =\n  b\n  .c()\n  + d\n  ?? e\n  as? F\n  ? g\n  : h, i = 1", "var a, i"),
    ("let a = b\n#if C\n.d()\n#endif\nlet c = d", "var a; var c"),
    ("let a: B! = try! await c, d: E!=nil, e:A<B<C?>?>=d, f = \\B.c?.d[0]", "var a, d, e, f"),
    ("let a: (repeat each B) -> [3 of C], b: any B & ~Copyable, c: Module::B.C = Module::e", "var a, b, c"),
    ("let a = -\nb\nvar c = d\n-e", "var a; var c; ?"),
    ("var a = b\n(c)\n[d]", "var a; ?; ?"),
    ("let a = open\nprivate let b = c", "var a; var b"),
    ("static func ==<A>(a: A, b: A) -> Bool { true }\nfunc < (a: A<B>, b: C) -> Bool", "func ==; func <"),
    ("func a(\n  case b: Int = c < d ? e : f,\n  class c: D\n) async throws(O) -> P? where B == Q { r }", "func a"),
    ("public init?<A>(b: A) throws {}\nsubscript<A>(b: A) -> C { get { d } set {} }", "func init; subscript"),
    ("extension [Int] where Element: A {}", "extension [Int] {}"),
    ("extension A.B<C>: @retroactive D {}", "extension A.B<C> {}"),
    (
      "protocol A<B>: class, C { associatedtype B: D = E where B: F\nfunc c() }",
      "protocol A {associatedtype; func c}"
    ),
    ("distributed actor A {}\ntypealias A<B> = C<B> where B: D", "actor A {}; typealias A"),
    ("#a(b, c: { d })\n#e\n@freestanding(expression) macro a<B>(_ c: B) -> D = #e(f: \"g\") where B: H", "?; ?; macro"),
    (
      "#if B && c(d)\ncase b\n#elseif C ||\n  D\ncase c\n#if E\ncase e\n#endif\n#else\ncase d\n#endif\ncase f",
      "#if B && c(d) {case b} #elseif C ||\n  D {case c; #if E {case e}} #else {case d}; case f"
    ),
    ("#if A\n@B\n#endif\nvar c: D", "#if A {?}; var c"),
    ("import A\nprint(b)\nif c { d }\nstruct E {}", "import; ?; ?; struct E {}"),
  ]

  @Test(arguments: sources) func declarations(source: String, outline: String) {
    let (members, diagnostics) = Parser.members(in: SourceText(source))
    #expect(self.outline(members) == outline)
    #expect(diagnostics.map(\.message) == [])
  }

  /// Sources with errors, the diagnostics with the source at their positions, and the outline of what is parsed anyway.
  static let brokenSources: [(source: String, diagnostics: [String], outline: String)] = [
    ("struct A { var a: Int\n foo bar\n var b: Int }", ["expected declaration: foo"], "struct A {var a; var b}"),
    (
      "struct A {\n  var a: =\n  var b =\n  let c = 1 +\n  func\n  func d() {}\n}",
      [
        "expected type after ':': =", "expected initial value after '=': ", "expected initial value after '=': ",
        "expected name of function: ",
      ],
      "struct A {var a; var b; var c; func ; func d}"
    ),
    ("struct {}", ["expected name of struct: {"], "struct  {}"),
    ("struct A\nvar b: Int", ["expected '{' in struct: "], "struct A {}; var b"),
    (
      "enum A { case\n case 1\n case b(, c\n case d }",
      [
        "expected name of case: ", "expected name of case: 1", "this is never closed: expected ')': (",
        "expected type of parameter: ,",
      ],
      "enum A {case ; case ; case b(, c); case d}"
    ),
    (
      "struct A {\n var a = (1, 2\n public var b = [3\n func c() {}\n}",
      ["this is never closed: expected ')': (", "this is never closed: expected ']': ["],
      "struct A {var a; var b; func c}"
    ),
    ("struct A { var a: Int", ["this is never closed: expected '}': {"], "struct A {var a}"),
    ("var a: Int }\nvar b: Int", ["extraneous '}': }"], "var a; var b"),
    ("#if swift(>=9)\nfoo bar { ] }\n#endif\nvar a: B", ["extraneous ']': ]"], "#if swift(>=9) {?}; var a"),
    ("func a<B(c: D) {}", ["expected '>' to complete generic parameter list: <"], "func a"),
    ("func a(b) {}", ["expected name and type of parameter: b"], "func a"),
    ("case a(b: Int c, d: Int)", ["unexpected code in parameter list: c"], "case a(Int, Int)"),
    ("#if A\nvar b: C", ["expected '#endif' at the end of this '#if': #if"], "#if A {var b}"),
    ("#endif\nvar b: C", ["unexpected directive without #if: #endif"], "var b"),
    ("struct A { @ var b: C }", ["expected name of an attribute: var"], "struct A {var b}"),
    ("typealias A", ["expected '=' in type alias: "], "typealias A"),
    ("extension A where B {}", ["expected ':' or '==' in 'where' clause: {"], "extension A {}"),
    ("var a = \"b\nvar c: D", ["unterminated string literal: \"b"], "var a; var c"),
    ("var a: Int { get { 1 } foo }", ["expected accessor: foo"], "var a"),
  ]

  @Test(arguments: brokenSources) func recovery(source: String, expected: [String], outline: String) {
    let (members, diagnostics) = Parser.members(in: SourceText(source))
    #expect(diagnostics.map { "\($0.message): \($0.place.text)" } == expected)
    #expect(self.outline(members) == outline)
  }

  @Test func oneDeclarationAndNoMore() {
    func messages(_ source: String) -> [String] {
      Parser.declaration(in: SourceText(source)).1.map { "\($0.message): \($0.place.text)" }
    }
    #expect(messages("a + b") == ["expected declaration: a"])
    #expect(messages("var a: B; var c: D") == ["unexpected code after declaration: ;"])
  }

  /// Each of these inputs has broken the parser once.
  @Test(arguments: ["a:", "a: b:", "#endif", "#else x", "func f(\n = a)", "struct S { func f(_  {\n", "@", "{ }"])
  func whatFuzzingFound(source: String) {
    #expect(SyntaxCheck(Array(source.utf8)).violations == [])
  }

  @Test func attributes() throws {
    let attribute = try #require(Parser.attribute(in: SourceText("@Store.`A`<B.C>(d: e(f, g), \"h, i\", j < k)")).0)
    #expect(attribute.baseName == "A")
    #expect(attribute.arguments.map(\.label?.text) == ["d", nil, nil])
    #expect(attribute.arguments.map(\.value.text) == ["e(f, g)", "\"h, i\"", "j < k"])
    #expect(attribute.argumentsSlice?.text == "(d: e(f, g), \"h, i\", j < k)")
    for (source, message) in [
      ("a", "expected attribute"), ("@", "expected name of an attribute"), ("@a b", "unexpected code after attribute"),
    ] {
      #expect(Parser.attribute(in: SourceText(source)).1.map(\.message) == [message])
    }
  }

  @Test func statements() {
    let rows: [(source: String, kinds: [String])] = [
      ("let a = 1, b = 2", ["variable let"]), ("a.b = c", ["assignment a"]),
      ("a += 1; f(x = 1)", ["assignment a", "expression f"]), ("a <= b", ["expression a"]),
      ("_ = try await g { h = 1 }", ["assignment _"]),
      ("Scope(state: \\.a, action: \\.b) {\nChild()\n}\n.ifLet(\\.c) { d }", ["expression Scope"]),
      ("if let a, b == { c }() { d } else if e { f } else { g }", ["if if"]),
      ("switch a { case .b: c }", ["switch switch"]), ("outer: for a in b where c { d }", ["loop for"]),
      ("while a { }", ["loop while"]), ("repeat { a } while b", ["loop repeat"]),
      ("guard let a else { return }", ["guard guard"]), ("do { a } catch B.c { d } catch { e }", ["do do"]),
      ("defer { a }", ["defer defer"]), ("func f() {}", ["declaration func"]),
      ("@A struct B {}", ["declaration struct"]), ("#if DEBUG\na\n#endif", ["conditional #if"]),
      ("return a\n  .b", ["return return"]), ("return", ["return return"]), ("throw a", ["throw throw"]),
      ("break outer", ["jump break"]), ("yield &a", ["jump yield"]), ("yield(a)", ["expression yield"]),
      ("a ? b : c", ["expression a"]), ("async let z = 1", ["variable let"]),
      ("#warning(\"a\")", ["expression #warning"]),
    ]
    let body = "{\n\(rows.map(\.source).joined(separator: "\n"))\n}"
    let statements = Parser.statements(in: SourceText(body).slice)
    #expect(statements.map { "\($0.kind) \($0.keyword.text)" } == rows.flatMap(\.kinds))
    #expect(statements[6].slice.text.hasSuffix(".ifLet(\\.c) { d }"))
    #expect(Parser.statements(in: SourceText("a; b").slice).map(\.slice.text) == ["a", "b"])
    #expect(Parser.statements(in: SourceText("{ a }\n{ b }").slice).map(\.slice.text) == ["{ a }\n{ b }"])
  }

  @Test(arguments: ["((A) -> B)?", "(A, B)", "A", "[() -> A]", "", "()"])
  func whatIsNoFunctionType(source: String) {
    #expect(FunctionType(SourceText(source).slice) == nil)
  }

  /// Ranges are relative to the whole source, even in a function type that is parsed from a part of it.
  @Test func partsOfASource() throws {
    let source = "let a: @Sendable (_ a: inout B, @C D, E...) async throws(I) -> J?"
    guard case .variable(let variable) = Parser.declaration(in: SourceText(source, offset: 100)).0 else {
      Issue.record("No variable was read.")
      return
    }
    let function = try #require(variable.bindings.first?.type.flatMap { FunctionType($0) })
    #expect(function.parameters.map(\.prefix?.text) == ["inout", "@C", nil])
    #expect(function.parameters.map(\.type.text) == ["B", "D", "E"])
    #expect(function.parameters.map(\.isVariadic) == [false, false, true])
    #expect(function.throwsClause?.text == "throws(I)")
    #expect(function.returnType.range == 63..<65)
  }
}
