/// A list of one or more effects. Joining two lists takes logarithmic time, in whichever order a long list is put
/// together.
///
/// A balanced tree, like an AVL tree: an effect that was merged with another one a hundred thousand times is only a few
/// levels deep, so traversing and releasing it needs little stack.
@usableFromInline enum EffectList<Action> {
  case list([Effect<Action>])
  indirect case joined(EffectList, EffectList, height: Int)

  /// Up to this many effects are kept in one array, which is faster than a tree.
  @inlinable static var maximumCountOfSmallLists: Int { 8 }

  /// Makes a list of effects. An effect for which `nested` returns a list is replaced by the effects of that list.
  ///
  /// - Parameter nested: Returns the list that an effect consists of, or `nil` if it is a single effect.
  /// - Returns: The list, or `nil` if there are no effects.
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

  /// The effect of a list with exactly one.
  @inlinable var only: Effect<Action>? {
    if case .list(let effects) = self, effects.count == 1 { effects[0] } else { nil }
  }

  @inlinable var height: Int {
    if case .joined(_, _, let height) = self { height } else { 0 }
  }

  @inlinable static func join(_ first: EffectList?, _ second: EffectList) -> EffectList {
    first.map { $0.appending(second) } ?? second
  }

  /// The effects of this list followed by those of another one.
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

  /// Joins lists whose heights differ by at most two, because one of them has grown.
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
    /// The lists that follow, the last one first.
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
