extension JSONPatch {
  /// The patch that turns one value into another.
  ///
  /// Elements of an array that have ids are compared by these: they are patched, moved, added and removed one by one.
  /// Differences under a redacted name are redacted.
  ///
  /// - Complexity: O(*n*) in the size of both values, and O(*k* · *m*) for *k* elements that moved among *m*; an array
  ///   in which many have moved is replaced.
  init(from old: JSONValue, to new: JSONValue, redacting redaction: Redaction = .none) {
    var secrets: [JSONValue] = []
    self.init(from: old, to: new, redacting: redaction, secrets: &secrets)
  }

  /// The patch that turns one value into another, like ``init(from:to:redacting:)``.
  ///
  /// - Parameter secrets: Receives the redacted values that have changed.
  init(from old: JSONValue, to new: JSONValue, redacting redaction: Redaction, secrets: inout [JSONValue]) {
    var comparison = Comparison(redaction: redaction)
    comparison.compare(old, new)
    operations = comparison.operations
    secrets += comparison.secrets
  }

  private struct Comparison {
    /// The maximum number of moves. If more elements have moved, the whole array is replaced.
    static let moveLimit = 16

    let redaction: Redaction
    var operations: [Operation] = []
    /// The redacted values among those that have changed.
    private(set) var secrets: [JSONValue] = []
    private var path: [String] = []

    init(redaction: Redaction) {
      self.redaction = redaction
    }

    private var pointer: JSONPointer { JSONPointer(path) }

    private func pointer(_ token: String) -> JSONPointer { JSONPointer(path + [token]) }

    /// Computed only where something has changed, which is rare.
    private var isRedacted: Bool { path.contains(where: redaction.matches) }

    private mutating func visible(_ value: JSONValue) -> JSONValue {
      guard isRedacted else {
        redaction.addSecrets(in: value, to: &secrets)
        return redaction.apply(to: value)
      }
      secrets.append(value)
      return redaction.blank(value)
    }

    private mutating func at(_ token: String, _ body: (inout Comparison) -> Void) {
      path.append(token)
      body(&self)
      path.removeLast()
    }

    mutating func compare(_ old: JSONValue, _ new: JSONValue) {
      switch (old, new) {
      case (.object(let oldMembers), .object(let newMembers)):
        if !oldMembers.isSameStorage(as: newMembers) { compare(oldMembers, newMembers) }
      case (.array(let oldElements), .array(let newElements)):
        if !oldElements.isSameStorage(as: newElements) { compare(oldElements, newElements) }
      default: if !old.isIdentical(to: new) { replace(old, new) }
      }
    }

    private mutating func replace(_ old: JSONValue, _ new: JSONValue) {
      let value = visible(new)
      if isRedacted, visible(old).isIdentical(to: value) { return }
      operations.append(.replace(pointer, value))
    }

    private mutating func compare(_ old: [JSONValue.Member], _ new: [JSONValue.Member]) {
      // Redacted keys can't be part of a path, so the whole object is replaced.
      if old.first?.isKey == true || new.first?.isKey == true, isRedacted {
        return replace(.object(old), .object(new))
      }
      if old.count == new.count, zip(old, new).allSatisfy({ $0.name == $1.name }) {
        for (oldMember, newMember) in zip(old, new) { compare(oldMember, newMember) }
        return
      }
      // Two cases of an enum have nothing in common that could be compared.
      if old.count == 1, new.count == 1 { return replace(.object(old), .object(new)) }
      let oldMembers = Dictionary(old.map { ($0.name, $0) }) { $1 }
      let newNames = Set(new.map(\.name))
      for member in old where !newNames.contains(member.name) { operations.append(.remove(pointer(member.name))) }
      for member in new {
        if let oldMember = oldMembers[member.name] {
          compare(oldMember, member)
        } else {
          at(member.name) { $0.operations.append(.add($0.pointer, $0.visible(member.value))) }
        }
      }
    }

    private mutating func compare(_ old: JSONValue.Member, _ new: JSONValue.Member) {
      switch new.value {
      case .object, .array: break
      // Most of these have not changed, and need no path.
      default: if old.value.isIdentical(to: new.value) { return }
      }
      at(new.name) { $0.compare(old.value, new.value) }
    }

    private mutating func compare(_ old: [JSONValue], _ new: [JSONValue]) {
      let (start, end) = old.common(with: new)
      let oldPart = old[start..<old.count - end]
      let newPart = new[start..<new.count - end]
      if oldPart.isEmpty, newPart.isEmpty { return }
      if new.isEmpty || (start + end == 0 && old.isEmpty) { return replace(.array(old), .array(new)) }
      if let oldIDs = oldPart.identities, let newIDs = newPart.identities {
        compare(oldPart, oldIDs, newPart, newIDs, hasCommon: start + end > 0, whole: (old, new))
      } else {
        let common = min(oldPart.count, newPart.count)
        for index in start..<start + common { at("\(index)") { $0.compare(old[index], new[index]) } }
        for index in (start + common..<start + max(oldPart.count, common)).reversed() {
          operations.append(.remove(pointer("\(index)")))
        }
        add(newPart.dropFirst(common))
      }
    }

