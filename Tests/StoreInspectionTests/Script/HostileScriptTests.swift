import Dependencies
import Store
import TestSupport
import Testing

@testable import StoreInspection
@testable import StoreScript
@testable import StoreTrace

/// Parsing any input ends with statements, or with errors that can be printed.
@Suite(.ownThreads) struct HostileScriptTests {
  /// Random bytes, and random pieces of the language, which get further.
  @Test(arguments: randomSeeds(10)) func randomTexts(seed: UInt64) {
    let tokens =
      "send let a $ = advance await expect show within name . \\. [ ] { } : , \" \"a\" \\ \\u d800 id == != 0 1.5 - e9 ms s "
      + "null true contains matches / /(a+)+/ < >= section include repeat 2 override date uuid seed context mock live ( ) "
      + ".a( $index 2026-01-31 12:00 T +09:00 6F9619FF-8B86-D011-B42D-00C04FC964FF 6F9619FF- # 語 👩‍👩‍👧 \u{0} "
      + "\u{202E} 9999999999999999999999"
    let pieces = tokens.split(separator: " ").map(String.init) + [" ", " ", " ", "\n", "\t", "\r\n", "\u{301}"]
    var random = SeededRandomNumberGenerator(seed: seed)
    for _ in 0..<100 {
      let count = Int.random(in: 0...30, using: &random)
      answer(to: (0..<count).flatMap { _ in Array((pieces.randomElement(using: &random) ?? "").utf8) })
      answer(to: (0..<count * 6).map { _ in UInt8.random(in: 0...255, using: &random) })
    }
  }

  /// A single mutation of a correct script: a part is removed or doubled, or a byte is changed.
  @Test(arguments: randomSeeds(10)) func mutations(seed: UInt64) {
    let right = Array(
      """
      # Search
      send search.queryChanged {"text": "日本\\u00e9", "numbers": [1, -2.5e3, 18446744073709551615]}
      advance 1.5s
      await search.response within 10s
      expect rows[id: "a"].names["b"][0].count != {"a": null}
      show rows
      let id = rows[0].id
      send rows[id: $id].renamed {"a": [$id]}
      override date 2026-01-31T12:00:00+09:00
      override uuid 6F9619FF-8B86-D011-B42D-00C04FC964FF
      repeat 3 {
        send link(.detail(id: $index), at: 2026-01-31 12:00)
        repeat 2 { expect rows[$index].name matches /^a.*\\/z$/ }
      }
      section "End"
      """.utf8
    )
    var random = SeededRandomNumberGenerator(seed: seed)
    for _ in 0..<50 { answer(to: right.damaged(using: &random)) }
  }

  @Test(arguments: [
    "[", "x", "\"", "語", "\u{301}", " ", "send a [1,", "send a {\"a\":", "send a \"\\", "send a.", "show a[0]",
    "expect a == ", "send a(", "send a .b(", "send a .a", "repeat 1 {", "repeat 9", "expect a matches /(",
    "section \"x", "override seed 1", "override date 2026-01-31 12:00:00.1", "send a 6F9619FF-8", "}", "let a = b[$a][",
  ])
  func aLotOfOneThing(piece: String) {
    // The start of a statement comes once; its last part is repeated.
    let filler = piece.split(separator: " ").last.map(String.init) ?? piece
    answer(to: Array((piece + String(repeating: filler, count: 120_000 / filler.utf8.count)).utf8))
  }

  @Test func nesting() throws {
    let limit = SourceScanner.Notation.script.depthLimit
    let deepest = String(repeating: "[", count: limit) + String(repeating: "]", count: limit)
    let longest = String(repeating: "a.", count: limit - 1)
    let deepestCase = String(repeating: ".a(", count: limit) + "1" + String(repeating: ")", count: limit)
    for text in ["a \(deepest)", "\(longest)a", "a \(deepestCase)"] {
      #expect(try script("send \(text)").statements.count == 1)
    }
    for (text, message) in [
      ("send a [\(deepest)]", "test:1:208: error: more than 200 brackets"),
      ("send \(longest)a.a", "test:1:6: error: more than 200 parts"),
      ("show \(longest)a[0][0]", "test:1:6: error: more than 200 parts"),
      ("send a(\(deepestCase))", "error: more than 200 brackets"),
    ] { #expect(try #require(errors(in: text)).contains(message), "\(text)") }
  }

  private func answer(to bytes: [UInt8]) {
    do {
      _ = try ScriptParser.parse(SourceText(name: "test", bytes: bytes)) { path throws(FileError) in
        throw FileError(.read, path, reason: "there are no files here")
      }
    } catch {
      let text = error.rendered
      #expect(text.hasPrefix("test:"))
      #expect(text.utf8.count < 100_000, "a message stays readable whatever the line")
      #expect(!text.unicodeScalars.contains { $0.isUnprintable && $0 != "\n" && $0 != "\t" })
    }
  }
}
