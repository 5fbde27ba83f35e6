import Foundation
import StoreTesting
import Testing

@DependencyClient
struct PaymentClient {
  var pay: @Sendable (_ yen: Int) async throws -> Void
}

extension PaymentClient: DependencyKey {
  static let liveValue = PaymentClient()
  static let testValue = PaymentClient()
}

extension DependencyValues {
  var paymentClient: PaymentClient {
    get { self[PaymentClient.self] }
    set { self[PaymentClient.self] = newValue }
  }
}

// #include ThinkingInStateAndActions.md: struct Parking

// #include ThinkingInStateAndActions.md: func parking

@Suite enum ThinkingInStateAndActions {
  // #include ThinkingInStateAndActions.md: struct CarelessState

  @Reducer
  struct Drawing {
    struct State: Equatable {
      var lines: [String] = []
      var hasUnsavedChanges = false
    }

    enum Action {
      case clearButtonTapped
      case lineDrawn(String)
      case undoButtonTapped
    }

    // #include ThinkingInStateAndActions.md: func changed
  }

  @Test static func drawing() async {
    let store = TestStore(initialState: Drawing.State()) { Drawing() }
    await store.send(.lineDrawn("—")) {
      $0.lines = ["—"]
      $0.hasUnsavedChanges = true
    }
    await store.send(.undoButtonTapped) { $0.lines = [] }
    await store.send(.undoButtonTapped)
    await store.send(.clearButtonTapped)
  }

  @Test static func refusing() async {
    struct Refused: Error {}
    let store = TestStore(initialState: Parking.State()) {
      Parking()
    } withDependencies: {
      $0.paymentClient.pay = { _ in throw Refused() }
    }
    await store.send(.payButtonTapped) { $0.phase = .paying }
    await store.receive(\.paymentFailed) { $0.phase = .refused(reason: "Refused()") }
    await store.send(.minutesChanged(5)) { $0.minutes = 15 }
  }

  @Test static func impatience() async {
    let store = TestStore(initialState: Parking.State(phase: .paying)) { Parking() }
    await store.send(.payButtonTapped)
    await store.send(.minutesChanged(90))
  }
}

extension Failures {
  /// Those of the article.
  static func ofThinking() async -> [String] {
    await withCapturedIssues {
      let store = TestStore(initialState: Parking.State()) {
        Parking()
      } withDependencies: {
        $0.paymentClient.pay = { _ in }
      }
      await store.send(.payButtonTapped) { $0.phase = .paying }
      await store.receive(\.paid) { $0.phase = .parked(until: Date(timeIntervalSince1970: 0)) }
    }
    .map(\.message)
  }
}
