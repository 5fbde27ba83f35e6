import Foundation
import Testing

@testable import StoreMacros

/// For any input, the time is proportional to its length, and the stack is small.
@Suite struct EffortTests {
  /// Pieces that could make a parser look ahead repeatedly or recurse without end.
  static let pieces = [
    "(", "[", "{", "<", "a<", "a<b,", "\"\\(", "\"\"\"\\(", "#\"\"\"\\#(", "##\"\"\"\\##(", "#\"\"\"",
    "\"\\(\"\"\"\\(\n", "/", "/\\/", "(/a\\/", "a(/\\/ ", "!/a", "-/\\/", "=/", "#/", "/*", "`", "<#", "\n#if ",
    "\n#if a\n.b\n#endif", "#if a\n", "#endif\n", "struct S {", "func f(", "func ==<", "var a = ", "var a { get ",
    "get ", "mutating ", "public ", "class ", "a else ", "if ", "@a ", "@a.", "@a mutating \n", "x @a ", "a: ",
    "a {} b: ", "(\n func a", "(\nvar a =", "a ? ", "a ? b : ", "() -> ", "() async throws -> ", "where T: U, ",
    "any ", "a & ", "x { @a ", "\\.a", "case a,", "\n.a", "do {} catch ", "0x1.", "\u{FF}", "\0",
  ]

  @Test(arguments: pieces) func timeIsInProportion(piece: String) {
    /// The processor time of this thread. It does not depend on other threads, but on other programs, which use the
    /// same caches.
    func time(_ source: SourceText) -> Double {
      let begin = processorTime()
      _ = Parser.members(in: source)
      _ = Parser.statements(in: source.slice)
      return processorTime() - begin
    }
    let sources = [150, 2400].map { SourceText("enum E { " + String(repeating: piece, count: $0)) }
    // The least times are those that were disturbed least, so the measurement goes on while they may be disturbed.
    var (short, long) = (Double.infinity, Double.infinity)
    for _ in 1...50 {
      for _ in 1...3 { short = min(short, time(sources[0])) }
      long = min(long, time(sources[1]))
      if long < max(short, 0.000_1) * 80 { break }
    }
    // Sixteen times the input would take 256 times as long if each part of it led to a scan of the whole.
    #expect(
      long < max(short, 0.000_1) * 80,
      "\(piece.debugDescription) 150 times took \(short) s, 2,400 times \(long) s."
    )
  }

  private func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Threads other than the main one may have a stack of only 512 KiB.
  @Test func nestingTakesLittleStack() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let thread = Thread {
        for (opening, closing) in [
          ("struct S { ", " }"), ("#if a\n", "\n#endif\n"), ("(", ")"), ("[", "]"), ("{ ", "}"), ("a<", ">"),
          ("\"\\(", ")\""), ("/*", "*/"), ("if a { ", "}"), ("let a: (", ")"), ("@a(", ")"), ("func f() { ", "}"),
          ("var a: A { get { ", " } }"),
        ] {
          let nested = String(repeating: opening, count: 5_000) + "a" + String(repeating: closing, count: 5_000)
          let source = SourceText(nested)
          _ = Parser.members(in: source)
          _ = Parser.attribute(in: source)
          _ = Parser.statements(in: source.slice)
          _ = FunctionType(source.slice)
        }
        continuation.resume()
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
  }

  @Test func whatIsTooDeepIsReported() {
    let source = String(repeating: "struct S { ", count: 100) + String(repeating: "}", count: 100) + "\nvar a: Int"
    let (members, diagnostics) = Parser.members(in: SourceText(source))
    #expect(diagnostics.map(\.message) == ["too deeply nested"])
    #expect(members.count == 2, "What comes after is read all the same.")
  }
}
