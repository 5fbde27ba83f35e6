import Features
import StoreInspection

extension StoreCommand where Feature == AppFeature {
  /// The command `serve`, which runs the web services that the features use.
  static var serve: Self {
    Self("serve", summary: "run the web services that features talk to, for --live without a network") { _ in
      help
    } body: { _, arguments, console in
      try await ServeCommand(options: ServeOptions(arguments), console: console)()
    }
  }

  private static var help: String {
    """
    Runs the web services that features talk to, over generated data, for this machine only (127.0.0.1).

    Usage
      DemoCLI serve [--port N] [--latency DURATION] [--fail RATE] [--seed N]

    It prints the variables to export, so that `DemoCLI run FILE --live` finds it, and then one line for each request
    to the standard error output: time, method, target, status, and how long it took. Ctrl-C and SIGTERM end it, and that
    is no failure. What requests have changed, stars for example, is forgotten then.

    Options
    \(ServeOptions.table.help(width: 118))

    Examples
      DemoCLI serve
      DemoCLI serve --port 0 --latency 300ms --fail 0.2 --seed 7
      DemoCLI serve > services.env &
      . ./services.env                     and then --live, in this shell
    """
  }
}
