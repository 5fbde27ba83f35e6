/// What `DemoCLI serve` is told.
struct ServeOptions: Equatable {
  var port: UInt16 = 8080
  var latency = Duration.zero
  var failRate = 0.0
  var seed: UInt64 = 0

  static let names = ["--port", "--latency", "--fail", "--seed", "--help"]
  static let suggestion = "DemoCLI help serve"

  /// Reads the arguments that follow `serve`; `nil` when they ask for help.
  static func parse(_ arguments: ArraySlice<String>) throws(UsageError) -> ServeOptions? {
    var options = ServeOptions()
    var arguments = arguments
    while let argument = arguments.popFirst() {
      // `--port=80` is `--port 80`.
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let name = parts[0]
      if argument == "--help" || argument == "-h" { return nil }
      guard names.contains(name) else {
        if !argument.hasPrefix("-") {
          throw UsageError("`serve` takes no argument `\(argument.truncated(to: 60).printable)`", suggestion)
        }
        throw .unknown("option", name, names, suggestion: suggestion)
      }
      guard let value = parts.count == 2 ? parts[1] : arguments.popFirst() else {
        throw UsageError("`\(name)` needs a value", suggestion)
      }
      try options.set(name, to: value)
    }
    return options
  }

  private mutating func set(_ name: String, to value: String) throws(UsageError) {
    func wrong(_ expected: String) -> UsageError {
      UsageError("`\(name)` takes \(expected), and not `\(value.truncated(to: 60).printable)`", Self.suggestion)
    }
    switch name {
    case "--port":
      guard let port = UInt16(value) else { throw wrong("a number from 0 to 65535") }
      self.port = port
    case "--latency":
      guard let latency = Duration(script: value), latency <= .seconds(60) else {
        throw wrong("a time of at most 1m, such as 300ms")
      }
      self.latency = latency
    case "--fail":
      guard let rate = Double(value), (0...1).contains(rate) else { throw wrong("a number from 0 to 1") }
      failRate = rate
    default:
      guard let seed = UInt64(value) else { throw wrong("a whole number") }
      self.seed = seed
    }
  }
}

extension Duration {
  /// Reads a time as scripts have it: `300ms`.
  fileprivate init?(script text: String) {
    var scanner = Scanner(SourceText(name: "", text: text))
    guard let duration = try? scanner.duration(), scanner.isAtEnd else { return nil }
    self = duration
  }
}
