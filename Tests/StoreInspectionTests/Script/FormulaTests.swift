import TestSupport
import Testing

@testable import StoreInspection
@testable import StoreScript

private func play(_ script: String) async throws -> Run { try await Sampler.program.play(script: script) }

/// Texts with variables in them, sums, and paths with a name of their own.
@Suite struct FormulaTests {
  @Test func variablesStandInTexts() async throws {
    let script = #"""
      let name = "Milk"
      let price = 1.5
      send queryChanged "\(name)!"
      expect query == "Milk!"
      send queryChanged "a \( name ) for \($price) \"\(name)\""
      expect query == "a Milk for 1.5 \"Milk\""
      repeat 3 { send queryChanged "t\(index + 1)" }
      expect query == "t3"
      expect query contains "\(3)"
      send changed(query: "\(name)", count: 2)
      expect query == $name
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
      expect rows[$first - 1].title == "b"
      expect rows[id: $first - 1].title == "a"
      send changed(query: "x", count: 10 - $first)
      expect count == 8
      let half = 0.5 + $first
      show $half
      show "half is \\(half)"
      show 1 + $first
      show count
      let large = 9223372036854775807
      show $large + 1
      """
    let run = try await play(script)
    run.expect(errors: "")
    for (statement, value) in [
      ("show $half", "2.5"), (#"show "half is \(half)""#, #""half is 2.5""#), ("show 1 + $first", "3"),
      ("show count", "8"),
    ] {
      #expect(run.output.contains("\(statement)\n        \(value)\n"), "\(run.output)")
    }
    #expect(run.output.contains("9.223372036854776e+18") || run.output.contains("9223372036854775808"))
  }

  @Test func whatIsNoNumberIsNotAdded() async throws {
    try await play("let name = query\nlet sum = $name + 1\n").expect(
      .wrongInput,
      texts: [
        "main.script:2:11: error: only numbers can be added, found \"\"\n",
        "a text with a variable in it is written `\"a \\(name)\"`",
      ]
    )
  }

  @Test func aVariableWithADollarSignInATextIsProbablyAMistake() async throws {
    let script = "let query = \"a\"\nsend queryChanged \"$query costs $5\"\nexpect query == \"$query costs $5\"\n"
    try await play(script).expect(
      texts: [
        """
        main.script:2:20: warning: `$query` is not replaced in a text
          send queryChanged "$query costs $5"
                             ^~~~~~
          its value is written `\\(query)` there

        """
      ]
    )
    try await play("send queryChanged \"$query\"\n").expect(errors: "")
  }

  @Test func pathsHaveNames() async throws {
    let script = """
      alias first = rows[0]
      alias change = queryChanged
      send $change "x"
      expect $first.title == "a"
      show $first
      let copy = $first.id
      expect count == $copy - 1
      alias first = rows[id: 2]
      expect $first.title == "b"
      """
    let run = try await play(script)
    run.expect(errors: "")
    #expect(run.output.contains("rows[id: 2].title is \"b\""))
  }

  @Test(arguments: [
    ("show \"\\(nme)\"", "1:9: error: there is no variable `$nme` here"),
    ("show \"\\()\"", "1:9: error: expected the name of a variable, found `)`"),
    ("let n = 1\nshow \"\\(n\"", "2:10: error: expected `)`, found `\"`"),
    ("let n = 1\nshow $n +", "2:10: error: expected a number or a variable, found the end of the"),
    ("let n = 1\nshow $n + \"a\"", "2:11: error: expected a number or a variable, found `\"`"),
    ("send $form.queryChanged \"a\"", "1:6: error: there is no path `$form` here"),
    ("let form = 1\nexpect $form.x == 1", "2:8: error: there is no path `$form` here"),
    ("alias form", "1:11: error: expected `=`, found the end of the file"),
    ("alias form = 3", "1:14: error: expected a path into the state, found `3`"),
    ("alias index = rows", "1:7: error: `$index` is the number of the pass in a block"),
  ])
  func mistakesAreNamed(_ script: String, _ message: String) async throws {
    let run = try await play(script)
    run.expect(2, output: "")
    #expect(run.errors.hasPrefix("main.script:\(message)"), "\(run.errors)")
  }

  /// Only the state tells that there is nothing with the name.
  @Test func aMisspeltPathWithAnAliasFails() async throws {
    let run = try await play("alias list = rows\nexpect $list.cout == 1\n")
    run.expect(1)
    #expect(run.errors.hasPrefix("main.script:2:"), "\(run.errors)")
  }
}
