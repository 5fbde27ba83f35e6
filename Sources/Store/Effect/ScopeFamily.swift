/// The children of one parent that have effects in flight, under one operator.
@usableFromInline final class ScopeFamily {
  @usableFromInline private(set) var live: Set<AnyHashable> = []
  /// Those of them that were not there when the ids were last looked at.
  @usableFromInline var added: Set<AnyHashable> = []
  /// The ids when they were last looked at, an array of them. As it is kept here, no other ids come to its place.
  @usableFromInline var known: Any?
  @usableFromInline var place: IDsPlace?

  func begin(_ id: AnyHashable) {
    if live.insert(id).inserted { added.insert(id) }
  }

  func end(_ id: AnyHashable) {
    live.remove(id)
    added.remove(id)
  }

  /// Whether all of them are among the ids at this place.
  func knows(_ place: IDsPlace) -> Bool {
    added.isEmpty && self.place == place
  }

  /// Those of them that are not among these ids.
  ///
  /// - Complexity: O(1) if the ids are where they were, with what was added since. Otherwise a comparison with the ids as
  ///   they were, and a look at those that differ.
  @inlinable func gone<ID: Hashable>(_ ids: OrderedIDs<ID>) -> [AnyHashable] {
    var candidates = added
    if place != ids.place {
      if let known = known as? [ID] {
        var start = 0
        while start < known.count, start < ids.count, known[start] == ids[start] { start += 1 }
        // Where the rest of the one and of the other end alike.
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
  /// Those of a family that are not.
  let gone: (ScopeFamily) -> [AnyHashable]

  @usableFromInline init(owner: ScopeOwner, gone: @escaping (ScopeFamily) -> [AnyHashable]) {
    self.owner = owner
    self.gone = gone
  }

  /// What cancels the effects of those children of a parent that are there no longer.
  @usableFromInline func keys(in parent: ScopePath?) -> [EffectLedger.Key] {
    guard let family = owner.family(of: parent) else { return [] }
    return gone(family).map { id in
      let element = ScopeElement(owner: owner, id: id)
      return EffectLedger.Key(path: ScopePath(parent: parent, element: element), id: nil)
    }
  }
}

/// Where ids are in memory: two lists of ids that are there at the same time, and in the same place, are the same ids.
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
