import Features
import StoreInspection
typealias Counter = Count
var commandLine = StoreCommandLine<Count>("Count", commands: [.run]) {
  Count.State()
} reducer: {
  Count()
}
