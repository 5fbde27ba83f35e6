/// The help texts.
enum HelpTopic: String, CaseIterable {
  case program = ""
  case run
  case script

  var text: String {
    switch self {
    case .program:
      """
      Plays features from the command line: sends actions, moves the clock, shows what happens.

      Usage
        DemoCLI                      play the script that comes with the program, on mock values
        DemoCLI run FILE [--live]    play a script; `-` is the standard input
        DemoCLI help [run | script]  more about a command, and about scripts
        DemoCLI --version

      Example
        printf 'send queryChanged "swift"\\nadvance 300ms\\nshow' | DemoCLI run -

      \(Self.exitStatuses)
      """
    case .run:
      """
      Plays a script and prints what happens: each action with its origin, how it changes the state, and the effects.

      Usage
        DemoCLI run FILE [--live]

      FILE is a script (see `DemoCLI help script`), `-` the standard input. The whole script is checked before any of it
      runs. Without --live it runs on mock values and a virtual clock, which only `advance` and `await` move, so that
      every run is the same and takes no time.

      Options
        --live  use live values and real time: network, clock, environment

      Environment
        NO_COLOR        print without colours
        GITHUB_API_URL  with --live, the server to talk to instead of https://api.github.com
        GITHUB_TOKEN    with --live, the token to sign in with

      Examples
        DemoCLI run search.script
        GITHUB_API_URL=http://localhost:8080 DemoCLI run search.script --live

      \(Self.exitStatuses)
      """
    case .script:
      """
      A script has one statement a line. JSON may go on over further lines until its brackets are closed.

      \(Self.exampleScript.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))

      send ACTION [JSON]             sends an action. ACTION is the name of a case, or a path through nested ones. One value
                                     without a label is written as it is, labelled values as an object: {"id": 7}. The
                                     action of an element is reached by its id: rows[id: 3].tapped
      advance DURATION               moves the clock. Units are ns, us, ms, s, m and h
      await ACTION [within DURATION] waits for an action from an effect, at most 5s if nothing else is said. An action
                                     that came before and was not awaited counts. On the virtual clock, time is moved on
      expect PATH == JSON            compares a value in the state; != too. Paths have indexes, ids, keys and counts:
                                     rows[0].name   rows[id: 42].name   headers["Link"]   rows.count
      show [PATH]                    prints a value in the state, or all of it
      screen                         draws what a person would see
      # ...                          is a comment, at the end of any line
      """
    }
  }

  /// Every statement once.
  static let exampleScript = """
    # Type, wait until the search starts, and look at what came.
    send queryChanged "swift"
    advance 300ms
    await pageLoaded within 10s
    expect query == "swift"
    show
    screen
    """

  private static let exitStatuses = """
    Exit status
        0  all went well
        1  an expectation was not met, or an awaited action did not come
        2  the script is wrong
       64  the command line is wrong
       66  the file cannot be read
      130  interrupted by Ctrl-C
    """
}
