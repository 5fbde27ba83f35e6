/// An identity that a stack shares with its copies, and with no other stack.
///
/// `forEach` gives a stack a lineage when it first runs on it. After the parent's reducer has run, the lineage
/// distinguishes two cases: the stack was changed, so its new elements have ids that were never used; or another stack
/// was assigned, whose elements need new ids, because the ids that it assigned were used here before.
///
/// A lineage is an object without contents. Only its identity is compared.
@usableFromInline final class StackLineage: Sendable {
  init() {}
}

extension StackState {
  /// Whether the ids of all elements are final.
  @inlinable var isSettled: Bool { _lineage != nil && _settledID == _nextID }

  /// Makes the ids of all elements final.
  mutating func settle() -> StackLineage {
    let lineage = _lineage ?? StackLineage()
    _lineage = lineage
    _settledID = _nextID
    return lineage
  }

  /// Makes the ids of all elements final, after replacing those that may have been used before.
  ///
  /// - Parameters:
  ///   - lineage: The lineage of the previous stack.
  ///   - nextID: The first number that the previous stack had not used.
  mutating func settle(after lineage: StackLineage, nextID: Int) {
    // In the same lineage, ids that were final stay final. In any other stack, all ids are preliminary.
    let firstPreliminary = _lineage === lineage ? Swift.min(_settledID, nextID) : 0
    let distance = nextID - firstPreliminary
    if distance > 0 {
      var ids = OrderedIDs<StackElementID>()
      ids.reserveCapacity(_ids.count)
      for id in _ids.ids {
        ids.append(id.generation < firstPreliminary ? id : StackElementID(generation: id.generation &+ distance))
      }
      _ids = ids
      _nextID &+= distance
    }
    _lineage = lineage
    _settledID = _nextID
  }
}
