/// Shared by a stack and its copies, and by no other stack.
///
/// `forEach` gives a stack a lineage the first time it runs on it. After the parent's reducer has run, the lineage
/// tells two cases apart: the stack was changed, and its new elements have ids that were never used; or another stack
/// was assigned, whose elements need new ids because the numbers that it gave out were used here before.
///
/// A lineage is an object without contents that is compared by identity.
@usableFromInline final class StackLineage: Sendable {
  @usableFromInline init() {}
}

extension StackState {
  /// Whether the ids of all elements are final.
  @inlinable var isSettled: Bool { _lineage != nil && _settledID == _nextID }

  /// Makes the ids of all elements final.
  @usableFromInline mutating func settle() -> StackLineage {
    let lineage = _lineage ?? StackLineage()
    _lineage = lineage
    _settledID = _nextID
    return lineage
  }

  /// Makes the ids of all elements final, after replacing those that may have been used before.
  ///
  /// - Parameters:
  ///   - lineage: The lineage of the stack that was there before.
  ///   - nextID: The first number that it had not used.
  @usableFromInline mutating func settle(after lineage: StackLineage, nextID: Int) {
    // In the same lineage, ids that were final stay final. In any other stack, all ids from 0 on are preliminary.
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
