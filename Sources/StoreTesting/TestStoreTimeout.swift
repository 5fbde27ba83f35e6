/// How long a test store waits for effects that wait for the outside.
public enum TestStoreTimeout {
  /// Ten seconds: far more than a request to a local server takes on a loaded machine. Nothing but real input and output is
  /// ever waited for, so a test that passes does not take longer for it.
  public static var standard: Duration { .seconds(10) }
}
