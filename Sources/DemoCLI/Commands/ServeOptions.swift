import StoreInspection

/// The options of `DemoCLI serve`.
struct ServeOptions: Equatable {
  var port: UInt16 = 8080
  var latency = Duration.zero
  var failRate = 0.0
  var seed: UInt64 = 0
}

extension ServeOptions {
  /// Reads the arguments that follow `serve`.
  init(_ arguments: ArraySlice<String>) throws(UsageError) {
    if let operand = try Self.table.read(arguments, of: "serve", into: &self).first {
      throw UsageError("`serve` takes no argument `\(operand.truncated(to: 60).printable)`", "help serve")
    }
  }

  static var table: OptionTable<Self> {
    OptionTable([
      option("--port", "N", "the port (default: 8080); 0 takes one that is free", \.port) {
        ("a number from 0 to 65535", UInt16($0))
      },
      option("--latency", "DURATION", "delays each answer: 300ms, 2s; at most 1m", \.latency) {
        ("a time of at most 1m, such as 300ms", Duration(script: $0).flatMap { $0 <= .seconds(60) ? $0 : nil })
      },
      option(
        "--fail",
        "RATE",
        "how many requests fail, from 0 to 1: with 500, 502, 503 or 429, with a connection that is reset or an answer"
          + " that ends half way",
        \.failRate
      ) {
        ("a number from 0 to 1", Double($0).flatMap { (0...1).contains($0) ? $0 : nil })
      },
      option("--seed", "N", "chooses which ones fail, and how; the same each time for the same number", \.seed) {
        ("a whole number", UInt64($0))
      },
    ])
  }

  /// An option that sets a property.
  ///
  /// - Parameter read: Describes what the option takes, and converts the text that was typed; the value is `nil` if the
  ///   option does not take the text.
  private static func option<Value>(
    _ name: String,
    _ placeholder: String,
    _ help: String,
    _ property: WritableKeyPath<Self, Value>,
    read: @escaping (String) -> (expected: String, value: Value?)
  ) -> OptionTable<Self>.Row {
    .option(name, placeholder, help) { text, name throws(UsageError) in
      let (expected, value) = read(text)
      if let value { return value }
      throw UsageError("`\(name)` takes \(expected), and not `\(text.truncated(to: 60).printable)`", "help serve")
    } set: {
      $0[keyPath: property] = $1
    }
  }
}
