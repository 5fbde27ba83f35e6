import StoreInspection

/// The options of `DemoCLI serve`.
struct ServeOptions: Equatable {
  var port: UInt16 = 8080
  var latency = Duration.zero
  var failRate = 0.0
  var seed: UInt64 = 0

  static let suggestion = "help serve"

  init(port: UInt16 = 8080, latency: Duration = .zero, failRate: Double = 0, seed: UInt64 = 0) {
    self.port = port
    self.latency = latency
    self.failRate = failRate
    self.seed = seed
  }

  /// Parses the arguments after `serve`.
  init(_ arguments: ArraySlice<String>) throws(UsageError) {
    var reader = ArgumentReader(
      arguments,
      options: ["--port", "--latency", "--fail", "--seed"],
      suggestion: Self.suggestion
    )
    while let argument = try reader.next() {
      switch argument {
      case .option(let name, let value): try set(name, to: value)
      case .flag(let text), .operand(let text):
        throw UsageError("`serve` takes no argument `\(text.truncated(to: 60).printable)`", Self.suggestion)
      }
    }
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
