/// A line of a trace after the header.
package struct TraceRecord: Sendable {
  /// Seconds since the start on the session's clock, which is virtual on mock values.
  package var time: Double
  /// Real seconds since the start.
  var wall: Double
  package var content: Content

  package enum Content: Sendable {
    case action(Action)
    case modified(Modification)
    case started(Effect)
    case finished(effect: Int)
    /// The effect was cancelled, perhaps before it started.
    case cancelled(effect: Int)
    case call(Call)
    case notified(Notification)
    case section(title: String)
    /// The state was set to the state after an earlier step, and all effects were cancelled.
    case jump(step: Int, patch: JSONPatch)
    case end(status: Int)
    /// A record of a later version of the format.
    case unknown(kind: String)
  }

  /// An action that was reduced.
  package struct Action: Sendable {
    /// Counted from 1.
    package var step: Int
    /// The path of the action, as in scripts.
    package var name: String
    /// The encoded action, with its range in the trace.
    package var action: JSONNode
    package var origin: Origin
    /// The values that the reducer got from generators.
    package var values = GeneratedValues()
    /// The real seconds that the reducer took; `nil` if they are not known.
    var duration: Double?
    /// The change of the state.
    package var patch: JSONPatch
  }

  /// A change of the state by an effect, without an action.
  package struct Modification: Sendable {
    /// Counted with the actions.
    package var step: Int
    package var name: String
    /// The effect that made it.
    package var effect: Int
    /// The real seconds that it took; `nil` if they are not known.
    var duration: Double?
    package var patch: JSONPatch
  }

  package enum Origin: Equatable, Sendable {
    case user
    case effect(Int)
    /// The reducer returned `.send` in this step; 0 if that was before the recording began.
    case reducer(step: Int)
  }

  /// An effect that started.
  package struct Effect: Sendable {
    /// The number of the effect, unique in the trace.
    package var effect: Int
    package var name: String?
    /// The file and line that created the effect: `Module/File.swift:12`.
    var location: String
    /// The step whose reducer returned the effect; 0 if that was before the recording began, or when the store was made.
    package var cause: Int
    /// The event that started the effect, if it was not an action itself: `onMount of Row 3`.
    package var event: String?
    var cancellationIDs: [String] = []
  }

  /// A call of a dependency that has returned.
  package struct Call: Sendable {
    /// The effect that made the call; `nil` if it was made outside of effects.
    package var effect: Int?
    /// The name of the endpoint: `gitHubClient.searchRepositories`.
    package var dependency: String
    package var arguments: [JSONValue]
    package var outcome: Outcome
  }

  package enum Outcome: Sendable {
    case result(JSONValue)
    case error(JSONValue)
  }
}

extension TraceRecord {
  /// Applies the record's change of the state, if it has one.
  ///
  /// - Parameter source: The line of the record.
  package func apply(to state: inout JSONValue, _ source: SourceText) throws(TraceError) {
    let patch: JSONPatch
    switch content {
    case .action(let action): patch = action.patch
    case .modified(let modification): patch = modification.patch
    case .jump(_, let change): patch = change
    default: return
    }
    do throws(JSONPatchError) {
      try patch.apply(to: &state)
    } catch {
      throw TraceError(source, Diagnostic(0..<0, "the patch does not fit the state before it", notes: error.message))
    }
  }
}

extension TraceRecord.Origin {
  fileprivate init(_ node: JSONNode) throws(Diagnostic) {
    switch node.content {
    case .scalar(.string("user")): self = .user
    case .object(let members) where members.count == 1 && members[0].name == "effect":
      self = .effect(try node.number("effect"))
    case .object(let members) where members.count == 1 && members[0].name == "reducer":
      self = .reducer(step: try node.number("reducer"))
    default:
      throw Diagnostic(
        node.range,
        "expected an origin, found \(node.summary)",
        notes: #"expected "user", {"effect": NUMBER} or {"reducer": STEP}"#
      )
    }
  }
}

extension TraceRecord {
  /// The members that are read of each kind of record, besides those that all kinds have.
  private static let members: [String: Set<String>] = [
    "action": ["step", "name", "action", "origin", "duration", "values", "patch"],
    "modified": ["step", "name", "effect", "duration", "patch"],
    "started": ["effect", "name", "location", "cause", "event", "cancellationIDs"],
    "finished": ["effect"], "cancelled": ["effect"],
    "call": ["effect", "dependency", "arguments", "result", "error"],
    "notified": ["of", "count"],
    "section": ["title"], "jump": ["step", "patch"], "end": ["status"],
  ]

