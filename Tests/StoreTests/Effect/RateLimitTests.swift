import Dependencies
import StoreTesting
import Testing

@testable import StoreCore

@Suite struct RateLimitTests {
  enum Action: Equatable {
    case arrive(Int)
    case ran(Int)
    case cancel
  }

  @Reducer
  struct Feature {
    let limit: (Effect<Action>, Int) -> Effect<Action>

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

  func store(_ limit: @escaping (Effect<Action>, Int) -> Effect<Action>) -> TestStoreOf<Feature> {
    TestStore(initialState: [Int]()) {
      Feature(limit: limit)
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  /// What happens one after the other: arrivals with a number, seconds that pass, and effects that run.
  enum Step {
    case arrive(Int)
    case cancel
    case after(Double)
    case ran(Int)
  }

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
    (
      "what waits is cancelled by its id",
      { effect, value in
        value < 10
          ? effect.debounce(id: "id", for: .seconds(1))
          : effect.throttle(id: "throttle", for: .seconds(1)).cancellable(id: "id")
      },
      [
        .arrive(10), .ran(10), .arrive(1), .arrive(11), .cancel, .after(1), .arrive(2), .after(1), .ran(2),
      ]
    ),
    (
      "ids are independent", { effect, value in effect.debounce(id: value % 2, for: .seconds(1)) },
      [.arrive(1), .arrive(2), .arrive(3), .arrive(4), .after(1), .ran(3), .ran(4)]
    ),
    (
      "a duration that changes counts", { effect, value in effect.debounce(id: "id", for: .seconds(value)) },
      [.arrive(3), .arrive(1), .after(1), .ran(1), .arrive(5), .after(4), .arrive(2), .after(2), .ran(2)]
    ),
    // The first effect of the second sequence replaces that of the first sequence. The first sequence continues with
    // its next effect, which is also older.
    (
      "a replaced step lets its sequence go on",
      { effect, value in
        .concatenate([effect, .send(.ran(value * 10))].map { $0.debounce(id: "id", for: .seconds(1)) })
      },
      [.arrive(1), .arrive(2), .after(1), .ran(2), .after(1), .ran(20)]
    ),
    // The next step begins to wait under the id whose cancellation has ended the previous step.
    (
      "a cancelled debounce lets the next step wait",
      { effect, value in
        .concatenate([effect, .send(.ran(value + 1))].map { $0.debounce(id: "id", for: .seconds(1)) })
      },
      [.arrive(1), .cancel, .after(1), .ran(2)]
    ),
    (
      "a cancelled throttle lets the next step wait",
      { effect, value in
        value == 0
          ? effect.throttle(id: "id", for: .seconds(1))
          : .concatenate([effect, .send(.ran(value + 1))].map { $0.throttle(id: "id", for: .seconds(1)) })
      },
      [.arrive(0), .ran(0), .arrive(1), .cancel, .after(1), .ran(2)]
    ),
    (
      "a throttled effect that is a step of a sequence waits with it",
      { effect, value in
        .concatenate(effect.throttle(id: "id", for: .seconds(1)), .send(.ran(value * 10)))
      },
      [.arrive(1), .ran(1), .ran(10), .arrive(2), .after(1), .ran(2), .ran(20)]
    ),
  ]

  @Test(arguments: scenarios) func limits(name: String, limit: @escaping Limit, steps: [Step]) async {
    let store = store(limit)
    for step in steps {
      switch step {
      case .arrive(let value): await store.send(.arrive(value))
      case .cancel: await store.send(.cancel)
      case .after(let seconds): await clock.advance(by: .milliseconds(Int(seconds * 1_000)))
      case .ran(let value): await store.receive(.ran(value)) { $0.append(value) }
      }
    }
  }

  /// The delay counts from the action, however late the waiting task runs: here the time moves on before the task
  /// starts.
  @MainActor
  @Test(.timeLimit(.minutes(10)), arguments: ["debounce", "throttle"])
  func theTimeCountsFromTheAction(kind: String) async {
    let other = RecordingClock()
    for time: any Clock<Duration> in [clock, other] {
      other.time.setValue(VirtualInstant())
      let store = Store(initialState: [Int]()) {
        Reduce<[Int], Action> { [clock] (state: inout [Int], action: Action) -> Effect<Action> in
          switch action {
          case .arrive:
            let effect = Effect<Action>.send(.ran(1))
            let limited =
              kind == "debounce"
              ? [effect.debounce(id: "id", for: .seconds(1), clock: time)]
              : [.send(.ran(0)), effect].map { $0.throttle(id: "id", for: .seconds(1), clock: time) }
            return .merge(limited + [.send(.cancel)])
          case .ran(let value):
            state.append(value)
          case .cancel:
            clock.set(to: clock.now.advanced(by: .seconds(1)))
            other.time.setValue(VirtualInstant(offset: .seconds(1)))
          }
          return .none
        }
      }
      await store.send(.arrive(1)).finish()
      #expect(store.state == (kind == "debounce" ? [1] : [0, 1]))
    }
    #expect(other.deadlines.value.map(\.offset) == [.seconds(1)])
  }

  /// A clock whose sleeps return at once.
  private struct RecordingClock: Clock {
    let time = LockIsolated(VirtualInstant<Duration>())
    let deadlines = LockIsolated<[VirtualInstant<Duration>]>([])
    var now: VirtualInstant<Duration> { time.value }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: VirtualInstant<Duration>, tolerance: Duration?) async throws {
      deadlines.withValue { $0.append(deadline) }
    }
  }

