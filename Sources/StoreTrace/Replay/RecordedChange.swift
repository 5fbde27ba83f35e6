import Store

/// Writes a recorded change into a value. Only the parts that the change concerns are written.
///
/// All other parts keep their values, even those that are not encoded: the ids of a stack, a shared reference, a
/// property that is not among the coding keys. So only the changed parts have to be `Decodable`.
enum RecordedChange {
  /// - Parameters:
  ///   - old: The value, encoded.
  ///   - new: The encoding that the changed value must have.
  static func write<Value>(_ value: inout Value, _ old: JSONValue, _ new: JSONValue, at path: String = "")
    throws(DecodingProblem)
  {
    guard old != new else { return }
    do throws(DecodingProblem) {
      if try writeParts(of: &value, old, new, at: path) { return }
    } catch {
      // If the parts can't be written one by one, perhaps the whole value can be decoded.
      guard let decoded = try? RecordedValue.decode(Value.self, new) else { throw error }
      return value = decoded
    }
    value = try decode(Value.self, new, at: path)
  }

  /// Writes the changed parts. If the whole value has changed, returns `false` and changes nothing.
  private static func writeParts<Value>(
    of value: inout Value,
    _ old: JSONValue,
    _ new: JSONValue,
    at path: String
  ) throws(DecodingProblem) -> Bool {
    // Optionals come first, because an optional can be cast to the protocols of its value.
    if let optional = value as? any RecordedOptional {
      return try replace(&value, with: optional) { (optional) throws(DecodingProblem) in
        try optional.write(old, new, at: path)
      }
    }
    if let list = value as? any RecordedList {
      return try replace(&value, with: list) { (list) throws(DecodingProblem) in try list.write(old, new, at: path) }
    }
    if let shared = value as? any RecordedShared {
      try shared.write(old, new, at: path)
      return true
    }
    guard case .object(let oldMembers) = old, case .object(let newMembers) = new else { return false }
    var parts = ChangedParts(path: path)
    var changed = value
    if EnumCaseName.isEnum(Value.self) {
      guard oldMembers.count == 1, newMembers.count == 1, oldMembers[0].name == newMembers[0].name else { return false }
      let (name, old, new) = (newMembers[0].name, oldMembers[0].value, newMembers[0].value)
      parts.changes[""] = Change(name: name, old: old.onlyPayload ?? old, new: new.onlyPayload ?? new)
      ValueParts.visitPayload(of: &changed, &parts)
    } else {
      let old = Dictionary(oldMembers.map { ($0.name, $0.value) }) { first, _ in first }
      let new = Dictionary(newMembers.map { ($0.name, $0.value) }) { first, _ in first }
      for name in Set(old.keys).union(new.keys) {
        let change = Change(name: name, old: old[name] ?? .null, new: new[name] ?? .null)
        if change.old != change.new { parts.changes[name] = change }
      }
      ValueParts.visitVariables(of: &changed, &parts)
    }
    if let problem = parts.problem { throw problem }
    guard parts.changes.isEmpty else { return false }
    value = changed
    return true
  }

  private static func replace<Value, Part>(
    _ value: inout Value,
    with part: Part,
    _ write: (inout Part) throws(DecodingProblem) -> Bool
  ) throws(DecodingProblem) -> Bool {
    var part = part
    guard try write(&part), let changed = part as? Value else { return false }
    value = changed
    return true
  }

  fileprivate static func decode<Value>(_ type: Value.Type, _ json: JSONValue, at path: String) throws(DecodingProblem)
    -> Value
  {
    do throws(DecodingProblem) {
      if let value = try RecordedValue.decode(type, json) { return value }
    } catch {
      throw error.in(path)
    }
    throw DecodingProblem("`\(type)` is not `Decodable`").in(path)
  }

  fileprivate struct Change {
    let name: String
    let old: JSONValue
    let new: JSONValue
  }

  fileprivate struct ChangedParts: PartVisitor {
    let path: String
    /// The changes of members that were not visited yet.
    var changes: [String: Change] = [:]
    var problem: DecodingProblem?

    mutating func visit<Part>(_ name: String, _ part: inout Part) {
      guard problem == nil else { return }
      // Property wrappers and macros store the property `name` in `_name`. The second payload without a label is `.1`, and
      // encoded as `_1`.
      let names = [name, name.hasPrefix("_") ? String(name.dropFirst()) : "_\(name.dropFirst())"]
      guard let name = names.first(where: { changes[$0] != nil }), let change = changes.removeValue(forKey: name) else {
        return
      }
      do throws(DecodingProblem) {
        try write(&part, change.old, change.new, at: path.isEmpty ? change.name : "\(path).\(change.name)")
      } catch {
        problem = error
      }
    }
  }
}

/// A collection that is encoded as an array.
private protocol RecordedList: RandomAccessCollection where Index == Int {
  /// Whether elements without ids are the earlier elements at the same positions.
  static var keepsPositions: Bool { get }

  /// Replaces elements by others, some of which were at earlier positions before.
  mutating func replace(_ positions: Range<Int>, with elements: [(earlier: Int?, value: Element)])
}

