import Dependencies
import Store
import StoreTrace

/// Answers the calls of endpoints as a script says. Other calls get their usual answers.
package final class ScriptedAnswers: CallHandler {
  private let rules = Locked<[ScriptedAnswer]>([])

  package init() {}

  /// The answers that the script has set, the latest first.
  var values: [ScriptedAnswer] {
    get { rules.withLock { $0 } }
    set { rules.withLock { $0 = newValue } }
  }

  func add(_ answer: ScriptedAnswer) {
    rules.withLock { rules in
      // An answer for all calls of the endpoint replaces its earlier answers.
      if answer.arguments == nil, !answer.isOnce { rules.removeAll { $0.endpoint == answer.endpoint } }
      rules.insert(answer, at: 0)
    }
  }

  package func call<Output: Codable & Sendable>(
    _ endpoint: RecordedEndpoint,
    _ arguments: [any Encodable & Sendable],
    original: () async throws -> Output
  ) async throws -> Output {
    guard let answer = take(endpoint, arguments) else { return try await original() }
    if let delay = answer.delay { try await DependencyValues.current.continuousClock.sleep(for: delay) }
    switch answer.outcome {
    case .usual: return try await original()
    case .value(let node): return try Self.decode(Output.self, node)
    case .failure(let node): throw try Self.failure(node, of: endpoint)
    case .never:
      try await Task.never()
      throw CancellationError()
    }
  }

  /// Returns the answer for a call. An answer for one call is given once.
  private func take(_ endpoint: RecordedEndpoint, _ arguments: [any Encodable & Sendable]) -> ScriptedAnswer? {
    // Encoding calls code of the arguments' types, so it is done without the lock, and only if it is needed.
    let candidates = values.filter { $0.endpoint == endpoint.name }
    guard !candidates.isEmpty else { return nil }
    let needsValues = candidates.contains { $0.arguments != nil }
    let values = needsValues ? arguments.map { (try? JSONValueEncoder().encode($0)) ?? .null } : []
    return rules.withLock { rules in
      let index = rules.firstIndex { $0.endpoint == endpoint.name && $0.matches(values, endpoint.parameters) }
      guard let index else { return nil }
      return rules[index].isOnce ? rules.remove(at: index) : rules[index]
    }
  }

  // MARK: Values

  /// Checks an answer before the script runs. Values with variables are checked when they are used.
  static func check(_ answer: ScriptedAnswer, _ endpoints: [RecordedEndpoint]) throws(Diagnostic) {
    guard let endpoint = endpoints.first(where: { $0.name == answer.endpoint }) else {
      let names = endpoints.map(\.name)
      throw Diagnostic(
        answer.endpointRange,
        names.isEmpty
          ? "this program has no endpoints that can be answered" : "unknown endpoint `\(answer.endpoint.printable)`",
        notes: names.isEmpty
          ? "name them in the program: \(RecordedEndpoint.declaration(of: answer.endpoint))"
          : names.nearest(to: answer.endpoint).map { "did you mean `\($0)`?" } ?? "`help answers` lists them"
      )
    }
    try answer.checkLabels(endpoint)
    switch answer.outcome {
    case .usual, .never: break
    case .value(let node):
      if endpoint.returnsNothing {
        throw Diagnostic(node.range, "`\(endpoint.name)` returns nothing", notes: "leave out `with` and the value")
      }
      if node.variables.isEmpty { _ = try decode(endpoint.resultType, node) }
    case .failure(let node):
      if node?.variables.isEmpty != false { _ = try failure(node, of: endpoint) }
    }
  }

  private static func decode<Value: Decodable>(_ type: Value.Type, _ node: JSONNode) throws(Diagnostic) -> Value {
    do {
      return try NodeDecoder.decode(type, from: DecodingNode(node))
    } catch {
      throw error.diagnostic
    }
  }

  /// Returns the error with which a call fails.
  private static func failure(_ node: JSONNode?, of endpoint: RecordedEndpoint) throws(Diagnostic) -> any Error {
    guard let node else { return endpoint.failures.first ?? UnknownFailure() }
    var mistake: Diagnostic?
    for known in endpoint.failures {
      guard let type = type(of: known) as? any (Error & Decodable).Type else { continue }
      do throws(Diagnostic) {
        return try decode(type, node)
      } catch {
        mistake = mistake ?? error
      }
    }
    throw mistake
      ?? Diagnostic(
        node.range,
        "the errors of `\(endpoint.name)` can't be written in a script",
        notes: "`fails` without an error lets it fail with the one that an exploration would choose",
        """
        to write errors here, name a `Codable` one in the program: \
        \(RecordedEndpoint.declaration(of: endpoint.name, ".failing(with: …)"))
        """
      )
  }

  /// The error of a call whose endpoint has no known errors.
  struct UnknownFailure: Error, CustomStringConvertible {
    var description: String { "the call failed, as the script says" }
  }

  /// The text of `help answers`.
  package static func help(_ endpoints: [RecordedEndpoint]) -> String {
    let names = endpoints.map { endpoint in
      let labels = endpoint.parameters.map { "\($0):" }.joined()
      let error = endpoint.failures.first.map { "  fails with \(String(nameOf: type(of: $0)))" } ?? ""
      return "  \(endpoint.name)(\(labels))\(error)"
    }
    return """
      A script says how calls of a program's clients end, on mock values:

        answer client.endpoint fails                       with the error that an exploration would choose
        answer client.endpoint fails .timeout(seconds: 5)  with this error
        answer client.endpoint with {"id": 1}              with this value
        answer client.endpoint never                       not before the effect is cancelled
        answer client.endpoint after 2s                    later; before `fails`, `with` or `as usual`, too
        answer client.endpoint as usual                    as if the script had said nothing

      `once` at the end is about the next call only. Arguments choose calls: answer client.endpoint(id: 1) fails, and a
      text is compared with a regular expression: answer client.endpoint(query: /^sw/) fails
      The latest statement that is about a call decides.

      \(names.isEmpty ? "This program has no endpoints that can be answered." : "The endpoints")
      \(names.joined(separator: "\n"))
      """
  }
}

