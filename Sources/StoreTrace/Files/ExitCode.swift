/// The exit statuses of a program. `--help` lists them.
public enum ExitCode: Int32, Sendable, CaseIterable {
  /// The command succeeded.
  case passed = 0
  /// An expectation was not met, an awaited action was not received, a replay reached another state, an exploration
  /// found a broken rule, or the program ended before an effect had saved everything.
  case failed = 1
  /// The script or the trace is wrong.
  case wrongInput = 2
  /// The command line is wrong (`EX_USAGE`).
  case usage = 64
  /// A file cannot be read (`EX_NOINPUT`).
  case noInput = 66
  /// Something that the command needs is unavailable, such as a port, a terminal or a screen (`EX_UNAVAILABLE`).
  case unavailable = 69
  /// A file cannot be written (`EX_CANTCREAT`).
  case noOutput = 73
  /// Ctrl-C interrupted the command. The status is 128 plus the number of the signal, as in shells.
  case interrupted = 130

  /// The list for help texts.
  package static let help = """
    Exit status
        0  all went well
        1  an expectation was not met, an awaited action did not come, a replay went another way, a rule was broken
        2  the script or the trace is wrong
       64  the command line is wrong
       66  a file cannot be read
       69  something that the command needs is missing: a port, a terminal, a screen of the feature
       73  a file cannot be written
      130  interrupted by Ctrl-C
    """
}
