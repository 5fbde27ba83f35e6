/// Names one child of one reducer operator: the row of a `forEach`, the child of an `ifLet`.
@usableFromInline struct ScopeElement: Hashable, @unchecked Sendable {
  // `@unchecked`: see `CancelID`; element ids are taken from `Sendable` identities or, where a state's id is not marked
  // `Sendable`, are values that are only compared and hashed, on the store's actor.
  let owner: ScopeOwner
  let id: AnyHashable

  @usableFromInline init(owner: ScopeOwner, id: AnyHashable) {
    self.owner = owner
    self.id = id
  }

  @usableFromInline static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.owner == rhs.owner && lhs.id == rhs.id
  }

  @usableFromInline func hash(into hasher: inout Hasher) {
    hasher.combine(owner)
    hasher.combine(id)
  }

  func qualified(by qualifier: ScopeQualifier) -> Self {
    Self(owner: owner.qualified(by: qualifier), id: id)
  }
}

/// The identity of one reducer operator in one store, and which of its children have effects in flight.
///
/// An operator that has many children asks it after each action whose effects may have to be cancelled, instead of
/// comparing all of its children before and after. It is used on its store's actor only.
///
/// An operator that a store built, and keeps, has one owner. One that is made anew for each action has a new one each
/// time, which is equal to the one before.
@usableFromInline final class ScopeOwner: Hashable {
  /// The children with effects in flight, with the number of places that they are in flight in.
  @usableFromInline private(set) var liveElements: [AnyHashable: Int] = [:]

  /// What tells an operator that is made anew for each action.
  private let identity: OperatorIdentity?
  /// The `Scope`s that such an operator is in, from the inside out.
  private let qualifiers: [ScopeQualifier]

  @usableFromInline init() {
    identity = nil
    qualifiers = []
  }

  private init(identity: OperatorIdentity, qualifiers: [ScopeQualifier]) {
    self.identity = identity
    self.qualifiers = qualifiers
  }

  /// - Parameter identity: What tells the operator if it is not kept.
  @usableFromInline convenience init(isKept: Bool, identity: @autoclosure () -> OperatorIdentity) {
    if isKept { self.init() } else { self.init(identity: identity(), qualifiers: []) }
  }

  /// Whether the operator is built once, so that its owner knows which children have effects in flight.
  @usableFromInline var isKept: Bool { identity == nil }

  func qualified(by qualifier: ScopeQualifier) -> ScopeOwner {
    identity.map { ScopeOwner(identity: $0, qualifiers: qualifiers + [qualifier]) } ?? self
  }

  @usableFromInline static func == (lhs: ScopeOwner, rhs: ScopeOwner) -> Bool {
    if lhs === rhs { return true }
    guard let identity = lhs.identity else { return false }
    return identity == rhs.identity && lhs.qualifiers == rhs.qualifiers
  }

  @usableFromInline func hash(into hasher: inout Hasher) {
    if let identity {
      hasher.combine(identity)
      hasher.combine(qualifiers)
    } else {
      hasher.combine(ObjectIdentifier(self))
    }
  }

  /// Whether a child has effects in flight that is not this one.
  @inlinable func hasLiveElement(besides child: ChildID) -> Bool {
    liveElements.isEmpty ? false : isAnyLive(besides: child)
  }

  @usableFromInline func isAnyLive(besides child: ChildID) -> Bool {
    liveElements.count > 1 || liveElements.keys.first != child.elementID
  }

  /// The children that are there no longer: of those that were there when the operator ran, and of those with effects in
  /// flight, which a reducer may have removed that is not part of the operator's.
  ///
  /// Of the latter some may belong to another parent that shares the operator, the row of a list. Nothing happens to them:
  /// what is cancelled is what this parent's child does.
  @usableFromInline func gone(_ children: [ChildID], now: ChildID) -> [ScopeElement] {
    var gone = Set(children.compactMap(\.elementID)).union(liveElements.keys)
    if let id = now.elementID { gone.remove(id) }
    return gone.map { ScopeElement(owner: self, id: $0) }
  }

  /// The elements of a collection that are there no longer, of those with effects in flight, one that is about to have its
  /// first, and, where nothing is known of effects, of all that were there before.
  @inlinable func gone<ID: Hashable>(
    _ newID: ID?,
    before: OrderedIDs<ID>? = nil,
    now: OrderedIDs<ID>
  ) -> [ScopeElement] {
    var gone: [ScopeElement] = []
    if let newID, !now.contains(newID) { gone.append(ScopeElement(owner: self, id: AnyHashable(newID))) }
    for liveID in liveElements.keys {
      guard let id = liveID.base as? ID, id != newID, !now.contains(id) else { continue }
      gone.append(ScopeElement(owner: self, id: liveID))
    }
    if let before, before != now {
      for id in before where id != newID && !now.contains(id) {
        gone.append(ScopeElement(owner: self, id: AnyHashable(id)))
      }
    }
    return gone
  }

  func scopeBegan(_ id: AnyHashable) {
    liveElements[id, default: 0] += 1
  }

  func scopeEnded(_ id: AnyHashable) {
    guard let count = liveElements[id] else { return }
    liveElements[id] = count == 1 ? nil : count - 1
  }
}

/// The way from a store's root to one child, through every operator that can remove it. The root's own path is `nil`.
@usableFromInline final class ScopePath: Hashable {
  let parent: ScopePath?
  let element: ScopeElement
  /// Paths are keys of the ledger at every depth, so each is hashed once.
  private let hash: Int

  @usableFromInline init(parent: ScopePath?, element: ScopeElement) {
    self.parent = parent
    self.element = element
    var hasher = Hasher()
    hasher.combine(parent?.hash)
    hasher.combine(element)
    hash = hasher.finalize()
  }

  @usableFromInline static func == (lhs: ScopePath, rhs: ScopePath) -> Bool {
    var left = lhs
    var right = rhs
    while left !== right {
      guard left.hash == right.hash, left.element == right.element else { return false }
      switch (left.parent, right.parent) {
      case (nil, nil): return true
      case (let leftParent?, let rightParent?): (left, right) = (leftParent, rightParent)
      default: return false
      }
    }
    return true
  }

  @usableFromInline func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }
}
