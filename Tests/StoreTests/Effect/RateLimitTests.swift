import Dependencies
import StoreTesting
import Testing

@testable import StoreCore

@Suite struct RateLimitTests {
  enum Action: Equatable { case arrive(Int), ran(Int), cancel }

  @Reducer
  struct Feature {
    let limit: Limit

    func reduce(into state: inout [Int], action: Action) -> Effect<Action> {
      switch action {
      case .arrive(let value): return limit(.send(.ran(value)), value)
      case .ran(let value):
        state.append(value)
        return .none
      case .cancel: return .cancel(id: "id")
      }
    }
  }

  let clock = TestClock()
  let log = Log()

  func store(_ limit: @escaping Limit) -> TestStoreOf<Feature> {
    TestStore(initialState: [Int]()) {
      Feature(limit: limit)
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  /// What happens one after the other: arrivals with a number, seconds that pass, and effects that run.
  enum Step { case arrive(Int), after(Double), ran(Int) }
  typealias Limit = @Sendable (Effect<Action>, Int) -> Effect<Action>

  static let scenarios: [(name: String, limit: Limit, steps: [Step])] = [
    (
      "debounce", { effect, _ in effect.debounce(id: "id", for: .seconds(1)) },
      [
        .arrive(1), .after(0.5), .arrive(2), .after(0.999), .arrive(3), .after(1), .ran(3), .after(5), .arrive(4),
        .after(1), .ran(4),
      ]
    ),
    (
      "throttle", { effect, _ in effect.throttle(id: "id", for: .seconds(1)) },
      [
        .arrive(1), .ran(1), .arrive(2), .after(0.6), .arrive(3), .after(0.399), .arrive(4), .after(0.001), .ran(4),
        .after(0.5), .arrive(5), .after(0.5), .ran(5), .after(1), .arrive(6), .ran(6),
      ]
    ),
    (
      "throttle keeps the first", { effect, _ in effect.throttle(id: "id", for: .seconds(1), latest: false) },
      [.arrive(1), .ran(1), .arrive(2), .arrive(3), .after(1), .ran(2)]
    ),
  ]

  @Test(arguments: scenarios) func limits(name: String, limit: @escaping Limit, steps: [Step]) async {
    let store = store(limit)
    for step in steps {
      switch step {
      case .arrive(let value): await store.send(.arrive(value))
      case .after(let seconds): await clock.advance(by: .milliseconds(Int(seconds * 1_000)))
      case .ran(let value): await store.receive(.ran(value)) { $0.append(value) }
      }
    }
  }

  /// The delay counts from the action, however late the waiting task runs: here the time moves on before the task
  /// starts.
  @MainActor @Test(.timeLimit(.minutes(10)), arguments: ["debounce", "throttle"])
  func theTimeCountsFromTheAction(kind: String) async {
    let other = RecordingClock()
    for time: any Clock<Duration> in [clock, other] {
      other.time.setValue(VirtualInstant())
      let store = makeStore([Int](), of: Action.self) { [clock] state, action in
        switch action {
        case .arrive:
          let effect = Effect<Action>.send(.ran(1))
          let limited =
            kind == "debounce"
            ? [effect.debounce(id: "id", for: .seconds(1), clock: time)]
            : [.send(.ran(0)), effect].map { $0.throttle(id: "id", for: .seconds(1), clock: time) }
          return .merge(limited + [.send(.cancel)])
        case .ran(let value): state.append(value)
        case .cancel:
          clock.set(to: clock.now.advanced(by: .seconds(1)))
          other.time.setValue(VirtualInstant(offset: .seconds(1)))
        }
        return .none
      }
      await store.send(.arrive(1)).finish()
      #expect(store.state == (kind == "debounce" ? [1] : [0, 1]))
    }
    #expect(other.deadlines.value.map(\.offset) == [.seconds(1)])
  }

  /// A clock whose sleeps return at once.
  struct RecordingClock: Clock {
    let time = LockIsolated(VirtualInstant<Duration>())
    let reads = LockIsolated(0)
    let deadlines = LockIsolated<[VirtualInstant<Duration>]>([])
    var now: VirtualInstant<Duration> {
      reads.withValue { $0 += 1 }
      return time.value
    }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: VirtualInstant<Duration>, tolerance: Duration?) async throws {
      deadlines.withValue { $0.append(deadline) }
    }
  }

  /// The effect that is replaced is followed by a step that cancels the effect in its place.
  @Test func anEffectThatIsCancelledBeforeItWaitsBlocksNoLaterOne() async {
    let store = store { _, value in
      let effect: Effect<Action> = log.hanging("\(value)")
      return switch value {
      case 2: .concatenate(effect.throttle(id: "id", for: .seconds(1)), .cancel(id: "other"))
      case 3: effect.throttle(id: "id", for: .seconds(1)).cancellable(id: "other")
      default: effect.throttle(id: "id", for: .seconds(1), latest: false)
      }
    }
    await store.send(.arrive(1))
    await store.send(.arrive(2))
    await store.send(.arrive(3))
    await clock.advance(by: .seconds(60))
    #expect(log.entries == ["1 started"])
    await store.send(.arrive(4))
    await clock.advance(by: .seconds(1))
    #expect(log.entries == ["1 started", "1 cancelled", "4 started"])
    await store.send(.cancel)
  }

  @Test func effectsInFlightSayThatTheyWait() async {
    let store = store { effect, value in
      value == 1 ? effect.debounce(id: "id", for: .seconds(1)) : effect.throttle(id: 2, for: .seconds(1))
    }
    await store.send(.arrive(0))
    await store.receive(.ran(0)) { $0 = [0] }
    let issues = await withCapturedIssues {
      for value in 1...2 { await store.send(.arrive(value)) }
      await store.finish()
    }
    #expect(issues.count == 1)
    let message = issues.first?.message ?? ""
    #expect(message.contains("\"debounce String.id\"") && message.contains("\"throttle Int.2\""), "\(message)")
    await clock.advance(by: .seconds(1))
    for value in 1...2 { await store.receive(.ran(value)) { $0.append(value) } }
  }
}
