/// An action that an exploration searches for.
package struct ExplorationGoal<Action>: Sendable {
  /// The action in words, for the person who searches for it.
  let name: String
  /// Returns how near an action is to the one that is searched for. Points that a nearer action leads to are explored
  /// before others.
  let nearness: @Sendable (Action) -> Int
  let isReached: @Sendable (Action) -> Bool

  package init(
    _ name: String,
    nearness: @escaping @Sendable (Action) -> Int,
    isReached: @escaping @Sendable (Action) -> Bool
  ) {
    self.name = name
    self.nearness = nearness
    self.isReached = isReached
  }
}
