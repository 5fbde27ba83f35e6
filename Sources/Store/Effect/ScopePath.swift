/// One child of one reducer operator: an element of a `forEach`, the child of an `ifLet`.
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
/// After each action an operator asks its owner whether a child with effects may be gone, instead of comparing all of
/// its children before and after. Used on the store's actor only.
///
/// An operator that a store has built and keeps has one owner. An operator that is made again for each action has a new
/// owner each time, which is equal to the previous one.
@usableFromInline final class ScopeOwner: Hashable {
  /// The children with effects in flight, by their parents: if elements have elements, all of these inner elements have
  /// the same operator, in different parents.
  @usableFromInline private(set) var families: [ScopePath?: ScopeFamily] = [:]

  /// Identifies an operator that is made anew for each action.
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

  /// - Parameter identity: Identifies the operator if it is not kept.
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

  /// Whether any child has effects in flight.
  @inlinable var isLive: Bool { !families.isEmpty }

  func family(of parent: ScopePath?) -> ScopeFamily? { families[parent] }

  /// Whether a child other than this one may have effects in flight.
  @inlinable func hasLiveElement(besides child: ChildID) -> Bool {
    isLive ? isAnyLive(besides: child) : false
  }

  @usableFromInline func isAnyLive(besides child: ChildID) -> Bool {
    guard families.count == 1, let family = families.first?.value else { return true }
    return family.live.count > 1 || family.live.first != child.elementID
  }

  /// Returns an effect that cancels the effects of children that no longer exist: if the operator is kept, of all
  /// children with effects in flight except `now`, because a reducer outside of this operator may have removed a child;
  /// otherwise, of those in `children`.
  @usableFromInline func removal<Action>(_ children: [ChildID], now: ChildID) -> Effect<Action> {
    let idNow = now.elementID
    if isKept {
      return Effect(.retainScopes(RetainedScopes(owner: self) { family, _ in family.live.filter { $0 != idNow } }))
    }
    let gone = Set(children.compactMap(\.elementID)).filter { $0 != idNow }
    return gone.isEmpty ? .none : .cancelScopes(gone.map { ScopeElement(owner: self, id: $0) })
  }

  /// Returns an effect that cancels the effects of elements of a collection that no longer exist: of those with effects
  /// in flight or, if the operator is not kept, of all that existed before.
  ///
  /// - Parameter newID: The element whose effect is about to start.
  /// - Complexity: O(1) if there is one parent and the ids are in the same place as when they were last compared.
  @inlinable func removal<ID: Hashable, Action>(
    _ newID: ID?,
    before: OrderedIDs<ID>?,
    now: OrderedIDs<ID>
  ) -> Effect<Action> {
    guard isKept else {
      guard let before, before != now else { return .none }
      let gone = before.filter { !now.contains($0) }
      return gone.isEmpty ? .none : .cancelScopes(gone.map { ScopeElement(owner: self, id: AnyHashable($0)) })
    }
    if newID == nil, knows(now.place) { return .none }
    return Effect(.retainScopes(RetainedScopes(owner: self) { $1 ? $0.goneBefore(now) : $0.gone(now) }))
  }

  @usableFromInline func knows(_ place: IDsPlace) -> Bool {
    families.count == 1 && families.first?.value.knows(place) == true
  }

  func scopeBegan(_ path: ScopePath) {
    let family: ScopeFamily
    if let known = families[path.parent] {
      family = known
    } else {
      family = ScopeFamily()
      families[path.parent] = family
    }
    family.begin(path.element.id)
  }

  func scopeEnded(_ path: ScopePath) {
    guard let family = families[path.parent] else { return }
    family.end(path.element.id)
    if family.live.isEmpty { families[path.parent] = nil }
  }
}

/// The path from a store's root to one child, through every operator that can remove it. The path of the root is `nil`.
@usableFromInline final class ScopePath: Hashable {
  let parent: ScopePath?
  let element: ScopeElement
  /// Computed once, because paths are keys of the ledger at every depth.
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

/// Which child exists.
@usableFromInline enum ChildID: Equatable {
  case none
  /// A child whose state has no id.
  case only
  /// Indirect, so that the other cases, which are more frequent, cost nothing to copy.
  indirect case id(AnyHashable)

  /// The scope element for the effects of this child.
  @usableFromInline func element(of owner: ScopeOwner) -> ScopeElement {
    ScopeElement(owner: owner, id: elementID ?? AnyHashable(0))
  }

  @usableFromInline var elementID: AnyHashable? {
    switch self {
    case .none: nil
    case .only: AnyHashable(0)
    case .id(let id): id
    }
  }

  @inlinable static func == (lhs: Self, rhs: Self) -> Bool {
    switch (lhs, rhs) {
    case (.none, .none), (.only, .only): true
    case (.id(let lhs), .id(let rhs)): lhs == rhs
    default: false
    }
  }
}
