import Store

/// A node in the tree of encoded values. It is a class, because containers write into it after `encode(to:)` has
/// requested them.
final class EncodedPlace {
  private enum Content {
    case value(JSONValue)
    case array([EncodedPlace])
    case object([(name: String, place: EncodedPlace)])
  }

  /// Longer arrays are remembered only as a whole, because remembering each element takes memory.
  private static let longestRememberedArray = 1000

  private var content = Content.object([])
  private var isSorted = false
  /// The ids of the elements of a stack.
  private var ids: [StackElementID]?
  /// Whether this place or a part of it is a stack; `nil` until all of it has been encoded.
  private var hasStack: Bool?
  /// The type of the value that was encoded here; `nil` if only its parts were.
  private(set) var type: Any.Type?
  /// The name of the field that a binding action writes.
  private(set) var fieldName: String?
  /// The positions of the members by their names. They are only collected once a member was not at its earlier
  /// position.
  private var positions: [String: Int] = [:]
  /// The JSON; `nil` until it has been made.
  private var made: JSONValue?

  private let isRemembering: Bool
  /// The earlier encoding of this place, until the JSON is made.
  private var earlier: EncodedPlace?
  /// The value that was encoded here, as a `RememberedValue`, if it can be compared.
  private var remembered: AnyObject?

  /// - Parameters:
  ///   - isRemembering: Whether a later encoding will take unchanged parts from this one.
  ///   - earlier: The encoding from which this one takes unchanged parts.
  init(isRemembering: Bool = false, earlier: EncodedPlace? = nil) {
    self.isRemembering = isRemembering
    self.earlier = earlier
  }

