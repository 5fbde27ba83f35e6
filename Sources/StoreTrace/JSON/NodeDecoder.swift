import Store

/// Decodes any `Decodable` from a script's JSON, or from an action's path and payload.
package struct NodeDecoder: Decoder {
  let node: DecodingNode
  package let codingPath: [any CodingKey]
  let problems: Problems
  package var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// Remembers which name is not a case, because the errors of synthesized decoders of enums do not contain it.
  final class Problems {
    private var unknownCase: (problem: DecodingProblem, depth: Int)?

    func note(_ problem: DecodingProblem, depth: Int) {
      unknownCase = (problem, depth)
    }

    /// Returns the problem that has caused an error of the standard library.
    func problem(behind error: any Error, root: Range<Int>) -> DecodingProblem {
      if let problem = error as? DecodingProblem { return problem }
      guard let error = error as? DecodingError else { return DecodingProblem(Diagnostic(root, "\(error)")) }
      let context =
        switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context): context
        case .dataCorrupted(let context): context
        @unknown default: DecodingError.Context(codingPath: [], debugDescription: "\(error)")
        }
      if case .typeMismatch = error, let unknownCase, unknownCase.depth == context.codingPath.count {
        return unknownCase.problem
      }
      let range = context.codingPath.lazy.compactMap { $0 as? SourceKey }.last?.range ?? root
      let what = context.debugDescription
      return DecodingProblem(Diagnostic(range, what.isEmpty ? "\(error)" : what))
    }
  }

  package static func decode<Value: Decodable>(_ type: Value.Type, from node: DecodingNode) throws(DecodingProblem)
    -> Value
  {
    let problems = Problems()
    do {
      return try NodeDecoder(node: node, codingPath: [], problems: problems).decode(type)
    } catch {
      throw problems.problem(behind: error, root: node.range)
    }
  }

  /// The cases of a type for a message, if the type is an enum.
  fileprivate static func cases<Value: Decodable>(of type: Value.Type) -> String? {
    do {
      _ = try decode(type, from: .missing(0))
      return nil
    } catch {
      return error.diagnostic.notes.first
    }
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let scalar = type as? any JSONScalar.Type { return try decode(scalar: scalar) }
    guard case .action(let path) = node, path.isCase else {
      do {
        return try type.init(from: self)
      } catch DecodingError.dataCorrupted(let context) where context.codingPath.count == codingPath.count {
        throw unknownValue(of: type) ?? DecodingError.dataCorrupted(context)
      }
    }
    // A word without quotes may be the case of an enum, regardless of how the case is encoded.
    let cases = (type as? any CaseIterable.Type)?.casesByName ?? []
    if path.payload == nil, let value = cases.first(where: { $0.name == path.name })?.value as? Value { return value }
    do {
      return try type.init(from: self)
    } catch {
      if !cases.isEmpty {
        throw DecodingProblem.unknownCase("case", path.name, path.first.range, among: cases.map(\.name))
      }
      if path.payload == nil, !EnumCaseName.isEnum(type), !(type is any OptionalReflecting.Type) {
        throw DecodingProblem.expected("\(type)", found: node, at: codingPath).adding(hint)
      }
      throw error
    }
  }

  /// The problem if no case of an enum has a value. The message of the standard library is not written for users.
  private func unknownValue<Value: Decodable>(of type: Value.Type) -> (any Error)? {
    guard EnumCaseName.isEnum(type), type is any RawRepresentable.Type,
      case .scalar(let value)? = node.literal.json?.content
    else { return nil }
    let text = if case .string(let text) = value { text } else { "\(value)" }
    let values = (type as? any CaseIterable.Type)?.rawValues
    return DecodingProblem.unknownCase("\(type)", text, node.range, among: values)
  }

  private func decode<Value>(scalar type: any JSONScalar.Type) throws -> Value {
    let decoded: (any JSONScalar)? =
      switch node.json?.content {
      case .scalar(let value): type.init(jsonValue: value)
      case .date(let date, _): date
      case .uuid(let uuid): uuid
      default: nil
      }
    guard let value = decoded as? Value else {
      let hint = type == String.self || type == Bool.self ? hint : nil
      throw DecodingProblem.expected(type.expectation, found: node, at: codingPath).adding(hint)
    }
    return value
  }

  /// A suggestion for a word without quotes.
  private var hint: String? {
    if case .action(let path) = node, !path.isCase { return nil }
    guard let text = node.unquoted else { return nil }
    return ["null", "true", "false"].nearest(to: text).map { "did you mean `\($0)`?" }
      ?? "text stands between double quotes: \(JSONValue.string(text.withoutTypographicQuotes))"
  }

  package func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(KeyedNode<Key>(decoder: self, members: try node.members(for: type)))
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let json = node.json, case .array(let elements) = json.content else {
      throw DecodingProblem.expected("an array", found: node, at: codingPath)
    }
    return UnkeyedNode(decoder: self, elements: elements)
  }

  package func singleValueContainer() -> any SingleValueDecodingContainer {
    SingleNode(decoder: self)
  }

  var isNil: Bool {
    if case .missing = node { return true }
    guard case .scalar(.null)? = node.json?.content else { return false }
    return true
  }

  fileprivate func decoder(for node: DecodingNode, _ key: SourceKey) -> NodeDecoder {
    NodeDecoder(node: node, codingPath: codingPath + [key], problems: problems)
  }
}

// Each protocol requires many overloads. One generic function implements them all, except those that the protocol
// implements itself.

