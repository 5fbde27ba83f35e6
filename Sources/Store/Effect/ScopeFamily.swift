/// The children of one parent that have effects in flight, under one operator.
@usableFromInline final class ScopeFamily {
  @usableFromInline private(set) var live: Set<AnyHashable> = []
  /// The live children that were added since the ids were last looked at.
  @usableFromInline var added: Set<AnyHashable> = []
  /// The ids when they were last looked at, as an array. Keeping it here ensures that no other ids use its memory.
  @usableFromInline var known: Any?
  @usableFromInline var place: IDsPlace?

  func begin(_ id: AnyHashable) {
    if live.insert(id).inserted { added.insert(id) }
  }

  func end(_ id: AnyHashable) {
    live.remove(id)
    added.remove(id)
  }

  /// Whether all live children are among the ids at this place.
  func knows(_ place: IDsPlace) -> Bool {
    added.isEmpty && self.place == place
  }

  /// The live children that are not among these ids.
  ///
  /// - Complexity: O(1) if the ids are where they were, with what was added since. Otherwise a comparison with the ids as
  ///   they were, and a look at those that differ.
  @inlinable func gone<ID: Hashable>(_ ids: OrderedIDs<ID>) -> [AnyHashable] {
    var candidates = added
    if place != ids.place {
      if let known = known as? [ID] {
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
      } else {
        candidates = live
      }
    }
    let replaced = known
    known = ids.ids
    place = ids.place
    added = []
    defer { withExtendedLifetime(replaced) {} }
    return candidates.filter { id in
      guard live.contains(id), let elementID = id.base as? ID else { return false }
      return !ids.contains(elementID)
    }
  }
}

/// Which children of an operator are there, as seen when an action was reduced.
///
/// `@unchecked Sendable`: as a ``ScopeElement`` is. It is used on the store's actor, where it was made.
@usableFromInline struct RetainedScopes: @unchecked Sendable {
  let owner: ScopeOwner
  /// Returns the live children of a family that are gone.
  let gone: (ScopeFamily) -> [AnyHashable]

  @usableFromInline init(owner: ScopeOwner, gone: @escaping (ScopeFamily) -> [AnyHashable]) {
    self.owner = owner
    self.gone = gone
  }

  /// The keys of the effects of a parent's children that are gone.
  @usableFromInline func keys(in parent: ScopePath?) -> [EffectLedger.Key] {
    guard let family = owner.family(of: parent) else { return [] }
    return gone(family).map { id in
      let element = ScopeElement(owner: owner, id: id)
      return EffectLedger.Key(path: ScopePath(parent: parent, element: element), id: nil)
    }
  }
}

/// Where ids are in memory. Two lists of ids that exist at the same time in the same place are equal.
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
