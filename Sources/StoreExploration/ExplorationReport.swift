import Dependencies
import Execution

/// What an exploration has covered, and the counterexample that it found, if any.
public struct ExplorationReport: Sendable, CustomStringConvertible {
  /// The limits that can keep an exploration from covering everything.
  public enum Bound: String, Sendable, CaseIterable {
    /// Longer stories were not tried. See ``ExplorationBounds/depth``.
    case depth
    /// Further actions of the person were not tried. See ``ExplorationBounds/actions``.
    case actions
    /// Further answers to calls were not tried. See ``ExplorationBounds/answers``.
    case answers
    /// Further orders of ready jobs were not tried. See ``ExplorationBounds/orders``.
    case orders
    /// Further points were not explored. See ``ExplorationBounds/points``.
    case points
    /// The time was used up. See ``ExplorationBounds/time``.
    case time
    /// The task of the exploration was cancelled, or the process was interrupted.
    case cancellation
  }

  package init() {}

  /// A story that breaks a rule.
  public struct Counterexample: Sendable {
    /// The story, as `exploreStates(replaying:)` takes it.
    public internal(set) var story: String
    /// The broken rule, and the story in words.
    public internal(set) var description: String
  }

  /// The number of distinct points: states with their running effects.
  public internal(set) var points = 0
  /// The number of settled points, at which no effect runs.
  public internal(set) var settledPoints = 0
  /// The number of steps from one point to another.
  public internal(set) var transitions = 0
  /// The number of steps that were run, including those that reach a known point again.
  public internal(set) var steps = 0
  /// The number of steps of the longest stories.
  public internal(set) var depth = 0
  /// The number of points of which it is unknown whether `eventually` can be reached from them.
  public internal(set) var undecidedPoints = 0
  /// The duration of the exploration.
  public internal(set) var duration: Duration = .zero
  /// The limits that kept the exploration from covering everything.
  public internal(set) var cuts: Set<Bound> = []
  /// A shortest story that breaks a rule, if there is one.
  public internal(set) var counterexample: Counterexample?
  /// The number of points at the current depth, and how many of them are explored or being explored; `nil` unless the
  /// exploration runs.
  var level: (covered: Int, count: Int)?
  /// The actions that the person could have done somewhere, and that no story contains because of the limits.
  var unsentActions: [String] = []
  /// The names of rules that were never checked.
  var uncheckedRules: [String] = []
  /// Whether the description names options of a command line instead of arguments in code. The command lists missing
  /// actions itself.
  var isForCommandLine = false
  /// Further sentences of the description.
  var notes: [String] = []
  /// A sentence for an exploration that was incomplete for a reason other than a limit.
  var ending: String?

  /// Whether stories of every length were covered, and none breaks a rule.
  public var isComplete: Bool { cuts.isEmpty && counterexample == nil && ending == nil }

  /// A description of a few lines.
  public var description: String {
    let isBroken = counterexample != nil || ending != nil
    var text = """
      \(isBroken ? "" : "No rule was broken. ")\
      Explored \(count(points, "point")), \(settledPoints) of them settled, by \(count(transitions, "transition")) \
      (\(count(steps, "step")) \(steps == 1 ? "was" : "were") run, in \(duration.readable)). \
      The longest stories have \(count(depth, "step")).
      """
    if let ending {
      text += " " + ending
    } else if counterexample == nil {
      text += cuts.isEmpty ? " That is all there is." : "\nNot everything was covered: \(reasons)"
    }
    if counterexample == nil, undecidedPoints > 0 {
      text += """

        It is not known of \(count(undecidedPoints, "point")) whether what has to be reached eventually can be: from there not \
        everything was tried.
        """
    }
    let unsent = isForCommandLine ? [] : list("Actions that were never sent", unsentActions)
    let unchecked =
      if !isForCommandLine {
        list("Rules that were never checked", uncheckedRules.map { "\"\($0)\"" })
      } else if uncheckedRules.isEmpty {
        [] as [String]
      } else {
        ["Rules for when nothing is under way were never checked: at each point something was."]
      }
    return ([text] + (isBroken ? [] : unsent + unchecked) + notes).joined(separator: "\n")
  }

  private func list(_ title: String, _ items: [String]) -> [String] {
    let limit = 10
    let lines = items.map { item in
      item.split(whereSeparator: \.isNewline).map { $0.trimmingPrefix(while: \.isWhitespace) }.joined(separator: " ")
    }
    let rest = lines.count > limit ? " and \(lines.count - limit) more" : ""
    return lines.isEmpty ? [] : ["\(title): \(lines.prefix(limit).joined(separator: ", "))\(rest)."]
  }

  /// A line about an exploration that is running.
  package var progress: String {
    let part = level.map { " (made longer at \($0.covered) of \($0.count) points)" } ?? ""
    return "exploring - \(count(points, "point")), \(count(steps, "step")) run, stories of "
      + "\(count(depth, "step"))\(part)."
  }

  private var reasons: String {
    let reasons = Bound.allCases.filter(cuts.contains).map { bound in
      let what =
        switch bound {
        case .depth: "longer stories were not tried"
        case .actions: "more actions of the person were not tried"
        case .answers: "more answers to calls were not tried"
        case .orders: "more orders of ready jobs were not tried"
        case .points: "more points were not kept"
        case .time: "the time was up"
        case .cancellation: "it was cancelled"
        }
      if bound == .cancellation { return what }
      return what + (isForCommandLine ? " (`--\(bound.rawValue)`)" : " (\"\(bound.rawValue)\")")
    }
    return reasons.joined(separator: ", ") + "."
  }
}
