/// The points that an exploration reached first, and the steps between them.
package struct ExplorationGraph: Sendable {
  package struct Point: Sendable {
    /// A dump of the state.
    package var state: String
    /// The difference from the state of the previous point on the shortest way; `nil` for the first point, or if the
    /// states are equal.
    package var changes: String?
    /// The calls that wait for an answer, and the clock if a task sleeps on it.
    package var waits: [String]
    package var depth: Int
    package var isSettled: Bool
  }

  package struct Edge: Sendable {
    package var source: Int
    /// The point that the step leads to; `nil` if it breaks a rule.
    package var target: Int?
    package var label: String
    /// The label in a few words.
    package var caption: String
  }

  package var points: [Point] = []
  package var edges: [Edge] = []
  /// The number of points that were reached, including those that are not in the graph.
  package var total = 0
}
