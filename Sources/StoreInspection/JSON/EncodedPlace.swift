import Store

/// A place in the tree of what is encoded. Containers write into it after `encode(to:)` has asked for them, so it is a
/// reference.
final class EncodedPlace {
  private enum Content {
    case value(JSONValue)
    case array([EncodedPlace])
    case object([(name: String, place: EncodedPlace)])
  }

  /// Of longer arrays only the whole is remembered, as what is kept of each element takes memory.
  private static let longestRememberedArray = 1000

  private var content = Content.object([])
  private var isSorted = false
  /// The ids of the elements of a stack.
  private var ids: [StackElementID]?
  /// The JSON, once it has been made.
  private var made: JSONValue?

  private let isRemembering: Bool
  /// What was encoded in this place before, while the place is filled.
  private var earlier: EncodedPlace?
  /// What was encoded here, if its type allows it.
  private var remembered: RememberedValue?

  init() { isRemembering = false }

  /// A place whose parts are taken over from what was encoded there before, where they are the same.
  init(after earlier: EncodedPlace?) {
    isRemembering = true
    self.earlier = earlier
  }

  private init(isRemembering: Bool, earlier: EncodedPlace?) {
    self.isRemembering = isRemembering
    self.earlier = earlier
  }

  /// The JSON of what was encoded.
  ///
  /// - Parameter redaction: What is left out of it: always the same.
  func value(redacting redaction: Redaction = .none) -> JSONValue {
    if let made { return made }
    let value = makeValue(redacting: redaction)
    made = value
    // It would keep all that there ever was.
    earlier = nil
    return value
  }

  private func makeValue(redacting redaction: Redaction = .none) -> JSONValue {
    switch content {
    case .value(let value): return redaction.apply(to: value)
    case .array(let places): return .array(places.map { $0.value(redacting: redaction) })
    case .object(let members):
      return .object(
        members.lastOfEachName(isSorted: isSorted).map { name, place in
          let value = place.value(redacting: redaction)
          return .init(name: name, value: redaction.matches(name) ? redaction.blank(value) : value, isKey: isSorted)
        }
      )
    }
  }

  var stackIDs: StackIDs? {
    switch content {
    case .value: return nil
    case .array(let places):
      return StackIDs(
        ids,
        parts: places.indices.compactMap { index in
          places[index].stackIDs.map { (.element(index), $0) }
        }
      )
    case .object(let members):
      return StackIDs(
        ids,
        parts: members.compactMap { member in
          member.place.stackIDs.map { (.member(member.name), $0) }
        }
      )
    }
  }

  func encode<Value: Encodable>(_ value: Value, at path: [any CodingKey]) throws {
    if let earlier, earlier.holds(value) { return become(earlier) }
    if let scalar = value as? any JSONScalar { return encode(scalar) }
    try value.encode(to: PlaceEncoder(place: self, codingPath: path))
    if let value = value as? any EncodedCollection { value.complete(self) }
    guard isRemembering, let remembered = RememberedValue(value) else { return }
    self.remembered = remembered
    if case .array(let places) = content, places.count > Self.longestRememberedArray, stackIDs == nil {
      content = .value(makeValue())
    }
  }

  /// Encodes a member. One that is the same as before stays in its place.
  func encode<Value: Encodable>(_ value: Value, forKey key: some CodingKey, at path: [any CodingKey]) throws {
    let name = key.stringValue
    guard case .object(var members) = content, let earlier = earlier?.member(name, probablyAt: members.count),
      earlier.holds(value)
    else { return try member(name).encode(value, at: path + [key]) }
    content = .object([])
    members.append((name, earlier))
    content = .object(members)
  }

  /// Encodes an element. One that is the same as the element there before stays in its place.
  func encode<Value: Encodable>(elementAt path: [any CodingKey], _ value: Value) throws {
    guard case .array(var places) = content, let earlier = earlier?.element(places.count), earlier.holds(value) else {
      return try append().encode(value, at: path)
    }
    content = .array([])
    places.append(earlier)
    content = .array(places)
  }

  /// Whether this was encoded here.
  private func holds<Value>(_ value: Value) -> Bool { remembered?.isSame(as: value) ?? false }

  private func become(_ other: EncodedPlace) {
    content = other.content
    isSorted = other.isSorted
    ids = other.ids
    made = other.made
    remembered = other.remembered
    earlier = nil
  }

  /// Puts what a collection without an order encoded in an order of its own.
  ///
  /// - Parameter stride: The number of values that belong together.
  func sort(by stride: Int) {
    if case .array = content { content = .value(makeValue().sorted(by: stride)) }
  }

  func note(_ ids: [StackElementID]) {
    self.ids = ids
  }

  func encode(_ scalar: any JSONScalar) {
    content = .value(scalar.jsonValue)
  }

  func encodeNil() {
    content = .value(.null)
  }

  func becomeArray() {
    if case .array = content { return }
    content = .array([])
  }

  func becomeObject(isSorted: Bool) {
    self.isSorted = isSorted
    if case .object = content { return }
    content = .object([])
  }

  var count: Int {
    guard case .array(let places) = content else { return 0 }
    return places.count
  }

  func append() -> EncodedPlace {
    guard case .array(var places) = content else { return EncodedPlace() }
    content = .array([])
    let place = EncodedPlace(isRemembering: isRemembering, earlier: earlier?.element(places.count))
    places.append(place)
    content = .array(places)
    return place
  }

  private func element(_ index: Int) -> EncodedPlace? {
    guard case .array(let places) = content, places.indices.contains(index) else { return nil }
    return places[index]
  }

  func member(_ name: String) -> EncodedPlace {
    guard case .object(var members) = content else { return EncodedPlace() }
    content = .object([])
    let place = EncodedPlace(isRemembering: isRemembering, earlier: earlier?.member(name, probablyAt: members.count))
    members.append((name, place))
    content = .object(members)
    return place
  }

  private func member(_ name: String, probablyAt index: Int) -> EncodedPlace? {
    guard case .object(let members) = content else { return nil }
    if members.indices.contains(index), members[index].name == name { return members[index].place }
    return members.first { $0.name == name }?.place
  }
}

extension [(name: String, place: EncodedPlace)] {
  /// A name that was encoded twice has the value that it was given last.
  fileprivate func lastOfEachName(isSorted: Bool) -> Self {
    var members = self
    if Set(map(\.name)).count < count {
      let last = Dictionary(zip(map(\.name), indices)) { $1 }
      members = indices.filter { last[self[$0].name] == $0 }.map { self[$0] }
    }
    return isSorted ? members.sorted { JSONValue(name: $0.name).precedes(JSONValue(name: $1.name)) } : members
  }
}

extension JSONValue {
  /// What a set or a dictionary encodes, in an order of its own.
  fileprivate func sorted(by stride: Int) -> JSONValue {
    guard case .array(let elements) = self else { return self }
    let groups = Swift.stride(from: 0, to: elements.count, by: stride).map { elements[$0..<$0 + stride] }
    return .array(groups.sorted { $0[$0.startIndex].precedes($1[$1.startIndex]) }.flatMap(\.self))
  }

  /// Names that are integers sort as such.
  fileprivate init(name: String) {
    self = Int64(name).map(JSONValue.integer) ?? .string(name)
  }

  fileprivate func precedes(_ other: JSONValue) -> Bool {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): left < right
    case (.number(let left), .number(let right)): left < right
    case (.string(let left), .string(let right)): left < right
    case (.integer, _): true
    case (_, .integer): false
    default: description < other.description
    }
  }
}
