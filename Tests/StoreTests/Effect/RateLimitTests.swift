import Dependencies
import StoreTesting
import Testing

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

  func store(_ limit: @escaping (Effect<Action>, Int) -> Effect<Action>) -> TestStoreOf<Feature> {
    TestStore(initialState: [Int]()) {
      Feature(limit: limit)
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func debounce() async {
    let store = store { effect, _ in effect.debounce(id: "id", for: .seconds(1)) }
    await store.send(.arrive(1))
    await clock.advance(by: .milliseconds(500))
    await store.send(.arrive(2))
    await clock.advance(by: .milliseconds(999))
    await store.send(.arrive(3))
    await clock.advance(by: .seconds(1))
    await store.receive(.ran(3)) { $0 = [3] }
    await clock.advance(by: .seconds(5))
    await store.send(.arrive(4))
    await clock.advance(by: .seconds(1))
    await store.receive(.ran(4)) { $0 = [3, 4] }
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
              ? effect.debounce(id: "id", for: .seconds(1), clock: time)
              : effect.throttle(id: "id", for: .seconds(1), clock: time, edges: .trailing)
            return .merge(limited, .send(.cancel))
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
      #expect(store.state == [1])
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

  @Test func debounceOnTheLeadingEdge() async {
    let store = store { effect, _ in effect.debounce(id: "id", for: .seconds(1), edges: .leading) }
    await store.send(.arrive(1))
    await store.receive(.ran(1)) { $0 = [1] }
    await store.send(.arrive(2))
    await clock.advance(by: .milliseconds(900))
    await store.send(.arrive(3))
    await clock.advance(by: .seconds(1))
    await store.send(.arrive(4))
    await store.receive(.ran(4)) { $0 = [1, 4] }
  }

  @Test func debounceOnBothEdges() async {
    let store = store { effect, _ in effect.debounce(id: "id", for: .seconds(1), edges: [.leading, .trailing]) }
    await store.send(.arrive(1))
    await store.receive(.ran(1)) { $0 = [1] }
    await store.send(.arrive(2))
    await store.send(.arrive(3))
    await clock.advance(by: .seconds(1))
    await store.receive(.ran(3)) { $0 = [1, 3] }
  }

  @Test func aGivenClockIsPreferredToTheDependency() async {
    let other = TestClock()
    let store = store { effect, _ in
      .merge(
        effect.debounce(id: "id", for: .seconds(1), clock: other),
        effect.throttle(id: "other", for: .seconds(1), clock: other, edges: .trailing)
      )
    }
    await store.send(.arrive(1))
    await clock.advance(by: .seconds(10))
    await other.advance(by: .seconds(1))
    await store.receive(.ran(1)) { $0 = [1] }
    await store.receive(.ran(1)) { $0 = [1, 1] }
  }

  @Test func whatWaitsIsCancelledByItsID() async {
    let store = store { effect, value in
      value < 10
        ? effect.debounce(id: "id", for: .seconds(1))
        : effect.throttle(id: "throttle", for: .seconds(1), edges: .trailing).cancellable(id: "id")
    }
    await store.send(.arrive(1))
    await store.send(.arrive(11))
    await store.send(.cancel)
    await clock.advance(by: .seconds(1))
    await store.send(.arrive(2))
    await clock.advance(by: .seconds(1))
    await store.receive(.ran(2)) { $0 = [2] }
  }

  @Test func whatRunsIsCancelledByItsID() async {
    let log = Log()
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
    let log = Log()
    let store = store { _, value in
      .run { _ in await log.hang("\(value)") }.debounce(
        id: "id",
        for: .seconds(1),
        edges: value < 3 ? .trailing : [.leading, .trailing]
      )
    }
    await store.send(.arrive(1))
    await clock.advance(by: .seconds(1))
    #expect(log.entries == ["1 started"])
    // The effect is cancelled at once, not only when the next one starts.
    await store.send(.arrive(2))
    #expect(log.entries == ["1 started", "1 cancelled"])
    await clock.advance(by: .seconds(1))
    #expect(log.entries.suffix(1) == ["2 started"])
    await clock.advance(by: .seconds(1))
    // This also applies to an effect that starts when it arrives.
    await store.send(.arrive(3))
    #expect(log.entries.suffix(2) == ["2 cancelled", "3 started"])
    await store.send(.cancel)
  }

  @Test func anArrivalThatIsDroppedCancelsNothing() async {
    let log = Log()
    let store = store { _, value in
      let effect = Effect<Action>.run { _ in await log.hang("\(value)") }
      return value < 10
        ? effect.debounce(id: "id", for: .seconds(1), edges: .leading)
        : effect.throttle(id: "id", for: .seconds(1), latest: false)
    }
    await store.send(.arrive(1))
    await store.send(.arrive(2))
    #expect(log.entries == ["1 started"])
    await store.send(.cancel)
    await clock.advance(by: .seconds(1))
    await store.send(.arrive(11))
    await store.send(.arrive(12))
    await store.send(.arrive(13))
    #expect(log.entries == ["1 started", "1 cancelled", "11 started"])
    // The waiting effect cancels this one when it starts.
    await clock.advance(by: .seconds(1))
    #expect(log.entries.suffix(2) == ["11 cancelled", "12 started"])
    await store.send(.cancel)
  }

  @Test func nothingIsNotAnArrival() async {
    let log = Log()
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

  @Test func noEdgesAreReportedAndTheDefaultIsUsed() async {
    let lines = Locked<[UInt]>([])
    let store = store { effect, value in
      lines.withLock { $0.append(#line + 1) }
      return effect.debounce(id: "id", for: .seconds(1), edges: value == 1 ? [] : RateLimitEdges(rawValue: 4))
    }
    let issues = await withCapturedIssues {
      await store.send(.arrive(1))
      await store.send(.arrive(2))
    }
    #expect(issues.count == 2)
    #expect(
      issues.first?.message == """
        "debounce(id:for:)" was given no edges, so it would let no effect through. It uses its default, ".trailing", \
        instead.

        This usually means that the edges were computed. Pass ".leading" to run the first effect at once, ".trailing" to \
        run one when the time is over, or both.
        """
    )
    #expect(issues.map(\.location.line) == lines.withLock { $0 })
    await clock.advance(by: .seconds(1))
    await store.receive(.ran(2)) { $0 = [2] }

    let throttled = self.store { effect, _ in effect.throttle(id: "id", for: .seconds(1), edges: []) }
    let throttleIssues = await withCapturedIssues { await throttled.send(.arrive(1)) }
    #expect(throttleIssues.count == 1)
    #expect(
      throttleIssues.first?.message.hasPrefix(
        """
        "throttle(id:for:)" was given no edges, so it would let no effect through. It uses its default, \
        "[.leading, .trailing]", instead.
        """
      ) == true
    )
    await throttled.receive(.ran(1)) { $0 = [1] }
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

  @Test func idsAreIndependent() async {
    let store = store { effect, value in effect.debounce(id: value % 2, for: .seconds(1)) }
    for value in 1...4 { await store.send(.arrive(value)) }
    await clock.advance(by: .seconds(1))
    await store.receive(.ran(3)) { $0 = [3] }
    await store.receive(.ran(4)) { $0 = [3, 4] }
  }

  @Test func aDurationThatChangesCounts() async {
    let store = store { effect, value in effect.debounce(id: "id", for: .seconds(value)) }
    await store.send(.arrive(3))
    await store.send(.arrive(1))
    await clock.advance(by: .seconds(1))
    await store.receive(.ran(1)) { $0 = [1] }
    await store.send(.arrive(5))
    await clock.advance(by: .seconds(4))
    await store.send(.arrive(2))
    await clock.advance(by: .seconds(2))
    await store.receive(.ran(2)) { $0 = [1, 2] }
  }

  @Test func aReplacedStepLetsItsSequenceGoOn() async {
    let store = store { effect, value in
      .concatenate(
        effect.debounce(id: "id", for: .seconds(1)),
        .send(.ran(value * 10)).debounce(id: "id", for: .seconds(1))
      )
    }
    await store.send(.arrive(1))
    // The first effect of the second sequence replaces that of the first sequence. The first sequence continues with
    // its next effect, which is also older.
    await store.send(.arrive(2))
    await clock.advance(by: .seconds(1))
    await store.receive(.ran(2)) { $0 = [2] }
    await clock.advance(by: .seconds(1))
    await store.receive(.ran(20)) { $0 = [2, 20] }
  }

  /// The next step begins to wait under the id whose cancellation has ended the previous step.
  @Test(arguments: ["debounce", "throttle"]) func aCancelledStepLetsTheNextOneWait(kind: String) async {
    let store = store { effect, value in
      let steps = [effect, .send(.ran(value + 1))].map { step in
        kind == "debounce"
          ? step.debounce(id: "id", for: .seconds(1))
          : step.throttle(id: "id", for: .seconds(1), edges: .trailing)
      }
      return .concatenate(steps)
    }
    await store.send(.arrive(1))
    await store.send(.cancel)
    await clock.advance(by: .seconds(1))
    await store.receive(.ran(2)) { $0 = [2] }
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

  @Test func throttle() async {
    let store = store { effect, _ in effect.throttle(id: "id", for: .seconds(1)) }
    await store.send(.arrive(1))
    await store.receive(.ran(1)) { $0 = [1] }
    await store.send(.arrive(2))
    await clock.advance(by: .milliseconds(600))
    await store.send(.arrive(3))
    await clock.advance(by: .milliseconds(399))
    await store.send(.arrive(4))
    await clock.advance(by: .milliseconds(1))
    await store.receive(.ran(4)) { $0 = [1, 4] }
    await clock.advance(by: .milliseconds(500))
    await store.send(.arrive(5))
    await clock.advance(by: .milliseconds(500))
    await store.receive(.ran(5)) { $0 = [1, 4, 5] }
    await clock.advance(by: .seconds(1))
    await store.send(.arrive(6))
    await store.receive(.ran(6)) { $0 = [1, 4, 5, 6] }
  }

  /// The effect that is replaced is followed by a step that cancels the effect in its place.
  @Test func anEffectThatIsCancelledBeforeItWaitsBlocksNoLaterOne() async {
    let log = Log()
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

  @Test func throttleKeepsTheFirst() async {
    let store = store { effect, _ in effect.throttle(id: "id", for: .seconds(1), latest: false) }
    await store.send(.arrive(1))
    await store.receive(.ran(1)) { $0 = [1] }
    await store.send(.arrive(2))
    await store.send(.arrive(3))
    await clock.advance(by: .seconds(1))
    await store.receive(.ran(2)) { $0 = [1, 2] }
  }

  @Test func throttleOnTheLeadingEdge() async {
    let store = store { effect, _ in effect.throttle(id: "id", for: .seconds(1), edges: .leading) }
    await store.send(.arrive(1))
    await store.receive(.ran(1)) { $0 = [1] }
    await store.send(.arrive(2))
    await clock.advance(by: .seconds(1))
    await store.send(.arrive(3))
    await store.receive(.ran(3)) { $0 = [1, 3] }
  }

  @Test func throttleOnTheTrailingEdge() async {
    let store = store { effect, _ in effect.throttle(id: "id", for: .seconds(1), edges: .trailing) }
    await store.send(.arrive(1))
    await clock.advance(by: .milliseconds(500))
    await store.send(.arrive(2))
    await clock.advance(by: .milliseconds(500))
    await store.receive(.ran(2)) { $0 = [2] }
  }

  @Test func effectsInFlightSayThatTheyWait() async {
    let store = store { effect, value in
      value == 1
        ? effect.debounce(id: "id", for: .seconds(1)) : effect.throttle(id: 2, for: .seconds(1), edges: .trailing)
    }
    let issues = await withCapturedIssues {
      await store.send(.arrive(1))
      await store.send(.arrive(2))
      await store.finish()
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("\"debounce String.id\"") == true)
    #expect(issues.first?.message.contains("\"throttle Int.2\"") == true)
    await clock.advance(by: .seconds(1))
    await store.receive(.ran(1)) { $0 = [1] }
    await store.receive(.ran(2)) { $0 = [1, 2] }
  }
}
