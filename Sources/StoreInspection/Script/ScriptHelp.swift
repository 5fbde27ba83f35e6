/// What `help script` prints.
enum ScriptHelp {
  static func text(example: String?) -> String {
    """
    A script has one statement a line. JSON may go on over further lines until its brackets are closed.

    \((example ?? Self.example).split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))

    \(HelpText.table(statements, width: 118))
    """
  }

  /// Every statement once.
  static let example = """
    # Type, wait until the search starts, and look at what came.
    send queryChanged "swift"
    advance 300ms
    await pageLoaded within 10s
    expect query == "swift"
    let first = results.rows[0].id
    send rowTapped {"id": $first}
    show
    screen
    """

  /// The words that statements begin with.
  static var names: [String] {
    statements.compactMap { $0.usage.split(separator: " ").first.map(String.init) }.filter { $0 != "#" }
  }

  /// How statements are written, and what they do.
  static let statements: [(usage: String, help: String)] = [
    (
      "send ACTION [JSON]",
      "sends an action. ACTION is the name of a case, or a path through nested ones. One value without a label is "
        + "written as it is, labelled values as an object: {\"id\": 7}. The action of an element is reached by its id: "
        + "rows[id: 3].tapped"
    ),
    ("advance DURATION", "moves the clock. Units are ns, us, ms, s, m and h"),
    (
      "await ACTION [within DURATION]",
      "waits for an action from an effect, at most 5s if nothing else is said. An action that came before and was not "
        + "awaited counts. On the virtual clock, time is moved on"
    ),
    (
      "expect PATH == JSON",
      "compares a value in the state; != too. Paths have indexes, ids, keys and counts: rows[0].name "
        + "rows[id: 42].name headers[\"Link\"] rows.count"
    ),
    ("show [PATH]", "prints a value in the state, or all of it"),
    (
      "let NAME = PATH",
      "keeps a value in the state. $NAME stands for it in JSON and ids from then on: send rowTapped {\"id\": $NAME} "
        + "expect rows[id: $NAME].name == \"swift\""
    ),
    ("screen", "draws what a person would see"),
    ("# ...", "is a comment, at the end of any line"),
  ]
}
