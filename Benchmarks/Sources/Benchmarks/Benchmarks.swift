import Foundation

/// Measures the scenarios and prints a table:
/// `swift run -c release Benchmarks [--samples N] [--json] [scenario prefix ...]`
@main
struct Benchmarks {
  @MainActor
  static func main() async throws {
    var prefixes = Array(CommandLine.arguments.dropFirst())
    var plan = Plan()
    if let position = prefixes.firstIndex(of: "--samples"), position + 1 < prefixes.count,
      let count = Int(prefixes[position + 1]), count > 0
    {
      plan.sampleCount = count
      prefixes.removeSubrange(position...position + 1)
    }
    if prefixes.contains("--memory") {
      Memory.printTable()
      try await ToDoScenarios().printMemory()
      return await StackUse.printTable()
    }
    let isJSON = prefixes.contains("--json")
    prefixes.removeAll { $0 == "--json" }

    let scenarios = Scenarios(plan: plan) { name in
      prefixes.isEmpty || name.hasPrefix("yardstick.reduce") || prefixes.contains { name.hasPrefix($0) }
    }
    try await scenarios.runAll()
    if isJSON { return try printJSON(scenarios.results) }

    let yardstick = scenarios.results.first { $0.name == "yardstick.reduce" }?.median ?? 1
    print(row("scenario", "median ns", "min ns", "x reduce", "budget", ""))
    for result in scenarios.results {
      let budget = Budgets.nanoseconds[result.name]
      print(
        row(
          result.name,
          format(result.median),
          format(result.minimum),
          format(result.median / yardstick),
          budget.map(format) ?? "",
          budget.map { result.median <= $0 ? "ok" : "OVER" } ?? ""
        )
      )
    }
    if let one = scenarios.results.first(where: { $0.name == "actors.1000.one-core" }),
      let two = scenarios.results.first(where: { $0.name == "actors.1000.two-cores" })
    {
      print("\nactors.parallel.1000: speed-up of 2 cores over 1: \(format(one.median / two.median)) (budget 1.8)")
    }
  }

  /// A row of the table as JSON.
  private struct Figure: Encodable {
    let scenario: String
    let median, minimum: Double
    let budget: Double?
    let samples: [Double]
  }

  private static func printJSON(_ results: [Measurement]) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let figures = results.map {
      Figure(
        scenario: $0.name,
        median: $0.median,
        minimum: $0.minimum,
        budget: Budgets.nanoseconds[$0.name],
        samples: $0.samples
      )
    }
    print(String(decoding: try encoder.encode(figures), as: UTF8.self))
  }

  private static func row(_ name: String, _ columns: String...) -> String {
    name.padding(toLength: 30, withPad: " ", startingAt: 0)
      + columns.map { String(repeating: " ", count: max(1, 13 - $0.count)) + $0 }.joined()
  }

  private static func format(_ number: Double) -> String {
    number >= 100 ? String(Int(number.rounded())) : String(format: "%.1f", number)
  }
}
