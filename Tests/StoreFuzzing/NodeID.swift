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

/// Called by values when they are compared or hashed.
package final class Probe: Sendable {
  private let answer: @Sendable () -> Void

  init(answer: @escaping @Sendable () -> Void) {
    self.answer = answer
  }

  func ask() { answer() }
}
