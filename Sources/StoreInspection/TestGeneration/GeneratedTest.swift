import Dependencies
import Foundation
import Store
import StoreTrace

/// The source of a test that repeats a rehearsed session.
struct GeneratedTest<R: Reducer> {
  let rehearsal: SessionRehearsal<R>
  /// The endpoints that the session called.
  let endpoints: [RecordedEndpoint]
  let path: FeaturePath
  /// The name of the trace, which lies beside the test.
  let trace: String
  /// The number of the last step, if the trace has more.
  let lastStep: Int?
  /// The expression for the state with which the session began; `nil` if the test decodes it.
  let initialState: String?
  /// The origin of the test, for its comment.
  let origin: String

  private var feature: String { String(nameOf: R.self) }

  var text: String {
    let body = opening + [""] + statements.drop { $0.isEmpty } + closing
    let test = ["@Test func session() async throws {"] + Self.indented(body) + ["}"]
    let head = [imports(test.joined()), "", "@testable import \(module)", "", "/// \(origin)", "struct \(suite) {"]
    return (head + Self.indented(test) + ["}", ""]).joined(separator: "\n")
  }

  private var suite: String {
    let file = String(trace.prefix { $0 != "." })
    if file.hasSuffix("Tests"), file.isPlainIdentifier { return file }
    return "\(feature.filter { $0.isLetter || $0.isNumber })SessionTests"
  }

  private var module: String { String(String(reflecting: R.self).prefix { $0 != "." }) }

  private func imports(_ text: String) -> String {
    let needsFoundation = ["Date(", "URL(", "UUID(", "Data(", "Decimal(", ".distant"].contains { text.contains($0) }
    let modules = ["Store", "StoreInspection", "StoreTesting", "Testing"] + (needsFoundation ? ["Foundation"] : [])
    return modules.sorted().map { "import \($0)" }.joined(separator: "\n")
  }

  private var opening: [String] {
    var arguments = [trace.literal, "of: \(feature)()"]
    if !path.properties.isEmpty {
      arguments.append("at: \(path.description.literal)")
      if path.cases != path.properties { arguments.append("action: \(path.cases.joined(separator: ".").literal)") }
    }
    if let lastStep { arguments.append("through: \(lastStep)") }
    if let initialState { arguments.append("from: \(initialState)") }
    let closures = endpoints.filter { $0.wrapper.isEmpty }.map { "#endpoint(\\.\($0.name))" }
    var prepare = ["session.prepare(&$0\(closures.map { ", \($0)" }.joined()))"]
    if prepare[0].count > 110 {
      prepare = ["session.prepare("] + Self.indented((["&$0"] + closures).joined(separator: ",\n").lines) + [")"]
    }
    for endpoint in endpoints where !endpoint.wrapper.isEmpty {
      prepare.append("$0.\(endpoint.name) = \(endpoint.wrapper)(session.answers(of: \(endpoint.name.literal)))")
    }
    let call = "let session = try RecordedSession(\(arguments.joined(separator: ", ")))"
    let lines = arguments.joined(separator: ",\n").lines
    let session =
      call.count <= 110 ? [call] : ["let session = try RecordedSession("] + Self.indented(lines) + [")"]
    return session + ["let store = TestStore(initialState: session.initialState) {", "  session.reducer"]
      + ["} withDependencies: {"] + Self.indented(prepare) + ["}"]
  }

  private var closing: [String] {
    (rehearsal.hasEffects ? ["await store.skipInFlightEffects()"] : []) + ["session.finish()"]
  }

  private var statements: [String] {
    rehearsal.statements.flatMap { statement -> [String] in
      func changes(_ before: R.State, _ after: R.State, _ step: Int?) -> [String] {
        StateChanges(from: before, to: after, recorded: step.map { "session[\($0)]" }).statements
      }
      switch statement {
      case .section(let title):
        return ["", "// \(title.printable.split(whereSeparator: \.isNewline).joined(separator: " "))"]
      case .advance(let duration): return ["await session.clock.advance(by: \(duration.literal))"]
      case .modify(let name, let step, let before, let after):
        return Self.call("await store.receive(modify: \(name.literal))", changes(before, after, step))
      case .assert(let before, let after):
        let changes = changes(before, after, nil)
        return changes.isEmpty ? [] : Self.call("store.assert", changes)
      case .send(let action, let step, let before, let after):
        return Self.call("await store.send(\(sent(action, step)))", changes(before, after, step))
      case .receive(let action, let step, let before, let after):
        return Self.call("await store.receive(\(received(action, step)))", changes(before, after, step))
      }
    }
  }

  /// A call that asserts changes of the state.
  private static func call(_ call: String, _ changes: [String]) -> [String] {
    guard let first = changes.first else { return [call] }
    let line = "\(call) { \(first) }"
    return changes.count == 1 && line.count <= 112 ? [line] : ["\(call) {"] + indented(changes) + ["}"]
  }

  private func sent(_ action: R.Action, _ step: Int) -> String {
    if let text = spelling(of: action), text.count <= 90 { return text }
    return "try session.action(\(step))"
  }

  /// Receives a short action by its value, and a long one by its case.
  private func received(_ action: R.Action, _ step: Int) -> String {
    let isEquatable = action is any Equatable
    if isEquatable, let text = spelling(of: action), text.count <= 80 { return text }
    return Self.casePath(action) ?? (isEquatable ? "try session.action(\(step))" : "{ _ in true }")
  }

  /// Returns the key path of an action's case, and of the cases within it.
  private static func casePath(_ action: Any) -> String? {
    var path = "\\"
    var value = action
    while value is any CasePathable {
      let payload = Mirror(reflecting: value).children.first
      let name = payload?.label ?? EnumCaseName.text(of: value)
      let parts = payload.map { Mirror(reflecting: $0.value).children.map { $0 } } ?? []
      if name == "element", parts.count == 2, parts.map(\.label) == ["id", "action"] {
        guard let id = spelling(of: parts[0].value) else { break }
        path += "[id: \(id)]"
        value = parts[1].value
        continue
      }
      guard name.isPlainIdentifier else { return nil }
      path += ".\(name)"
      // A key path can't lead through an optional payload.
      guard let next = payload?.value, !(next is any OptionalReflecting) else { break }
      value = next
    }
    return path == "\\" ? nil : path
  }

  private static func indented(_ lines: [String]) -> [String] { lines.map { $0.isEmpty ? $0 : "  \($0)" } }
}

extension String {
  fileprivate var lines: [String] { split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
}
