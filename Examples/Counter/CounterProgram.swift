import Store
import StoreInspection

@main
struct CounterProgram {
  static func main() async {
    await commandLine.main()
  }

  static var commandLine: StoreCommandLine<Counter> {
    var commandLine = StoreCommandLine<Counter>(
      "Counter",
      commands: [.run, .repl, .ui, .explore, .replay, .compare, .report, .generateTest, .mcp, .count]
    ) {
      Counter.State()
    } reducer: {
      Counter()
    }
    commandLine.screen = counterScreen
    commandLine.explorationRules = [.always("a step is at least 1") { $0.step >= 1 }]
    commandLine.exampleScript = "Examples/Counter/counter.script"
    return commandLine
  }
}
