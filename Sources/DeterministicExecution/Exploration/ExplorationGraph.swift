/// The points that an exploration reached first, and the steps between them.
package struct ExplorationGraph: Sendable {
  package struct Point: Sendable {
    /// What the state is.
    package var state: String
    /// What of it differs from the point before, on the shortest way there; `nil` for the first one, and if nothing does.
    package var changes: String?
    /// What is waited for.
    package var waits: [String]
    package var depth: Int
    package var isSettled: Bool
  }

  package struct Edge: Sendable {
    package var source: Int
    /// The point that the step leads to; `nil` if it breaks a rule.
    package var target: Int?
    package var label: String
  }

  package var points: [Point] = []
  package var edges: [Edge] = []
  /// How many points were reached in all.
  package var total = 0
}

/// What an exploration tells of itself, besides its report.
@usableFromInline package struct ExplorationWatch: Sendable {
  /// How many points are kept for a graph.
  package var graphLimit: Int
  /// Is told of each story before its last step is run, on the thread that does. It may be the program's last.
  @usableFromInline package var willRun: (@Sendable (_ story: String) -> Void)?

  package init(graphLimit: Int = 0, willRun: (@Sendable (_ story: String) -> Void)? = nil) {
    self.graphLimit = graphLimit
    self.willRun = willRun
  }
}
