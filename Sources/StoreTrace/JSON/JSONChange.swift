/// The change of a JSON value. One comparison finds it: a ``JSONPatch`` records it, a ``JSONDifference`` shows it.
package enum JSONChange: Sendable {
  case added(JSONValue)
  case removed(JSONValue)
  case replaced(JSONValue, by: JSONValue)
  /// Some members of an object have changed.
  case members(Members)
  /// Some elements of an array have changed.
  case elements(Elements)

  package struct Members: Sendable {
    let old: [JSONValue.Member]
    let new: [JSONValue.Member]
    /// The changed and added members as they are ordered in the new object, and then the removed ones.
    fileprivate(set) var changes: [(name: String, change: JSONChange)] = []
  }

  package struct Elements: Sendable {
    /// The maximum number of moves.
    static let moveLimit = 16

    let old: [JSONValue]
    let new: [JSONValue]
    /// Whether elements were compared by their ids, and not by their positions.
    fileprivate(set) var haveIDs = false
    /// Whether an element of the old array is in the new one, changed or not.
    fileprivate(set) var haveRemained = false
    /// The removed elements, by their index in the old array.
    fileprivate(set) var removed: [Int] = []
    /// The moves of the elements that remain after the removal, one after the other; `nil` if there are too many.
    fileprivate(set) var moves: [(from: Int, to: Int)]? = []
    /// The changed and added elements, by their index in the new array.
    fileprivate(set) var changes: [(index: Int, change: JSONChange)] = []
  }

  /// The change from one value to another; `nil` if they are identical.
  ///
  /// If the elements of an array have ids, they are compared by their ids.
  ///
  /// - Complexity: O(*n*) in the size of both values, and O(*k* · *m*) for *k* elements that moved among *m*.
  package init?(from old: JSONValue, to new: JSONValue) {
    if new.isObviouslyIdentical(to: old) { return nil }
    switch (old, new) {
    case (.object(let oldMembers), .object(let newMembers)): self.init(from: oldMembers, to: newMembers)
    case (.array(let oldElements), .array(let newElements)): self.init(from: oldElements, to: newElements)
    default: self = .replaced(old, by: new)
    }
  }

  private init?(from old: [JSONValue.Member], to new: [JSONValue.Member]) {
    var members = Members(old: old, new: new)
    if old.count == new.count, zip(old, new).allSatisfy({ $0.name == $1.name }) {
      for index in new.indices where !new[index].value.isObviouslyIdentical(to: old[index].value) {
        let change = Self(from: old[index].value, to: new[index].value)
        if let change { members.changes.append((new[index].name, change)) }
      }
    } else if old.count == 1, new.count == 1 {
      // Two cases of an enum have no common members to compare.
      self = .replaced(.object(old), by: .object(new))
      return
    } else {
      let oldValues = Dictionary(old.map { ($0.name, $0.value) }) { $1 }
      let newNames = Set(new.map(\.name))
      for member in new {
        let change: Self? = oldValues[member.name].map { Self(from: $0, to: member.value) } ?? .added(member.value)
        if let change { members.changes.append((member.name, change)) }
      }
      for member in old where !newNames.contains(member.name) {
        members.changes.append((member.name, .removed(member.value)))
      }
    }
    if members.changes.isEmpty { return nil }
    self = .members(members)
  }

  private init?(from old: [JSONValue], to new: [JSONValue]) {
    let (start, end) = old.common(with: new)
    let oldPart = old[start..<old.count - end]
    let newPart = new[start..<new.count - end]
    if oldPart.isEmpty, newPart.isEmpty { return nil }
    var elements = Elements(old: old, new: new)
    elements.haveRemained = start + end > 0
    if let oldIDs = oldPart.identities, let newIDs = newPart.identities {
      elements.compare(oldPart, oldIDs, newPart, newIDs)
    } else {
      elements.compare(oldPart, newPart)
    }
    self = .elements(elements)
  }

  var isRemoval: Bool { if case .removed = self { true } else { false } }

  var isAddition: Bool { if case .added = self { true } else { false } }
}

