/// The help texts.
enum HelpTopic: String, CaseIterable {
  case program = ""
  case run
  case serve
  case script

  var text: String {
    switch self {
    case .program:
      """
      Plays features from the command line: sends actions, moves the clock, shows what happens.

      Usage
        DemoCLI                      play the script that comes with the program, on mock values
        DemoCLI run FILE [--live]    play a script; `-` is the standard input
        DemoCLI serve                run the web services that features talk to, for --live without a network
        DemoCLI help [TOPIC]         more about a command (run, serve), and about scripts (script)
        DemoCLI --version

      Example
        printf 'send searchRepos.queryChanged "swift"\\nadvance 300ms\\nshow' | DemoCLI run -

      \(Self.exitStatuses)
      """
    case .run:
      """
      Plays a script and prints what happens: each action with its origin, how it changes the state, and the effects.

      Usage
        DemoCLI run FILE [--live [--db FILE]]

      FILE is a script (see `DemoCLI help script`), `-` the standard input. The whole script is checked before any of it
      runs. Without --live it runs on mock values and a virtual clock, which only `advance` and `await` move, so that
      every run is the same and takes no time.

      Options
        --live     use live values and real time: network, clock, environment, database
        --db FILE  keep to-dos, the last tab and searches in this file instead of one in the user's data directory

      Environment, with --live
        GITHUB_API_URL, GITHUB_TOKEN       the server instead of https://api.github.com, and the token to sign in with
        QIITA_API_URL, QIITA_TOKEN         the same for https://qiita.com
        RECIPES_API_URL, HASHTAGS_API_URL  the servers instead of http://localhost:3001 and http://localhost:3002
        CATALOG_API_URL                    the server instead of http://localhost:3003
        USE_STUB_API_CLIENT                1: recipes and hashtags are made up
        NO_COLOR                           print without colours, also without --live

      Examples
        DemoCLI run Examples/search.script
        DemoCLI run Examples/todos.script --live --db todos.sqlite

      \(Self.exitStatuses)
      """
    case .serve:
      """
      Runs the web services that features talk to, over generated data, for this machine only (127.0.0.1).

      Usage
        DemoCLI serve [--port N] [--latency DURATION] [--fail RATE] [--seed N]

      It prints the variables to export, so that `DemoCLI run FILE --live` finds it, and then one line for each request
      to the standard error output: time, method, target, status, and how long it took. Ctrl-C and SIGTERM end it. What
      requests have changed, stars for example, is forgotten then.

      Options
        --port N            the port, 8080 if nothing else is said; 0 takes one that is free
        --latency DURATION  delays each answer: 300ms, 2s; at most 1m
        --fail RATE         how many requests fail, from 0 to 1: with 500, 502, 503 or 429, with a connection that is
                            reset or an answer that ends half way
        --seed N            chooses which ones fail, and how; the same each time for the same number

      Examples
        DemoCLI serve
        DemoCLI serve --port 0 --latency 300ms --fail 0.2 --seed 7
        DemoCLI serve > services.env &     and then, for the scripts of this shell:  . ./services.env

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
      let NAME = PATH                keeps a value in the state. $NAME stands for it in JSON and ids from then on:
                                     send rowTapped {"id": $NAME}   expect rows[id: $NAME].name == "swift"
      screen                         draws what a person would see
      # ...                          is a comment, at the end of any line
      """
    }
  }

  /// Every statement once.
  static let exampleScript = """
    # Type, wait until the search starts, and look at what came.
    send searchRepos.queryChanged "swift"
    advance 300ms
    await searchRepos.pageLoaded within 10s
    expect searchRepos.query == "swift"
    let first = searchRepos.results.rows[0].id
    send searchRepos.rowTapped {"id": $first}
    show
    screen
    """

  private static let exitStatuses = """
    Exit status
        0  all went well, or `serve` was ended
        1  an expectation was not met, or an awaited action did not come
        2  the script is wrong
       64  the command line is wrong
       66  the file cannot be read
       69  the port cannot be listened on
      130  a script was interrupted by Ctrl-C
    """
}
