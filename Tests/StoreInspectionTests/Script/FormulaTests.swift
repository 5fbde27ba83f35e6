import Store
import TestSupport
import Testing

@testable import StoreInspection
@testable import StoreScript

@Reducer
private struct Notes {
  struct Note: Codable, Identifiable { var id: Int, title: String }

  struct State: Codable {
    var notes = [Note(id: 7, title: "a"), Note(id: 8, title: "b")]
    var title = ""
    var count = 0
  }

  enum Action: Codable {
    case titleChanged(String)
    case countChanged(Int)
    case both(title: String, count: Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .titleChanged(let title): state.title = title
    case .countChanged(let count): state.count = count
    case .both(let title, let count): (state.title, state.count) = (title, count)
    }
    return .none
  }
}

private func play(_ script: String, _ options: String...) async throws -> Run {
  let folder = TemporaryFolder()
  defer { withExtendedLifetime(folder) {} }
  try folder.write(script, to: "a.script")
  let program = StoreCommandLine(of: Notes(), Notes.State(), commands: [.run])
  var run = await program.play(["run", folder.path("a.script")] + options)
  run.errors = run.errors.replacing(folder.path("a.script"), with: "a.script")
  return run
}

/// Texts with variables in them, and sums.
@Suite struct FormulaTests {
  @Test func variablesStandInTexts() async throws {
    let script = #"""
      let name = "Milk"
      let price = 1.5
      send titleChanged "\(name)!"
      expect title == "Milk!"
      send titleChanged "a \( name ) for \($price) \"\(name)\""
      expect title == "a Milk for 1.5 \"Milk\""
      repeat 3 { send titleChanged "t\(index + 1)" }
      expect title == "t3"
      expect title contains "\(3)"
      send both(title: "\(name)", count: 2)
      expect title == $name
      """#
    try await play(script).expect(errors: "")
  }

  @Test func numbersAreAdded() async throws {
    let script = """
      let first = 2
      let sum = $first + 3 - 1
      expect count == 0
      send countChanged $sum
      expect count == 4
      expect count == $first+2
      expect count > $first - 10
      expect notes[$first - 1].title == "b"
      expect notes[id: $first + 5].title == "a"
      send both(title: "x", count: 10 - $first)
      expect count == 8
      let half = 0.5 + $first
      show $half
      """
    let run = try await play(script)
    run.expect(errors: "")
    #expect(run.output.contains("show $half\n        2.5\n"))
  }

  @Test func valuesAreShown() async throws {
    let run = try await play("let a = 3\nshow $a\nshow \"a is \\(a)\"\nshow 1 + $a\nshow count\n")
    run.expect(errors: "")
    #expect(run.output.contains("show $a\n        3\n"))
    #expect(run.output.contains("        \"a is 3\"\n"))
    #expect(run.output.contains("show 1 + $a\n        4\n"))
    #expect(run.output.contains("show count\n        0\n"))
  }

  @Test func whatIsNoNumberIsNotAdded() async throws {
    let run = try await play("let name = title\nlet sum = $name + 1\n")
    run.expect(2)
    #expect(run.errors.hasPrefix("a.script:2:11: error: only numbers can be added, found \"\"\n"))
    #expect(run.errors.contains("a text with a variable in it is written `\"a \\(name)\"`"))
  }

  @Test func aSumThatIsTooLargeIsARoundedNumber() async throws {
    let run = try await play("let a = 9223372036854775807\nshow $a + 1\n")
    run.expect(errors: "")
    #expect(run.output.contains("9.223372036854776e+18") || run.output.contains("9223372036854775808"))
  }

  @Test(arguments: [
    ("show \"\\(nme)\"", "1:9: error: there is no variable `$nme` here"),
    ("show \"\\()\"", "1:9: error: expected the name of a variable, found `)`"),
    ("let n = 1\nshow \"\\(n\"", "2:10: error: expected `)`, found `\"`"),
    ("let n = 1\nshow $n +", "2:10: error: expected a number or a variable, found the end of the"),
    ("let n = 1\nshow $n + \"a\"", "2:11: error: expected a number or a variable, found `\"`"),
  ])
  func mistakesAreNamed(_ script: String, _ message: String) async throws {
    let run = try await play(script)
    run.expect(2, output: "")
    #expect(run.errors.hasPrefix("a.script:\(message)"), "\(run.errors)")
  }

  @Test func aVariableWithADollarSignInATextIsProbablyAMistake() async throws {
    let run = try await play(
      "let query = \"a\"\nsend titleChanged \"$query costs $5\"\nexpect title == \"$query costs $5\"\n"
    )
    run.expect()
    #expect(
      run.errors.hasPrefix(
        """
        a.script:2:20: warning: `$query` is not replaced in a text
          send titleChanged "$query costs $5"
                             ^~~~~~
          its value is written `\\(query)` there

        """
      )
    )
    try await play("send titleChanged \"$query\"\n").expect(errors: "")
  }
}

/// Paths with a name of their own.
@Suite struct AliasTests {
  @Test func pathsHaveNames() async throws {
    let script = """
      alias first = notes[0]
      alias change = titleChanged
      send $change "x"
      expect $first.title == "a"
      show $first
      let copy = $first.id
      expect count == $copy - 7
      alias first = notes[id: 8]
      expect $first.title == "b"
      """
    let run = try await play(script)
    run.expect(errors: "")
    #expect(run.output.contains("notes[id: 8].title is \"b\""))
  }

  @Test(arguments: [
    ("send $form.titleChanged \"a\"", "1:6: error: there is no path `$form` here"),
    ("let form = 1\nexpect $form.x == 1", "2:8: error: there is no path `$form` here"),
    ("alias form", "1:11: error: expected `=`, found the end of the file"),
    ("alias form = 3", "1:14: error: expected a path into the state, found `3`"),
    ("alias index = notes", "1:7: error: `$index` is the number of the pass in a block"),
    ("alias note = notes\nexpect $note.cout == 1", "2:"),
  ])
  func mistakesAreNamed(_ script: String, _ message: String) async throws {
    let run = try await play(script)
    run.expect(message == "2:" ? 1 : 2)
    #expect(run.errors.hasPrefix("a.script:\(message)"), "\(run.errors)")
  }
}