extension JSONChange.Elements {
  /// Compares elements without ids by their positions.
  fileprivate mutating func compare(_ old: ArraySlice<JSONValue>, _ new: ArraySlice<JSONValue>) {
    if !old.isEmpty, !new.isEmpty { haveRemained = true }
    for index in new.indices {
      let change: JSONChange? = index < old.endIndex ? JSONChange(from: old[index], to: new[index]) : .added(new[index])
      if let change { changes.append((index, change)) }
    }
    removed += old.indices.dropFirst(new.count)
  }

  /// Compares elements by their ids, regardless of their positions.
  fileprivate mutating func compare(
    _ old: ArraySlice<JSONValue>,
    _ oldIDs: [Identity],
    _ new: ArraySlice<JSONValue>,
    _ newIDs: [Identity]
  ) {
    haveIDs = true
    let oldPlaces = Dictionary(zip(oldIDs, old.indices)) { first, _ in first }
    let newSet = Set(newIDs)
    let remaining = oldIDs.filter(newSet.contains)
    if !remaining.isEmpty { haveRemained = true }
    removed += zip(old.indices, oldIDs).filter { !newSet.contains($1) }.map(\.0)
    moves = Self.moves(of: remaining, to: newIDs.filter { oldPlaces[$0] != nil }, from: old.startIndex)
    for (index, id) in zip(new.indices, newIDs) {
      let change: JSONChange? = oldPlaces[id].map { JSONChange(from: old[$0], to: new[index]) } ?? .added(new[index])
      if let change { changes.append((index, change)) }
    }
  }

  /// The moves that bring ids into another order; `nil` if there are too many.
  private static func moves(of ids: [Identity], to order: [Identity], from start: Int) -> [(from: Int, to: Int)]? {
    if ids == order { return [] }
    var ids = ids
    var moves: [(from: Int, to: Int)] = []
    func move(from source: Int, to target: Int) {
      moves.append((start + source, start + target))
      ids.insert(ids.remove(at: source), at: target)
    }
    for (index, id) in order.enumerated() where ids[index] != id {
      guard moves.count < moveLimit else { return nil }
      // An element that moves to the back is moved once, instead of moving all elements after it to the front.
      if index + 1 < ids.count, ids[index + 1] == id, let target = order.firstIndex(of: ids[index]) {
        move(from: index, to: target)
      }
      if ids[index] != id, let source = ids.firstIndex(of: id) { move(from: source, to: index) }
    }
    return moves
  }
}

extension JSONValue {
  /// Whether the values are identical, without a look at members and elements. Most parts of a state are.
  fileprivate func isObviouslyIdentical(to other: JSONValue) -> Bool {
    switch (self, other) {
    case (.object(let left), .object(let right)): left.isSameStorage(as: right)
    case (.array(let left), .array(let right)): left.isSameStorage(as: right)
    default: isIdentical(to: other)
    }
  }
}

/// The id of an element.
private enum Identity: Hashable {
  case integer(Int64)
  case text(String)

  init?(_ element: JSONValue) {
    switch element["id"] {
    case .integer(let id)?: self = .integer(id)
    case .string(let id)?: self = .text(id)
    case .null?, nil: return nil
    case let id?: self = .text("\(id.kind) \(id)")
    }
  }
}

extension ArraySlice<JSONValue> {
  /// The ids of all elements; `nil` unless each element has its own.
  fileprivate var identities: [Identity]? {
    var ids: [Identity] = []
    ids.reserveCapacity(count)
    for element in self {
      guard let id = Identity(element) else { return nil }
      ids.append(id)
    }
    return Set(ids).count == ids.count ? ids : nil
  }
}

extension [JSONValue] {
  /// The numbers of elements at the start and at the end that are the same in both arrays.
  fileprivate func common(with other: Self) -> (start: Int, end: Int) {
    let shared = Swift.min(count, other.count)
    let start = (0..<shared).first { !self[$0].isIdentical(to: other[$0]) } ?? shared
    let end = (0..<shared - start).first { !self[count - 1 - $0].isIdentical(to: other[other.count - 1 - $0]) }
    return (start, end ?? shared - start)
  }
}
