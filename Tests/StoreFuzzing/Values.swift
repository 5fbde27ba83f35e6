import Dependencies

/// The payload of the actions. The seed of the run decides what a feature does when it gets one.
package struct Step: Sendable {
  /// The number of the action, unique within the run.
  let serial: Int
  /// How many further generations of actions its effects may send.
  let fuel: Int
  let token: Token?
}

/// An object in states, actions and effects. Its `deinit` runs code of the feature wherever the framework happens to
/// release the object.
///
/// `@unchecked Sendable`: its properties are constants.
package final class Token: Equatable, @unchecked Sendable {
  private let record: RunRecord
  private let farewell: (@Sendable () -> Void)?

  init(record: RunRecord, farewell: (@Sendable () -> Void)?) {
    self.record = record
    self.farewell = farewell
    record.tokens.add(1)
  }

  deinit {
    farewell?()
    record.tokens.add(-1)
  }

  package static func == (left: Token, right: Token) -> Bool { left === right }
}

/// The id of a feature in the tree, unique within its world.
///
/// In some runs `==` and `hash(into:)` call into the world, which may do anything there.
package struct NodeID: Hashable, Sendable, CustomStringConvertible {
  let number: Int
  let probe: Probe?

  package static func == (left: Self, right: Self) -> Bool {
    left.probe?.ask()
    return left.number == right.number
  }

  package func hash(into hasher: inout Hasher) {
    probe?.ask()
    hasher.combine(number)
  }

  package var description: String { "node \(number)" }
}

/// A part of states whose comparison calls into the world, in some runs.
package struct Mark: Equatable, Sendable {
  var number = 0
  let probe: Probe?

  package static func == (left: Self, right: Self) -> Bool {
    left.probe?.ask()
    return left.number == right.number
  }
}

package final class Probe: Sendable {
  private let answer: @Sendable () -> Void

  init(answer: @escaping @Sendable () -> Void) { self.answer = answer }

  func ask() { answer() }
}
