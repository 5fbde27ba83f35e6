/// The payload of the actions: what a feature does when it gets one is decided there and then, by the run's seed.
package struct Step: Sendable {
  /// Numbers the actions of a run.
  let serial: Int
  /// How many generations of actions may come of it.
  let fuel: Int
  let token: Token?
}
