/// Effects in an order, at least one. Two lists are joined in logarithmic time, whichever way a long one comes about.
///
/// It is a balanced tree, as in an AVL tree: an effect that was merged with another one a hundred thousand times is a
/// few levels deep, and is taken apart and released without much of the stack.
@usableFromInline enum EffectList<Action> {
  case list([Effect<Action>])
  indirect case joined(EffectList, EffectList, height: Int)

  /// Up to so many effects are kept in an array of their own: that is faster than a tree.
  @inlinable static var maximumCountOfSmallLists: Int { 8 }

  /// The list of these effects, with the lists that `nested` finds in their places.
  ///
  /// - Parameter nested: The list that an effect stands for, or `nil` if it stands for itself.
  /// - Returns: The list, the only effect that there is, or neither.
  @inlinable init?(_ effects: some Sequence<Effect<Action>>, nested: (Effect<Action>) -> EffectList?) {
    var joined: EffectList?
    var last: [Effect<Action>] = []
    for effect in effects where !effect.isNone {
      switch nested(effect) {
      case nil:
        last.append(effect)
      case .list(let effects) where effects.count <= Self.maximumCountOfSmallLists:
        last += effects
      case let list?:
        if !last.isEmpty { joined = Self.join(joined, .list(last)) }
        last = []
        joined = Self.join(joined, list)
      }
    }
    if !last.isEmpty { joined = Self.join(joined, .list(last)) }
    guard let joined else { return nil }
    self = joined
  }

  /// The only effect of a list that has one.
  @inlinable var only: Effect<Action>? {
    if case .list(let effects) = self, effects.count == 1 { effects[0] } else { nil }
  }

  @inlinable var height: Int {
    if case .joined(_, _, let height) = self { height } else { 0 }
  }

  @inlinable static func join(_ first: EffectList?, _ second: EffectList) -> EffectList {
    first.map { $0.appending(second) } ?? second
  }

  /// The effects of this list and then those of another one.
  ///
  /// - Complexity: O(log *n*).
  @usableFromInline func appending(_ other: EffectList) -> EffectList {
    if case .list(let effects) = self, case .list(let others) = other,
      effects.count + others.count <= Self.maximumCountOfSmallLists
    {
      return .list(effects + others)
    }
    if case .joined(let first, let second, _) = self, height > other.height + 1 {
      return Self.balanced(first, second.appending(other))
    }
    if case .joined(let first, let second, _) = other, other.height > height + 1 {
      return Self.balanced(appending(first), second)
    }
    return Self.pair(self, other)
  }

  private static func pair(_ first: EffectList, _ second: EffectList) -> EffectList {
    .joined(first, second, height: Swift.max(first.height, second.height) + 1)
  }

  /// Joins lists whose heights differ by two at most, as one of them has grown.
  private static func balanced(_ first: EffectList, _ second: EffectList) -> EffectList {
    if case .joined(let left, let right, _) = first, first.height > second.height + 1 {
      if case .joined(let middle, let last, _) = right, right.height > left.height {
        return pair(pair(left, middle), pair(last, second))
      }
      return pair(left, pair(right, second))
    }
    if case .joined(let left, let right, _) = second, second.height > first.height + 1 {
      if case .joined(let leading, let middle, _) = left, left.height > right.height {
        return pair(pair(first, leading), pair(middle, right))
      }
      return pair(pair(first, left), right)
    }
    return pair(first, second)
  }

  func map<NewAction>(_ transform: (Effect<Action>) -> Effect<NewAction>) -> EffectList<NewAction> {
    switch self {
    case .list(let effects): .list(effects.map(transform))
    case .joined(let first, let second, let height):
      .joined(first.map(transform), second.map(transform), height: height)
    }
  }
}

extension EffectList: Sequence {
  @usableFromInline struct Iterator: IteratorProtocol {
    private var effects: ArraySlice<Effect<Action>> = []
    /// The lists that come after, the last one first.
    private var rest: [EffectList] = []

    @usableFromInline init(_ list: EffectList) {
      begin(list)
    }

    @usableFromInline var isEmpty: Bool { effects.isEmpty && rest.isEmpty }

    @usableFromInline mutating func next() -> Effect<Action>? {
      if effects.isEmpty, let list = rest.popLast() { begin(list) }
      return effects.popFirst()
    }

    private mutating func begin(_ list: EffectList) {
      var list = list
      while case .joined(let first, let second, _) = list {
        rest.append(second)
        list = first
      }
      if case .list(let effects) = list { self.effects = effects[...] }
    }
  }

  @usableFromInline func makeIterator() -> Iterator { Iterator(self) }
}

extension EffectList: Sendable where Action: Sendable {}