  @Test func aGivenClockIsPreferredToTheDependency() async {
    let other = TestClock()
    let store = store { effect, _ in
      .merge(
        effect.debounce(id: "id", for: .seconds(1), clock: other),
        effect.throttle(id: "other", for: .seconds(1), clock: other)
      )
    }
    await store.send(.arrive(1))
    await store.receive(.ran(1)) { $0 = [1] }
    await store.send(.arrive(2))
    await clock.advance(by: .seconds(10))
    await other.advance(by: .seconds(1))
    await store.receive(.ran(2)) { $0 = [1, 2] }
    await store.receive(.ran(2)) { $0 = [1, 2, 2] }
  }

  @Test func whatRunsIsCancelledByItsID() async {
    let store = store { _, _ in
      .run { _ in await log.hang("effect") }.debounce(id: "id", for: .seconds(1))
    }
    await store.send(.arrive(1))
    await clock.advance(by: .seconds(1))
    #expect(log.entries == ["effect started"])
    await store.send(.cancel)
    #expect(log.entries == ["effect started", "effect cancelled"])
  }

  @Test func debounceCancelsTheEffectThatItStartedBefore() async {
    let store = store { _, value in
      .run { _ in await log.hang("\(value)") }.debounce(id: "id", for: .seconds(1))
    }
    await store.send(.arrive(1))
    await clock.advance(by: .seconds(1))
    #expect(log.entries == ["1 started"])
    // The effect is cancelled at once, not only when the next one starts.
    await store.send(.arrive(2))
    #expect(log.entries == ["1 started", "1 cancelled"])
    await clock.advance(by: .seconds(1))
    #expect(log.entries.suffix(1) == ["2 started"])
    await store.send(.cancel)
  }

  @Test func anArrivalThatIsDroppedCancelsNothing() async {
    let store = store { _, value in
      .run { _ in await log.hang("\(value)") }.throttle(id: "id", for: .seconds(1), latest: false)
    }
    await store.send(.arrive(1))
    await store.send(.arrive(2))
    await store.send(.arrive(3))
    #expect(log.entries == ["1 started"])
    // The waiting effect cancels this one when it starts.
    await clock.advance(by: .seconds(1))
    #expect(log.entries == ["1 started", "1 cancelled", "2 started"])
    await store.send(.cancel)
  }

