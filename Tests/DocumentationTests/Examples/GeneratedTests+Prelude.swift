import Features
import StoreInspection

@Reducer
private struct Profile {
  struct State: Equatable, Codable {}
  enum Action: Equatable, Codable { case appeared }
}

var commandLine = StoreCommandLine<Count>("Count", commands: [.run]) {
  Count.State()
} reducer: {
  Count()
}
