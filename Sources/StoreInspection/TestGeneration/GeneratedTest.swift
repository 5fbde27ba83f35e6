import Dependencies
import Foundation
import Store

/// The source of a test that repeats a rehearsal.
struct GeneratedTest<R: Reducer> {
  private let rehearsal: Rehearsal<R>
  private let endpoints: [RecordedEndpoint]
  /// The origin of the test, for its comment.
  private let origin: String
  private var speller: SwiftSpeller
  private var names: Set<String> = ["store", "clock", "server", "start", "task", "uuids", "uuidCount"]
  /// Constants that are declared after the test, because several places use them.
  private var constants: [(name: String, source: SwiftSource)] = []
  /// Constants that are declared in the test, by the number of the statement that follows them.
  private var locals: [Int: [String]] = [:]

  init(_ rehearsal: Rehearsal<R>, endpoints: [RecordedEndpoint], spellings: [SwiftSpelling], origin: String)
    throws(SwiftSpeller.Unspellable)
  {
    self.rehearsal = rehearsal
    self.endpoints = endpoints
    self.origin = origin
    speller = SwiftSpeller(spellings)
    // The closures of the endpoints have parameters, which would hide a constant.
    let called = Set(rehearsal.calls.made.map(\.endpoint))
    for endpoint in endpoints where called.contains(endpoint.name) { names.formUnion(endpoint.parameters) }
    try nameResults()
    try nameArguments()
  }

  // MARK: Constants

  /// Makes constants of the answers that are too long to be written where they are used.
  private mutating func nameResults() throws(SwiftSpeller.Unspellable) {
    let results = rehearsal.calls.results
    var values: [(value: Any, source: SwiftSource)] = []
    for call in rehearsal.calls.made {
      guard let value = call.recorded.flatMap({ results[$0.index] }), !(value is any Error),
        !(value is RecordedEndpoint.Nothing), speller.constant(for: value) == nil
      else { continue }
      let source = try speller.source(of: value)
      guard !source.fits(48), !values.contains(where: { $0.source.line == source.line }) else { continue }
      values.append((value, source))
    }
    let names = uniqueNames(values.map { Self.name(for: $0.value) })
    for (name, value) in zip(names, values) {
      constants.append((name, value.source))
      typeNames[name] = String(nameOf: type(of: value.value))
    }
    for (name, value) in zip(names, values) { speller.name(value.value, name) }
  }

  private var typeNames: [String: String] = [:]
  private var localNames: [String] = []

  /// Makes constants of structs that actions carry and that are needed more than once.
  private mutating func nameArguments() throws(SwiftSpeller.Unspellable) {
    var candidates: [(value: Any, source: SwiftSource, statement: Int)] = []
    let lines = try statements().map { $0.joined(separator: "\n") }
    for (index, statement) in rehearsal.statements.enumerated() {
      guard let action = statement.action else { continue }
      for value in Self.structs(in: action) where speller.constant(for: value) == nil {
        let source = try speller.source(of: value)
        let text = source.line
        guard text.count >= 40, !candidates.contains(where: { $0.source.line == text }) else { continue }
        let uses = lines.map { $0.joinedLines.ranges(of: text).count }
        // The constant has to be declared before its first use.
        guard uses.reduce(0, +) >= 2, let first = uses.firstIndex(where: { $0 > 0 }) else { continue }
        candidates.append((value, source, min(first, index)))
      }
    }
    let names = uniqueNames(candidates.map { Self.name(for: $0.value) })
    for (name, candidate) in zip(names, candidates) {
      let source = candidate.source.generic(named: String(nameOf: type(of: candidate.value)))
      locals[candidate.statement, default: []].append(
        SwiftSource.prefixed("let \(name) = ", source).rendered(at: 4)
      )
      speller.name(candidate.value, name)
      localNames.append(name)
    }
  }

  private static func structs(in value: Any, depth: Int = 0) -> [Any] {
    guard depth < 5, let value = SwiftSpeller.unwrapped(value), case .enumeration(_, let arguments) = Structure(value)
    else {
      return []
    }
    return arguments.flatMap { argument -> [Any] in
      guard let value = SwiftSpeller.unwrapped(argument.value) else { return [] }
      if Mirror(reflecting: value).displayStyle == .struct, case .properties = Structure(value) { return [value] }
      return structs(in: value, depth: depth + 1)
    }
  }

