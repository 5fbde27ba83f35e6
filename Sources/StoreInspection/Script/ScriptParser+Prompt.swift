extension ScriptParser {
  static func parse(_ source: SourceText, variables: Set<String>) throws(ScriptErrors) -> Script { try parse(source) }
}
extension ScriptErrors { var isIncomplete: Bool { errors.count == 1 && errors[0].range.lowerBound >= source.bytes.count - 1 && errors[0].message.contains("the end of the") && source.bytes.contains { [91, 123].contains($0) } } }
