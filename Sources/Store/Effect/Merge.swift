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
    Self(effects.flatMap(\.mergedEffects), combine: { .merge($0) })
  }

  /// Implements `merge(with:)`.
  @inlinable func merged(with other: Self) -> Self {
    if other.isNone { return self }
    if isNone { return other }
    return Self(.merge(mergedEffects + other.mergedEffects))
  }

  /// The effects that this one merges, or this one if it is of another kind.
  @inlinable var mergedEffects: [Self] {
    switch operation {
    case .none: []
    case .merge(let effects): effects
    default: [self]
    }
  }

  /// Combines effects if there is more than one.
  @inlinable init(_ effects: [Self], combine: ([Self]) -> Operation) {
    switch effects.count {
    case 0: self = .none
    case 1: self = effects[0]
    default: self.init(combine(effects))
    }
  }
}
