/// Parses the bytes that a terminal sends into key presses.
///
/// A sequence that is split between two reads is put together. Sequences begin with the character that the Escape key
/// sends. If nothing follows it in the same read, it is taken for the key.
struct KeyParser {
  enum Input: Equatable {
    case key(ScreenKey)
    /// Text that was pasted.
    case text(String)
    /// F12, which opens and closes the developer tools. No screen can use it.
    case tools

    /// The character that was typed.
    var character: Character? {
      if case .key(.character(let character)) = self { character } else { nil }
    }
  }

  /// The maximum length of a known sequence.
  private static let sequenceLimit = 32
  /// The byte that Ctrl-C sends.
  private static let interrupt: UInt8 = 0x03

  /// The bytes of an incomplete sequence or character.
  private var pending: [UInt8] = []
  private var isPasting = false

  /// Parses the bytes of one read.
  mutating func parse(_ bytes: [UInt8]) -> [Input] {
    // Pasted text comes in large parts, so a single byte is the key. The mark at the end of the pasted text was lost.
    if isPasting, bytes == [Self.interrupt] { (isPasting, pending) = (false, []) }
    let bytes = pending + bytes
    pending = []
    var inputs: [Input] = []
    var pasted: [UInt8] = []
    var index = 0
    loop: while index < bytes.count {
      let rest = bytes[index...]
      switch Self.next(in: rest) {
      // Nobody presses Escape in pasted text, so this byte begins the mark at its end.
      case .sequence(1, .key(.escape)) where isPasting && rest.count == 1, .incomplete:
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
        case .tools where !isPasting: inputs.append(.tools)
        case .key, .tools, nil: break
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
    // Pasted text is passed on as it arrives: it may be long, and the mark at its end may never arrive.
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
    case key(ScreenKey), tools, pasteStart, pasteEnd
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
      // A sequence that is too long or contains other bytes is dropped up to this point.
      guard (0x40...0x7E).contains(bytes[end]) else { return .sequence(end - start, nil) }
      if bytes[end] == UInt8(ascii: "M") {
        // A report of the mouse. Without parameters, the button and the place follow as three bytes.
        let length = end - start + 1 + (parameters.isEmpty ? 3 : 0)
        return length > bytes.count ? .incomplete : .sequence(length, nil)
      }
      // Keys have no private parameters. Reports of the terminal do.
      if let first = parameters.first, (UInt8(ascii: "<")...UInt8(ascii: "?")).contains(first) {
        return .sequence(end - start + 1, nil)
      }
      let text = String(decoding: parameters, as: UTF8.self)
      return .sequence(end - start + 1, meaning(of: bytes[end], text))
    case UInt8(ascii: "O"):
      guard bytes.count > 2 else { return .incomplete }
      guard (0x40...0x7E).contains(bytes[start + 2]) else { return .sequence(2, nil) }
      return .sequence(3, meaning(of: bytes[start + 2], ""))
    case 0x1B: return .sequence(1, .key(.escape))
    default:
      // A key that is pressed with Alt counts as the key alone.
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
    case "24": return .tools
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