extension RecordedEndpoint {
  /// How a program names an endpoint, for messages.
  package static func declaration(of endpoint: String, _ suffix: String = "") -> String {
    "`commandLine.recordedEndpoints = [#endpoint(\\.\(endpoint))\(suffix)]`"
  }
}

extension ScriptedAnswer {
  /// Whether a call with these arguments gets this answer.
  fileprivate func matches(_ values: [JSONValue], _ labels: [String]) -> Bool {
    guard case .arguments(let members)? = arguments?.content else { return true }
    return members.enumerated().allSatisfy { position, member in
      let index = Self.index(of: member, at: position, labels)
      guard let index, values.indices.contains(index) else { return false }
      if patterns.contains(member.name), case .scalar(.string(let pattern)) = member.value.content {
        guard case .string(let text) = values[index] else { return false }
        return (try? Pattern(pattern).isFound(in: text)) == true
      }
      return member.value.value(like: values[index]) == values[index]
    }
  }

  /// The position of the parameter that an argument is for.
  private static func index(of member: JSONNode.Member, at position: Int, _ labels: [String]) -> Int? {
    member.name == "_\(position)" ? position : labels.firstIndex(of: member.name)
  }

  fileprivate func checkLabels(_ endpoint: RecordedEndpoint) throws(Diagnostic) {
    guard case .arguments(let members)? = arguments?.content else { return }
    for (position, member) in members.enumerated() {
      if let index = Self.index(of: member, at: position, endpoint.parameters), index < endpoint.parameters.count {
        continue
      }
      let labels = endpoint.parameters.filter { $0 != "_" }.map { "\($0):" }
      throw Diagnostic(
        member.nameRange,
        "`\(endpoint.name)` has no such parameter",
        notes: labels.isEmpty
          ? "it has \(endpoint.parameters.count.counting("parameter"))" : "expected \(labels.list())"
      )
    }
  }
}
