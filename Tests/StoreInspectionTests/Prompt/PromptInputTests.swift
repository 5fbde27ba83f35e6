import Testing

@testable import StoreInspection

@Suite struct PromptInputTests {
  private var input = PromptInput(name: "<prompt>")

  /// What a prompt makes of lines, the last one of which decides.
  private mutating func take(_ lines: String...) -> String {
    var answer = PromptInput.Item.nothing
    for line in lines { answer = input.take(line, variables: ["name"]) }
    return text(of: answer)
  }

  private func text(of answer: PromptInput.Item) -> String {
    switch answer {
    case .nothing: "nothing"
    case .incomplete: "incomplete"
    case .statements(let script): "\(script.statements.count) of \(script.text)"
    case .command(let command): "\(command)"
    case .mistake(let errors): "mistake \(errors.rendered.prefix { $0 != "\n" })"
    }
  }

  @Test mutating func aStatementGoesOnUntilItsBracketsAreClosed() {
    #expect(take("send tapped") == "1 of send tapped")
    #expect(take("send changed {", #"  "text": ["#) == "incomplete")
    // The name of a command within JSON is not a command.
    #expect(take("undo %").hasPrefix("mistake <prompt>:4:6: error: "))
    #expect(input.pending.isEmpty, "a mistake drops the lines")
    #expect(take("repeat 3 {", "  send tapped") == "incomplete")
    #expect(take("}") == "3 of repeat 3 {\n  send tapped\n}")
    #expect(take("send changed {") == "incomplete")
    input.clear()
    #expect(take("show") == "1 of show", "what was dropped is not kept")
  }

  @Test mutating func statementsHaveAnEnd() {
    _ = take("send changed [")
    for _ in 1..<PromptInput.lineLimit { #expect(take("1,") == "incomplete") }
    #expect(take("1,").hasPrefix("mistake"))
    _ = take("send changed {")
    let end = text(of: input.finish(variables: []))
    #expect(end.hasPrefix("mistake") && end.contains("the end of the file"), "\(end)")
    #expect(text(of: input.finish(variables: [])) == "nothing")
  }

  @Test mutating func longStatementsAreReadWhenTheyAreComplete() {
    _ = take("repeat 2 {")
    for _ in 0..<300 { _ = take(#"  send changed {"text": "}"} # }"#) }
    #expect(take("}").hasPrefix("600 of "))
  }

  @Test mutating func variablesOfEarlierStatementsAreKnown() {
    #expect(take("send changed $name") == "1 of send changed $name")
    #expect(take("send changed $other").hasPrefix("mistake <prompt>:2:14: error: "))
    #expect(text(of: input.takeInvalidLine()) == "mistake <prompt>:3:1: error: this is not UTF-8 text")
    for line in ["", "   ", "# a comment"] { #expect(take(line) == "nothing") }
  }

  @Test(
    arguments: [
      ("undo", .undo), ("  jump 12 ", .jump(12)), ("steps", .steps), ("effects", .effects), ("quit", .quit),
      ("help", .help(nil)), ("help send", .help("send")), ("save a.script", .save(file: "a.script", replaces: false)),
      ("save --force my session.script", .save(file: "my session.script", replaces: true)),
      ("send tapped", nil), ("undoing", nil), ("", nil), ("# undo", nil), ("Undo", nil),
    ] as [(String, PromptCommand?)]
  )
  func commandsAreRead(text: String, command: PromptCommand?) throws {
    #expect(try PromptCommand(SourceText(name: "", text: text)) == command)
  }

  @Test(arguments: [
    ("jump", "1:5: error: expected the number of a step"),
    ("jump -1", "1:6: error: expected the number of a step, found `-1`"),
    ("jump 99999999999999999999", "1:6: error: expected the number of a step, found `99999999999999999999`"),
    ("undo 2", "1:6: error: expected the end of the line, found `2`"),
    ("save", "1:5: error: expected the name of a file"), ("save --force", "1:13: error: expected the name of a file"),
  ])
  mutating func mistakesArePointedOut(text: String, message: String) {
    #expect(take(text) == "mistake <prompt>:\(message)")
  }

  @Test func everyCommandAndEveryStatementHasHelp() {
    #expect(PromptCommand.usages.map(\.name) == PromptCommand.Name.allCases)
    for name in PromptCommand.Name.allCases.map(\.rawValue) + Keyword.allCases.map(\.rawValue) {
      #expect(PromptHelp.text(on: name) != nil, "no help on \(name)")
    }
  }
}