    private mutating func add(_ elements: ArraySlice<JSONValue>) {
      for (index, element) in zip(elements.indices, elements) {
        operations.append(.add(pointer("\(index)"), visible(element)))
      }
    }

    /// Compares elements by their ids: removes the missing ones, moves the remaining ones, and then changes and adds.
    private mutating func compare(
      _ old: ArraySlice<JSONValue>,
      _ oldIDs: [Identity],
      _ new: ArraySlice<JSONValue>,
      _ newIDs: [Identity],
      hasCommon: Bool,
      whole: (old: [JSONValue], new: [JSONValue])
    ) {
      let start = old.startIndex
      let oldPlaces = Dictionary(zip(oldIDs, old.indices)) { first, _ in first }
      let newSet = Set(newIDs)
      var remaining = oldIDs.filter(newSet.contains)
      guard hasCommon || !remaining.isEmpty else { return replace(.array(whole.old), .array(whole.new)) }
      guard let moves = moves(of: &remaining, to: newIDs.filter { oldPlaces[$0] != nil }) else {
        return replace(.array(whole.old), .array(whole.new))
      }
      for (index, id) in zip(old.indices, oldIDs).reversed() where !newSet.contains(id) {
        operations.append(.remove(pointer("\(index)")))
      }
      for move in moves {
        operations.append(.move(from: pointer("\(start + move.from)"), to: pointer("\(start + move.to)")))
      }
      for (index, id) in zip(new.indices, newIDs) {
        if let oldIndex = oldPlaces[id] {
          at("\(index)") { $0.compare(old[oldIndex], new[index]) }
        } else {
          operations.append(.add(pointer("\(index)"), visible(new[index])))
        }
      }
    }

    /// The moves that bring ids into another order; `nil` if they are too many.
    private func moves(of ids: inout [Identity], to order: [Identity]) -> [(from: Int, to: Int)]? {
      var moves: [(from: Int, to: Int)] = []
      for (index, id) in order.enumerated() where ids[index] != id {
        guard moves.count < Self.moveLimit else { return nil }
        // An element that moves to the back is moved once, instead of moving all elements after it to the front.
        if index + 1 < ids.count, ids[index + 1] == id, let target = order.firstIndex(of: ids[index]) {
          moves.append((index, target))
          ids.insert(ids.remove(at: index), at: target)
        }
        if ids[index] != id, let source = ids.firstIndex(of: id) {
          moves.append((source, index))
          ids.insert(ids.remove(at: source), at: index)
        }
      }
      return moves
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

extension [JSONValue] {
  /// The numbers of elements at the start and at the end that are the same in both arrays.
  func common(with other: Self) -> (start: Int, end: Int) {
    let shared = Swift.min(count, other.count)
    let start = (0..<shared).first { !self[$0].isIdentical(to: other[$0]) } ?? shared
    let end = (0..<shared - start).first { !self[count - 1 - $0].isIdentical(to: other[other.count - 1 - $0]) }
    return (start, end ?? shared - start)
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

extension JSONValue {
  /// Whether both are the same JSON. Unlike `==`, a member that is `null` is not the same as none.
  package func isIdentical(to other: JSONValue) -> Bool {
    switch (self, other) {
    case (.object(let left), .object(let right)):
      guard left.count == right.count else { return false }
      if left.isSameStorage(as: right) { return true }
      for (left, right) in zip(left, right) {
        guard left.name == right.name else { return hasSameMembers(as: other) }
        guard left.value.isIdentical(to: right.value) else { return false }
      }
      return true
    case (.array(let left), .array(let right)):
      guard left.count == right.count else { return false }
      return left.isSameStorage(as: right) || zip(left, right).allSatisfy { $0.isIdentical(to: $1) }
    default: return self == other
    }
  }

  private func hasSameMembers(as other: JSONValue) -> Bool {
    guard case .object(let left) = self, case .object(let right) = other else { return false }
    let members = Dictionary(right.map { ($0.name, $0.value) }) { $1 }
    return left.allSatisfy { member in members[member.name].map(member.value.isIdentical) ?? false }
  }
}

extension Array {
  /// Whether both arrays share their storage, as an unchanged copy does. Parts that were not encoded again share it.
  func isSameStorage(as other: [Element]) -> Bool {
    withUnsafeBufferPointer { elements in
      other.withUnsafeBufferPointer { elements.baseAddress == $0.baseAddress && elements.count == $0.count }
    }
  }
}
