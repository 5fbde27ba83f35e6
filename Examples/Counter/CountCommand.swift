import Store
import StoreInspection

extension StoreCommand where Feature == Counter {
  /// Counts without anybody looking on: `count --times 3`.
  static var count: Self {
    Self(
      "count",
      summary: "tap [+] a number of times and print the count",
      help: """
        Taps [+] a number of times and prints the count.

        Usage
          Counter count [OPTIONS]
        """,
      options: [
        CommandOption("--times", value: "N", help: "how often, once if nothing else is said"),
        CommandOption(flag: "--steps", help: "print each count on the way, too"),
      ]
    ) { @MainActor context in
      let times = try context.value(of: "--times") { Int($0).flatMap { $0 > 0 ? $0 : nil } } ?? 1
      if let operand = context.operands.first { throw UsageError("`count` takes no `\(operand)`", "help count") }
      let store = context.makeStore()
      for time in 1...times {
        store.send(.incrementButtonTapped)
        if time == times || context.contains("--steps") { context.console.write("\(store.count)\n") }
      }
      return .passed
    }
  }
}
