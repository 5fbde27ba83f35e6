import Dependencies
import Foundation
import TestSupport
import Testing

@testable import StoreMacros

/// Inputs made by damaging real files.
///
/// `RANDOM_INPUTS_FACTOR=2000 swift test -c release --filter FuzzTests` tries a million inputs,
/// `STORE_MACROS_FUZZ_SEED=7` other ones. A failure names the seed and the number of its input.
@Suite(.ownThreads) struct FuzzTests {
  @Test func brokenFilesBreakNothing() throws {
    let count = randomInputs(500)
    let seed = ProcessInfo.processInfo.environment["STORE_MACROS_FUZZ_SEED"].flatMap(UInt64.init) ?? 1
    // Reading the toolchain's files takes long in a debug build, and they contain little that this package does not.
    let files = SwiftFiles.ofThisPackage() + (count > 100_000 ? try SwiftFiles.ofTheToolchain() : [])
    var mutator = Mutator(files: try files.map { [UInt8](try Data(contentsOf: $0)) }, seed: seed)
    var failures: [String] = []
    for number in 0..<count where failures.count < 10 {
      let input = mutator.next()
      let begin = ContinuousClock.now
      let check = SyntaxCheck(input)
      // Even a debug build on a busy machine needs only a fraction of this time.
      let duration = begin.duration(to: .now)
      let hang = duration > .seconds(60) ? ["It took \(duration)."] : []
      for violation in check.violations.prefix(3) + hang {
        failures.append("Seed \(seed), input \(number): \(violation)\n\(String(decoding: input, as: UTF8.self))")
      }
    }
    #expect(failures.isEmpty, "\(failures.joined(separator: "\n"))")
  }
}

/// Makes inputs out of real files. Equal seeds lead to equal inputs.
struct Mutator {
  private let files: [(bytes: [UInt8], ends: [Int])]
  private var generator: SeededRandomNumberGenerator

  init(files: [[UInt8]], seed: UInt64) {
    self.files = files.filter { !$0.isEmpty }.map { bytes in
      var lexer = Lexer(bytes: bytes, range: 0..<bytes.count)
      var ends = [0]
      while let token = lexer.next() { ends.append(token.range.upperBound) }
      return (bytes, ends)
    }
    generator = SeededRandomNumberGenerator(seed: seed)
  }

  private mutating func random(_ bound: Int) -> Int { Int(generator.next() % UInt64(max(bound, 1))) }

  /// The next input: part of a file, of which a few parts are replaced.
  mutating func next() -> [UInt8] {
    var input = piece(upTo: 3_000)
    for _ in 0..<1 + random(6) {
      let range = range(in: input)
      input.replaceSubrange(range, with: replacement(for: range, in: input))
    }
    return input
  }

  private mutating func piece(upTo length: Int) -> [UInt8] {
    let (bytes, ends) = files[random(files.count)]
    let first = random(ends.count)
    var last = first
    let wanted = 1 + random(length)
    while last + 1 < ends.count, ends[last + 1] - ends[first] <= wanted { last += 1 }
    return Array(bytes[ends[first]..<ends[last]])
  }

  private mutating func range(in input: [UInt8]) -> Range<Int> {
    let start = random(input.count + 1)
    switch random(12) {
    case 0..<4: return start..<start
    case 4..<6: return start..<min(start + 1, input.count)
    case 6..<10:
      // A token. The lexer must be able to start anywhere.
      var lexer = Lexer(bytes: input, range: start..<input.count)
      return lexer.next()?.range ?? start..<start
    case 10: return start..<min(start + random(50), input.count)
    default: return random(2) == 0 ? start..<input.count : 0..<start
    }
  }

  private mutating func replacement(for range: Range<Int>, in input: [UInt8]) -> [UInt8] {
    switch random(6) {
    case 0: return []
    case 1: return [UInt8(random(256))]
    case 2: return Array(input[range] + input[range])
    case 3: return Array(input[self.range(in: input)])
    case 4: return piece(upTo: random(2) == 0 ? 40 : 200)
    default:
      // Nesting and repetition, sometimes with hundreds of levels.
      let fragments = EffortTests.pieces + Self.fragments
      let fragment = Array(fragments[random(fragments.count)].utf8)
      return (0..<(random(20) == 0 ? random(400) : random(8))).flatMap { _ in fragment }
    }
  }

  /// What closes, or changes the meaning of the text around it.
  private static let fragments = [
    ")", "]", "}", ">", "<<", ">>", "\"", "\"\"\"", "#\"", "\"#", "\\(", "/#", "//", "*/", "\n", "\r", "\r\n", "é", "→",
    "\u{FEFF}", ";", ",", ":", "::", ".", "=", "?", "!", "@", "#elseif b\n", "#else\n", "#", "#>", "$0", "class func ",
    "let ", "init(", "switch a {", "indirect ", "private(set) ", "some ", "each ", "in ", "is ", "1e+", "import ", "&",
    "subscript(", "operator +", "extension A<B>: ", "typealias A<B> = ", "macro a(", "~", "...", "_",
  ]
}
