import StoreScript
import StoreTrace

/// The state of the pane with developer tools: the chosen step, and the visible part of what the pane says about it. It
/// is a value that keys and new steps change.
struct ToolPane {
  enum View: CaseIterable { case actions, difference, state }

  /// The result of a key press.
  enum Reaction: Equatable {
    case nothing, close, undo
    case jump(Int)
  }

  /// What the lines are about.
  private struct Subject: Equatable {
    let view: View
    let step: Int
    let start: Int
    let columns: Int
  }

  /// The maximum number of characters of a line. Only a very long text in a state has more.
  private static var lineLimit: Int { 10_000 }

  private(set) var size: TerminalSize
  private(set) var view = View.actions
  /// The number of the start.
  private var start = 0
  /// The number of the chosen step.
  private(set) var chosen: Int
  /// The number of the last step.
  private(set) var last: Int
  /// The lines about the chosen step; `nil` if its states are not kept. Empty in the list of actions.
  private(set) var lines: [String]? = []
  /// The first visible step of the list.
  private(set) var firstStep = 0
  /// The first visible line about the chosen step.
  private(set) var top = 0
  /// The result of the last key, shown in place of the keys until the session has gone elsewhere.
  var message: String?
  /// The number of the step whose state the session has.
  private var position: Int
  private var subject: Subject?

  /// - Parameters:
  ///   - position: The number of the step whose state the session has. It is chosen.
  ///   - last: The number of the last step.
  init(at position: Int, of last: Int, size: TerminalSize) {
    (chosen, self.position, self.last, self.size) = (position, position, last, size)
  }

  var hasHeader: Bool { size.rows > 2 }
  var hasStatus: Bool { size.rows > 1 }
  /// The number of rows between the header and the status.
  var height: Int { size.rows - (hasHeader ? 1 : 0) - (hasStatus ? 1 : 0) }
  /// The visible steps of the list.
  var visibleSteps: Range<Int> { firstStep..<min(last + 1, firstStep + height) }

  /// Takes in new steps and another size. If the last step is chosen, the new last one is chosen in its place.
  mutating func update<State>(_ steps: SessionSteps<State>, size: TerminalSize) {
    if chosen == last { chosen = steps.last }
    if position != steps.position { message = nil }
    (start, last, position, self.size) = (steps.start, steps.last, steps.position, size)
    chosen = max(chosen, start)
    firstStep = min(max(firstStep, chosen - height + 1), chosen)
    firstStep = max(start, min(firstStep, last + 1 - height))
    let subject = Subject(view: view, step: chosen, start: start, columns: size.columns)
    if subject != self.subject {
      if subject.view != self.subject?.view || subject.step != self.subject?.step { top = 0 }
      self.subject = subject
      lines = text(of: steps)?.flatMap { line in
        // No character takes more columns than bytes.
        if line.utf8.count <= size.columns || line.displayWidth <= size.columns { return [line] }
        return FieldText.wrapped(line.truncated(to: Self.lineLimit), columns: size.columns)
      }
    }
    scroll(by: 0)
  }

  private func text<State>(of steps: SessionSteps<State>) -> [String]? {
    switch view {
    case .actions: []
    case .difference: steps.difference(of: chosen)?.lines.map { "\($0.mark.rawValue) \($0.text)" }
    case .state: steps.json(after: chosen)?.pretty(width: size.columns).split(separator: "\n").map(String.init)
    }
  }

  /// Chooses the step to which the session has gone.
  mutating func arrive(at number: Int, _ message: String) {
    (chosen, position, self.message) = (number, number, message)
  }

  mutating func press(_ key: ScreenKey) -> Reaction {
    message = nil
    switch key {
    case .escape: return .close
    case .enter: return .jump(chosen)
    case "u": return .undo
    case .tab: turn(by: 1)
    case .backTab: turn(by: -1)
    case .up, "k": choose(chosen - 1)
    case .down, "j": choose(chosen + 1)
    case .pageUp: movePage(-1)
    case .pageDown: movePage(1)
    case .home, "g": choose(start)
    case .end, "G": choose(last)
    default: break
    }
    return .nothing
  }

  private mutating func choose(_ number: Int) { chosen = min(max(start, number), last) }

  private mutating func turn(by step: Int) {
    let views = View.allCases
    let index = views.firstIndex(of: view) ?? 0
    view = views[(index + step + views.count) % views.count]
  }

  private mutating func movePage(_ direction: Int) {
    let rows = direction * max(1, height - 1)
    if view == .actions { choose(chosen + rows) } else { scroll(by: rows) }
  }

  private mutating func scroll(by rows: Int) {
    top = max(0, min(top + rows, (lines?.count ?? 0) - height))
  }
}