  /// Returns the name of a constant for a value.
  private static func name(for value: Any) -> String {
    var type = String(nameOf: Swift.type(of: value))
    var isPlural = false
    while let element = Swift.type(of: value) as? any ElementType.Type, !isPlural {
      type = String(nameOf: element.elementType)
      isPlural = true
    }
    if let generic = type.firstIndex(of: "<"), let end = type.lastIndex(of: ">") {
      let suffix = type[type.index(after: end)...]
      type = suffix.isEmpty ? String(type[..<generic]) : String(suffix)
    }
    let last = type.split(separator: ".").last.map(String.init) ?? "value"
    let name = last.prefix(1).lowercased() + last.dropFirst()
    return isPlural ? (name.hasSuffix("s") ? name : name + "s") : name
  }

  private mutating func uniqueNames(_ bases: [String]) -> [String] {
    let ordinals = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
    let counts = Dictionary(grouping: bases) { $0 }.mapValues(\.count)
    var used: [String: Int] = [:]
    return bases.map { base in
      let number = used[base, default: 0]
      used[base] = number + 1
      var name = base
      if counts[base] != 1 || names.contains(name) {
        let upper = base.prefix(1).uppercased() + base.dropFirst()
        name = number < ordinals.count ? ordinals[number] + upper : "\(base)\(number + 1)"
      }
      while names.contains(name) { name += "Value" }
      names.insert(name)
      return SwiftSource.identifier(name)
    }
  }

  // MARK: The file

  /// The whole file.
  func text() throws(SwiftSpeller.Unspellable) -> String {
    var body: [String] = []
    if usesClock { body.append("    let clock = TestClock()") }
    if usesServer {
      body.append("    // Answers that took their time come when this clock is moved on.")
      body.append("    let server = TestClock()")
    }
    let overrides = try GeneratedOverrides(rehearsal: rehearsal, endpoints: endpoints, speller: speller).lines()
    body += overrides.declarations.map { "    \($0)" }
    let feature = String(nameOf: R.self)
    let state = String(nameOf: R.State.self)
    body.append("    let store = TestStore(initialState: \(state)()) {")
    body.append("      \(feature)()")
    if overrides.lines.isEmpty {
      body.append("    }")
    } else {
      body.append("    } withDependencies: {")
      body += overrides.lines.map { "      \($0)" }
      body.append("    }")
    }
    body.append("")
    let statements = try statements()
    for (index, lines) in statements.enumerated() {
      for local in locals[index] ?? [] { body.append("    " + local) }
      if case .section = rehearsal.statements[index], body.last != "" { body.append("") }
      body += lines.map { $0.isEmpty ? "" : "    \($0)" }
    }
    for index in rehearsal.tasks { body.append("    await \(taskName(index)).cancel()") }
    if rehearsal.hasOtherEffects { body.append("    await store.skipInFlightEffects()") }
    var constants: [String] = []
    for constant in self.constants {
      let type = typeNames[constant.name] ?? ""
      let line = constant.source.line
      // A value that begins with the initializer of its type needs no type annotation.
      let annotation = line.hasPrefix("\(type)(") ? "" : ": \(type)"
      let declaration = SwiftSource.prefixed("private let \(constant.name)\(annotation) = ", constant.source)
      constants.append(declaration.rendered(at: 0))
    }
    let text = """
      /// \(origin)\(assumptions(in: body + constants))
      struct \(feature.replacing(".", with: ""))SessionTests {
        @Test func session() async {
      \(body.joined(separator: "\n"))
        }
      }

      """
    let (file, identifiers) = naming(([text] + constants).joined(separator: "\n// constant\n"))
    let parts = file.components(separatedBy: "\n// constant\n")
    constants = identifiers + parts.dropFirst()
    if !rehearsal.plan.numbers.isEmpty, !rehearsal.plan.isSeeded { constants.append(recordedNumbers) }
    let declarations = constants.map {
      ($0.contains(")!") ? "\n// swift-format-ignore: NeverForceUnwrap\n" : "\n") + $0 + "\n"
    }
    return imports(parts + identifiers) + "\n" + parts[0] + declarations.joined()
  }