  /// Whether a member is read. Other members, of later versions of the format, are not checked.
  ///
  /// - Parameter before: The members before it.
  static func reads(_ name: String, _ before: [JSONNode.Member]) -> Bool {
    if name == "time" || name == "wall" || name == "kind" { return true }
    // The kind is written first.
    guard let first = before.first, first.name == "kind", case .scalar(.string(let kind)) = first.value.content else {
      return members.values.contains { $0.contains(name) }
    }
    return members[kind]?.contains(name) == true
  }

  /// The kind of a record of a later version of the format; `nil` for a known kind, or if the line doesn't begin with
  /// the kind.
  static func unknownKind(in line: [UInt8]) -> String? {
    let start = kindStart
    guard line.starts(with: start) else { return nil }
    let kind = line[start.count...].prefix { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    guard kind.endIndex < line.count, line[kind.endIndex] == UInt8(ascii: "\"") else { return nil }
    let name = String(decoding: kind, as: UTF8.self)
    return members[name] == nil ? name : nil
  }

  private static let kindStart = Array("{\"kind\":\"".utf8)

  init(_ node: JSONNode) throws(Diagnostic) {
    let kind = try node.string("kind").value
    time = try node.seconds("time")
    wall = try node.seconds("wall")
    switch kind {
    case "action":
      content = .action(
        Action(
          step: try node.number("step"),
          name: try node.string("name").value,
          action: try node.member("action"),
          origin: try Origin(node.member("origin")),
          values: try GeneratedValues(node["values"]),
          duration: node["duration"] == nil ? nil : try node.seconds("duration"),
          patch: try JSONPatch(node.member("patch"))
        )
      )
    case "modified":
      content = .modified(
        Modification(
          step: try node.number("step"),
          name: try node.string("name").value,
          effect: try node.number("effect"),
          duration: node["duration"] == nil ? nil : try node.seconds("duration"),
          patch: try JSONPatch(node.member("patch"))
        )
      )
    case "started":
      content = .started(
        Effect(
          effect: try node.number("effect"),
          name: node["name"]?.value == .null ? nil : try node.string("name").value,
          location: try node.string("location").value,
          cause: try node.number("cause"),
          event: node["event"] == nil ? nil : try node.string("event").value,
          cancellationIDs: try node.strings("cancellationIDs")
        )
      )
    case "finished": content = .finished(effect: try node.number("effect"))
    case "cancelled": content = .cancelled(effect: try node.number("effect"))
    case "call":
      let arguments = try node.member("arguments")
      guard case .array(let arguments) = arguments.value else {
        throw Diagnostic(arguments.range, "expected an array for `arguments`, found \(arguments.summary)")
      }
      let outcome: Outcome
      if let error = node["error"] {
        outcome = .error(error.value)
      } else {
        outcome = .result(try node.member("result").value)
      }
      content = .call(
        Call(
          effect: node["effect"]?.value == .null ? nil : try node.number("effect"),
          dependency: try node.string("dependency").value,
          arguments: arguments,
          outcome: outcome
        )
      )
    case "notified":
      let values = try node.strings("of")
      let count = node["count"] == nil ? values.count : try node.number("count")
      content = .notified(Notification(values: values, count: count))
    case "section": content = .section(title: try node.string("title").value)
    case "jump": content = .jump(step: try node.number("step"), patch: try JSONPatch(node.member("patch")))
    case "end": content = .end(status: try node.number("status"))
    default: content = .unknown(kind: kind)
    }
  }
}

extension JSONNode {
  func number(_ name: String) throws(Diagnostic) -> Int {
    let node = try member(name)
    guard case .scalar(let value) = node.content, let number = Int(jsonValue: value), number >= 0 else {
      throw Diagnostic(node.range, "expected a number from 0 for `\(name)`, found \(node.summary)")
    }
    return number
  }

  /// Returns a time; 0 if the member is missing.
  fileprivate func seconds(_ name: String) throws(Diagnostic) -> Double {
    guard let node = self[name] else { return 0 }
    guard case .scalar(let value) = node.content, let seconds = Double(jsonValue: value), seconds.isFinite else {
      throw Diagnostic(node.range, "expected seconds for `\(name)`, found \(node.summary)")
    }
    return seconds
  }

  fileprivate func strings(_ name: String) throws(Diagnostic) -> [String] {
    guard let node = self[name] else { return [] }
    guard case .array(let elements) = node.content else {
      throw Diagnostic(node.range, "expected an array of strings for `\(name)`, found \(node.summary)")
    }
    var strings: [String] = []
    for element in elements {
      guard case .scalar(.string(let text)) = element.content else {
        throw Diagnostic(element.range, "expected a string, found \(element.summary)")
      }
      strings.append(text)
    }
    return strings
  }
}
