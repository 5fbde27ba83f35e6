import Dependencies
import Foundation
import Store

/// The source of a test that repeats a rehearsal.
struct GeneratedTest<R: Reducer> {
  private typealias Unspellable = SwiftSpeller.Unspellable

  private let rehearsal: Rehearsal<R>
  private let endpoints: [RecordedEndpoint]
  /// The origin of the test, for its comment.
  private let origin: String
  private var speller: SwiftSpeller
  private var names: Set<String> = ["store", "clock", "server", "start", "task", "uuids", "uuidCount"]
  /// Values that are declared after the test, because several places use them.
  private var constants: [(name: String, annotation: String, source: SwiftSource)] = []

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
    let results: [Any] = rehearsal.calls.made.compactMap { rehearsal.calls.result(of: $0) }
    // Answers that are too long to be written where they are used.
    try name(results.filter { !($0 is any Error) && !($0 is RecordedEndpoint.Nothing) }) { !$0.fits(48) }
    // Structs that actions carry, and identifiers, that several places need.
    let actions: [Any] = rehearsal.statements.compactMap { $0.action }
    let identifiers = ([rehearsal.plan.uuids] + actions + results).flatMap { Self.identifiers(in: $0) }
    for values in [actions.flatMap { Self.structs(in: $0) }, identifiers] {
      let (test, declarations) = try sources()
      let text = ([test] + declarations).map(\.line).joined(separator: "\n")
      try name(values) { $0.line.count >= 40 && text.ranges(of: $0.line).count > 1 }
    }
  }

  // MARK: Constants

  /// Makes constants of those values for whose source `isWorthIt` returns `true`.
  private mutating func name(_ values: [Any], where isWorthIt: (SwiftSource) -> Bool) throws(Unspellable) {
    var named: [(value: Any, source: SwiftSource)] = []
    for value in values where speller.constant(for: value) == nil {
      let source = try speller.source(of: value)
      guard isWorthIt(source), !named.contains(where: { $0.source.line == source.line }) else { continue }
      named.append((value, source))
    }
    for (name, (value, source)) in zip(uniqueNames(named.map { Self.name(for: $0.value) }), named) {
      // A value that begins with the initializer of its type needs no type annotation.
      let type = try speller.typeName(of: value)
      let isTyped = type != ".init" && source.line.hasPrefix("\(type)(")
      constants.append((name, isTyped ? "" : ": \(String(nameOf: Swift.type(of: value)))", source))
      speller.name(value, name)
    }
  }

  private static func structs(in value: Any) -> [Any] {
    guard let value = SwiftSpeller.unwrapped(value) else { return [] }
    return switch Structure(value) {
    case .enumeration(_, let arguments): arguments.flatMap { structs(in: $0.value) }
    case .properties: [value]
    default: []
    }
  }

  private static func identifiers(in value: Any) -> [Any] {
    guard let value = SwiftSpeller.unwrapped(value) else { return [] }
    return value is UUID ? [value] : Structure(value).parts.flatMap { identifiers(in: $0) }
  }

  /// Returns the name of a constant for a value.
  private static func name(for value: Any) -> String {
    var type = String(nameOf: Swift.type(of: value))
    var isPlural = false
    while let element = Swift.type(of: value) as? any ElementList.Type, !isPlural {
      type = String(nameOf: element.elementType)
      isPlural = true
    }
    if let generic = type.firstIndex(of: "<"), let end = type.lastIndex(of: ">") {
      let suffix = type[type.index(after: end)...]
      type = suffix.isEmpty ? String(type[..<generic]) : String(suffix)
    }
    if type == "UUID" { return "identifier" }
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
    let (test, declarations) = try sources()
    let text =
      test.rendered() + "\n"
      + declarations.map { declaration in
        let text = declaration.rendered() + "\n"
        return (text.contains(")!") ? "\n// swift-format-ignore: NeverForceUnwrap\n" : "\n") + text
      }.joined()
    let dates = text.contains("Date(\"") ? "\n\(Date.readingSource)" : ""
    return "\(imports(text))\n/// \(origin)\(assumptions(in: text))\n\(text)\(dates)"
  }

  /// The test, and what is declared after it.
  private func sources() throws(Unspellable) -> (test: SwiftSource, declarations: [SwiftSource]) {
    let overrides = try GeneratedOverrides(rehearsal: rehearsal, endpoints: endpoints, speller: speller).source()
    var body: [SwiftSource] = []
    if usesClock { body.append(.text("let clock = TestClock()")) }
    if usesServer {
      body.append(.text("// Answers that took their time come when this clock is moved on."))
      body.append(.text("let server = TestClock()"))
    }
    body += overrides.locals
    let feature = String(nameOf: R.self)
    let open = SwiftSource.text("let store = TestStore(initialState: \(String(nameOf: R.State.self))()) {")
    var store = SwiftSource.block(open, [.text("\(feature)()")], close: "}", staysOpen: true)
    if !overrides.overrides.isEmpty {
      store = .block(.suffixed(store, " withDependencies: {"), overrides.overrides, close: "}", staysOpen: true)
    }
    body += [store, .text("")]
    var speller = speller
    for (index, statement) in rehearsal.statements.enumerated() {
      // What an action brings is written with its constants.
      let text =
        try statement.action.map { action throws(Unspellable) in try self.speller.source(of: action).line } ?? ""
      speller.preferred = Set(constants.map(\.name).filter(text.contains))
      if case .section = statement, body.last?.line != "" { body.append(.text("")) }
      if let source = try source(of: statement, index, speller) { body.append(source) }
    }
    for index in rehearsal.tasks { body.append(.text("await \(taskName(index)).cancel()")) }
    if rehearsal.hasOtherEffects { body.append(.text("await store.skipInFlightEffects()")) }
    let test = SwiftSource.block(.text("@Test func session() async {"), body, close: "}", staysOpen: true)
    let declarations = constants.map { SwiftSource.prefixed("private let \($0.name)\($0.annotation) = ", $0.source) }
    let name = feature.replacing(".", with: "")
    return (
      .block(.text("struct \(name)SessionTests {"), [test], close: "}", staysOpen: true),
      declarations + overrides.declarations
    )
  }

  /// A comment on initializers that only the compiler can check.
  private func assumptions(in text: String) -> String {
    let types = speller.memberwiseTypes(in: text)
    if types.isEmpty { return "" }
    let sentence = """
      It calls memberwise initializers of \(types.list(or: "and")). Where a type has another one, the command line's \
      `swiftSpellings` have to say so.
      """
    return sentence.wrapped(to: 115).map { "\n/// " + $0 }.joined()
  }

  private func imports(_ text: String) -> String {
    let module = String(reflecting: R.self).prefix { $0 != "." }
    let foundation = ["Date(", "URL(", "UUID(", "Data(", "Decimal(", "Calendar(", "Locale(", ".distant"]
    var imports = ["Store", "StoreTesting", "Testing"]
    if foundation.contains(where: text.contains) { imports.append("Foundation") }
    if text.contains("Atomic(") { imports.append("Synchronization") }
    return imports.sorted().map { "import \($0)\n" }.joined() + "\n@testable import \(module)\n"
  }

  // MARK: Statements

  private var usesClock: Bool {
    rehearsal.continuousClock.isUsed || rehearsal.suspendingClock.isUsed || rehearsal.plan.usesClockForDates
  }

  private var usesServer: Bool {
    !rehearsal.calls.released.isEmpty || rehearsal.calls.made.contains { rehearsal.calls.result(of: $0) == nil }
  }

  private func taskName(_ index: Int) -> String {
    let position = rehearsal.tasks.firstIndex(of: index) ?? 0
    return position == 0 ? "task" : "task\(position + 1)"
  }

  /// The source of a statement; `nil` if the test needs none.
  private func source(of statement: Rehearsal<R>.Statement, _ index: Int, _ speller: SwiftSpeller) throws(Unspellable)
    -> SwiftSource?
  {
    switch statement {
    case .send(let action, let before, let after, _):
      let prefix = rehearsal.tasks.contains(index) ? "let \(taskName(index)) = await " : "await "
      let call = SwiftSource.list(open: "\(prefix)store.send(", items: [try speller.source(of: action)], close: ")")
      return try source(of: call, before, after, speller)
    case .receive(let action, let before, let after):
      return try source(of: .prefixed("await ", receive(action, speller)), before, after, speller)
    case .assert(let before, let after):
      // Nothing but shared state changes without an action.
      let source = try source(of: .text("store.assert"), before, after, speller)
      if case .text = source { return nil }
      return source
    case .advance(let duration):
      return usesClock ? .text("await clock.advance(by: \(duration.source.line))") : nil
    case .answer: return .text("await server.advance(by: .seconds(1))")
    case .date(let date): return .prefixed("store.dependencies.date.now = ", date.source)
    case .section(let title):
      return .text("// \(title.printable.split(whereSeparator: \.isNewline).joined(separator: " "))")
    }
  }

  /// A call that asserts changes of the state.
  private func source(of call: SwiftSource, _ before: R.State, _ after: R.State, _ speller: SwiftSpeller)
    throws(Unspellable) -> SwiftSource
  {
    let changes = try StateChanges(from: before, to: after, speller).statements
    return changes.isEmpty ? call : .block(.suffixed(call, " {"), changes, close: "}")
  }

  /// Receives a short action by its value, and a long one by its case.
  private func receive(_ action: R.Action, _ speller: SwiftSpeller) throws(Unspellable) -> SwiftSource {
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

extension Rehearsal.Statement {
  /// The action that is sent or received.
  fileprivate var action: R.Action? {
    switch self {
    case .send(let action, _, _, _), .receive(let action, _, _): action
    case .advance, .assert, .answer, .date, .section: nil
    }
  }
}
