import Dependencies
import Features
import Foundation
import TestSupport

/// Bodies that a faulty server could send: a valid JSON text with one fault each. Equal seeds lead to equal bodies.
struct JSONMutations: Sequence, IteratorProtocol {
  struct Mutation: CustomStringConvertible {
    var body: Data
    var change: String
    /// The path of the fault, as in ``APIError``: `items[0].id`; empty for the whole body, `nil` if the fault can be
    /// anywhere.
    var path: String?
    /// Whether the text is still JSON, and not nested more deeply than the decoder can read.
    var isJSON = true

    /// Whether the error names the path of the change, a path within it or, if the text is not JSON, the whole body.
    func isExplained(by error: APIError) -> Bool {
      guard case .undecodable(let found, let expected) = error, !expected.isEmpty else { return false }
      // If several bytes have changed, an earlier part may lack a key.
      guard isJSON else { return path == nil || found.isEmpty }
      guard let path, !path.isEmpty else { return true }
      return found.isWithin(path)
    }

    /// Whether only the value of one of these fields is wrong, or of something within it.
    func concernsOnly(_ fields: [String]) -> Bool {
      guard isJSON || change.contains(#"\ud800"#), let path else { return false }
      return fields.contains { path.isWithin($0) }
    }

    var description: String {
      "\(change) at \(path.map { $0.isEmpty ? "the top" : $0 } ?? "any place"): \(String(decoding: body.prefix(2_000), as: UTF8.self))"
    }
  }

  /// How many bodies an endpoint is tested with.
  static let count = randomInputs(500)

  private let text: [UInt8]
  private let places: [Place]
  private var random: SeededRandomNumberGenerator
  private var remaining: Int

  /// - Parameter body: A JSON text whose strings have no escapes.
  init(of body: String, count: Int, seed: UInt64) {
    text = Array(body.utf8)
    var scanner = Scanner(text: text)
    scanner.scan("")
    places = scanner.places
    random = SeededRandomNumberGenerator(seed: seed)
    remaining = count
  }

