/// The payload of the actions. The seed of the run decides what a feature does when it gets one.
package struct Step: Sendable {
  /// The number of the action, unique within the run.
  let serial: Int
  /// How many further generations of actions its effects may send.
  let fuel: Int
  let token: Token?
}
