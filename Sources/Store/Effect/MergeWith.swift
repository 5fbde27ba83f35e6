// These are properties with a callable value, not methods. `Effect.merge` could also refer to a method of that name,
// and where the base of a call is a generic type with a conditional `Sendable` conformance, the compiler (Swift 6.3)
// needs the type before it checks the arguments of such a method. `Effect.merge(first, second)` would then have to name
// the action type.

extension Effect {
  /// Merges this effect with another one, so that both run at the same time: `effect.merge(with: other)`.
  public var merge: Merge { Merge(effect: self) }

  /// Joins this effect and another one, which starts when this one has finished: `effect.concatenate(with: other)`.
  public var concatenate: Concatenate { Concatenate(effect: self) }

  /// The value of ``Effect/merge-swift.property``, which can be called like a method.
  public struct Merge {
    let effect: Effect

    init(effect: Effect) {
      self.effect = effect
    }

    /// Returns an effect that runs both at the same time.
    ///
    /// - Complexity: O(*n*) in the number of effects that were merged before.
    public func callAsFunction(with other: Effect) -> Effect {
      effect.merged(with: other)
    }
  }

  /// The value of ``Effect/concatenate-swift.property``, which can be called like a method.
  public struct Concatenate {
    let effect: Effect

    init(effect: Effect) {
      self.effect = effect
    }

    /// Returns an effect that runs one after the other.
    ///
    /// - Complexity: O(*n*) in the number of effects that were joined before.
    public func callAsFunction(with other: Effect) -> Effect {
      effect.concatenated(with: other)
    }
  }
}
