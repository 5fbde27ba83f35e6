/// The help on scripts, which `help script` prints.
enum ScriptHelp {
  static func text(example: String) -> String {
    """
    A script has one statement a line. What is in brackets may go on over further lines until they are closed.

    \(example.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))

    \(HelpText.table(statements, width: 118))

    Values are JSON, or as people write them: .detail(id: 3)   .failure   2026-01-31 12:00   UUIDs without quotes   nil
    """
  }

  /// A script that any feature can play.
  static let example = """
    # What the state is at first, and what has become of it in a second.
    show
    section "A second later"
    advance 1s
    show
    """

  /// The usage and the help of each statement.
  static let statements: [(usage: String, help: String)] = [
    (
      "send ACTION [VALUE]",
      "sends an action. ACTION is the name of a case, or a path through nested ones. One value is written as it is, "
        + "labelled ones in parentheses: rowTapped(id: 7), or as an object: rowTapped {\"id\": 7}. The action of an "
        + "element is reached by its id: rows[id: 3].tapped"
    ),
    (
      "await ACTION [within DURATION]",
      "waits for an action from an effect, at most 5s by default, and not at all if nothing can send it any more. An "
        + "earlier action counts, too, if no other await has taken it. The virtual clock moves on meanwhile. A change "
        + "of the state by an effect has a name in quotes: await \"Tick\""
    ),
    (
      "expect PATH == VALUE",
      "compares a value in the state; != < <= > >= contains matches too. Paths have indexes, ids, keys and counts: "
        + "rows[0].name rows[id: 42].name headers[\"Link\"] rows.count. A regular expression stands between slashes: "
        + "expect name matches /^sw.*t$/"
    ),
    (
      "press \"WORDS\"",
      "presses the button, the command or the row with these words on the screen, and shows the action. A button that "
        + "each row has: press \"Delete\" in \"Milk\". The Enter key in a field: press \"Enter\" in \"Title\""
    ),
    ("fill \"FIELD\" \"TEXT\"", "replaces the text of a field, which is named by the label before it or above it"),
    ("open \"WORDS\"", "presses the row that begins with these words, or the only one that has them"),
    ("see [no] \"TEXT\"", "compares what is on the screen"),
    (
      "let NAME = PATH",
      "keeps a value in the state, or one that is written here. $NAME stands for it in values and brackets from then "
        + "on, for example in rows[id: $id].name and $count + 1; within a text it is \"a \\(NAME)\""
    ),
    ("alias NAME = PATH", "gives a long path a short name: send $NAME.titleChanged \"Milk\""),
    ("advance DURATION", "moves the clock. Units are ns, us, ms, s, m and h"),
    ("show [PATH]", "prints a value in the state, or all of it; show $NAME prints a value of the script"),
    ("screen", "draws what a person would see"),
    ("section \"TITLE\"", "gives what follows a headline"),
    ("include \"FILE\"", "plays another file, whose path is relative to this one's"),
    ("repeat N { ... }", "plays the statements in the block N times. $index counts the passes from 0"),
    ("override date DATE", "sets the current date, from which time continues"),
    ("override uuid UUID", "sets the next identifier; further ones count on from it"),
    ("override seed NUMBER", "makes random numbers from this seed, and on live values identifiers, too"),
    ("override locale ID", "texts, dates and numbers are those of this locale. It stands before everything that runs"),
    (
      "answer ENDPOINT ...",
      "says how calls of a client end, on mock values: `fails`, `with VALUE`, `never`, `after DURATION`. `help answers` "
        + "says more, and lists what can be answered"
    ),
    ("context mock|live", "says what values the script runs on. It stands before everything that runs"),
    ("# ...", "is a comment, at the end of any line"),
  ]
}
