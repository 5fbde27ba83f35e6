extension Effect {
  /// Joins effects into one that runs them one after the other.
  public static func concatenate(_ effects: Self...) -> Self {
    concatenate(effects)
  }

  /// Joins effects into one that runs them one after the other.
  ///
  /// Each effect waits until the one before it has finished, including merged and nested effects, but not for effects
  /// that were started by actions which it sent. An effect that is cancelled counts as finished, unless the entire
  /// concatenated effect is cancelled.
  ///
  /// - Complexity: O(*n*).
  public static func concatenate(_ effects: some Sequence<Self>) -> Self {
    // Flattened for the same reason as in `merge`.
    Self(effects.flatMap(\.concatenatedEffects), combine: { .concatenate($0) })
  }

  /// Implements `concatenate(with:)`.
  func concatenated(with other: Self) -> Self {
    if other.isNone { return self }
    if isNone { return other }
    return Self(.concatenate(concatenatedEffects + other.concatenatedEffects))
  }

  /// The effects that this one concatenates, or this one if it is of another kind.
  var concatenatedEffects: [Self] {
    switch operation {
    case .none: []
    case .concatenate(let effects): effects
    default: [self]
    }
  }
}
