import Foundation

/// What an exploration has covered, and the counterexample that it found.
public struct ExplorationReport: Sendable, CustomStringConvertible {
  /// What keeps an exploration from going on.
  public enum Bound: String, Sendable, CaseIterable {
    /// Stories were not made longer. See ``ExplorationBounds/depth``.
    case depth
    /// The person did nothing more. See ``ExplorationBounds/actions``.
    case actions
    /// No more calls were answered. See ``ExplorationBounds/answers``.
    case answers
    /// What was ready was not run in more orders. See ``ExplorationBounds/orders``.
    case orders
    /// No more points were told apart. See ``ExplorationBounds/points``.
    case points
    /// The time was up. See ``ExplorationBounds/time``.
    case time
    /// The task that explored was cancelled, or the process interrupted.
    case cancellation
  }

  package init() {}

  /// A story that breaks a rule.
  public struct Counterexample: Sendable {
    /// The story, for `exploreStates(replaying:)`.
    public internal(set) var story: String
    /// The rule, and the story in words.
    public internal(set) var description: String
    /// The story as a test of a ``TestStore``.
    public internal(set) var test: String
  }

  /// Points that were told apart: states, with what is under way in them.
  public internal(set) var points = 0
  /// The points at which nothing was under way.
  public internal(set) var settledPoints = 0
  /// Steps from one point to another.
  public internal(set) var transitions = 0
  /// Steps that were run, those included that led to a point once more.
  public internal(set) var steps = 0
  /// How many steps the longest stories have.
  public internal(set) var depth = 0
  /// The points of which it is not known whether they lead to what is to be reached eventually.
  public internal(set) var undecidedPoints = 0
  /// How long it took.
  public internal(set) var duration: Duration = .zero
  /// What kept the exploration from covering everything. Empty if it did.
  public internal(set) var cuts: Set<Bound> = []
  /// A shortest story that breaks a rule, if there is one.
  public internal(set) var counterexample: Counterexample?
  /// What else there is to know.
  var notes: [String] = []
  /// Why there may be more than was covered, if that is not for one of the bounds.
  var ending: String?

  /// Whether each story that there is was covered, whatever its length.
  public var isComplete: Bool { cuts.isEmpty && counterexample == nil && ending == nil }

  /// What was covered, in a few lines.
  public var description: String {
    let (seconds, attoseconds) = duration.components
    let time = String(format: "%.2f s", Double(seconds) + Double(attoseconds) / 1e18)
    var text = """
      Explored \(points) points, \(settledPoints) of them settled, by \(transitions) transitions \
      (\(steps) steps were run, in \(time)). \
      The longest stories have \(depth) steps.
      """
    if let ending {
      text += " " + ending
    } else if counterexample == nil {
      text += cuts.isEmpty ? " That is all there is." : "\nNot everything was covered: \(reasons)"
    }
    if counterexample == nil, undecidedPoints > 0 {
      text += """

        It is not known of \(undecidedPoints) points whether what has to be reached eventually can be: from there not \
        everything was tried.
        """
    }
    return ([text] + notes).joined(separator: "\n")
  }

  /// How far it is, in a line.
  package var progress: String { "exploring - \(points) points, \(steps) steps run, stories of \(depth) steps." }

  private var reasons: String {
    let reasons = Bound.allCases.filter(cuts.contains).map { bound in
      switch bound {
      case .depth: "stories are not longer (\"depth\")"
      case .actions: "the person does nothing more (\"actions\")"
      case .answers: "no more calls are answered (\"answers\")"
      case .orders: "what is ready runs in no more orders (\"orders\")"
      case .points: "no more points are told apart (\"points\")"
      case .time: "the time was up (\"time\")"
      case .cancellation: "it was cancelled"
      }
    }
    return reasons.joined(separator: ", ") + "."
  }
}
