import Foundation

/// The first line of a trace: what was recorded, and the initial state.
package struct TraceHeader: Sendable {
  /// The version of the format that this program reads and writes.
  static let formatVersion = 2

  /// The members that are read. Other members, of later versions of the format, are not checked.
  static let members: Set<String> = [
    "trace", "program", "version", "feature", "context", "seed", "date", "redacted", "localization", "values", "state",
    "skippedSteps",
  ]

  package var program: String
  package var version: String
  package var feature: String
  package var isLive: Bool
  /// The seed of the random numbers; `nil` if they differ in each run.
  var seed: UInt64?
  /// When the recording began.
  package var date: Date
  /// The values that the initial state got from generators.
  package var values = GeneratedValues()
  package var localization: Localization?
  /// The names whose values are redacted in the trace.
  package var redaction = Redaction.standard
  package var state: JSONValue
  /// The number of steps before the trace begins. The trace does not contain them.
  package var skippedSteps = 0

  package var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init(name: "trace", value: .integer(Int64(Self.formatVersion))),
      .init(name: "program", value: .string(program)),
      .init(name: "version", value: .string(version)),
      .init(name: "feature", value: .string(feature)),
      .init(name: "context", value: .string(isLive ? "live" : "mock")),
      .init(name: "seed", value: seed.map { JSONValue($0) } ?? .null),
      .init(name: "date", value: date.jsonValue),
      .init(name: "redacted", value: .array(redaction.words.map(JSONValue.string))),
    ]
    if let localization { members.append(.init(name: "localization", value: localization.json)) }
    if let values = values.json { members.append(.init(name: "values", value: values)) }
    var texts = RedactedTexts()
    members.append(.init(name: "state", value: texts.redact(state, redaction)))
    return .object(members)
  }
}

extension TraceHeader {
  init(_ node: JSONNode) throws(Diagnostic) {
    guard case .object = node.content, let number = node["trace"] else {
      throw Diagnostic(node.range.lowerBound..<node.range.lowerBound, "this is not a trace: it has no header")
    }
    // Version 1 is the same format without changes by effects.
    guard case .scalar(.integer(let format)) = number.content, 1...Int64(Self.formatVersion) ~= format else {
      throw Diagnostic(
        number.range,
        "the trace has format version \(number.summary), and this program reads versions 1 to \(Self.formatVersion)",
        notes: "read it with the program that recorded it, or record it again"
      )
    }
    program = try node.string("program").value
    version = try node.string("version").value
    feature = try node.string("feature").value
    let context = try node.string("context")
    guard ["live", "mock"].contains(context.value) else {
      throw Diagnostic(context.range, "expected \"live\" or \"mock\"")
    }
    isLive = context.value == "live"
    seed = node["seed"].flatMap { UInt64(jsonValue: $0.value) }
    let text = try node.string("date")
    guard let date = Date(jsonValue: .string(text.value)) else {
      throw Diagnostic(text.range, "expected \(Date.expectation)")
    }
    self.date = date
    values = try GeneratedValues(node["values"])
    if let node = node["localization"] { localization = try Localization(node) }
    if case .array(let words)? = node["redacted"]?.content {
      redaction = Redaction(words.compactMap { String(jsonValue: $0.value) })
    }
    state = try node.member("state").value
    if node["skippedSteps"] != nil { skippedSteps = try node.number("skippedSteps") }
  }
}
