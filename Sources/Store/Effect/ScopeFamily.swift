/// The children of one operator in one parent that have effects in flight.
@usableFromInline final class ScopeFamily {
  @usableFromInline private(set) var live: Set<AnyHashable> = []
  /// The children that were added to `live` since the ids were last compared.
  @usableFromInline var added: Set<AnyHashable> = []
  /// The ids when they were last compared, as an array. Keeping the array ensures that no other ids get its memory.
  @usableFromInline var known: Any?
  @usableFromInline var place: IDsPlace?

  func begin(_ id: AnyHashable) {
    if live.insert(id).inserted { added.insert(id) }
  }

  func end(_ id: AnyHashable) {
    live.remove(id)
    added.remove(id)
  }

  /// Whether the ids at this place are known to contain all live children.
  func knows(_ place: IDsPlace) -> Bool {
    added.isEmpty && self.place == place
  }

  /// Returns the live children that are not among these ids.
  ///
  /// - Complexity: O(1) if the ids are in the same place as before, plus the number of children added since. Otherwise
  ///   the ids are compared with the previous ones, and those that differ are looked up.
  @inlinable func gone<ID: Hashable>(_ ids: OrderedIDs<ID>) -> [AnyHashable] {
    var candidates = added
    // Before the first comparison, all live children are among those that were added.
    if place != ids.place, let known = known as? [ID] {
      var start = 0
      while start < known.count, start < ids.count, known[start] == ids[start] { start += 1 }
      // Skips the common end of both arrays.
      var end = known.count
      while end > start, end - known.count + ids.count > start,
        known[end - 1] == ids[end - 1 - known.count + ids.count]
      {
        end -= 1
      }
      candidates.formUnion(known[start..<end].lazy.map { AnyHashable($0) })
    }
    let replaced = known
    known = ids.ids
    place = ids.place
    added = []
    defer { withExtendedLifetime(replaced) {} }
    return candidates.filter { live.contains($0) && isGone($0, ids) }
  }

  @inlinable func isGone<ID: Hashable>(_ id: AnyHashable, _ ids: OrderedIDs<ID>) -> Bool {
    guard let elementID = id.base as? ID else { return false }
    return !ids.contains(elementID)
  }
}

/// The place of an array of ids in memory. Two arrays of ids that exist at the same time in the same place are equal.
@usableFromInline struct IDsPlace: Equatable {
  let address: UInt
  let count: Int

  @usableFromInline init(address: UInt, count: Int) {
    self.address = address
    self.count = count
  }
}

extension OrderedIDs {
  @inlinable var place: IDsPlace {
    ids.withUnsafeBufferPointer { IDsPlace(address: UInt(bitPattern: $0.baseAddress), count: $0.count) }
  }
}
