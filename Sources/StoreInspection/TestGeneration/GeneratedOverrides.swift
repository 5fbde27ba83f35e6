import Dependencies
import Store

/// The overrides of a generated test: clocks, generators, and endpoints with their answers in the session.
struct GeneratedOverrides<R: Reducer> {
  let rehearsal: Rehearsal<R>
  let endpoints: [RecordedEndpoint]
  let speller: SwiftSpeller

  /// Returns the declarations before the store, and the lines that override its dependencies.
  func lines() throws(SwiftSpeller.Unspellable) -> (declarations: [String], lines: [String]) {
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
        declarations += SwiftSource.prefixed("let uuids = ", list).rendered(at: 4).sourceLines()
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
      let (declaration, override) = try self.override(endpoint, counter: counterName(of: endpoint))
      declarations += declaration
      lines += override
    }
    return (declarations, lines)
  }

  /// The response of an endpoint to a call in the test.
  private struct Response {
    let arguments: [JSONValue]
    let patterns: [SwiftSource]
    /// Statements, the last of which returns or throws.
    var body: [SwiftSource]

    /// The response for a closure that can throw only one type of errors.
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

  /// The statements of a call that is never answered.
  private static var silence: [SwiftSource] {
    [.text("try await server.sleep(for: .seconds(86_400))"), .text("throw CancellationError()")]
  }

  /// The name of the variable that counts the calls of an endpoint. Two clients may have endpoints of the same name.
  private func counterName(of endpoint: RecordedEndpoint) -> String {
    func words(_ endpoint: RecordedEndpoint) -> [String] {
      endpoint.name.split(separator: ".").map { $0.filter(\.isLetter) }
    }
    var name = words(endpoint)[...]
    let called = Set(rehearsal.calls.made.map(\.endpoint))
    let isUnique = endpoints.count { called.contains($0.name) && words($0).last == name.last } == 1
    let first = isUnique ? name.popLast() : name.popFirst()
    let others = isUnique ? [] : name.map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return ([first ?? "endpoint"] + others + ["Calls"]).joined()
  }

  private func override(
    _ endpoint: RecordedEndpoint,
    counter: String
  ) throws(SwiftSpeller.Unspellable) -> (declarations: [String], lines: [String]) {
    let calls = rehearsal.calls
    var responses: [Response] = []
    var failureType: String?
    for call in calls.made where call.endpoint == endpoint.name {
      var body: [SwiftSource] = []
      if let recorded = call.recorded, !recorded.isCancelled {
        if let release = calls.released.firstIndex(of: recorded.index) {
          body.append(.text("try await server.sleep(for: .seconds(\(release - call.answersBefore + 1)))"))
        }
        let result = calls.results[recorded.index]
        if let error = result as? any Error {
          let type = String(nameOf: type(of: error))
          let source = try speller.source(of: error)
          let isCase = source.line.hasPrefix(".")
          failureType = type
          body.append(.prefixed("throw \(isCase ? type : "")", source))
        } else if let result, !(result is RecordedEndpoint.Nothing) {
          body.append(.prefixed("return ", try speller.source(of: result)))
        }
      } else {
        body = Self.silence
      }
      responses.append(Response(arguments: call.json, patterns: try patterns(call.arguments), body: body))
    }
    guard !responses.isEmpty else { return ([], []) }
    let count = responses[0].patterns.count
    let parameters = (0..<count).map { index in
      // A parameter without a label, as in "track(_:)", has no name that a closure could use.
      let name = index < endpoint.parameters.count ? endpoint.parameters[index] : "_"
      return SwiftSource.identifier(name == "_" ? "argument\(index + 1)" : name)
    }
    if !endpoint.wrapper.isEmpty { responses = responses.map(\.withoutTry) }
    // Calls with the same arguments and the same response need only one response.
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
      // The response does not depend on the arguments.
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
    // The responses are returned one after the other.
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
    // A closure that only returns a value needs no `return`.
    if body.count == 1, case .prefixed("return ", let value) = body[0] { body = [value] }
    if body.isEmpty { return [opening + " }"] }
    if body.count == 1, body[0].fits(SwiftSource.width - 8 - opening.count) { return ["\(opening) \(body[0].line) }"] }
    return [opening] + body.flatMap { ("  " + $0.rendered(at: 8)).sourceLines(margin: 6) } + ["}"]
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
    return ["  \(label):"] + response.body.flatMap { ("    " + $0.rendered(at: 10)).sourceLines(margin: 6) }
  }
}

extension String {
  fileprivate var trimmingTrailingSpace: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
