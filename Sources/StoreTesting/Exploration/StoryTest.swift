import Dependencies
import Foundation
import Store

/// A story as a test of a ``TestStore`` that fails as the story does.
///
/// The initial state, the reducer, the overrides and the rule are copied from the call of `exploreStates` in its file.
/// If the file can't be read, the test has a `fatalError` for each of them that says what to write, so that it
/// compiles.
struct StoryTest {
  private let call: SourceCall?
  /// The types, as they are named next to the call.
  private let (state, action): (String, String)
  private var lines: [String] = []

  init<State, Action>(
    location: IssueLocation,
    steps: [StoryTelling<State, Action>.Step],
    rule: ExplorationRules<Never, Never>.Name?
  ) {
    call = SourceCall(of: "exploreStates", filePath: "\(location.filePath)", line: Int(location.line))
    (state, action) = (typeName(State.self), typeName(Action.self))
    let file = "\(location.fileID)".split(separator: "/").last ?? ""
    lines.append("// Paste this into \(file): what it names is in scope where the exploration is.")
    makeStore(movesClock: steps.contains { if case .advanceClock = $0.cause { true } else { false } })

    let sent = steps.map { step -> String? in
      guard case .send(let action, let index) = step.cause else { return nil }
      return spelling(of: action) ?? listed(action, index)
    }
    if rule == .actions || sent.contains(where: { $0?.hasPrefix("actions(") == true }) { nameActions() }
    let condition = "(\(state)) -> Bool"
    switch rule {
    case .always, .whenSettled: name(rule, "(\(state)) throws -> Void")
    case .never: name(rule, "(\(action)) -> Bool")
    case .noEffectsWhen, .eventually: name(rule, condition)
    case .actions, nil: break
    }
    if rule == .always, steps.isEmpty { lines.append("try always(store.state)") }

    for (index, step) in steps.enumerated() {
      if !step.order.isEmpty {
        lines.append("// What is ready runs in the order \(step.order) here, and in a test store as it became so.")
      }
      switch step.cause {
      case .send(let action, _):
        let source = sent[index] ?? ""
        let comment = spelling(of: action) == nil ? "  // \(Self.comment(valueDump(action)))" : ""
        if rule == .never { lines.append("#expect(!never(\(source)))") }
        lines.append("await store.send(\(source))\(comment)")
      case .answer(let label, let position, _, let alternative, let description):
        let comment = Self.comment(description)
        let which = position == 0 ? "" : ", at: \(position)"
        lines.append("await store.answer(\(label.literal)\(which), with: \(alternative))  // \(comment)")
      case .advanceClock(let duration, _):
        lines.append("await clock.advance(by: \(duration.literal))")
      }
      for (number, reduction) in step.reduced.enumerated() {
        if reduction.isReceived { receive(reduction.action, isChecked: rule == .never) }
        // Only the last action can break the rule.
        let isLast = index == steps.count - 1 && number == step.reduced.count - 1
        if rule == .always, isLast { lines.append("try always(store.state)") }
      }
    }
    switch rule {
    case .whenSettled: lines.append("try whenSettled(store.state)")
    case .noEffectsWhen: lines.append("if noEffectsWhen(store.state) { await store.finish() }")
    case .eventually:
      lines.append("// Whatever is answered from here on, this is not reached:")
      lines.append("await store.finish()")
      lines.append("#expect(eventually(store.state))")
    case .actions: lines.append("_ = actions(store.state)")
    case .always, .never, nil: break
    }
  }

  // MARK: What the call says

