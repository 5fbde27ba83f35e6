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

  var elementID: AnyHashable? {
    switch self {
    case .none: nil
    case .only: AnyHashable(0)
    case .id(let id): id
    }
  }

  @usableFromInline static func == (lhs: Self, rhs: Self) -> Bool {
    switch (lhs, rhs) {
    case (.none, .none), (.only, .only): true
    case (.id(let lhs), .id(let rhs)): lhs == rhs
    default: false
    }
  }
}
