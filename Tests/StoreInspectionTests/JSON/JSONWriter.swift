import Dependencies

/// Writes random JSON in all the ways in which it can be written.
struct JSONWriter {
  var random: SeededRandomNumberGenerator

  init(seed: UInt64) { random = SeededRandomNumberGenerator(seed: seed) }

  mutating func value(depth: Int) -> String {
    var items: [String] = []
    let text: String
    switch Int.random(in: depth == 0 ? 3..<6 : 0..<6, using: &random) {
    case 0:
      for _ in some(0..<5) { items.append(value(depth: depth - 1)) }
      text = "[\(list(items))]"
    case 1:
      for name in some(["a", "b", #"\u0063"#, "name", "~/"]) {
        items.append("\"\(name)\"\(space()):\(value(depth: depth - 1))")
      }
      text = "{\(list(items))}"
    case 2:
      for id in some(0..<8) { items.append(#"{"id":\#(id),"n":\#(pick(["0", "1", "2.0"]))}"#) }
      text = "[\(list(items))]"
    case 3:
      let parts = [
        "a", "é", "語", "😀", "\u{301}", #"\n"#, #"\t"#, #"\""#, #"\\"#, #"\/"#, #"\b\f"#, #"\u00e9"#, #"\u0000"#,
        #"\ud83d\ude00"#, "</script>", "\u{2028}", "\u{202E}", "\u{9B}",
      ]
      text = "\"\(some(parts).prefix(3).joined())\""
    case 4: text = pick(["null", "true", "false"])
    default:
      text =
        pick(["0", "-0", "1", "-7", "12.5", "9007199254740993", "9223372036854775807", "18446744073709551615"])
        + pick(["", "", "e5", "E-3", "e+10"])
    }
    return space() + text + space()
  }

  /// Writes JSON, of which a half has a mistake.
  mutating func bytes() -> [UInt8] {
    let bytes = Array(value(depth: 3).utf8)
    return Bool.random(using: &random) ? bytes : bytes.damaged(using: &random)
  }

  private mutating func list(_ items: [String]) -> String { items.isEmpty ? space() : items.joined(separator: ",") }

  private mutating func space() -> String { pick(["", "", "", " ", "\n", "\r\n"]) }

  private mutating func pick(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }

  private mutating func some<Items: Sequence>(_ items: Items) -> [Items.Element] {
    items.filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
  }
}

extension [UInt8] {
  /// The bytes with a mistake: a part is left out or doubled, or a byte is another one.
  func damaged(using random: inout SeededRandomNumberGenerator) -> Self {
    var bytes = self
    let index = Int.random(in: bytes.indices, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes.removeSubrange(index...)
    case 1: bytes.removeSubrange(index..<Swift.min(count, index + Int.random(in: 1...20, using: &random)))
    case 2: bytes.insert(contentsOf: bytes[index...].prefix(Int.random(in: 1...count, using: &random)), at: index)
    case 3: bytes[index] = UInt8.random(in: 0x20...0xFF, using: &random)
    default: bytes[index] = Array("{}[]:,\"\\01-.eExtn/#$\u{7F}".utf8).randomElement(using: &random) ?? 1
    }
    return bytes
  }
}