  private mutating func makeStore(movesClock: Bool) {
    let initialState = call?.arguments["of"].map(Self.unindented)
    if initialState == nil {
      lines.append("let initialState: \(state) = \(Self.blank("the initial state of the exploration"))")
    }
    let overrides = call?.arguments["withDependencies"].map(Self.unindented)
    let ownsClock = overrides?.contains("continuousClock") == true
    if movesClock, !ownsClock { lines.append("let clock = TestClock()") }
    if let overrides {
      lines.append("let prepareDependencies: (inout DependencyValues) -> Void = \(overrides)")
    }
    let reducer = call?.arguments[""].map(Self.unindented) ?? "{\n  \(blankReducer)\n}"
    // A function is an argument. A closure follows the arguments, which is how it was written.
    let makesReducer = reducer.hasPrefix("{") ? ") \(reducer) withDependencies: {" : ", reducer: \(reducer)) {"
    lines.append("let store = TestStore(initialState: \(initialState ?? "initialState")\(makesReducer)")
    let clock = movesClock && !ownsClock ? "clock" : "TestClock()"
    lines.append("  $0.continuousClock = \(clock)")
    lines.append("  $0.suspendingClock = \(clock)")
    if overrides != nil { lines.append("  prepareDependencies(&$0)") }
    if call == nil { lines.append("  // Write the overrides of the exploration here.") }
    lines.append("}")
    if movesClock, ownsClock {
      lines.append("let clock = try #require(store.dependencies.continuousClock as? TestClock<Duration>)")
    }
    lines.append("store.exhaustivity = .off")
  }

  private mutating func name(_ rule: ExplorationRules<Never, Never>.Name?, _ type: String) {
    guard let name = rule?.rawValue else { return }
    let closure =
      call?.arguments[name].map(Self.unindented)
      ?? "{ _ in \(Self.blank("\"\(name)\" of the exploration", isValue: false)) }"
    lines.append("let \(name): \(type) = \(closure)")
  }

  /// Declares the list of actions of the exploration, for actions that can't be written as Swift expressions.
  private mutating func nameActions() {
    guard let closure = call?.arguments["actions"].map(Self.unindented) else { return }
    let type = "(\(state)) -> [\(action)]"
    lines.append(
      "func list(@ExploredActionsBuilder<\(action)> _ actions: @escaping \(type)) -> \(type) { actions }"
    )
    lines.append(closure.hasPrefix("{") ? "let actions = list \(closure)" : "let actions = list(\(closure))")
  }

  private func listed(_ action: Any, _ index: Int) -> String {
    call?.arguments["actions"] == nil ? Self.blank("this action") : "actions(store.state)[\(index)]"
  }

  private var blankReducer: String {
    "Reduce<\(state), \(action)> { _, _ in \(Self.blank("the reducer of the exploration", isValue: false)) }"
  }

  private static func blank(_ what: String, isValue: Bool = true) -> String {
    let stop = "fatalError(\(("Write " + what + " here.").literal))"
    return isValue ? "{ \(stop) }()" : stop
  }

  // MARK: Steps

  private mutating func receive<Action>(_ action: Action, isChecked: Bool) {
    let comment = Self.comment(valueDump(action))
    guard isChecked else {
      lines.append("await store.receive(\(Self.casePath(of: action) ?? "{ _ in true }"))  // \(comment)")
      return
    }
    lines.append("await store.receive({ action in")
    lines.append("  #expect(!never(action))")
    lines.append("  return true")
    lines.append("})  // \(comment)")
  }

  var source: String {
    "@Test func counterexample() async throws {\n\(indented(lines.joined(separator: "\n"), by: 2))\n}"
  }

  /// Returns a closure or an expression that is written over several lines, as it would be where nothing is around it.
  static func unindented(_ text: String) -> String {
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

  /// Returns the key path of an action's case, where its type has key paths and the case an ordinary name.
  private static func casePath<Action>(of action: Action) -> String? {
    guard Action.self is any CasePathable.Type else { return nil }
    let mirror = Mirror(reflecting: action)
    guard mirror.displayStyle == .enum else { return nil }
    let name = mirror.children.first.map { $0.label ?? "" } ?? EnumCaseName.text(of: action)
    return name.wholeMatch(of: #/[\p{L}_][\p{L}\p{N}_]*/#) == nil ? nil : "\\.\(name)"
  }
}
