// Block 3: #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)

extension FactClient: TestDependencyKey { static let testValue = Self() }
enum Action: Sendable { case start, note(String) }
private enum CancelID { case work }
private typealias Element = Effect<MigratingFromTCAExamples.Action>
func makeStore(_ effect: Effect<Action>) -> Store<[String], Action> {
  Store(initialState: [String]()) {
    Reduce { state, action in
      switch action {
      case .start:
        state.append("reduced")
        return effect
      case .note(let note):
        state.append(note)
        return .none
      }
    }
  }
}