extension RecordedList {
  fileprivate mutating func write(_ old: JSONValue, _ new: JSONValue, at path: String) throws(DecodingProblem) -> Bool {
    guard case .array(let old) = old, case .array(let new) = new, old.count == count else { return false }
    let start = zip(old, new).prefix { $0 == $1 }.count
    let rest = Swift.min(old.count, new.count) - start
    let end = zip(old.reversed(), new.reversed()).prefix(rest).prefix { $0 == $1 }.count
    let (oldMiddle, newMiddle) = (start..<old.count - end, start..<new.count - end)

    // An earlier element is changed and not replaced, so that it keeps the parts that are not encoded.
    func key(_ element: JSONValue) -> String { "\(element.identity ?? element)" }
    var earlierPositions = Dictionary(grouping: oldMiddle.reversed()) { key(old[$0]) }
    var unused = Set(oldMiddle)
    var elements: [(earlier: Int?, value: Element)] = []
    for position in newMiddle {
      let json = new[position]
      let key = key(json)
      var earlier: Int?
      repeat {
        earlier = earlierPositions[key]?.popLast()
      } while earlier.map { !unused.contains($0) } == true
      if earlier == nil, json.identity == nil, Self.keepsPositions || old.count == new.count, unused.contains(position),
        old[position].isCase(of: json)
      {
        earlier = position
      }
      let path = "\(path)[\(position)]"
      guard let earlier else {
        elements.append((nil, try RecordedChange.decode(Element.self, json, at: path)))
        continue
      }
      unused.remove(earlier)
      var element = self[earlier]
      try RecordedChange.write(&element, old[earlier], json, at: path)
      elements.append((earlier, element))
    }
    replace(oldMiddle, with: elements)
    return true
  }
}

extension Array: RecordedList {
  fileprivate static var keepsPositions: Bool { false }

  fileprivate mutating func replace(_ positions: Range<Int>, with elements: [(earlier: Int?, value: Element)]) {
    replaceSubrange(positions, with: elements.map(\.value))
  }
}

extension IdentifiedArray: RecordedList {
  fileprivate static var keepsPositions: Bool { false }

  fileprivate mutating func replace(_ positions: Range<Int>, with elements: [(earlier: Int?, value: Element)]) {
    let others = Array(self[positions.upperBound...])
    removeSubrange(positions.lowerBound...)
    for element in elements.map(\.value) + others { append(element) }
  }
}

extension StackState: RecordedList {
  fileprivate static var keepsPositions: Bool { true }

  /// Elements whose order has not changed are not moved, so that they keep their ids.
  fileprivate mutating func replace(_ positions: Range<Int>, with elements: [(earlier: Int?, value: Element)]) {
    var staying: Set<Int> = []
    var last = -1
    for case let earlier? in elements.map(\.earlier) where earlier > last {
      staying.insert(earlier)
      last = earlier
    }
    for position in positions.reversed() where !staying.contains(position) { remove(at: position) }
    for (position, element) in zip(positions.lowerBound..., elements) {
      if let earlier = element.earlier, staying.contains(earlier) {
        self[id: ids[position]] = element.value
      } else {
        insert(element.value, at: position)
      }
    }
  }
}

extension JSONValue {
  /// The value of a single payload without a label.
  package var onlyPayload: JSONValue? {
    guard case .object(let members) = self, members.count == 1, members[0].name == "_0" else { return nil }
    return members[0].value
  }

  /// The name and payload of an enum's case, if this may be one.
  private var enumCase: Member? {
    guard case .object(let members) = self, members.count == 1 else { return nil }
    return members[0]
  }

  /// The id of a list's element, or of its payload.
  fileprivate var identity: JSONValue? {
    if let id = self["id"] { return id }
    guard let enumCase else { return nil }
    let payload = enumCase.value.onlyPayload ?? enumCase.value
    return payload["id"].map { .array([.string(enumCase.name), $0]) }
  }

  /// Whether another value may be this one, changed.
  fileprivate func isCase(of other: JSONValue) -> Bool { enumCase?.name == other.enumCase?.name }
}

/// An optional, or a value that is encoded like one.
private protocol RecordedOptional {
  associatedtype Wrapped
  var recordedValue: Wrapped? { get set }
}

extension RecordedOptional {
  fileprivate mutating func write(_ old: JSONValue, _ new: JSONValue, at path: String) throws(DecodingProblem) -> Bool {
    if case .null = new {
      recordedValue = nil
    } else if var value = recordedValue {
      try RecordedChange.write(&value, old, new, at: path)
      recordedValue = value
    } else {
      recordedValue = try RecordedChange.decode(Wrapped.self, new, at: path)
    }
    return true
  }
}

extension Optional: RecordedOptional {
  fileprivate var recordedValue: Wrapped? {
    get { self }
    set { self = newValue }
  }
}

extension PresentationState: RecordedOptional {
  fileprivate var recordedValue: State? {
    get { wrappedValue }
    set { wrappedValue = newValue }
  }
}

/// A shared value. It changes for all who share it.
private protocol RecordedShared {
  func write(_ old: JSONValue, _ new: JSONValue, at path: String) throws(DecodingProblem)
}

extension Shared: RecordedShared {
  fileprivate func write(_ old: JSONValue, _ new: JSONValue, at path: String) throws(DecodingProblem) {
    // Another part of the state may share the value, and have written it already.
    guard RecordedValue.json(wrappedValue) != new else { return }
    var value = wrappedValue
    try RecordedChange.write(&value, old, new, at: path)
    withLock { $0 = value }
  }
}