  mutating func next() -> Mutation? {
    guard remaining > 0 else { return nil }
    remaining -= 1
    let value = pick(Self.values)
    let isFirst = Bool.random(using: &random)
    switch Int.random(in: 0..<14, using: &random) {
    case 0...2: return changed(pick(places), to: value)
    case 3, 4: return changed(pick(places(startingWith: "-0123456789")), to: pick(Self.numbers))
    case 5: return changed(pick(places(startingWith: "\"")), to: pick(Self.strings))
    case 6: return nested(pick(places))
    case 7, 8:
      let place = pick(members)
      return replaced(place.member, at: place.path, with: #""other":0"#, "a key is missing")
    case 9:
      let place = pick(members)
      let (old, new) = (text(place.member), "\(place.key ?? ""):\(value)")
      let both = isFirst ? "\(new),\(old)" : "\(old),\(new)"
      return replaced(place.member, at: place.path, with: both, "a key is there twice")
    case 10:
      let place = pick(places(startingWith: "["))
      var elements = text(place.value)
      if elements.hasPrefix("[") { elements = String(elements.dropFirst().dropLast()) }
      return changed(place, to: elements.isEmpty ? "[\(value)]" : "[\(isFirst ? value : elements),\(elements)]")
    case 11:
      let end = Int.random(in: 0..<text.count, using: &random)
      return Mutation(body: Data(text[..<end]), change: "an end after \(end) bytes", path: "").checked
    default: return Mutation(body: noise(), change: "noise", path: nil).checked
    }
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  private var members: [Place] { places.filter { $0.key != nil } }

  /// The values that start with one of these characters; all if there are none.
  private func places(startingWith characters: String) -> [Place] {
    let some = places.filter { characters.utf8.contains(text[$0.value.lowerBound]) }
    return some.isEmpty ? places : some
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }

  private func replaced(_ range: Range<Int>, at path: String, with new: String, _ change: String) -> Mutation {
    let body = text[..<range.lowerBound] + Array(new.utf8) + text[range.upperBound...]
    return Mutation(body: Data(body), change: change, path: path)
  }

  private func changed(_ place: Place, to value: String) -> Mutation {
    var mutation = replaced(place.value, at: place.path, with: value, "\(value.prefix(60))")
    // A lone surrogate in a string makes the whole text invalid JSON.
    mutation.isJSON = !value.contains(#"\ud800"#)
    return mutation
  }

  private mutating func nested(_ place: Place) -> Mutation {
    let depth = pick([1, 2, 10, 500, 600, 20_000])
    let (open, close) = Bool.random(using: &random) ? ("[", "]") : (#"{"a":"#, "}")
    let value = String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
    var mutation = changed(place, to: value)
    // Foundation reads up to 512 levels.
    mutation.isJSON = depth + place.depth <= 512
    return mutation
  }

  /// The text with a few bytes changed, inserted or left out, or bytes that have nothing to do with it.
  private mutating func noise() -> Data {
    var bytes = text
    if Int.random(in: 0..<4, using: &random) == 0 {
      bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
      let index = Int.random(in: 0..<bytes.count, using: &random)
      let mark = pick(Array("{}[]\",:\\0-.eE tn\u{0}".utf8))
      let byte = Bool.random(using: &random) ? mark : UInt8.random(in: 0...255, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes[index] = byte
      case 1: bytes.insert(byte, at: index)
      default: bytes.remove(at: index)
      }
    }
    return Data(bytes)
  }

  private static let values = [
    "null", "true", "false", "0", "1", "12.5", #""text""#, #""""#, "[]", "[null]", "[1]", "{}", #"{"id":null}"#,
    #"{"message":"no"}"#,
  ]

  private static let numbers = [
    "-1", "0", "-0", "1.5", "-2.25", "0.1e1", "1e2", "1e-400", "1e308", "1e400", "-1e400", "9007199254740993",
    "9223372036854775807", "9223372036854775808", "-9223372036854775809", "18446744073709551616",
    "123456789012345678901234567890123456789012345678901234567890", "3.000000000000000000000000000000000001",
  ]

  private static let strings = [
    #""""#, #"" ""#, #""\u0000""#, #""\ud83d\ude00""#, #""\ud800""#, #""\udc00\ud800""#, #""\u202e\u001b[2J""#, #""/""#,
    #""日本語""#, #""http://[""#, #""javascript:alert(1)""#, #""0001-01-01T00:00:00Z""#, #""9999-99-99T99:99:99Z""#,
    "\"\(String(repeating: "a", count: 5_000))\"",
  ]
}

extension JSONMutations.Mutation {
  /// This mutation, with `isJSON` as Foundation determines it.
  fileprivate var checked: Self {
    var mutation = self
    mutation.isJSON = (try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed)) != nil
    if path == "", mutation.isJSON { mutation.path = nil }
    return mutation
  }
}

extension String {
  /// Whether this path is another one, or leads to something within it.
  fileprivate func isWithin(_ path: String) -> Bool { self == path || hasPrefix(path + ".") || hasPrefix(path + "[") }
}

private struct Place {
  var path: String
  /// In how many others it is.
  var depth: Int
  var value: Range<Int>
  /// With the key, if there is one.
  var member: Range<Int>
  /// With its quotation marks.
  var key: String?
}

/// Finds the values of a JSON text, of which it takes for granted that it is one.
private struct Scanner {
  let text: [UInt8]
  private(set) var places: [Place] = []
  private var index = 0

  init(text: [UInt8]) { self.text = text }

  mutating func scan(_ path: String, depth: Int = 0, key: String? = nil, from start: Int? = nil) {
    let first = index
    switch text[index] {
    case UInt8(ascii: "{"):
      scanParts { scanner, _ in
        let start = scanner.index
        let key = scanner.scanString()
        scanner.skip(" \n:")
        let name = key.dropFirst().dropLast()
        scanner.scan(path.isEmpty ? "\(name)" : "\(path).\(name)", depth: depth + 1, key: key, from: start)
      }
    case UInt8(ascii: "["): scanParts { $0.scan("\(path)[\($1)]", depth: depth + 1) }
    case UInt8(ascii: "\""): _ = scanString()
    default: while index < text.count, !" \n,]}".utf8.contains(text[index]) { index += 1 }
    }
    let member = (start ?? first)..<index
    places.append(Place(path: path, depth: depth, value: first..<index, member: member, key: key))
  }

  private mutating func scanParts(_ scanPart: (inout Self, _ number: Int) -> Void) {
    index += 1
    skip(" \n")
    var count = 0
    while !"]}".utf8.contains(text[index]) {
      scanPart(&self, count)
      count += 1
      skip(" \n,")
    }
    index += 1
  }

  private mutating func scanString() -> String {
    let first = index
    index += 1
    while text[index] != UInt8(ascii: "\"") { index += 1 }
    index += 1
    return String(decoding: text[first..<index], as: UTF8.self)
  }

  private mutating func skip(_ characters: String) {
    while index < text.count, characters.utf8.contains(text[index]) { index += 1 }
  }
}
