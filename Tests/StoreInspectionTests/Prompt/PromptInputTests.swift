import Testing

@testable import StoreInspection

@Suite struct PromptInputTests {
  private var input = PromptInput(name: "<prompt>")

  @Test mutating func aLineIsAStatement() throws {
    guard case .statements(let script) = input.take("send tapped", variables: []) else {
      Issue.record("no statement")
      return
    }
    #expect(script.text == "send tapped")
    #expect(script.statements.count == 1)
    #expect(input.pending.isEmpty)
  }

  @Test mutating func aStatementGoesOnUntilItsBracketsAreClosed() throws {
    guard case .incomplete = input.take("send changed {", variables: []) else {
      Issue.record("not incomplete")
      return
    }
    guard case .incomplete = input.take(#"  "text": ["#, variables: []) else {
      Issue.record("not incomplete")
      return
    }
    // The name of a command within JSON is not a command.
    guard case .mistake(let errors) = input.take("undo %", variables: []) else {
      Issue.record("no mistake")
      return
    }
    #expect(errors.rendered.hasPrefix("<prompt>:3:6: error: "), "\(errors.rendered)")
    #expect(input.pending.isEmpty, "a mistake drops the lines")
  }

  @Test mutating func statementsHaveAnEnd() {
    _ = input.take("send changed [", variables: [])
    for _ in 1..<PromptInput.lineLimit {
      guard case .incomplete = input.take("1,", variables: []) else {
        Issue.record("not incomplete")
        return
      }
    }
    guard case .mistake = input.take("1,", variables: []) else {
      Issue.record("it never ends")
      return
    }
  }

  @Test mutating func longStatementsAreReadWhenTheyAreComplete() throws {
    _ = input.take("repeat 2 {", variables: [])
    for _ in 0..<300 { _ = input.take(#"  send changed {"text": "}"} # }"#, variables: []) }
    guard case .statements(let script) = input.take("}", variables: []) else {
      Issue.record("no statements")
      return
    }
    #expect(script.statements.count == 600)
  }

  @Test mutating func blocksGoOn() throws {
    guard case .incomplete = input.take("repeat 3 {", variables: []),
      case .incomplete = input.take("  send tapped", variables: []),
      case .statements(let script) = input.take("}", variables: [])
    else {
      Issue.record("no block")
      return
    }
    #expect(script.statements.count == 3)
    #expect(script.text == "repeat 3 {\n  send tapped\n}")
  }

  @Test mutating func variablesOfEarlierStatementsAreKnown() {
    guard case .statements = input.take("send changed $name", variables: ["name"]) else {
      Issue.record("the variable is not known")
      return
    }
    guard case .mistake(let errors) = input.take("send changed $other", variables: ["name"]) else {
      Issue.record("no mistake")
      return
    }
    #expect(errors.rendered.hasPrefix("<prompt>:2:14: error: "), "\(errors.rendered)")
  }

  @Test(arguments: ["", "   ", "# a comment"])
  mutating func thereMayBeNothing(line: String) {
    guard case .nothing = input.take(line, variables: []) else {
      Issue.record("something")
      return
    }
  }

  @Test mutating func theEndMakesWhatIsIncompleteAMistake() {
    _ = input.take("send changed {", variables: [])
    guard case .mistake(let errors) = input.finish(variables: []) else {
      Issue.record("no mistake")
      return
    }
    #expect(errors.rendered.contains("the end of the file"), "\(errors.rendered)")
    guard case .nothing = input.finish(variables: []) else {
      Issue.record("it was kept")
      return
    }
  }

  @Test mutating func whatIsIncompleteCanBeDropped() {
    _ = input.take("send changed {", variables: [])
    input.clear()
    guard case .statements = input.take("show", variables: []) else {
      Issue.record("it was kept")
      return
    }
  }

  @Test mutating func bytesThatAreNoTextAreAMistake() {
    _ = input.take("show", variables: [])
    guard case .mistake(let errors) = input.takeInvalidLine() else {
      Issue.record("no mistake")
      return
    }
    #expect(errors.rendered.hasPrefix("<prompt>:2:1: error: this is not UTF-8 text"), "\(errors.rendered)")
  }
}

@Suite struct PromptCommandTests {
  @Test(
    arguments: [
      ("undo", .undo), ("  jump 12 ", .jump(12)), ("steps", .steps), ("effects", .effects), ("quit", .quit),
      ("help", .help(nil)), ("help send", .help("send")),
      ("save a.script", .save(file: "a.script", replaces: false)),
      ("save --force my session.script", .save(file: "my session.script", replaces: true)),
    ] as [(String, PromptCommand)]
  )
  func commandsAreRead(text: String, command: PromptCommand) throws {
    #expect(try PromptCommand(SourceText(name: "", text: text)) == command)
  }

  @Test(arguments: ["send tapped", "undoing", "", "# undo", "Undo"])
  func anythingElseIsNone(text: String) throws {
    #expect(try PromptCommand(SourceText(name: "", text: text)) == nil)
  }

  @Test(
    arguments: [
      ("jump", "1:5: error: expected the number of a step"),
      ("jump -1", "1:6: error: expected the number of a step, found `-1`"),
      ("jump 99999999999999999999", "1:6: error: expected the number of a step, found `99999999999999999999`"),
      ("undo 2", "1:6: error: expected the end of the line, found `2`"),
      ("save", "1:5: error: expected the name of a file"),
      ("save --force", "1:13: error: expected the name of a file"),
    ]
  )
  func mistakesArePointedOut(text: String, message: String) {
    let source = SourceText(name: "p", text: text)
    do throws(Diagnostic) {
      _ = try PromptCommand(source)
      Issue.record("no mistake")
    } catch {
      #expect(error.rendered(in: source).hasPrefix("p:" + message), "\(error.rendered(in: source))")
    }
  }

  @Test func everyCommandHasHelp() {
    #expect(PromptCommand.usages.map(\.name) == PromptCommand.Name.allCases)
    for name in PromptCommand.Name.allCases { #expect(PromptHelp.text(on: name.rawValue) != nil) }
  }

  @Test func everyStatementHasHelp() {
    for keyword in Keyword.allCases {
      #expect(PromptHelp.text(on: keyword.rawValue) != nil, "no help on \(keyword)")
    }
  }
}
