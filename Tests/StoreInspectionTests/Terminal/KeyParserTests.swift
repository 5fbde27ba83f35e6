import Foundation
import Testing

@testable import StoreInspection

struct KeyParserTests {
  private func inputs(_ reads: [String]) -> [KeyParser.Input] {
    var parser = KeyParser()
    return reads.flatMap { parser.parse(Array($0.utf8)) }
  }

  @Test(
    arguments: [
      (["aあ\r\t"], [.key("a"), .key("あ"), .key(.enter), .key(.tab)]),
      (["\u{7F}\u{3}"], [.key(.backspace), .key(.control("c"))]),
      (["\u{1A}\u{8}\n\0\u{1C}"], [.key(.control("z")), .key(.backspace), .key(.enter)]),
      // The key of the tools, which pasted text does not press.
      (["\u{1B}[24~x"], [.tools, .key("x")]), (["\u{1B}[24;2~x"], [.tools, .key("x")]),
      (["\u{1B}[24;5~x"], [.tools, .key("x")]), (["\u{1B}[2", "4~"], [.tools]),
      (["\u{1B}[200~a\u{1B}[24~b\u{1B}[201~"], [.text("ab")]), (["\u{1B}[23~\u{1B}[240~"], []),
      // The escape key is what nothing follows, and Alt with a key is as good as the key.
      (["\u{1B}"], [.key(.escape)]), (["\u{1B}", "["], [.key(.escape), .key("[")]),
      (["\u{1B}\u{1B}[A"], [.key(.escape), .key(.up)]), (["a\u{1B}"], [.key("a"), .key(.escape)]),
      (["\u{1B}q"], [.key("q")]),
      // What a read cuts is put together, and what is unknown is dropped.
      (["\u{1B}[", "1;", "5A"], [.key(.up)]), (["\u{1B}O", "A"], [.key(.up)]),
      (["\u{1B}[99~\u{1B}[?1;2cx"], [.key("x")]),
      // Pasted text is not keys, and a read may end with any byte of it.
      (["\u{1B}[200~q\n\u{1B}[Ab\u{1B}[201~q"], [.text("q\nb"), .key("q")]),
      (["\u{1B}[200~ab", "cd", "\u{1B}[201~"], [.text("ab"), .text("cd")]),
      (["\u{1B}[200~a\u{1B}[20", "1~b"], [.text("a"), .key("b")]),
      (["\u{1B}[200~a\u{1B}", "[201~b"], [.text("a"), .key("b")]),
      // What comes with text is no interrupt key.
      (["\u{1B}[200~a\u{3}b\u{1B}[201~"], [.text("a\u{3}b")]),
    ] as [([String], [KeyParser.Input])]
  )
  func readsBecomeInputs(_ reads: [String], _ expected: [KeyParser.Input]) { #expect(inputs(reads) == expected) }

  @Test(arguments: [
    ("\u{1B}[A", ScreenKey.up), ("\u{1B}OB", .down), ("\u{1B}[1;5C", .right), ("\u{1B}[D", .left), ("\u{1B}[H", .home),
    ("\u{1B}OF", .end), ("\u{1B}[1~", .home), ("\u{1B}[4~", .end), ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown),
    ("\u{1B}[3~", .delete), ("\u{1B}[Z", .backTab), ("\u{1B}OM", .enter),
  ])
  func sequences(_ sequence: String, _ key: ScreenKey) { #expect(inputs([sequence + "x"]) == [.key(key), .key("x")]) }

  @Test func aCharacterThatAReadCutsIsPutTogether() {
    var parser = KeyParser()
    let bytes = Array("日本".utf8)
    #expect(parser.parse(Array(bytes[..<2])) == [])
    #expect(parser.parse(Array(bytes[2..<5])) == [.key("日")])
    #expect(parser.parse(Array(bytes[5...])) == [.key("本")])
  }

  /// A program that has crashed may have left the reports of the mouse on.
  @Test(arguments: [
    "\u{1B}[<0;3;5M", "\u{1B}[<0;3;5m", "\u{1B}[<64;3;5M", "\u{1B}[32;3;5M", "\u{1B}[M #%", "\u{1B}[M !!",
    "\u{1B}[<3~", "\u{1B}[?1A", "\u{1B}[I", "\u{1B}[O",
  ])
  func reportsOfATerminalAreNoKeys(_ report: String) {
    #expect(inputs([report + "x"]) == [.key("x")])
    for length in 3..<report.utf8.count {
      #expect(inputs([String(report.prefix(length)), report.dropFirst(length) + "x"]) == [.key("x")], "\(length)")
    }
  }

  @Test(arguments: ["", "\u{1B}[20", "\u{1B}"]) func theInterruptKeyEndsWhatWasPastedWithoutAnEnd(_ end: String) {
    #expect(inputs(["\u{1B}[200~ab\(end)", "\u{3}", "q"]) == [.text("ab"), .key(.control("c")), .key("q")])
  }

  @Test(arguments: ["\u{1B}[", "\u{1B}[1;", "\u{1B}O", "\u{1B}"])
  func theInterruptKeyIsNoPartOfASequence(_ start: String) {
    #expect(inputs([start, "\u{3}"]).last == .key(.control("c")))
    #expect(inputs([start + "\u{3}"]).last == .key(.control("c")))
    #expect(inputs(["\u{1B}[1\u{1}x"]).last == .key("x"), "A sequence that is none does not swallow what follows.")
  }

  @Test func hostileBytes() {
    var parser = KeyParser()
    let keys = ["\u{FFFD}", "a", "\u{FFFD}", "(", "\u{FFFD}"].map { KeyParser.Input.key($0) }
    #expect(parser.parse([0xFF, 0x61, 0xC3, 0x28, 0x80]) == keys)
    #expect(parser.parse([0xE3, 0x81]) == [], "the character may go on")
    #expect(parser.parse([0x61]) == [.key("\u{FFFD}"), .key("a")])
    // A sequence that does not end is dropped, and the keys after it are read.
    let endless = Array("\u{1B}[".utf8) + Array(repeating: UInt8(ascii: "1"), count: 100_000) + Array("A".utf8)
    #expect(parser.parse(endless).last == .key("A"))
  }

  /// Here through a pipe.
  @Test func aReadEndsWithAWholeSequence() throws {
    let pipe = Pipe()
    func read() -> [UInt8]? { TerminalDevice.read(from: pipe.fileHandleForReading.fileDescriptor) }
    func write(_ bytes: [UInt8]) throws { try pipe.fileHandleForWriting.write(contentsOf: Data(bytes)) }
    // Otherwise the Escape at the end of the first read would be taken for the key.
    let keys = Array(String(repeating: "a", count: 4_095).utf8) + Array("\u{1B}[A".utf8)
    try write(keys)
    #expect(read() == keys)
    try write([0x1B])
    #expect(read() == [0x1B])
    // The last bytes of a terminal that was closed are read.
    try write([0x61, 0x1B])
    try pipe.fileHandleForWriting.close()
    #expect(read() == [0x61, 0x1B])
    #expect(read() == nil)
  }

  /// The lines of a prompt are read byte by byte.
  @Test(
    arguments: [
      (Array("日本e\u{301}👩‍👩‍👧\u{10FFFF}".utf8), "日本e\u{301}👩‍👩‍👧\u{10FFFF}"), ([0x61, 0xFF, 0x62], "a\u{FFFD}b"),
      ([0x80, 0x62], "\u{FFFD}b"), ([0xE6, 0x97, 0x62], "b"), ([0xED, 0xA0, 0x80, 0x62], "\u{FFFD}b"),
    ] as [([UInt8], String)]
  )
  func textOfAPromptIsDecoded(_ bytes: [UInt8], _ text: String) {
    var decoder = UTF8Decoder()
    var decoded = ""
    for byte in bytes { if let scalar = decoder.take(byte) { decoded.unicodeScalars.append(scalar) } }
    #expect(decoded == text)
  }
}