  @Test func nothingIsNotAnArrival() async {
    let store = store { effect, value in
      switch value {
      case 1: effect.debounce(id: "id", for: .seconds(1))
      case 2: .none.debounce(id: "id", for: .seconds(1))
      case 3: effect.throttle(id: "id", for: .seconds(1))
      case 4: .none.throttle(id: "id", for: .seconds(1))
      case 5: .run { _ in await log.hang("effect") }.cancellable(id: "id")
      default: .none.cancellable(id: "id", cancelInFlight: true)
      }
    }
    await store.send(.arrive(1))
    await clock.advance(by: .milliseconds(500))
    await store.send(.arrive(2))
    await clock.advance(by: .milliseconds(500))
    await store.receive(.ran(1)) { $0 = [1] }
    await clock.advance(by: .seconds(2))
    await store.send(.arrive(4))
    await store.send(.arrive(3))
    await store.receive(.ran(3)) { $0 = [1, 3] }
    await store.send(.arrive(5))
    await store.send(.arrive(6))
    #expect(log.entries == ["effect started"])
    await store.send(.cancel)
  }

  @Test func theTaskOfASendIncludesWhatWaits() async {
    let store = store { effect, _ in effect.debounce(id: "id", for: .seconds(1)) }
    let first = await store.send(.arrive(1))
    let second = await store.send(.arrive(2))
    await first.finish()
    await second.cancel()
    await clock.advance(by: .seconds(1))
    let third = await store.send(.arrive(3))
    await clock.advance(by: .seconds(1))
    await third.finish()
    await store.receive(.ran(3)) { $0 = [3] }
  }

  @Test func manyIDs() async {
    let store = store { effect, value in effect.throttle(id: value % 300, for: .seconds(1)) }
    for value in 0..<600 {
      await store.send(.arrive(value))
      if value < 300 { await store.receive(.ran(value)) { $0.append(value) } }
    }
    await clock.advance(by: .seconds(1))
    for value in 300..<600 { await store.receive(.ran(value)) { $0.append(value) } }
    await clock.advance(by: .seconds(1))
    for value in 600..<900 {
      await store.send(.arrive(value))
      await store.receive(.ran(value)) { $0.append(value) }
    }
  }

  /// The effect that is replaced is followed by a step that cancels the effect in its place.
  @Test func anEffectThatIsCancelledBeforeItWaitsBlocksNoLaterOne() async {
    let store = store { _, value in
      let effect = Effect<Action>.run { _ in await log.hang("\(value)") }
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

  /// A feature may limit each of its many rows.
  @MainActor @Test func limitsThatAreOverAreForgotten() async {
    let store = Store(initialState: [Int]()) {
      Feature { effect, value in effect.throttle(id: value, for: .seconds(1)) }
    } withDependencies: {
      $0.continuousClock = clock
    }
    for value in 0..<1000 {
      store.send(.arrive(value))
      await clock.advance(by: .seconds(1))
    }
    #expect(store.withState { $0.count } == 1000)
    #expect(store.root.map { $0.throttles.count <= 64 } == true)
  }

  @Test func effectsInFlightSayThatTheyWait() async {
    let store = store { effect, value in
      value == 1 ? effect.debounce(id: "id", for: .seconds(1)) : effect.throttle(id: 2, for: .seconds(1))
    }
    await store.send(.arrive(0))
    await store.receive(.ran(0)) { $0 = [0] }
    let issues = await withCapturedIssues {
      await store.send(.arrive(1))
      await store.send(.arrive(2))
      await store.finish()
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("\"debounce String.id\"") == true)
    #expect(issues.first?.message.contains("\"throttle Int.2\"") == true)
    await clock.advance(by: .seconds(1))
    await store.receive(.ran(1)) { $0 = [0, 1] }
    await store.receive(.ran(2)) { $0 = [0, 1, 2] }
  }
}
