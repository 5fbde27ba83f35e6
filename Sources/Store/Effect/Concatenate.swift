extension Effect {
  /// Joins effects into one that runs them one after the other.
  @inlinable public static func concatenate(_ effects: Self...) -> Self {
    concatenate(effects)
  }

  /// Joins effects into one that runs them one after the other.
  ///
  /// Each effect waits for the whole of the one before it, merged and nested effects included. Effects that are started
  /// by actions which it sent are work of their own and not waited for. An effect that is cancelled counts as finished,
  /// unless the cancellation is of the concatenated effect.
  ///
  /// - Complexity: O(*n*).
  @inlinable public static func concatenate(_ effects: some Sequence<Self>) -> Self {
    var joined: [Self] = []
    for effect in effects {
      switch effect.operation {
      case .none: break
      // Kept flat for the same reason as in `merge`.
      case .concatenate(let nested): joined += nested
      default: joined.append(effect)
      }
    }
    switch joined.count {
    case 0: return .none
    case 1: return joined[0]
    default: return Self(.concatenate(joined))
    }
  }

  /// Joins this effect and another one, which starts when this one has finished.
  @inlinable public func concatenate(with other: Self) -> Self {
    if other.isNone { return self }
    if isNone { return other }
    if case .concatenate(var effects) = operation {
      if case .concatenate(let others) = other.operation { effects += others } else { effects.append(other) }
      return Self(.concatenate(effects))
    }
    if case .concatenate(let others) = other.operation { return Self(.concatenate([self] + others)) }
    return Self(.concatenate([self, other]))
  }
}
