/// What the process tells its caller. `--help` lists them.
enum ExitCode: Int32 {
  case passed = 0
  /// An expectation was not met, or an awaited action did not come.
  case failed = 1
  /// The script is wrong.
  case wrongScript = 2
  /// The command line is wrong (`EX_USAGE`).
  case usage = 64
  /// A file cannot be read (`EX_NOINPUT`).
  case noInput = 66
  /// A port can't be listened on (`EX_UNAVAILABLE`).
  case unavailable = 69
  /// 128 and the number of the signal that Ctrl-C sends, as shells have it.
  case interrupted = 130
}
