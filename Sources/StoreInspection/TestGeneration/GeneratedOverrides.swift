import Dependencies
import Store

/// The overrides of a generated test: clocks, generators, and endpoints with their answers in the session.
struct GeneratedOverrides<R: Reducer> {
  private typealias Unspellable = SwiftSpeller.Unspellable

  let rehearsal: Rehearsal<R>
  let endpoints: [RecordedEndpoint]
  let speller: SwiftSpeller

  func source() throws(SwiftSpeller.Unspellable) -> OverrideSource {
    var source = try rehearsal.plan.source(speller)
    if rehearsal.suspendingClock.isUsed { source.overrides.insert(.text("$0.suspendingClock = clock"), at: 0) }
    if rehearsal.continuousClock.isUsed { source.overrides.insert(.text("$0.continuousClock = clock"), at: 0) }
    for endpoint in endpoints { try add(endpoint, to: &source) }
    return source
  }

  /// The response of an endpoint to a call in the test.
  private struct Response {
    /// The arguments, encoded and as patterns.
    let arguments: [JSONValue]
    let patterns: [SwiftSource]
    /// Statements, the last of which returns or throws.
    let body: [SwiftSource]
    /// The type of the error that the response throws. A closure in a wrapper has to name it.
    let failure: String?
  }

  private func response(to call: RehearsedCalls.Made, isThrowing: Bool) throws(Unspellable) -> Response {
    let sleep = "\(isThrowing ? "try" : "try?") await server.sleep(for: .seconds"
    var body: [SwiftSource] = []
    var failure: String?
    if let recorded = call.recorded, let result = rehearsal.calls.result(of: call) {
      if let release = rehearsal.calls.released.firstIndex(of: recorded.index) {
        body.append(.text("\(sleep)(\(release - call.answersBefore + 1)))"))
      }
      switch result {
      case is RecordedEndpoint.Nothing: break
      case let error as any Error:
        let type = String(nameOf: type(of: error))
        let source = try speller.source(of: error)
        failure = type
        body.append(.prefixed("throw \(source.line.hasPrefix(".") ? type : "")", source))
      default: body.append(.prefixed("return ", try speller.source(of: result)))
      }
    } else {
      // A call that is never answered, or whose effect was cancelled before it was.
      body.append(.text("\(sleep)(86_400))"))
      if isThrowing { body.append(.text("throw CancellationError()")) }
    }
    var patterns: [SwiftSource] = []
    for argument in call.arguments { patterns.append(try speller.source(of: argument)) }
    return Response(arguments: call.json, patterns: patterns, body: body, failure: failure)
  }

  private func add(_ endpoint: RecordedEndpoint, to source: inout OverrideSource) throws(Unspellable) {
    let isThrowing = endpoint.wrapper.isEmpty
    var responses: [Response] = []
    for call in rehearsal.calls.made where call.endpoint == endpoint.name {
      responses.append(try response(to: call, isThrowing: isThrowing))
    }
    guard let first = responses.first else { return }
    // Calls with the same arguments and the same response need only one response.
    var distinct: [Response] = []
    for response in responses where !distinct.contains(where: { $0.arguments == response.arguments }) {
      distinct.append(response)
    }
    func lines(_ response: Response) -> [String] { response.body.map(\.line) }
    let isByArguments = responses.allSatisfy { response in
      distinct.contains { $0.arguments == response.arguments && lines($0) == lines(response) }
    }
    let isConstant = responses.allSatisfy { lines($0) == lines(first) }
    let failure = isThrowing ? nil : responses.compactMap(\.failure).last
    var parameters = first.patterns.indices.map { index in
      // Not every label is a name that a closure could use: it may be `_`, be that of another parameter, contain spaces,
      // or hide the clock of the answers.
      let name = index < endpoint.parameters.count ? endpoint.parameters[index] : "_"
      let isUsable =
        name.isIdentifier && !["_", "await", "server"].contains(name) && endpoint.parameters.count { $0 == name } == 1
      return SwiftSource.identifier(isUsable ? name : "argument\(index + 1)")
    }
    let arguments = Self.tuple(parameters.map { .text($0) })
    let checks = zip(parameters, first.patterns).map { "\($0) == \($1.line)" }.joined(separator: " && ")
    let throwing = failure.map { " throws(\($0))" } ?? ""
    var body: [SwiftSource]
    if isByArguments, isThrowing, !isConstant,
      distinct.allSatisfy({ response in response.patterns.allSatisfy { $0.fits(80) } })
    {
      body = Self.switching(
        over: arguments,
        distinct.map { (Self.tuple($0.patterns), $0.body) },
        default: [
          .text(
            "Issue.record(\"no such call was recorded: \\(\(parameters.count == 1 ? "String(describing: \(arguments))" : arguments))\")"
          ),
          .text("throw CancellationError()"),
        ]
      )
    } else if !isConstant {
      // The responses are returned one after the other.
      parameters = parameters.map { _ in "_" }
      let counter = counterName(of: endpoint)
      source.locals.append(.text("let \(counter) = Atomic(0)"))
      body = Self.switching(
        over: "\(counter).wrappingAdd(1, ordering: .relaxed).oldValue",
        responses.dropLast().enumerated().map { ("\($0)", $1.body) },
        default: responses[responses.count - 1].body
      )
    } else {
      body = first.body
      if distinct.count == 1, !checks.isEmpty, checks.count <= 80, throwing.isEmpty {
        body.insert(.text("#expect(\(checks))"), at: 0)
      } else {
        parameters = parameters.map { _ in "_" }
      }
      // A closure that only returns a value needs no `return`.
      if body.count == 1, case .prefixed("return ", let value) = body[0] { body = [value] }
    }
    let head = parameters.isEmpty && throwing.isEmpty ? "" : " \(parameters.joined(separator: ", "))\(throwing) in"
    source.overrides.append(.block(.text("$0.\(endpoint.name) = \(endpoint.wrapper){\(head)"), body, close: "}"))
  }

  private static func tuple(_ parts: [SwiftSource]) -> String {
    let text = parts.map(\.line).joined(separator: ", ")
    return parts.count == 1 ? text : "(\(text))"
  }

  private static func switching(
    over value: String,
    _ cases: [(pattern: String, body: [SwiftSource])],
    default body: [SwiftSource]
  ) -> [SwiftSource] {
    func label(_ text: String, _ body: [SwiftSource]) -> SwiftSource {
      .block(.text("\(text):"), body.isEmpty ? [.text("return")] : body, close: nil)
    }
    return [.text("switch \(value) {")] + cases.map { label("case \($0.pattern)", $0.body) }
      + [label("default", body), .text("}")]
  }

  /// The name of the variable that counts the calls of an endpoint. Two clients may have endpoints of the same name.
  private func counterName(of endpoint: RecordedEndpoint) -> String {
    func words(_ endpoint: RecordedEndpoint) -> [String] {
      endpoint.name.split(separator: ".").map { $0.filter { $0.isLetter || $0.isNumber } }
    }
    var name = words(endpoint)[...]
    let called = Set(rehearsal.calls.made.map(\.endpoint))
    let isUnique = endpoints.count { called.contains($0.name) && words($0).last == name.last } == 1
    let first = isUnique ? name.popLast() : name.popFirst()
    let others = isUnique ? [] : name.map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return ([first ?? "endpoint"] + others + ["Calls"]).joined()
  }
}
