import StoreTrace

/// A tool that an agent can call.
package struct MCPTool: Sendable {
  package struct Parameter: Sendable {
    package enum Kind: String, Sendable { case string, integer, boolean, strings, value }

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

    package static func required(_ name: String, _ description: String, _ kind: Kind = .string) -> Self {
      Self(name: name, kind: kind, description: description)
    }

    package static func optional(_ name: String, _ description: String, _ kind: Kind = .string) -> Self {
      Self(name: name, kind: kind, description: description, isRequired: false)
    }
  }

  package let name: String
  let description: String
  let parameters: [Parameter]
  /// A sentence that says how to get a shorter answer; `nil` if answers are always short.
  private let shorter: String?
  /// Whether a call changes neither a session nor a file.
  private let isReadOnly: Bool
  /// Whether agents see the tool. A tool that does not work here is not listed. If it is called anyway, it says why it
  /// does not work.
  var isListed = true
  var call: @Sendable (MCPArguments) async throws -> MCPAnswer

  package init(
    name: String,
    description: String,
    parameters: [Parameter] = [],
    shorter: String? = nil,
    isReadOnly: Bool = false,
    call: @escaping @Sendable (MCPArguments) async throws -> MCPAnswer
  ) {
    self.name = name
    self.description = description
    self.parameters = parameters
    self.shorter = shorter
    self.isReadOnly = isReadOnly
    self.call = call
  }

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

  /// Checks the arguments and calls the tool. A mistake becomes the answer, so that an agent can correct it.
  func answer(_ arguments: JSONValue) async -> MCPAnswer {
    do {
      var answer = try await call(MCPArguments(arguments, of: self))
      answer.shorter = shorter
      return answer
    } catch let error as MCPMistake {
      return MCPAnswer(error.message, isError: true)
    } catch is CancellationError {
      return MCPAnswer("The call was cancelled.", isError: true)
    } catch {
      return MCPAnswer("\(error)", isError: true)
    }
  }
}

/// The result of a call.
package struct MCPAnswer: Sendable {
  package var text: String
  package var structure: JSONValue?
  package let isError: Bool
  /// A sentence that says how to get a shorter answer.
  package var shorter: String?

  /// The maximum number of characters of a text. Of a longer text, the beginning and the end are kept, because errors
  /// are there.
  package static let limit = 20_000

  package init(_ text: String, _ structure: JSONValue? = nil, isError: Bool = false) {
    (self.text, self.structure, self.isError) = (text, structure, isError)
  }

  /// The result as `tools/call` returns it.
  package var json: JSONValue {
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

/// Thrown for a wrong call, with a sentence that says what would be right.
package struct MCPMistake: Error {
  package let message: String

  package init(_ message: String) { self.message = message }
}

/// The arguments of a call, after they were compared with the tool's parameters.
package struct MCPArguments: Sendable {
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

  package func string(_ name: String) -> String? { if case .string(let text)? = values[name] { text } else { nil } }
  package func bool(_ name: String) -> Bool { values[name] == .bool(true) }
  package func value(_ name: String) -> JSONValue? { values[name] }

  package func integer(_ name: String) -> Int? {
    if case .integer(let number)? = values[name] { Int(number) } else { nil }
  }

  package func strings(_ name: String) -> [String] {
    guard case .array(let elements)? = values[name] else { return [] }
    return elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }

  /// Returns a text, which has to be on one line.
  package func line(_ name: String) throws(MCPMistake) -> String {
    let text = string(name) ?? ""
    guard !text.contains(where: \.isNewline), text.contains(where: { !$0.isWhitespace }) else {
      throw MCPMistake("`\(name)` is a text on one line.")
    }
    return text
  }
}
