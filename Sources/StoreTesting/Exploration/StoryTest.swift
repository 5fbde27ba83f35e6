import Dependencies
import Foundation
import Store

/// A story as a test of a ``TestStore`` that fails as the story does.
///
/// The initial state, the reducer, the overrides and the rule are those of the call of `exploreStates`, as it is written in
/// its file.
struct StoryTest {
  private var lines: [String] = []

  init<State, Action>(
    location: IssueLocation,
    steps: [StoryTelling<State, Action>.Step],
    rule: ExplorationRules<Never, Never>.Name?
  ) {
    let call = SourceCall(of: "exploreStates", filePath: "\(location.filePath)", line: Int(location.line))
    let movesClock = steps.contains { if case .advanceClock = $0.cause { true } else { false } }
    func argument(_ label: String, _ what: String) -> String {
      call?.arguments[label].map(Self.unindented) ?? "/* \(what) of the exploration */"
    }

    let overrides = call?.arguments["withDependencies"] != nil || call == nil
    if movesClock { lines.append("let clock = TestClock()") }
    if overrides {
      let closure = argument("withDependencies", "\"withDependencies\"")
      lines.append("let prepareDependencies: (inout DependencyValues) -> Void = \(closure)")
    }
    let reducer = call?.arguments[""]
    lines.append(
      "let store = TestStore(initialState: \(argument("of", "the state"))) "
        + (reducer.map(Self.unindented) ?? "{ /* the reducer of the exploration */ }") + " withDependencies: {"
    )
    if movesClock {
      lines.append("  $0.continuousClock = clock")
      lines.append("  $0.suspendingClock = clock")
    } else {
      lines.append("  $0.continuousClock = TestClock()")
      lines.append("  $0.suspendingClock = TestClock()")
    }
    if overrides { lines.append("  prepareDependencies(&$0)") }
    lines.append("}")
    lines.append("store.exhaustivity = .off")
    let closure = rule.map { argument($0.rawValue, "\"\($0.rawValue)\"") } ?? ""
    let check = "\(closure.contains(#/\b(try|throw)\b/#) ? "try " : "")(\(closure))(store.state)"
    if rule == .never { lines.append("let never: (\(typeName(of: Action.self))) -> Bool = \(closure)") }
    if rule == .always, steps.isEmpty { lines.append(check) }

    for (index, step) in steps.enumerated() {
      if !step.order.isEmpty {
        lines.append("// What is ready runs in the order \(step.order) here, and in a test store as it became so.")
      }
      switch step.cause {
      case .send(let action):
        lines.append("await store.send(\(Self.source(of: action)))")
        if rule == .never { lines.append("#expect(!never(\(Self.source(of: action))))") }
      case .answer(let label, let position, _, let alternative, let description):
        let comment = Self.comment(description)
        let which = position == 0 ? "" : ", at: \(position)"
        lines.append("await store.answer(\(String(reflecting: label))\(which), with: \(alternative))  // \(comment)")
      case .advanceClock(let duration, _):
        lines.append("await clock.advance(by: \(Self.source(of: duration)))")
      }
      for (number, reduction) in step.reduced.enumerated() {
        if reduction.isReceived {
          let comment = Self.comment(valueDump(reduction.action))
          if rule == .never {
            lines.append("await store.receive({ action in")
            lines.append("  #expect(!never(action))")
            lines.append("  return true")
            lines.append("})  // \(comment)")
          } else {
            let expected = Self.casePath(of: reduction.action) ?? "{ _ in true }"
            lines.append("await store.receive(\(expected))  // \(comment)")
          }
        }
        // The rule holds but for the last action at most.
        let isLast = index == steps.count - 1 && number == step.reduced.count - 1
        if rule == .always, isLast { lines.append(check) }
      }
    }
    switch rule {
    case .whenSettled: lines.append(check)
    case .noEffectsWhen: lines.append("await store.finish()  // The feature is done.")
    case .eventually:
      lines.append("// Whatever is answered from here on, this is not reached:")
      lines.append("await store.finish()")
      lines.append("#expect((\(closure))(store.state))")
    case .always, .never, nil: break
    }
  }

  var source: String {
    "@Test func counterexample() async throws {\n\(indented(lines.joined(separator: "\n"), by: 2))\n}"
  }

  /// A closure or an expression that is written over several lines, as it would be where nothing is around it.
  private static func unindented(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let amounts = lines.dropFirst().filter { !$0.allSatisfy(\.isWhitespace) }.map { $0.prefix { $0 == " " }.count }
    let amount = amounts.min() ?? 0
    let others = lines.dropFirst().map { $0.dropFirst(min(amount, $0.prefix { $0 == " " }.count)) }
    return ([lines[0]] + others).joined(separator: "\n")
  }

  private static func comment(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
      .joined(separator: " ")
    return line.count > 80 ? "\(line.prefix(79))…" : line
  }

  /// A value as it is written, where its type is known: that of an enum is left out.
  private static func source<Value>(of value: Value) -> String {
    let dump = valueDump(value)
    guard Mirror(reflecting: value).displayStyle == .enum, !(value is any OptionalProtocol) else { return dump }
    let name = dump.prefix { $0 != "(" }
    guard let dot = name.lastIndex(of: ".") else { return dump }
    return String(dump[dot...])
  }

  /// The key path of an action's case, where its type has key paths and the case an ordinary name.
  private static func casePath<Action>(of action: Action) -> String? {
    guard Action.self is any CasePathable.Type else { return nil }
    let name = source(of: action).prefix { $0 != "(" }
    return name.wholeMatch(of: #/\.[A-Za-z_]\w*/#) == nil ? nil : "\\" + name
  }

  private static func source(of duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    if attoseconds == 0 { return ".seconds(\(seconds))" }
    let unit: Int64 = 1_000_000_000
    for (name, scale) in [("milliseconds", Int64(1_000)), ("microseconds", 1_000_000), ("nanoseconds", unit)]
    where attoseconds % (unit * unit / scale) == 0 {
      return ".\(name)(\(seconds * scale + attoseconds / (unit * unit / scale)))"
    }
    return "Duration(secondsComponent: \(seconds), attosecondsComponent: \(attoseconds))"
  }

  private func typeName(of type: Any.Type) -> String {
    String(reflecting: type).split(separator: ".").dropFirst().joined(separator: ".")
  }
}

private protocol OptionalProtocol {}
extension Optional: OptionalProtocol {}
