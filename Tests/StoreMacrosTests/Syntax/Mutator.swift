import Dependencies

@testable import StoreMacros

/// Makes inputs out of real files. Equal seeds lead to equal inputs.
struct Mutator {
  private let files: [[UInt8]]
  /// The ends of the tokens of each file.
  private let boundaries: [[Int]]
  private var generator: SeededRandomNumberGenerator

  /// The maximum length of an input before it is mutated.
  private static let maximumLength = 3000

  init(files: [[UInt8]], seed: UInt64) {
    self.files = files.filter { !$0.isEmpty }
    boundaries = self.files.map { bytes in
      var lexer = Lexer(bytes: bytes, range: 0..<bytes.count)
      var ends = [0]
      while let token = lexer.next() { ends.append(token.range.upperBound) }
      return ends
    }
    generator = SeededRandomNumberGenerator(seed: seed)
  }

  private mutating func random(_ bound: Int) -> Int { Int(generator.next() % UInt64(max(bound, 1))) }

  /// The next input: part of a file, changed a few times.
  mutating func next() -> [UInt8] {
    var input = piece(upTo: Self.maximumLength)
    for _ in 0..<1 + random(6) { mutate(&input) }
    return input
  }

  /// Consecutive tokens of a file.
  private mutating func piece(upTo length: Int) -> [UInt8] {
    let file = random(files.count)
    let ends = boundaries[file]
    let first = random(ends.count)
    var last = first
    let wanted = 1 + random(length)
    while last + 1 < ends.count, ends[last + 1] - ends[first] <= wanted { last += 1 }
    return Array(files[file][ends[first]..<ends[last]])
  }

  /// The range of a token in the input.
  private mutating func token(in input: [UInt8]) -> Range<Int> {
    guard !input.isEmpty else { return 0..<0 }
    // Starts at a random position rather than at the start: the lexer must be able to start anywhere.
    let start = random(input.count)
    var lexer = Lexer(bytes: input, range: start..<input.count)
    return lexer.next()?.range ?? start..<start
  }

  private mutating func mutate(_ input: inout [UInt8]) {
    let place = random(input.count + 1)
    switch random(12) {
    case 0:
      if place < input.count { input[place] ^= 1 << UInt8(random(8)) }
    case 1:
      if place < input.count { input[place] = UInt8(random(256)) }
    case 2: input.insert(contentsOf: Self.fragments[random(Self.fragments.count)].utf8, at: place)
    case 3: input.removeSubrange(token(in: input))
    case 4:
      let copied = Array(input[token(in: input)])
      input.insert(contentsOf: copied, at: place)
    case 5:
      let (one, other) = (token(in: input), token(in: input))
      guard one.upperBound <= other.lowerBound else { return }
      let text = Array(input[one])
      input.replaceSubrange(one, with: input[other])
      let shift = other.count - one.count
      input.replaceSubrange(other.lowerBound + shift..<other.upperBound + shift, with: text)
    case 6: input.insert(contentsOf: piece(upTo: 200), at: place)
    case 7: input.removeSubrange(place...)
    case 8: input.removeSubrange(..<place)
    case 9: input.replaceSubrange(token(in: input), with: piece(upTo: 40))
    case 10:
      let (one, other) = (random(input.count + 1), random(input.count + 1))
      input.removeSubrange(min(one, other)..<min(max(one, other), min(one, other) + 50, input.count))
    default:
      // Nesting and repetition, sometimes with hundreds of levels.
      let fragment = Array(Self.fragments[random(Self.fragments.count)].utf8)
      let count = random(20) == 0 ? 1 + random(400) : 1 + random(8)
      input.insert(contentsOf: (0..<count).flatMap { _ in fragment }, at: place)
    }
  }

  /// Fragments that open, close or change the meaning of the text around them.
  private static let fragments = [
    "(", ")", "[", "]", "{", "}", "<", ">", "<<", ">>", "->", "\"", "\"\"\"", "#\"", "\"#", "\\(", "\\#(", "/", "#/",
    "/#",
    "//", "/*", "*/", "`", "\n", "\r", "\r\n", "\0", "\u{FEFF}", "é", "→", "\\", ";", ",", ":", "::", ".", "=", "?",
    "!",
    "@", "@a(", "#if a\n", "#elseif b\n", "#else\n", "#endif\n", "#", "##", "#a", "<#", "#>", "$0", "case ", "case a(",
    "enum E {", "struct S {", "class func ", "func f(", "func ==<T>(", "var ", "let ", "var a: ", "var a = ", "init(",
    "if a {", "switch a {", " else ", "where T: ", "get ", "get set ", "{ get {", "indirect ", "public ",
    "private(set) ",
    "any ", "some ", "each ", "repeat ", "async ", "throws ", "in ", "is ", "as ", "#\"\"\"", "\"\\(\"", "0x1.", "1e+",
    "+",
    "extension A<B>: ", "typealias A<B> = ", "import ", "subscript(", "operator +", "macro a(", "&", "~", "...", "..<",
    "_",
  ]
}
