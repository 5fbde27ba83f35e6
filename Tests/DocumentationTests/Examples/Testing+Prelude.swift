import XCTest
@DependencyClient struct LetterClient: TestDependencyKey {
  var save: @Sendable (_ text: String) async throws -> Void
  static let testValue = LetterClient()
}
@Reducer struct Volume {
  struct State: Equatable { @Shared(.appStorage("volume")) var volume = 5 }
  enum Action { case louderButtonTapped, muteButtonTapped }
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if case .louderButtonTapped = action {
      state.$volume.withLock { $0 += 1 }
      return .none
    }
    return .run { [volume = state.$volume] _ in volume.withLock { $0 = 0 } }
  }
}
let store = TestStore(initialState: LetterEditor.State()) { LetterEditor() }
let store7 = TestStore(initialState: StoreTestingExamples.Feature.State()) { StoreTestingExamples.Feature() }
@DependencyClient struct FeedClient: TestDependencyKey {
  var fetch: @Sendable () async throws -> [String]
  static let testValue = FeedClient()
}
extension DependencyValues {
  var letterClient: LetterClient {
    get { self[LetterClient.self] }
    set { self[LetterClient.self] = newValue }
  }
  var feedClient: FeedClient {
    get { self[FeedClient.self] }
    set { self[FeedClient.self] = newValue }
  }
}
