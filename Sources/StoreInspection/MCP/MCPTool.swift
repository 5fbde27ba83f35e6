import Dependencies

/// A tool that an agent can call.
struct MCPTool: Sendable {
  struct Parameter: Sendable {
    enum Kind: String, Sendable { case string, integer, boolean, strings, value }

    let name: String
    let kind: Kind
    let description: String
    var isRequired = true

    fileprivate var schema: JSONValue {
      switch kind {
      case .strings:
        ["type": .string("array"), "items": ["type": .string("string")], "description": .string(description)]
      case .value: ["description": .string(description)]
      default: ["type": .string(kind.rawValue), "description": .string(description)]
      }
    }

    static func required(_ name: String, _ description: String, _ kind: Kind = .string) -> Self {
      Self(name: name, kind: kind, description: description)
    }

    static func optional(_ name: String, _ description: String, _ kind: Kind = .string) -> Self {
      Self(name: name, kind: kind, description: description, isRequired: false)
    }
  }

  let name: String
  let description: String
  var parameters: [Parameter] = []
  /// How to get less, where answers can be long.
  var shorter: String?
  /// Whether a call changes neither a session nor a file.
  var isReadOnly = false
  let call: @Sendable (MCPArguments) async throws -> MCPAnswer

  /// The tool as `tools/list` lists it.
  var json: JSONValue {
    [
      "name": .string(name), "description": .string(description),
      "inputSchema": [
        "type": .string("object"),
        "properties": .object(parameters.map { .init(name: $0.name, value: $0.schema) }),
        "required": .array(parameters.filter(\.isRequired).map { .string($0.name) }),
        "additionalProperties": .bool(false),
      ],
      "annotations": [
        "readOnlyHint": .bool(isReadOnly), "destructiveHint": .bool(false), "openWorldHint": .bool(false),
      ],
    ]
  }

  /// Checks the arguments and calls the tool. What is wrong becomes the answer, so that an agent can do better.
  func answer(_ arguments: JSONValue) async -> MCPAnswer {
    do {
      var answer = try await call(MCPArguments(arguments, of: self))
      answer.shorter = shorter
      return answer
    } catch let error as MCPMistake {
      return MCPAnswer(error.message, isError: true)
    } catch let error as UsageError {
      return MCPAnswer("\(error.message). Try `\(error.suggestion)`.", isError: true)
    } catch is CancellationError {
      return MCPAnswer("The call was cancelled.", isError: true)
    } catch {
      return MCPAnswer("\(error)", isError: true)
    }
  }
}

/// The result of a call.
struct MCPAnswer: Sendable {
  var text: String
  var structure: JSONValue?
  var isError: Bool
  /// How to get less.
  var shorter: String?

  /// The maximum number of characters of a text. Of a longer one, the beginning and the end are kept: errors are there.
  static let limit = 20_000

  init(_ text: String, _ structure: JSONValue? = nil, isError: Bool = false) {
    (self.text, self.structure, self.isError) = (text, structure, isError)
  }

  /// The result as `tools/call` returns it.
  var json: JSONValue {
    var text = text.isEmpty ? "(nothing)" : text
    if text.count > Self.limit {
      let rest = text.count - Self.limit
      let advice = shorter.map { " \($0)." } ?? ""
      text = """
        \(text.prefix(Self.limit / 2))
        … \(rest) characters are left out here.\(advice) …
        \(text.suffix(Self.limit / 2))
        """
    }
    var members: [JSONValue.Member] = [
      .init(name: "content", value: .array([["type": .string("text"), "text": .string(text)]])),
      .init(name: "isError", value: .bool(isError)),
    ]
    if let structure { members.append(.init(name: "structuredContent", value: structure)) }
    return .object(members)
  }
}

/// A wrong call, with a sentence that says what is right.
struct MCPMistake: Error {
  let message: String

  init(_ message: String) { self.message = message }
}

/// The arguments of a call, which are those that the tool takes.
struct MCPArguments: Sendable {
  private let values: JSONValue

  init(_ values: JSONValue, of tool: MCPTool) throws(MCPMistake) {
    guard case .object(let members) = values else {
      throw MCPMistake("The arguments of `\(tool.name)` are a JSON object, and this is \(values.kind).")
    }
    let known = tool.parameters.map(\.name)
    for member in members where !known.contains(member.name) {
      let name = member.name.truncated(to: 60).printable
      throw MCPMistake("`\(tool.name)` takes no `\(name)`, but \(known.isEmpty ? "nothing" : known.list(or: "and")).")
    }
    for parameter in tool.parameters {
      guard let value = values[parameter.name], value != .null || parameter.kind == .value else {
        if !parameter.isRequired { continue }
        throw MCPMistake("`\(tool.name)` needs `\(parameter.name)`: \(parameter.description)")
      }
      let fits =
        switch (parameter.kind, value) {
        case (.string, .string), (.boolean, .bool), (.value, _): true
        case (.integer, .integer(let number)): number >= 0
        case (.strings, .array(let elements)): elements.allSatisfy { if case .string = $0 { true } else { false } }
        default: false
        }
      guard fits else {
        let kind =
          switch parameter.kind {
          case .integer: "a whole number from 0"
          case .strings: "a list of strings"
          default: "a \(parameter.kind.rawValue)"
          }
        throw MCPMistake("`\(parameter.name)` of `\(tool.name)` is \(kind): \(parameter.description)")
      }
    }
    self.values = values
  }

  func string(_ name: String) -> String? { if case .string(let text)? = values[name] { text } else { nil } }
  func bool(_ name: String) -> Bool { values[name] == .bool(true) }
  func value(_ name: String) -> JSONValue? { values[name] }
  func integer(_ name: String) -> Int? { if case .integer(let number)? = values[name] { Int(number) } else { nil } }

  func strings(_ name: String) -> [String] {
    guard case .array(let elements)? = values[name] else { return [] }
    return elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }

  /// The arguments with these names as options of a command, which are named as they are: `until_path` is
  /// `--until-path`. An option with several values is repeated. A value may begin as options do.
  func options(_ names: String...) -> [String] {
    names.flatMap { name in
      let texts = string(name).map { [$0] } ?? integer(name).map { ["\($0)"] } ?? strings(name)
      return texts.map { "--\(name.replacing("_", with: "-"))=\($0)" }
    }
  }
}