  /// A comment on initializers that only the compiler can check.
  private func assumptions(in lines: [String]) -> String {
    let types = speller.memberwiseTypes(in: lines.joined(separator: "\n"))
    if types.isEmpty { return "" }
    let sentence = """
      It calls memberwise initializers of \(types.list(or: "and")). Where a type has another one, the command line's \
      `swiftSpellings` have to say so.
      """
    let lines = sentence.split(separator: " ").reduce(into: [""]) { lines, word in
      let last = lines[lines.count - 1]
      if last.count + word.count > 114 {
        lines.append(String(word))
      } else {
        lines[lines.count - 1] = last.isEmpty ? String(word) : "\(last) \(word)"
      }
    }
    return lines.map { "\n/// " + $0 }.joined()
  }

  /// A generator that returns the random numbers of the session.
  private var recordedNumbers: String {
    let numbers = SwiftSource.list(open: "[", items: rehearsal.plan.numbers.map(\.source), close: "]")
    return """
      private struct RecordedNumbers: RandomNumberGenerator {
        private var numbers: [UInt64] = \(numbers.rendered(at: 2, column: 34))

        mutating func next() -> UInt64 {
          numbers.append(numbers.removeFirst())
          return numbers[numbers.count - 1]
        }
      }
      """
  }

  /// Makes constants of identifiers that occur more than once.
  private func naming(_ text: String) -> (text: String, declarations: [String]) {
    var counts: [(source: String, count: Int)] = []
    // There is no match within a string literal, because the quotes are escaped there.
    for match in text.matches(of: #/UUID\(uuidString: "[0-9A-F-]{36}"\)!/#) {
      let source = String(match.output)
      if let index = counts.firstIndex(where: { $0.source == source }) {
        counts[index].count += 1
      } else {
        counts.append((source, 1))
      }
    }
    let repeated = counts.filter { $0.count > 1 }.map(\.source)
    var text = text
    var declarations: [String] = []
    for (index, source) in repeated.enumerated() {
      let number = repeated.count == 1 ? "" : "\(index + 1)"
      guard let name = ["id", "identifier", "uuid"].lazy.map({ $0 + number }).first(where: { !names.contains($0) })
      else { continue }
      text = text.replacing(source, with: name)
      declarations.append("private let \(name) = \(source)")
    }
    return (text, declarations)
  }

  private func imports(_ lines: [String]) -> String {
    let text = lines.joined(separator: "\n")
    let module = String(reflecting: R.self).prefix { $0 != "." }
    let foundation = ["Date(", "URL(", "UUID(", "Data(", "Decimal(", "Calendar(", "Locale(", ".distant"]
    var imports = ["Store", "StoreTesting", "Testing"]
    if foundation.contains(where: text.contains) { imports.append("Foundation") }
    if text.contains("Atomic(") { imports.append("Synchronization") }
    return imports.sorted().map { "import \($0)\n" }.joined() + "\n@testable import \(module)\n"
  }

  // MARK: Statements

  private var usesClock: Bool {
    rehearsal.continuousClock.isUsed || rehearsal.suspendingClock.isUsed
      || rehearsal.plan.dates == .clock && rehearsal.plan.date != nil
  }

  private var usesServer: Bool {
    !rehearsal.calls.released.isEmpty || rehearsal.calls.made.contains { $0.recorded?.isCancelled ?? true }
  }

  private func taskName(_ index: Int) -> String {
    let position = rehearsal.tasks.firstIndex(of: index) ?? 0
    return position == 0 ? "task" : "task\(position + 1)"
  }

  /// The lines of each statement.
  private func statements() throws(SwiftSpeller.Unspellable) -> [[String]] {
    var result: [[String]] = []
    var speller = speller
    var seen = Set(localNames)
    for (index, statement) in rehearsal.statements.enumerated() {
      if let action = statement.action {
        // Constants are used by name from the first statement on that receives their values.
        speller.visible = nil
        speller.preferred = []
        let text = try speller.source(of: action).line
        if case .receive = statement { speller.preferred = Set(constants.map(\.name).filter { text.containsName($0) }) }
        seen.formUnion(speller.preferred)
        speller.visible = seen
      }
      switch statement {
      case .send(let action, let before, let after, _):
        let call = SwiftSource.list(open: "store.send(", items: [try speller.source(of: action)], close: ")")
        let prefix = rehearsal.tasks.contains(index) ? "let \(taskName(index)) = await " : "await "
        result.append(try self.statement(prefix, call, before, after, speller))
      case .receive(let action, let before, let after):
        result.append(try self.statement("await ", try receive(action, speller), before, after, speller))
      case .assert(let before, let after):
        // Nothing but shared state changes without an action.
        let changes = try StateChanges(from: before, to: after, speller).statements
        result.append(changes.isEmpty ? [] : try self.statement("", .text("store.assert"), before, after, speller))
      case .advance(let duration):
        result.append(usesClock ? ["await clock.advance(by: \(duration.source.line))"] : [])
      case .answer: result.append(["await server.advance(by: .seconds(1))"])
      case .date(let date): result.append(["store.dependencies.date.now = \(date.source.line)"])
      case .section(let title): result.append(["// \(title.printable.joinedLines)"])
      }
    }
    return result
  }

