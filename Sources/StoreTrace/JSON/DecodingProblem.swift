/// Thrown when JSON or a path in a script does not fit the expected type.
package struct DecodingProblem: Error {
  package let diagnostic: Diagnostic
  /// Whether something is missing, and everything else is right.
  package let isMissing: Bool

  init(_ diagnostic: Diagnostic, isMissing: Bool = false) {
    self.diagnostic = diagnostic
    self.isMissing = isMissing
  }

  /// The error for a name that is not a case of an enum.
  static func unknownCase(_ what: String, _ name: String, _ range: Range<Int>, among names: [String]?) -> Self {
    Self(
      Diagnostic(
        range,
        "unknown \(what) `\(name.truncated(to: 40).printable)`",
        notes: names.map { "expected \($0.list())" },
        names?.nearest(to: name).map { "did you mean `\($0)`?" }
      )
    )
  }

  /// A problem without a place in a script.
  init(_ message: String) { self.init(Diagnostic(0..<0, message)) }

  /// Returns this problem with the path of the value that it is in.
  func `in`(_ path: String) -> Self {
    path.isEmpty ? self : Self("`\(path)`: \(diagnostic.message)")
  }

  /// Returns this problem with a further note.
  func adding(_ note: String?) -> Self {
    var diagnostic = diagnostic
    if let note { diagnostic.notes.append(note) }
    return Self(diagnostic, isMissing: isMissing)
  }

  /// The error for something that is missing or not what was expected.
  static func expected(_ what: String, found node: DecodingNode, at path: [any CodingKey] = []) -> Self {
    let what = what + path.location(after: "for")
    switch node {
    case .json(let json): return Self(Diagnostic(node.range, "expected \(what), found \(json.summary)"))
    case .arguments(let path):
      guard let payload = path.payload else { break }
      return Self(Diagnostic(node.range, "expected \(what), found \(payload.summary)"))
    case .action(let path) where path.isCase:
      return Self(Diagnostic(node.range, "expected \(what), found `\(path.name.truncated(to: 40).printable)`"))
    case .action(let path) where !path.parentDescription.isEmpty:
      return Self(
        Diagnostic(node.range, "`\(path.parentDescription)` has no nested actions", notes: "it takes \(what)")
      )
    case .action, .missing: break
    }
    return Self(Diagnostic(node.range, "expected \(what)"), isMissing: true)
  }

  static func expected<Key: CodingKey>(_ key: Key.Type, found node: DecodingNode) -> Self {
    expected("an object" + (key.names.map { $0.isEmpty ? "" : " with \($0.list())" } ?? ""), found: node)
  }
}

/// A key with its range in the script.
struct SourceKey: CodingKey {
  let stringValue: String
  let intValue: Int?
  let range: Range<Int>
  /// Whether the key is written in the payload. Names of cases are in the path, and `_0` is written nowhere.
  let isInPayload: Bool

  init(_ name: String, _ range: Range<Int>, isInPayload: Bool) {
    stringValue = name
    intValue = nil
    self.range = range
    self.isInPayload = isInPayload
  }

  init(_ index: Int, _ range: Range<Int>) {
    stringValue = "\(index)"
    intValue = index
    self.range = range
    isInPayload = true
  }

  init?(stringValue: String) { nil }

  init?(intValue: Int) { nil }
}

extension [any CodingKey] {
  /// Names the place of a value in the payload, for the end of a message: `` for `items[2].name` ``.
  func location(after preposition: String) -> String {
    let keys = lazy.compactMap { $0 as? SourceKey }.filter(\.isInPayload)
    let text = keys.reduce("") { text, key in
      if let index = key.intValue { return "\(text)[\(index)]" }
      return text.isEmpty ? key.stringValue : "\(text).\(key.stringValue)"
    }
    return text.isEmpty ? "" : " \(preposition) `\(text.truncated(to: 120).printable)`"
  }
}
