import Foundation
import Testing

@testable import StoreMacros

/// For any input, the time is proportional to its length, and the stack is small.
@Suite struct EffortTests {
  /// Pieces that could make a parser look ahead repeatedly or recurse without end.
  static let pieces = [
    "(", "[", "{", "<", "a<", "a<b,", "\"\\(", "\"\"\"\\(", "#\"\"\"\\#(", "##\"\"\"\\##(", "#\"\"\"",
    "\"\\(\"\"\"\\(\n",
    "/", "/\\/", "(/a\\/", "a(/\\/ ", "!/a", "-/\\/", "=/", "#/", "/*", "`", "<#", "\n#if ", "\n#if a\n.b\n#endif",
    "#if a\n", "#endif\n", "struct S {", "func f(", "func ==<", "var a = ", "var a { get ", "get ", "mutating ",
    "public ",
    "class ", "a else ", "if ", "@a ", "@a.", "@a mutating \n", "x @a ", "a: ", "a {} b: ", "(\n func a", "(\nvar a =",
    "a ? ", "a ? b : ", "() -> ", "() async throws -> ", "where T: U, ", "any ", "a & ", "x { @a ", "\\.a", "case a,",
    "\n.a",
    "do {} catch ", "0x1.", "\u{FF}", "\0",
  ]

  @Test(arguments: pieces) func timeIsInProportion(piece: String) {
    /// The least processor time of three runs on this thread, which does not depend on other threads.
    func time(_ count: Int) -> Double {
      let source = SourceText("enum E { " + String(repeating: piece, count: count))
      return (0..<3).map { _ in
        let begin = processorTime()
        _ = Parser.members(in: source)
        _ = Parser.statements(in: source.slice)
        return processorTime() - begin
      }.min() ?? 0
    }
    // Sixteen times the input would take 256 times as long if each part of it led to a scan of the whole.
    let (short, long) = (time(150), time(2400))
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
  @Test func nestingTakesLittleStack() async throws {
    for (opening, closing) in [
      ("struct S { ", " }"), ("#if a\n", "\n#endif\n"), ("(", ")"), ("[", "]"), ("{ ", "}"), ("a<", ">"),
      ("\"\\(", ")\""),
      ("/*", "*/"), ("if a { ", "}"), ("let a: (", ")"), ("@a(", ")"), ("func f() { ", "}"),
      ("var a: A { get { ", " } }"),
    ] {
      let source = String(repeating: opening, count: 5_000) + "a" + String(repeating: closing, count: 5_000)
      let violations = try await onOwnThread(stackSize: 512 << 10) { SyntaxCheck(Array(source.utf8)).violations }
      #expect(violations == [], "\(opening)")
    }
  }

  @Test func whatIsTooDeepIsReported() {
    let source = String(repeating: "struct S { ", count: 100) + String(repeating: "}", count: 100) + "\nvar a: Int"
    let (members, diagnostics) = Parser.members(in: SourceText(source))
    #expect(diagnostics.map(\.message) == ["too deeply nested"])
    #expect(members.count == 2, "What comes after is read all the same.")
  }
}
