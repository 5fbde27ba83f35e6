import Dependencies
import Features
import Foundation
import TestSupport

/// Bodies that a faulty server could send: a valid JSON text with one fault each. Equal seeds lead to equal bodies.
///
/// ```swift
/// for mutation in JSONMutations(of: #"{"id": 1, "tags": ["a"]}"#, count: JSONMutations.count, seed: 7) {
///   // mutation.body is sent as a response, and what comes of it is either a success, because the change does no harm,
///   // or an error for which mutation.explains(error).
/// }
/// ```
struct JSONMutations: Sequence, IteratorProtocol {
  struct Mutation: CustomStringConvertible {
    /// The text with the fault.
    var body: Data
    /// A description of the fault.
    var change: String
    /// The path of the fault, as in ``APIError``: `items[0].id`; empty for the whole body, `nil` if the fault can be
    /// anywhere.
    var path: String?
    /// Whether the text is still JSON, and not nested more deeply than the decoder can read.
    var isJSON = true

    /// Whether the error names the location of the fault: the path of the change, a path within it or, if the text is
    /// not JSON, the body as a whole.
    func explains(_ error: APIError?) -> Bool {
      guard case .undecodable(let found, let expected)? = error, !expected.isEmpty else { return false }
      guard isJSON else { return found.isEmpty }
      guard let path, !path.isEmpty else { return true }
      return found == path || found.hasPrefix(path + ".") || found.hasPrefix(path + "[")
    }

    /// As `explains(_:)`, but for texts in which several bytes may have changed: if such a text is not JSON, any error
    /// of decoding is accepted, because an earlier part may lack a key.
    func isExplained(by error: APIError) -> Bool {
      if case .undecodable = error, !isJSON, path == nil { return true }
      return explains(error)
    }

    /// Whether only the value of one of these fields is wrong, or of something within it.
    func concernsOnly(_ fields: [String]) -> Bool {
      guard isJSON || change.contains(#"\ud800"#), let path else { return false }
      return fields.contains { path == $0 || path.hasPrefix($0 + ".") || path.hasPrefix($0 + "[") }
    }

    var description: String {
      "\(change) at \(path.map { $0.isEmpty ? "the top" : $0 } ?? "any place"): \(String(decoding: body.prefix(2_000), as: UTF8.self))"
    }
  }

  /// How many bodies an endpoint is tested with.
  static let count = randomInputs(500)

  private let root: JSONText
  private let text: [UInt8]
  private let places: [Place]
  private var random: SeededRandomNumberGenerator
  private var remaining: Int

  init(of body: String, count: Int, seed: UInt64) {
    root = JSONText(body)
    text = Array(body.utf8)
    places = root.places()
    random = SeededRandomNumberGenerator(seed: seed)
    remaining = count
  }

  mutating func next() -> Mutation? {
    guard remaining > 0 else { return nil }
    remaining -= 1
    let place = places[Int.random(in: 0..<places.count, using: &random)]
    switch Int.random(in: 0..<14, using: &random) {
    case 0: return changed(place, "null", to: .null)
    case 1, 2: return changed(place, "another type", to: pick(Self.values))
    case 3, 4: return changed(pick(places.filter(\.isNumber)) ?? place, "a number", to: pick(Self.numbers))
    case 5: return changed(pick(places.filter(\.isString)) ?? place, "a string", to: pick(Self.strings))
    case 6: return nested(place)
    case 7, 8: return changedObject("a key is missing") { members, index, _ in members.remove(at: index) }
    case 9:
      let value: JSONText? = pick(Self.values)
      return changedObject("a key is there twice") { members, index, random in
        let other = (key: members[index].key, value: value ?? .null)
        members.insert(other, at: Bool.random(using: &random) ? index : index + 1)
      }
    case 10: return changedArray()
    case 11: return truncated()
    case 12: return Mutation(body: Data(randomBytes().utf8), change: "other bytes", path: nil).checked
    default: return Mutation(body: noise(), change: "noise", path: nil).checked
    }
  }

  // MARK: - Changes

  private mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.randomElement(using: &random)
  }

  private func changed(_ place: Place, _ change: String, to value: JSONText?) -> Mutation {
    let value = value ?? .null
    let body = root.replacing(place.steps[...]) { $0 = value }
    return Mutation(body: Data(body.text.utf8), change: "\(change) \(value.text.prefix(60))", path: place.path)
      .checkedForStrings
  }

