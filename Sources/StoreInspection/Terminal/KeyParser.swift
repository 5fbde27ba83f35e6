/// Makes key presses of what a terminal sends.
///
/// A sequence that a read has cut in two is put together again. The escape key sends the character that sequences begin
/// with: it is the key if nothing follows it in the same read.
struct KeyParser {
  enum Input: Equatable {
    case key(ScreenKey)
    /// Text that was pasted.
    case text(String)
  }

  /// No sequence that means anything is longer.
  private static let sequenceLimit = 32
  /// What the key sends that interrupts.
  private static let interrupt: UInt8 = 0x03

  /// What has come of a sequence or a character so far.
  private var pending: [UInt8] = []
  private var isPasting = false

  /// Takes what was read at once.
  mutating func parse(_ bytes: [UInt8]) -> [Input] {
    // Pasted text comes in large parts, and this character is no text: the end of what was pasted has been lost.
    if isPasting, bytes == [Self.interrupt] { (isPasting, pending) = (false, []) }
    let bytes = pending + bytes
    pending = []
    var inputs: [Input] = []
    var pasted: [UInt8] = []
    var index = 0
    loop: while index < bytes.count {
      let rest = bytes[index...]
      switch Self.next(in: rest) {
      case .incomplete:
        pending = Array(rest)
        break loop
      case .sequence(let count, let key):
        index += count
        switch key {
        case .pasteStart: isPasting = true
        case .pasteEnd:
          isPasting = false
          inputs.append(pasted: &pasted)
        case .key(let key) where !isPasting: inputs.append(.key(key))
        case .key, nil: break
        }
      case .character(let count):
        if isPasting {
          pasted += rest.prefix(count)
        } else {
          inputs += Self.keys(rest.prefix(count))
        }
        index += count
      }
    }
    // What is pasted is handed on as it comes: it may be long, and its end may never come.
    inputs.append(pasted: &pasted)
    return inputs
  }

  private enum Token {
    case incomplete
    case sequence(Int, Meaning?)
    /// Bytes that are text, or a control character.
    case character(Int)
  }

  private enum Meaning: Equatable {
    case key(ScreenKey), pasteStart, pasteEnd
  }

  private static func next(in bytes: ArraySlice<UInt8>) -> Token {
    guard let first = bytes.first else { return .incomplete }
    if first == 0x1B { return sequence(in: bytes) }
    let length =
      switch first {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    let continuation = bytes.dropFirst().prefix(length - 1).prefix { $0 & 0xC0 == 0x80 }
    if continuation.count == length - 1 { return .character(length) }
    return 1 + continuation.count == bytes.count ? .incomplete : .character(1 + continuation.count)
  }

  private static func sequence(in bytes: ArraySlice<UInt8>) -> Token {
    let start = bytes.startIndex
    guard bytes.count > 1 else { return .sequence(1, .key(.escape)) }
    switch bytes[start + 1] {
    case UInt8(ascii: "["):
      let parameters = bytes[(start + 2)...].prefix(sequenceLimit).prefix { (0x20...0x3F).contains($0) }
      let end = parameters.endIndex
      guard end < bytes.endIndex else { return .incomplete }
      // What is longer, or has in it what no sequence has, is none: it is dropped up to there.
      guard (0x40...0x7E).contains(bytes[end]) else { return .sequence(end - start, nil) }
      let text = String(decoding: parameters, as: UTF8.self)
      return .sequence(end - start + 1, meaning(of: bytes[end], text))
    case UInt8(ascii: "O"):
      guard bytes.count > 2 else { return .incomplete }
      guard (0x40...0x7E).contains(bytes[start + 2]) else { return .sequence(2, nil) }
      return .sequence(3, meaning(of: bytes[start + 2], ""))
    case 0x1B:
      return .sequence(1, .key(.escape))
    default:
      // A key that was pressed along with Alt: it is as if it was pressed alone.
      return .sequence(1, nil)
    }
  }

  private static func meaning(of final: UInt8, _ parameters: String) -> Meaning? {
    switch Character(Unicode.Scalar(final)) {
    case "A": return .key(.up)
    case "B": return .key(.down)
    case "C": return .key(.right)
    case "D": return .key(.left)
    case "H": return .key(.home)
    case "F": return .key(.end)
    case "M": return .key(.enter)
    case "Z": return .key(.backTab)
    case "~": break
    default: return nil
    }
    switch parameters.prefix(while: { $0 != ";" }) {
    case "1", "7": return .key(.home)
    case "3": return .key(.delete)
    case "4", "8": return .key(.end)
    case "5": return .key(.pageUp)
    case "6": return .key(.pageDown)
    case "200": return .pasteStart
    case "201": return .pasteEnd
    default: return nil
    }
  }

  private static func keys(_ bytes: ArraySlice<UInt8>) -> [Input] {
    switch bytes.first {
    case 0x0D, 0x0A: [.key(.enter)]
    case 0x09: [.key(.tab)]
    case 0x7F, 0x08: [.key(.backspace)]
    case let byte? where (0x01...0x1A).contains(byte):
      [.key(.control(Character(Unicode.Scalar(byte + 0x60))))]
    case let byte? where byte < 0x20: []
    default: String(decoding: bytes, as: UTF8.self).map { .key(.character($0)) }
    }
  }
}

extension [KeyParser.Input] {
  fileprivate mutating func append(pasted bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    append(.text(String(decoding: bytes, as: UTF8.self)))
    bytes = []
  }
}
