extension Effect {
  /// Merges effects into one that runs them at the same time.
  @inlinable public static func merge(_ effects: Self...) -> Self {
    merge(effects)
  }

  /// Merges effects into one that runs them at the same time.
  ///
  /// The effects are started in the order of the sequence.
  ///
  /// - Complexity: O(*n*).
  @inlinable public static func merge(_ effects: some Sequence<Self>) -> Self {
    // Nested merges are flattened, so that ten thousand merges are a list and not a tree too deep for the stack.
    guard let list = EffectList(effects, nested: { $0.mergedEffects }) else { return .none }
    return list.only ?? Self(.merge(list))
  }

  /// Implements `merge(with:)`.
  @inlinable func merged(with other: Self) -> Self {
    if other.isNone { return self }
    if isNone { return other }
    return Self(.merge((mergedEffects ?? .list([self])).appending(other.mergedEffects ?? .list([other]))))
  }

  /// The effects that this one merges, or `nil` if it is of another kind.
  @inlinable var mergedEffects: EffectList<Action>? {
    if case .merge(let effects) = operation { effects } else { nil }
  }
}
