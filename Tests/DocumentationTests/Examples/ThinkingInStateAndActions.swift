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

@Reducer
struct Parking {
  struct State: Equatable {
    var minutes = 60
    var phase = Phase.choosing

    var price: Int { (minutes + 14) / 15 * 100 }
  }

  enum Phase: Equatable {
    case choosing
    case paying
    case parked(until: Date)
    case refused(reason: String)
  }

  enum Action {
    case minutesChanged(Int)
    case payButtonTapped
    case paid
    case paymentFailed(reason: String)
  }

  @Dependency(\.date.now) var now
  @Dependency(\.paymentClient) var payment

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .minutesChanged(let minutes):
        guard state.phase != .paying else { return .none }
        state.minutes = max(15, minutes)
        return .none

      case .payButtonTapped:
        guard state.phase != .paying else { return .none }
        state.phase = .paying
        let price = state.price
        return .run { send in
          try await payment.pay(yen: price)
          await send(.paid)
        } catch: { error, send in
          await send(.paymentFailed(reason: "\(error)"))
        }

      case .paid:
        state.phase = .parked(until: now + Double(state.minutes) * 60)
        return .none

      case .paymentFailed(let reason):
        state.phase = .refused(reason: reason)
        return .none
      }
    }
  }
}

@Test func parking() async {
  let store = TestStore(initialState: Parking.State()) {
    Parking()
  } withDependencies: {
    $0.date.now = Date(timeIntervalSince1970: 0)
    $0.paymentClient.pay = { _ in }
  }

  await store.send(.minutesChanged(90)) {
    $0.minutes = 90
  }
  #expect(store.state.price == 600)
  await store.send(.payButtonTapped) {
    $0.phase = .paying
  }
  await store.receive(\.paid) {
    $0.phase = .parked(until: Date(timeIntervalSince1970: 90 * 60))
  }
}

@Suite enum ThinkingInStateAndActions {
  struct CarelessState: Equatable {
    var minutes = 60
    var price = 400
    var isPaying = false
    var isParked = false
    var parkedUntil: Date?
    var problem: String?
  }

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

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .clearButtonTapped:
          state.lines = []
          return changed(&state)

        case .lineDrawn(let line):
          state.lines.append(line)
          return changed(&state)

        case .undoButtonTapped:
          guard !state.lines.isEmpty else { return .none }
          state.lines.removeLast()
          return changed(&state)
        }
      }
    }

    private func changed(_ state: inout State) -> Effect<Action> {
      state.hasUnsavedChanges = true
      return .none
    }
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
