// Block 1: reports
// Block 6: reports

struct TitleClient: TestDependencyKey {
  var titles: @Sendable (_ query: String) async throws -> [String]
  static let testValue = TitleClient { _ in [] }
}
/// Is what a client's call throws.
struct NotConnected: Error {}
/// `Suggestions` without the mistake.
@Reducer struct CarefulSuggestions {
  private enum CancelID { case search }
  @Dependency(TitleClient.self) var client
  func reduce(into state: inout Suggestions.State, action: Suggestions.Action) -> Effect<Suggestions.Action> {
    let effect = Suggestions().reduce(into: &state, action: action)
    guard case .queryChanged = action else { return effect }
    state.titles = []
    return effect.cancellable(id: CancelID.search, cancelInFlight: true)
  }
}
private enum CancelID { case search }
typealias State = Suggestions.State
typealias Action = Suggestions.Action
@Dependency(TitleClient.self) var client
