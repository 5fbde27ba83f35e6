import Testing

@testable import StoreInspection

@Suite struct UTF8DecoderTests {
  private func decode(_ bytes: [UInt8]) -> String {
    var decoder = UTF8Decoder()
    var text = ""
    for byte in bytes {
      if let scalar = decoder.take(byte) { text.unicodeScalars.append(scalar) }
    }
    return text
  }

  @Test(arguments: ["abc", "日本語", "é\u{301}", "👩‍👩‍👧", "\u{10FFFF}"])
  func textComesThrough(text: String) {
    #expect(decode(Array(text.utf8)) == text)
  }

  @Test func whatIsNoTextIsReplaced() {
    #expect(decode([0x61, 0xFF, 0x62]) == "a\u{FFFD}b")
    #expect(decode([0x80, 0x62]) == "\u{FFFD}b")
    #expect(decode([0xE6, 0x97, 0x62]) == "b", "the beginning of a character that does not go on is dropped")
    #expect(decode([0xED, 0xA0, 0x80, 0x62]) == "\u{FFFD}b", "half of a surrogate pair")
  }
}
