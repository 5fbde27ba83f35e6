/// What a stack and its copies have in common, and one that was made anew has not.
///
/// `forEach` gives a stack its lineage when it first sees it. When it has run its parent's reducer it can therefore tell
/// a stack that was changed, whose new elements have ids that were never used, from another stack that has taken its
/// place, whose elements need new ids: the numbers that the other gave out are those that this one used before.
///
/// It is told apart by its identity and knows nothing, so stores that began with the same state have nothing in common.
@usableFromInline final class StackLineage: Sendable {
  @usableFromInline init() {}
}

extension StackState {
  /// Whether the store has seen all that is on the stack.
  @inlinable var isSettled: Bool { _lineage != nil && _settledID == _nextID }

  /// Makes the ids that the stack has given out final.
  @usableFromInline mutating func settle() -> StackLineage {
    let lineage = _lineage ?? StackLineage()
    _lineage = lineage
    _settledID = _nextID
    return lineage
  }

  /// Makes the ids that the stack has given out final, after moving those that may have been used before.
  ///
  /// - Parameters:
  ///   - lineage: The lineage of the stack that was there before.
  ///   - nextID: The first number which that one had not used.
  @usableFromInline mutating func settle(after lineage: StackLineage, nextID: Int) {
    // Of the same lineage, what was settled earlier is what it was. Anything else has preliminary ids from 0 on.
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
