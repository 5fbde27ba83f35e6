import Dependencies
import Foundation
import Store

/// The source of a test that does what was rehearsed.
struct GeneratedTest<R: Reducer> {
  private let rehearsal: Rehearsal<R>
  private let endpoints: [RecordedEndpoint]
  /// What made it, for the comment.
  private let origin: String
  private var speller: SwiftSpeller
  private var names: Set<String> = ["store", "clock", "server", "task"]
  /// Constants that are used from several places, and stand behind the test.
  private var constants: [(name: String, source: SwiftSource)] = []
  /// What the test itself says first, and where: before the statement of this number.
  private var locals: [Int: [String]] = [:]

  init(_ rehearsal: Rehearsal<R>, endpoints: [RecordedEndpoint], spellings: [SwiftSpelling], origin: String)
    throws(SwiftSpeller.Unspellable)
  {
    self.rehearsal = rehearsal
    self.endpoints = endpoints
    self.origin = origin
    speller = SwiftSpeller(spellings)
    try nameResults()
    try nameArguments()
  }

  // MARK: Constants

  private var answered: [RehearsedCalls.Answered] {
    rehearsal.calls.answered.sorted { $0.call.index < $1.call.index }
  }

  /// Makes constants of the answers that are too long to be written where they are used.
  private mutating func nameResults() throws(SwiftSpeller.Unspellable) {
    let results = rehearsal.calls.results
    var values: [(value: Any, source: SwiftSource)] = []
    for answer in answered {
      guard let value = results[answer.call.index], !(value is any Error), !(value is RecordedEndpoint.Nothing),
        speller.constant(for: value) == nil
      else { continue }
      let source = try speller.source(of: value)
      guard !source.fits(48), !values.contains(where: { $0.source.line == source.line }) else { continue }
      values.append((value, source))
    }
    let names = uniqueNames(values.map { Self.name(for: $0.value) })
    for (name, value) in zip(names, values) {
      constants.append((name, value.source))
      typeNames[name] = SwiftSpeller.name(of: type(of: value.value))
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
        // It has to be said before whatever needs it first.
        guard uses.reduce(0, +) >= 2, let first = uses.firstIndex(where: { $0 > 0 }) else { continue }
        candidates.append((value, source, min(first, index)))
      }
    }
    let names = uniqueNames(candidates.map { Self.name(for: $0.value) })
    for (name, candidate) in zip(names, candidates) {
      let source = candidate.source.generic(named: SwiftSpeller.name(of: type(of: candidate.value)))
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

  /// What a constant that holds a value is called.
  private static func name(for value: Any) -> String {
    var type = SwiftSpeller.name(of: Swift.type(of: value))
    var isPlural = false
    while let element = Swift.type(of: value) as? any ElementType.Type, !isPlural {
      type = SwiftSpeller.name(of: element.elementType)
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
    let overrides = try overrides()
    body += overrides.declarations.map { "    \($0)" }
    let feature = SwiftSpeller.name(of: R.self)
    let state = SwiftSpeller.name(of: R.State.self)
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
      // A type that is made by its initializer need not be said twice.
      let annotation = line.hasPrefix("\(type)(") ? "" : ": \(type)"
      let declaration = SwiftSource.prefixed("private let \(constant.name)\(annotation) = ", constant.source)
      constants.append(declaration.rendered(at: 0))
    }
    let text = """
      /// \(origin)
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

  /// A generator that gives the session's random numbers.
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

  /// Gives names to identifiers that are there more than once.
  private func naming(_ text: String) -> (text: String, declarations: [String]) {
    var counts: [(source: String, count: Int)] = []
    // Within a string literal the quotes would be escaped.
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
      let name = repeated.count == 1 ? "id" : "id\(index + 1)"
      guard !names.contains(name) else { continue }
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
    !rehearsal.calls.released.isEmpty || !rehearsal.calls.unanswered.isEmpty
      || rehearsal.calls.answered.contains { $0.call.isCancelled }
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
        // A constant is named from where the test gets to know it.
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
    guard let only = changes.first else { return head.rendered(at: 4).lines }
    if changes.count == 1 {
      let whole = SwiftSource.prefixed(head.line + " { ", .suffixed(only, " }"))
      if whole.fits(SwiftSource.width - 4) { return [whole.line] }
    }
    var lines = (head.rendered(at: 4, suffix: 2) + " {").lines
    for change in changes { lines += ("  " + change.rendered(at: 6)).lines }
    return lines + ["}"]
  }

  /// An action is received as it is where that is short, and by its case where it is not.
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

  // MARK: Overrides

  private func overrides() throws(SwiftSpeller.Unspellable) -> (declarations: [String], lines: [String]) {
    var declarations: [String] = []
    var lines: [String] = []
    let plan = rehearsal.plan
    if rehearsal.continuousClock.isUsed { lines.append("$0.continuousClock = clock") }
    if rehearsal.suspendingClock.isUsed { lines.append("$0.suspendingClock = clock") }
    if let date = plan.date {
      switch plan.dates {
      case .constant, .perStep, .perStepLast: lines.append("$0.date.now = \(date.source.line)")
      case .clock:
        declarations.append("let start = \(date.source.line)")
        lines.append("$0.date = DateGenerator { start + clock.now.offset / .seconds(1) }")
      }
    }
    if plan.countsUUIDs, !plan.uuids.isEmpty { lines.append("$0.uuid = .incrementing") }
    if !plan.countsUUIDs {
      if let only = plan.uuids.first, plan.uuids.count == 1 {
        lines.append("$0.uuid = .constant(\(only.source.line))")
      } else {
        let list = SwiftSource.list(open: "[", items: plan.uuids.map(\.source), close: "]")
        declarations += SwiftSource.prefixed("let uuids = ", list).rendered(at: 4).lines
        declarations.append("let uuidCount = Atomic(0)")
        let index = "uuidCount.wrappingAdd(1, ordering: .relaxed).oldValue % uuids.count"
        lines.append("$0.uuid = UUIDGenerator { uuids[\(index)] }")
      }
    }
    if !plan.numbers.isEmpty, plan.isSeeded {
      lines.append("$0.withRandomNumberGenerator = WithRandomNumberGenerator(SeededRandomNumberGenerator(seed: 0))")
    } else if !plan.numbers.isEmpty {
      lines.append("$0.withRandomNumberGenerator = WithRandomNumberGenerator(RecordedNumbers())")
    }
    lines += plan.localizationSource
    for endpoint in endpoints {
      let (declaration, override) = try self.override(endpoint)
      declarations += declaration
      lines += override
    }
    return (declarations, lines)
  }

  /// What an endpoint does in the test when it is called.
  private struct Response {
    let arguments: [JSONValue]
    let patterns: [SwiftSource]
    /// Statements, the last of which returns or throws.
    var body: [SwiftSource]

    /// For a closure that can throw but one type of errors.
    var withoutTry: Response {
      var response = self
      response.body = body.compactMap { source in
        let line = source.line
        if line == "throw CancellationError()" { return nil }
        return line.hasPrefix("try await") ? .text("try? " + line.dropFirst("try ".count)) : source
      }
      return response
    }
  }

  /// No answer at all.
  private static var silence: [SwiftSource] {
    [.text("try await server.sleep(for: .seconds(86_400))"), .text("throw CancellationError()")]
  }

  private func override(
    _ endpoint: RecordedEndpoint
  ) throws(SwiftSpeller.Unspellable) -> (declarations: [String], lines: [String]) {
    let calls = rehearsal.calls
    var responses: [Response] = []
    var failureType: String?
    for answer in answered where answer.call.endpoint == endpoint.name {
      var body: [SwiftSource] = []
      if let release = calls.released.firstIndex(of: answer.call.index) {
        body.append(.text("try await server.sleep(for: .seconds(\(release - answer.answersBefore + 1)))"))
      }
      let result = calls.results[answer.call.index]
      if answer.call.isCancelled {
        body = Self.silence
      } else if let error = result as? any Error {
        let type = SwiftSpeller.name(of: type(of: error))
        let source = try speller.source(of: error)
        let isCase = source.line.hasPrefix(".")
        failureType = type
        body.append(.prefixed("throw \(isCase ? type : "")", source))
      } else if let result, !(result is RecordedEndpoint.Nothing) {
        body.append(.prefixed("return ", try speller.source(of: result)))
      }
      responses.append(
        Response(
          arguments: answer.call.arguments,
          patterns: try patterns(calls.arguments[answer.call.index] ?? []),
          body: body
        )
      )
    }
    for (call, arguments) in zip(calls.unanswered, calls.unansweredArguments) where call.endpoint == endpoint.name {
      responses.append(Response(arguments: call.arguments, patterns: try patterns(arguments), body: Self.silence))
    }
    guard !responses.isEmpty else { return ([], []) }
    let count = responses[0].patterns.count
    let parameters = (0..<count).map { index in
      SwiftSource.identifier(index < endpoint.parameters.count ? endpoint.parameters[index] : "argument\(index + 1)")
    }
    if !endpoint.wrapper.isEmpty { responses = responses.map(\.withoutTry) }
    // The same for the same arguments is one response.
    var distinct: [Response] = []
    var isByArguments = true
    for response in responses {
      guard let same = distinct.first(where: { $0.arguments == response.arguments }) else {
        distinct.append(response)
        continue
      }
      if same.body.map(\.line) != response.body.map(\.line) { isByArguments = false }
    }
    let throwing = endpoint.wrapper.isEmpty ? "" : failureType.map { " throws(\($0))" } ?? ""
    let target = "$0.\(endpoint.name) = \(endpoint.wrapper)"
    if distinct.count > 1, Set(responses.map { $0.body.map(\.line) }).count == 1 {
      // The same whatever it is asked.
      let same = Response(arguments: [], patterns: [], body: distinct[0].body)
      return ([], single(target, same, parameters, throwing))
    }
    if isByArguments, distinct.count == 1 {
      return ([], single(target, distinct[0], parameters, throwing))
    }
    let isShort = distinct.allSatisfy { response in response.patterns.allSatisfy { $0.fits(80) } }
    if isByArguments, isShort, endpoint.wrapper.isEmpty {
      return ([], choice(target, distinct, parameters))
    }
    // One after the other.
    let counter =
      (endpoint.name.split(separator: ".").last.map(String.init) ?? "endpoint").filter { $0.isLetter } + "Calls"
    var lines = [target + "{ " + underscores(count) + throwing + (count > 0 || !throwing.isEmpty ? "in" : "")]
    lines[0] = lines[0].trimmingTrailingSpace
    lines.append("  switch \(counter).wrappingAdd(1, ordering: .relaxed).oldValue {")
    for (index, response) in responses.enumerated() {
      let isLast = index == responses.count - 1
      lines += caseLines(isLast ? "default" : "case \(index)", response)
    }
    lines += ["  }", "}"]
    return (["let \(counter) = Atomic(0)"], lines)
  }

  private func underscores(_ count: Int) -> String {
    count == 0 ? "" : Array(repeating: "_", count: count).joined(separator: ", ") + " "
  }

  private func patterns(_ arguments: [any Encodable & Sendable]) throws(SwiftSpeller.Unspellable) -> [SwiftSource] {
    var patterns: [SwiftSource] = []
    for argument in arguments { patterns.append(try speller.source(of: argument)) }
    return patterns
  }

  private func single(_ target: String, _ response: Response, _ parameters: [String], _ throwing: String) -> [String] {
    let checks = zip(parameters, response.patterns).map { "\($0) == \($1.line)" }.joined(separator: " && ")
    let isChecked = !checks.isEmpty && checks.count <= 80 && throwing.isEmpty
    var body = response.body
    if isChecked { body.insert(.text("#expect(\(checks))"), at: 0) }
    let head = isChecked ? parameters.joined(separator: ", ") + " " : underscores(parameters.count)
    let opening =
      "\(target){ \(head)\(throwing)\(throwing.isEmpty ? "" : " ")\(head.isEmpty && throwing.isEmpty ? "" : "in")"
      .trimmingTrailingSpace
    // What only returns says so without a word.
    if body.count == 1, case .prefixed("return ", let value) = body[0] { body = [value] }
    if body.isEmpty { return [opening + " }"] }
    if body.count == 1, body[0].fits(SwiftSource.width - 8 - opening.count) { return ["\(opening) \(body[0].line) }"] }
    return [opening] + body.flatMap { ("  " + $0.rendered(at: 8)).lines(margin: 6) } + ["}"]
  }

  private func choice(_ target: String, _ responses: [Response], _ parameters: [String]) -> [String] {
    let value = parameters.count == 1 ? parameters[0] : "(\(parameters.joined(separator: ", ")))"
    var lines = ["\(target){ \(parameters.joined(separator: ", ")) in", "  switch \(value) {"]
    for response in responses {
      let patterns = response.patterns.map(\.line).joined(separator: ", ")
      lines += caseLines("case \(parameters.count == 1 ? patterns : "(\(patterns))")", response)
    }
    lines += [
      "  default:",
      "    Issue.record(\"no such call was recorded: \\(\(parameters.count == 1 ? "String(describing: \(value))" : value))\")",
      "    throw CancellationError()",
      "  }",
      "}",
    ]
    return lines
  }

  private func caseLines(_ label: String, _ response: Response) -> [String] {
    if response.body.isEmpty { return ["  \(label): return"] }
    if response.body.count == 1, response.body[0].fits(SwiftSource.width - 12 - label.count) {
      return ["  \(label): \(response.body[0].line)"]
    }
    return ["  \(label):"] + response.body.flatMap { ("    " + $0.rendered(at: 10)).lines(margin: 6) }
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
  /// The source with a type's name where the compiler would have to infer it.
  fileprivate func generic(named name: String) -> SwiftSource {
    guard case .list(let open, let items, let close) = self, open == ".init(" else { return self }
    return .list(open: "\(name)(", items: items, close: close)
  }
}

extension Rehearsal.Statement {
  /// What is sent or received.
  fileprivate var action: R.Action? {
    switch self {
    case .send(let action, _, _, _), .receive(let action, _, _): action
    case .advance, .answer, .date, .section: nil
    }
  }
}

extension String {
  /// Whether a name stands in here that is no part of a longer one.
  fileprivate func containsName(_ name: String) -> Bool {
    ranges(of: name).contains { range in
      let before = range.lowerBound == startIndex ? " " : self[index(before: range.lowerBound)]
      let after = range.upperBound == endIndex ? " " : self[range.upperBound]
      return ![before, after].contains { $0.isLetter || $0.isNumber || $0 == "_" }
    }
  }

  /// The lines without the margin that the first one has not.
  fileprivate var lines: [String] { lines(margin: 4) }

  fileprivate func lines(margin: Int) -> [String] {
    split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, line in
      String(index > 0 && line.prefix(margin).allSatisfy { $0 == " " } ? line.dropFirst(margin) : line)
    }
  }

  /// All on one line.
  fileprivate var joinedLines: String {
    split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }.joined()
  }

  fileprivate var trimmingTrailingSpace: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