  private mutating func nested(_ place: Place) -> Mutation {
    let depth = [1, 2, 10, 500, 600, 20_000].randomElement(using: &random) ?? 1
    let (open, close) = Bool.random(using: &random) ? ("[", "]") : (#"{"a":"#, "}")
    let value = String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
    var mutation = changed(place, "\(depth) levels", to: .literal(value))
    // Foundation reads up to 512 levels.
    mutation.isJSON = depth + place.steps.count <= 512
    return mutation
  }

  private mutating func changedObject(
    _ change: String,
    _ body: (inout [(key: String, value: JSONText)], Int, inout SeededRandomNumberGenerator) -> Void
  ) -> Mutation {
    guard let place = pick(places.filter(\.isKey)), case .key(let index, _)? = place.steps.last else {
      return Mutation(body: Data(), change: "nothing", path: "", isJSON: false)
    }
    let changed = root.replacing(place.steps.dropLast()) { object in
      guard case .object(var members) = object else { return }
      body(&members, index, &random)
      object = .object(members)
    }
    return Mutation(body: Data(changed.text.utf8), change: change, path: place.path)
  }

  private mutating func changedArray() -> Mutation {
    guard let place = pick(places.filter(\.isArray)) else {
      return Mutation(body: Data("[]".utf8), change: "an array", path: "")
    }
    let value: JSONText? = pick(Self.values)
    let changed = root.replacing(place.steps[...]) { array in
      guard case .array(var elements) = array else { return }
      switch Int.random(in: 0..<4, using: &random) {
      case 0: elements = []
      case 1: elements += elements
      case 2: elements.shuffle(using: &random)
      default: elements.insert(value ?? .null, at: Int.random(in: 0...elements.count, using: &random))
      }
      array = .array(elements)
    }
    return Mutation(body: Data(changed.text.utf8), change: "other elements", path: place.path)
  }

  private mutating func truncated() -> Mutation {
    let end = Int.random(in: 0..<text.count, using: &random)
    return Mutation(body: Data(text[..<end]), change: "an end after \(end) bytes", path: "").checked
  }

  /// The text with a few bytes changed, inserted or left out, still in UTF-8.
  private mutating func randomBytes() -> String {
    var scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
    for _ in 0..<Int.random(in: 1...3, using: &random) where !scalars.isEmpty {
      let index = Int.random(in: 0..<scalars.count, using: &random)
      let scalar = pick(Array("{}[]\",:\\0-.eE tn\u{0}\u{FEFF}日\u{10FFFF}\u{85}".unicodeScalars)) ?? " "
      switch Int.random(in: 0..<3, using: &random) {
      case 0: scalars[index] = scalar
      case 1: scalars.insert(scalar, at: index)
      default: scalars.remove(at: index)
      }
    }
    return scalars.reduce(into: "") { $0.unicodeScalars.append($1) }
  }

  /// Bytes that may not be valid UTF-8.
  private mutating func noise() -> Data {
    if Bool.random(using: &random) {
      return Data((0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) })
    }
    var bytes = text
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
    }
    return Data(bytes)
  }

  // MARK: - Values

  private static let values: [JSONText] = [
    .null, .literal("true"), .literal("false"), .literal("0"), .literal("1"), .literal("12.5"), .literal(#""text""#),
    .literal(#""""#), .array([]), .array([.null]), .array([.literal("1")]), .object([]),
    .object([(key: #""id""#, value: .null)]), .object([(key: #""message""#, value: .literal(#""no""#))]),
  ]

  private static let numbers: [JSONText] = [
    "-1", "0", "-0", "1.5", "-2.25", "0.1e1", "1e2", "1e-400", "1e308", "1e400", "-1e400", "9007199254740993",
    "9223372036854775807", "9223372036854775808", "-9223372036854775809", "18446744073709551616",
    "123456789012345678901234567890123456789012345678901234567890", "3.000000000000000000000000000000000001",
  ].map { .literal($0) }

  private static let strings: [JSONText] = [
    #""""#, #"" ""#, #""\u0000""#, #""\ud83d\ude00""#, #""\ud800""#, #""\udc00\ud800""#, #""\u202e\u001b[2J""#, #""/""#,
    #""日本語""#, #""http://[""#, #""javascript:alert(1)""#, #""0001-01-01T00:00:00Z""#, #""9999-99-99T99:99:99Z""#,
    "\"\(String(repeating: "a", count: 5_000))\"",
  ].map { .literal($0) }
}

extension JSONMutations.Mutation {
  /// This mutation, with `isJSON` as Foundation determines it.
  fileprivate var checked: Self {
    var mutation = self
    mutation.isJSON = (try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed)) != nil
    if path == "", mutation.isJSON { mutation.path = nil }
    return mutation
  }

  /// This mutation; a lone surrogate in a string makes the whole text invalid JSON.
  fileprivate var checkedForStrings: Self {
    var mutation = self
    if change.contains(#"\ud800"#) { mutation.isJSON = false }
    return mutation
  }
}

/// A location in a JSON text.
private struct Place {
  enum Step {
    /// A member of an object, with its key without quotation marks.
    case key(Int, String)
    case element(Int)
  }

  var steps: [Step]
  var value: JSONText

  var path: String {
    steps.reduce(into: "") { path, step in
      switch step {
      case .key(_, let key): path += (path.isEmpty ? "" : ".") + key
      case .element(let index): path += "[\(index)]"
      }
    }
  }

  var isKey: Bool { if case .key? = steps.last { true } else { false } }
  var isArray: Bool { if case .array = value { true } else { false } }
  var isString: Bool { if case .literal(let text) = value { text.hasPrefix("\"") } else { false } }
  var isNumber: Bool {
    if case .literal(let text) = value, let first = text.first { first.isNumber || first == "-" } else { false }
  }
}

/// A JSON text as a tree. Keys, strings and numbers are kept as they are written, and a key may occur twice.
private indirect enum JSONText: Sendable {
  case object([(key: String, value: JSONText)])
  case array([JSONText])
  case literal(String)

  static let null = Self.literal("null")

  var text: String {
    switch self {
    case .object(let members): "{\(members.map { "\($0.key):\($0.value.text)" }.joined(separator: ","))}"
    case .array(let elements): "[\(elements.map(\.text).joined(separator: ","))]"
    case .literal(let text): text
    }
  }

  /// All values in this one, including itself, parents first.
  func places(_ steps: [Place.Step] = []) -> [Place] {
    let here = [Place(steps: steps, value: self)]
    switch self {
    case .object(let members):
      return here
        + members.enumerated().flatMap { index, member in
          member.value.places(steps + [.key(index, String(member.key.dropFirst().dropLast()))])
        }
    case .array(let elements):
      return here + elements.enumerated().flatMap { $1.places(steps + [.element($0)]) }
    case .literal:
      return here
    }
  }

  func replacing(_ steps: ArraySlice<Place.Step>, _ change: (inout JSONText) -> Void) -> JSONText {
    var result = self
    switch (steps.first, self) {
    case (.key(let index, _)?, .object(var members)):
      members[index].value = members[index].value.replacing(steps.dropFirst(), change)
      result = .object(members)
    case (.element(let index)?, .array(var elements)):
      elements[index] = elements[index].replacing(steps.dropFirst(), change)
      result = .array(elements)
    default:
      change(&result)
    }
    return result
  }

  /// Reads a text, which must be valid JSON.
  init(_ text: String) {
    var rest = Substring(text)
    self.init(&rest)
  }

  private init(_ rest: inout Substring) {
    func skip(_ characters: Int = 0) {
      rest = rest.dropFirst(characters).drop(while: \.isWhitespace)
    }
    func string() -> String {
      var end = rest.index(after: rest.startIndex)
      while rest[end] != "\"" { end = rest.index(end, offsetBy: rest[end] == "\\" ? 2 : 1) }
      defer { rest = rest[rest.index(after: end)...] }
      return String(rest[...end])
    }
    skip()
    switch rest.first {
    case "{":
      var members: [(key: String, value: JSONText)] = []
      skip(1)
      while rest.first != "}" {
        let key = string()
        skip()
        skip(1)
        members.append((key, JSONText(&rest)))
        if rest.first == "," { skip(1) }
      }
      skip(1)
      self = .object(members)
    case "[":
      var elements: [JSONText] = []
      skip(1)
      while rest.first != "]" {
        elements.append(JSONText(&rest))
        if rest.first == "," { skip(1) }
      }
      skip(1)
      self = .array(elements)
    case "\"":
      self = .literal(string())
      skip()
    default:
      let literal = rest.prefix { !$0.isWhitespace && !",]}".contains($0) }
      rest = rest[literal.endIndex...]
      self = .literal(String(literal))
      skip()
    }
  }
}
