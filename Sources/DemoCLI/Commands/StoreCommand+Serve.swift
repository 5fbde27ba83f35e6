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
      --port N            the port, 8080 if nothing else is said; 0 takes one that is free
      --latency DURATION  delays each answer: 300ms, 2s; at most 1m
      --fail RATE         how many requests fail, from 0 to 1: with 500, 502, 503 or 429, with a connection that is
                          reset or an answer that ends half way
      --seed N            chooses which ones fail, and how; the same each time for the same number

    Examples
      DemoCLI serve
      DemoCLI serve --port 0 --latency 300ms --fail 0.2 --seed 7
      DemoCLI serve > services.env &
      . ./services.env                     and then --live, in this shell
    """
  }
}