  private func statement(
    _ prefix: String,
    _ call: SwiftSource,
    _ before: R.State,
    _ after: R.State,
    _ speller: SwiftSpeller
  ) throws(SwiftSpeller.Unspellable) -> [String] {
    let changes = try StateChanges(from: before, to: after, speller).statements
    let head = SwiftSource.prefixed(prefix, call)
    guard let only = changes.first else { return head.rendered(at: 4).sourceLines() }
    if changes.count == 1 {
      let whole = SwiftSource.prefixed(head.line + " { ", .suffixed(only, " }"))
      if whole.fits(SwiftSource.width - 4) { return [whole.line] }
    }
    var lines = (head.rendered(at: 4, suffix: 2) + " {").sourceLines()
    for change in changes { lines += ("  " + change.rendered(at: 6)).sourceLines() }
    return lines + ["}"]
  }

  /// Receives a short action by its value, and a long one by its case.
  private func receive(_ action: R.Action, _ speller: SwiftSpeller) throws(SwiftSpeller.Unspellable) -> SwiftSource {
    let source = try speller.source(of: action)
    let isShort = source.fits(72) || !(action is any CasePathable)
    if isShort, action is any Equatable { return .list(open: "store.receive(", items: [source], close: ")") }
    guard action is any CasePathable else {
      throw SwiftSpeller.Unspellable(
        type: "\(R.Action.self)",
        reason: "actions are received as they are, if they are `Equatable`, or by their cases, with `@CasePathable`"
      )
    }
    return .text("store.receive(\(try casePath(action)))")
  }

  private func casePath(_ action: Any) throws(SwiftSpeller.Unspellable) -> String {
    var path = "\\"
    var value = action
    while value is any CasePathable, case .enumeration(let name, let arguments) = Structure(value) {
      if name == "element", arguments.count == 2, arguments.map(\.label) == ["id", "action"] {
        path += "[id: \(try speller.source(of: arguments[0].value).line)]"
        value = arguments[1].value
        continue
      }
      path += ".\(SwiftSource.identifier(name))"
      guard arguments.count == 1, let next = SwiftSpeller.unwrapped(arguments[0].value) else { break }
      value = next
    }
    return path
  }
}

private protocol ElementType {
  static var elementType: Any.Type { get }
}

extension Array: ElementType {
  fileprivate static var elementType: Any.Type { Element.self }
}

extension IdentifiedArray: ElementType {
  fileprivate static var elementType: Any.Type { Element.self }
}

extension SwiftSource {
  /// The source with a type's name in place of an initializer whose type the compiler would have to infer.
  fileprivate func generic(named name: String) -> SwiftSource {
    guard case .list(let open, let items, let close) = self, open == ".init(" else { return self }
    return .list(open: "\(name)(", items: items, close: close)
  }
}

extension Rehearsal.Statement {
  /// The action that is sent or received.
  fileprivate var action: R.Action? {
    switch self {
    case .send(let action, _, _, _), .receive(let action, _, _): action
    case .advance, .assert, .answer, .date, .section: nil
    }
  }
}

extension String {
  /// Whether the text contains a name that is not a part of a longer one.
  fileprivate func containsName(_ name: String) -> Bool {
    ranges(of: name).contains { range in
      let before = range.lowerBound == startIndex ? " " : self[index(before: range.lowerBound)]
      let after = range.upperBound == endIndex ? " " : self[range.upperBound]
      return ![before, after].contains { $0.isLetter || $0.isNumber || $0 == "_" }
    }
  }

  /// The text on one line.
  fileprivate var joinedLines: String {
    split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }.joined()
  }
}
