import Testing

@testable import StoreMacros

@Suite struct LexerTests {
  /// Sources and their tokens. Names and punctuation are listed as they are written, other tokens with their kind
  /// before the text. Blanks are left out.
  static let sources: [(source: String, tokens: [String])] = [
    // Names
    ("let a_1 = _ $0 $name $", ["let", "a_1", "=", "_", "$0", "$name", "$"]),
    ("`class` `a name` `+`", ["`class`", "`a name`", "`+`"]),
    ("`a\nb", ["invalid `", "a", "b"]),
    ("``a", ["invalid `", "invalid `", "a"]),
    ("größe 名前 a\u{301} 🎉", ["größe", "名前", "a\u{301}", "🎉"]),
    ("<#a name#>.b <#a", ["<#a name#>", ".", "b", "prefixOperator <", "pound #a"]),
    // Numbers
    ("1_000 0xFF_p 0b01 0o7", ["number 1_000", "number 0xFF_p", "number 0b01", "number 0o7"]),
    ("1.5e-3 1e+5 0x1.8p-2", ["number 1.5e-3", "number 1e+5", "number 0x1.8p-2"]),
    ("1.a 1...2 0x1.a", ["number 1", ".", "a", "number 1", "binaryOperator ...", "number 2", "number 0x1", ".", "a"]),
    ("a.0.1", ["a", ".", "number 0", ".", "number 1"]),
    // Strings
    (#""" "a\"b" "\\""#, [#"string """#, #"string "a\"b""#, #"string "\\""#]),
    (##"#"a"b\"# #"\#("c")"# #"""#"##, [##"string #"a"b\"#"##, ##"string #"\#("c")"#"##, ##"string #"""#"##]),
    ("\"\"\"\n \"a\" \\\n\"\"\" b", ["string \"\"\"\n \"a\" \\\n\"\"\"", "b"]),
    ("#\"\"\"\n \"\"\" \\#(a)\n\"\"\"#", ["string #\"\"\"\n \"\"\" \\#(a)\n\"\"\"#"]),
    (#""\("\("\(a)")")" b"#, [#"string "\("\("\(a)")")""#, "b"]),
    (#""\(a.map { "\($0))" }(b))" c"#, [#"string "\(a.map { "\($0))" }(b))""#, "c"]),
    (#""\(a /* ) */)" c"#, [#"string "\(a /* ) */)""#, "c"]),
    (##""\(#/\)/#)" c"##, [##"string "\(#/\)/#)""##, "c"]),
    ("\"\"\"\n\\(a\n+ b)\n\"\"\" c", ["string \"\"\"\n\\(a\n+ b)\n\"\"\"", "c"]),
    ("\"a\nb", ["string \"a", "b"]),
    ("\"\\(a\nb", ["string \"\\(a", "b"]),
    ("\"\"\"\n\\(\"a\n)\"\"\" b", ["string \"\"\"\n\\(\"a\n)\"\"\"", "b"]),
    ("\"\"\"\na", ["string \"\"\"\na"]),
    // Comments
    ("a/* /* */ */b // c\nd", ["a", "comment /* /* */ */", "b", "comment // c", "d"]),
    ("a /* /* */ b", ["a", "comment /* /* */ b"]),
    ("a +/* */ b", ["a", "binaryOperator +", "comment /* */", "b"]),
    ("#!/usr/bin/swift\na", ["comment #!/usr/bin/swift", "a"]),
    // Regex literals
    ("a = /b/", ["a", "=", "regex /b/"]),
    ("a / b / c", ["a", "binaryOperator /", "b", "binaryOperator /", "c"]),
    ("(1)/2/3", ["(", "number 1", ")", "binaryOperator /", "number 2", "binaryOperator /", "number 3"]),
    ("f(/a/, /[/]\\//)", ["f", "(", "regex /a/", ",", "regex /[/", "]", "\\", "comment //)"]),
    ("f(/, /)", ["f", "(", "binaryOperator /", ",", "binaryOperator /", ")"]),
    ("(/)/", ["(", "binaryOperator /", ")", "postfixOperator /"]),
    ("return /a(b)[)]/", ["return", "regex /a(b)[)]/"]),
    ("a.return /b/c", ["a", ".", "return", "prefixOperator /", "b", "binaryOperator /", "c"]),
    ("!/a/", ["prefixOperator !", "regex /a/"]),
    ("a\n/b c/.d", ["a", "regex /b c/", ".", "d"]),
    ("= /a\n", ["=", "prefixOperator /", "a"]),
    ("= / a/", ["=", "binaryOperator /", "a", "postfixOperator /"]),
    ("#/a/b/# ##/a/#/##", ["regex #/a/b/#", "regex ##/a/#/##"]),
    ("#/\n a\n/#", ["regex #/\n a\n/#"]),
    ("#/a\nb", ["regex #/a", "b"]),
    // Operators
    ("a + b +c+ d", ["a", "binaryOperator +", "b", "prefixOperator +", "c", "postfixOperator +", "d"]),
    (
      "a+b (-c) -d.e",
      ["a", "binaryOperator +", "b", "(", "prefixOperator -", "c", ")", "prefixOperator -", "d", ".", "e"]
    ),
    ("a?.b! a ? b : c", ["a", "question ?", ".", "b", "exclamation !", "a", "infixQuestion ?", "b", ":", "c"]),
    ("a?? a ?? b->c", ["a", "question ?", "question ?", "a", "binaryOperator ??", "b", "arrow ->", "c"]),
    ("..< .+. a.b ==.c", ["binaryOperator ..<", "binaryOperator .+.", "a", ".", "b", "prefixOperator ==", ".", "c"]),
    ("a → b ∘c", ["a", "binaryOperator →", "b", "prefixOperator ∘", "c"]),
    ("A<B<C>>()", ["A", "binaryOperator <", "B", "binaryOperator <", "C", "binaryOperator >>", "(", ")"]),
    ("A::b c ? d : :e", ["A", "::", "b", "c", "infixQuestion ?", "d", ":", ":", "e"]),
    // The rest
    ("@a(b) [{c}];\\.d", ["@", "a", "(", "b", ")", "[", "{", "c", "}", "]", ";", "\\", ".", "d"]),
    ("#if a\n#elseif b\n#endif\n#c()", ["pound #if", "a", "pound #elseif", "b", "pound #endif", "pound #c", "(", ")"]),
    ("# ## a", ["invalid #", "invalid ##", "a"]),
    ("\u{FEFF}a\0b\r\nc", ["a", "b", "c"]),
    ("a\u{A0}b'", ["a", "invalid \u{A0}", "b", "invalid '"]),
  ]

  @Test(arguments: sources) func tokens(source: String, tokens: [String]) {
    #expect(Self.tokens(Array(source.utf8)) == tokens)
  }

  @Test func bytesThatAreNoTextAreInvalid() {
    #expect(Self.tokens([0x61, 0xFF, 0xC3, 0x28]) == ["a", "invalid \u{FFFD}", "invalid \u{FFFD}", "("])
    // A surrogate, an overlong encoding, and values beyond Unicode: each byte is a token.
    for bytes: [UInt8] in [[0xED, 0xA0, 0x80], [0xE0, 0x80, 0xAF], [0xF4, 0x90, 0x80, 0x80], [0xC0, 0x80]] {
      #expect(Self.tokens(bytes) == bytes.map { _ in "invalid \u{FFFD}" })
    }
  }

  @Test func problemsAreReportedWhereTheyAre() {
    let problems: [(String, [String])] = [
      ("a \"b\nc", ["unterminated string literal: \"b"]),
      ("\"\\(a\nc", ["unterminated string interpolation: \"\\(a"]),
      ("a /* b", ["unterminated '/*' comment: /*"]),
      ("#/a\n", ["unterminated regex literal: #/a"]),
      ("a ''' b", ["invalid character in source: '''"]),
    ]
    for (source, expected) in problems {
      let bytes = Array(source.utf8)
      var lexer = Lexer(bytes: bytes, range: 0..<bytes.count)
      while lexer.next() != nil {}
      #expect(lexer.problems.map { "\($0.message): \(String(decoding: bytes[$0.range], as: UTF8.self))" } == expected)
    }
  }

  /// A part of a source is read as if it were the whole.
  @Test func partsOfASource() {
    let bytes = Array("a \"b\" c".utf8)
    var lexer = Lexer(bytes: bytes, range: 2..<5)
    #expect(lexer.next()?.range == 2..<5)
    #expect(lexer.next() == nil)
  }

  private static func tokens(_ bytes: [UInt8]) -> [String] {
    var lexer = Lexer(bytes: bytes, range: 0..<bytes.count)
    var tokens: [String] = []
    while let token = lexer.next() {
      let text = String(decoding: bytes[token.range], as: UTF8.self)
      switch token.kind {
      case .whitespace, .newline: break
      case .comment, .pound, .number, .string, .regex, .binaryOperator, .prefixOperator, .postfixOperator, .question,
        .exclamation, .infixQuestion, .arrow, .invalid:
        tokens.append("\(token.kind) \(text)")
      default: tokens.append(text)
      }
    }
    return tokens
  }
}
