extension Effect {
  /// Merges effects into one that runs them at the same time.
  @inlinable public static func merge(_ effects: Self...) -> Self {
    merge(effects)
  }

  /// Merges effects into one that runs them at the same time.
  ///
  /// They are started in the order of the sequence.
  ///
  /// - Complexity: O(*n*).
  @inlinable public static func merge(_ effects: some Sequence<Self>) -> Self {
    var merged: [Self] = []
    for effect in effects {
      switch effect.operation {
      case .none: break
      // Kept flat, so that ten thousand merges are a list and not a tree too deep for the stack.
      case .merge(let nested): merged += nested
      default: merged.append(effect)
      }
    }
    switch merged.count {
    case 0: return .none
    case 1: return merged[0]
    default: return Self(.merge(merged))
    }
  }

  /// Merges this effect with another one, so that both run at the same time.
  @inlinable public func merge(with other: Self) -> Self {
    if other.isNone { return self }
    if isNone { return other }
    if case .merge(var effects) = operation {
      if case .merge(let others) = other.operation { effects += others } else { effects.append(other) }
      return Self(.merge(effects))
    }
    if case .merge(let others) = other.operation { return Self(.merge([self] + others)) }
    return Self(.merge([self, other]))
  }
}
