import Store
import StoreInspection

@main
struct CounterProgram {
  static func main() async {
    await commandLine.main()
  }

  static var commandLine: StoreCommandLine<Counter> {
    StoreCommandLine("Counter", commands: [.run, .generateTest]) {
      Counter.State()
    } reducer: {
      Counter()
    }
  }
}