  /// The JSON of the encoded value.
  ///
  /// - Parameter redaction: The redaction, which has to be the same in each call.
  func value(redacting redaction: Redaction = .none) -> JSONValue {
    if let made { return made }
    let value = makeValue(redacting: redaction)
    made = value
    // Otherwise all earlier encodings would stay in memory.
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
          let value = redaction.matches(name) ? redaction.blank(place.value()) : place.value(redacting: redaction)
          return .init(name: name, value: value, isKey: isSorted)
        }
      )
    }
  }

  /// The encoding of a member; `nil` if there is none.
  subscript(name: String) -> EncodedPlace? {
    guard case .object(let members) = content else { return nil }
    return members.last { $0.name == name }?.place
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

  private var isOrHasStack: Bool {
    if let hasStack { return hasStack }
    if ids != nil { return true }
    return switch content {
    case .value: false
    case .array(let places): places.contains(where: \.isOrHasStack)
    case .object(let members): members.contains(where: \.place.isOrHasStack)
    }
  }

  func encode<Value: Encodable>(_ value: Value, at path: [any CodingKey]) throws {
    if let earlier, earlier.holds(value) { return become(earlier) }
    // A value that encodes another one in its place stays the value of the place.
    if type == nil { type = Value.self }
    if let scalar = value as? any JSONScalar { return encode(scalar) }
    try value.encode(to: PlaceEncoder(place: self, codingPath: path))
    if let value = value as? any CompletedEncoding { value.complete(self) }
    hasStack = isOrHasStack
    // Equal stacks may have different ids. Objects and shared values may change while they are remembered.
    guard isRemembering, !isOrHasStack, !(Value.self is AnyObject.Type), !StateSnapshot.canShare(Value.self),
      let isEqual = dynamicEquality(of: Value.self)
    else { return }
    remembered = RememberedValue(value: value, isEqual: isEqual)
    if case .array(let places) = content, places.count > Self.longestRememberedArray {
      content = .value(makeValue())
    }
  }

  /// Encodes a member. An unchanged member keeps its earlier encoding.
  func encode<Value: Encodable>(_ value: Value, forKey key: some CodingKey, at path: [any CodingKey]) throws {
    let name = key.stringValue
    if let earlier = earlierMember(name), earlier.holds(value) { return append(earlier, named: name) }
    try member(name).encode(value, at: path + [key])
  }

  /// Encodes an element. An element that equals the earlier one at its index keeps that encoding.
  func encode<Value: Encodable>(elementAt path: [any CodingKey], _ value: Value) throws {
    if let earlier = earlierElement, earlier.holds(value) { return append(earlier) }
    try append().encode(value, at: path)
  }

  /// Whether a value is the one that was encoded here.
  private func holds<Value>(_ value: Value) -> Bool {
    guard let remembered = remembered as? RememberedValue<Value> else { return false }
    return remembered.isEqual(remembered.value, value)
  }

  private func become(_ other: EncodedPlace) {
    content = other.content
    isSorted = other.isSorted
    ids = other.ids
    hasStack = other.hasStack
    type = other.type
    fieldName = other.fieldName
    made = other.made
    remembered = other.remembered
    earlier = nil
  }

  /// Sorts the elements that a collection without an order has encoded.
  ///
  /// - Parameter stride: The number of elements that belong together.
  func sort(by stride: Int) {
    if case .array = content { content = .value(makeValue().sorted(by: stride)) }
  }

  func note(_ ids: [StackElementID]) {
    self.ids = ids
  }

  func note(fieldName: String?) {
    self.fieldName = fieldName
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
    let place = EncodedPlace(isRemembering: isRemembering, earlier: earlierElement)
    append(place)
    return place
  }

  func member(_ name: String) -> EncodedPlace {
    let place = EncodedPlace(isRemembering: isRemembering, earlier: earlierMember(name))
    append(place, named: name)
    return place
  }

  private func append(_ place: EncodedPlace) {
    guard case .array(var places) = content else { return }
    // As long as `content` also refers to the array, appending would copy it.
    content = .array([])
    places.append(place)
    content = .array(places)
  }

  private func append(_ place: EncodedPlace, named name: String) {
    guard case .object(var members) = content else { return }
    content = .object([])
    members.append((name, place))
    content = .object(members)
  }

  /// The earlier encoding at the index of the next element.
  private var earlierElement: EncodedPlace? {
    guard case .array(let places) = content, case .array(let before)? = earlier?.content,
      before.indices.contains(places.count)
    else { return nil }
    return before[places.count]
  }

  private func member(named name: String) -> EncodedPlace? {
    guard case .object(let members) = content else { return nil }
    guard members.count > 8 else { return members.first { $0.name == name }?.place }
    // Once a member of a dictionary has moved, all later ones have moved, too. So they are then found by name.
    if positions.isEmpty { positions = Dictionary(zip(members.map(\.name), members.indices)) { first, _ in first } }
    return positions[name].map { members[$0].place }
  }

  /// The earlier encoding of a member. Members usually have the same order as before.
  private func earlierMember(_ name: String) -> EncodedPlace? {
    guard case .object(let members) = content, case .object(let before)? = earlier?.content else { return nil }
    if before.indices.contains(members.count), before[members.count].name == name {
      return before[members.count].place
    }
    return earlier?.member(named: name)
  }
}

private final class RememberedValue<Value> {
  let value: Value
  let isEqual: (Value, Value) -> Bool

  init(value: Value, isEqual: @escaping (Value, Value) -> Bool) {
    self.value = value
    self.isEqual = isEqual
  }
}

extension [(name: String, place: EncodedPlace)] {
  /// The last member of each name: it replaces the earlier ones.
  fileprivate func lastOfEachName(isSorted: Bool) -> Self {
    var members = self
    if hasRepeatedName {
      let last = Dictionary(zip(map(\.name), indices)) { $1 }
      members = indices.filter { last[self[$0].name] == $0 }.map { self[$0] }
    }
    return isSorted ? members.sorted { JSONValue(name: $0.name).precedes(JSONValue(name: $1.name)) } : members
  }

  private var hasRepeatedName: Bool {
    // Comparing a few names takes less time than hashing them.
    if count > 16 { return Set(map(\.name)).count < count }
    return indices.contains { index in self[..<index].contains { $0.name == self[index].name } }
  }
}

extension JSONValue {
  /// The elements of an encoded set or dictionary in sorted order.
  fileprivate func sorted(by stride: Int) -> JSONValue {
    guard case .array(let elements) = self else { return self }
    let groups = Swift.stride(from: 0, to: elements.count, by: stride).map { elements[$0..<$0 + stride] }
    return .array(groups.sorted { $0[$0.startIndex].precedes($1[$1.startIndex]) }.flatMap(\.self))
  }

  /// Makes the value by which a name is sorted: integers sort as numbers.
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