private struct KeyedNode<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: NodeDecoder
  let members: [DecodingNode.Member]
  /// The indexes of the members by name, if there are many. A search finds one of a few members faster.
  private let index: [String: Int]
  var codingPath: [any CodingKey] { decoder.codingPath }

  init(decoder: NodeDecoder, members: [DecodingNode.Member]) {
    self.decoder = decoder
    self.members = members
    index = members.count < 16 ? [:] : Dictionary(zip(members.map(\.name), members.indices)) { first, _ in first }
  }

  /// The known keys. Only synthesized enums and dictionaries ask for them, and for an enum there must be exactly one.
  var allKeys: [Key] {
    let keys = members.compactMap { Key(stringValue: $0.name) }
    if keys.count != 1 { decoder.problems.note(notOneCase, depth: codingPath.count) }
    return keys
  }

  private var notOneCase: DecodingProblem {
    if let member = members.first(where: { Key(stringValue: $0.name) == nil }) {
      return .unknownCase("case", member.name, member.range, among: Key.names)
    }
    let cases = Key.names.map { "expected \($0.list())" }
    if case .missing(let offset) = decoder.node {
      return DecodingProblem(Diagnostic(offset..<offset, "a nested action is missing", notes: cases), isMissing: true)
    }
    return DecodingProblem(Diagnostic(decoder.node.range, "expected an object with one case", notes: cases))
  }

  func contains(_ key: Key) -> Bool {
    member(key) != nil
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    try decoder(forKey: key).isNil
  }

  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try decode(member: key, type) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try decode(member: key, type) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decode(member: key, type)
  }

  private func decode<Value: Decodable>(member key: Key, _ type: Value.Type) throws -> Value {
    guard let member = member(key) else {
      throw missing(key, typeName: " (\(type))", cases: NodeDecoder.cases(of: type))
    }
    return try decoder(for: member).decode(type)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try decoder(forKey: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(forKey: key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    let member = members.first { $0.name == "super" }
    return member.map(decoder(for:)) ?? decoder
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    try decoder(forKey: key)
  }

  private func member(_ key: Key) -> DecodingNode.Member? {
    let name = key.stringValue
    return index.isEmpty ? members.first { $0.name == name } : index[name].map { members[$0] }
  }

  private func decoder(forKey key: Key) throws -> NodeDecoder {
    guard let member = member(key) else { throw missing(key) }
    return decoder(for: member)
  }

  private func decoder(for member: DecodingNode.Member) -> NodeDecoder {
    let isInPayload =
      switch decoder.node {
      case .json: true
      case .arguments: member.name != "_0"
      case .action, .missing: false
      }
    return decoder.decoder(for: member.node, SourceKey(member.name, member.range, isInPayload: isInPayload))
  }

  private func missing(_ key: Key, typeName: String = "", cases: String? = nil) -> DecodingProblem {
    let name = key.stringValue
    switch decoder.node {
    case .arguments(let path) where path.payload == nil:
      let what = name == "_0" ? "a payload\(typeName)" : "a payload with `\(name)`\(typeName)"
      let end = path.rest.last?.range.upperBound ?? path.first.range.upperBound
      return DecodingProblem(
        Diagnostic(end..<end, "`\(path.description)` needs \(what)", notes: cases),
        isMissing: true
      )
    default:
      let unknown = members.filter { Key(stringValue: $0.name) == nil }
      let misspelt = unknown.map(\.name).nearest(to: name)
      return DecodingProblem(
        Diagnostic(
          unknown.first { $0.name == misspelt }?.range ?? decoder.node.range,
          "`\(name)`\(typeName) is missing\(codingPath.location(after: "in"))",
          notes: misspelt.map { "did you mean `\(name)` with `\($0)`?" }
        ),
        isMissing: true
      )
    }
  }
}

private struct UnkeyedNode: UnkeyedDecodingContainer {
  let decoder: NodeDecoder
  let elements: [JSONNode]
  var currentIndex = 0
  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  mutating func decodeNil() throws -> Bool {
    let isNil = try current().isNil
    if isNil { currentIndex += 1 }
    return isNil
  }

  mutating func decode(_ type: Int128.Type) throws -> Int128 { try next { try $0.decode(type) } }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try next { try $0.decode(type) } }
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next { try $0.decode(type) } }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try next { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try next { $0 } }

  /// Reads the current element, and moves to the next one.
  private mutating func next<Result>(_ read: (NodeDecoder) throws -> Result) throws -> Result {
    let result = try read(current())
    currentIndex += 1
    return result
  }

  private func current() throws -> NodeDecoder {
    guard !isAtEnd else {
      let end = max(decoder.node.range.lowerBound, decoder.node.range.upperBound - 1)
      throw DecodingProblem(
        Diagnostic(
          end..<end,
          "the array\(codingPath.location(after: "for")) ends after \(elements.count.counting("element"))"
        ),
        isMissing: true
      )
    }
    let node = elements[currentIndex]
    return decoder.decoder(for: DecodingNode(node), SourceKey(currentIndex, node.range))
  }
}

private struct SingleNode: SingleValueDecodingContainer {
  let decoder: NodeDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool {
    decoder.isNil
  }

  func decode(_ type: Int128.Type) throws -> Int128 { try decodeLiteral(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try decodeLiteral(type) }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decodeLiteral(type) }

  private func decodeLiteral<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try NodeDecoder(node: decoder.node.literal, codingPath: codingPath, problems: decoder.problems).decode(type)
  }
}
