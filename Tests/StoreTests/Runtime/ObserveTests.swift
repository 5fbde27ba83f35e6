import Dependencies
import Store
import Testing

@MainActor
@Suite struct ObserveTests {
  private let log = Log()

  @Test func runsAtOnceAndAgainOnTheActorAfterEachChange() async {
    let store = makeStore(Scripted.State()) { Scripted() }
    let log = log
    let token = observe {
      MainActor.shared.assertIsolated()
      log.append("\(store.count)")
    }
    #expect(log.entries == ["0"])
    store.send(.change { $0.count = 1 })
    store.send(.change { $0.count = 2 })
    await log.wait(for: "2")
    store.send(.change { $0.other = 1 })
    store.send(.change { $0.count = 3 })
    await log.wait(for: "3")
    // Changes that happen together are handled together.
    #expect(log.entries == ["0", "2", "3"])
    withExtendedLifetime(token) {}
  }

  /// Observation tells of both changes. Each would register again, so that later changes would run the closure twice.
  @Test func changesOfTwoValuesAtATimeRunItOnce() async {
    let (first, second) = (Shared(value: 0), Shared(value: 0))
    let log = log
    let token = observe { log.append("\(first.wrappedValue + second.wrappedValue)") }
    // These are told of the first value while `observe` is. The order is open, so there are several.
    for _ in 0..<16 {
      withObservationTracking {
        _ = first.wrappedValue
      } onChange: {
        second.withLock { $0 += 1 }
      }
    }
    for sum in 17...19 {
      first.withLock { $0 += 1 }
      await log.wait(for: "\(sum)")
    }
    #expect(log.entries == ["0", "17", "18", "19"])
    withExtendedLifetime(token) {}
  }

  /// Observation registers the observer when its closure has returned.
  @Test func aChangeByAnotherThreadAfterTheReadIsSeen() async {
    let shared = Shared(value: (name: "", count: 0))
    let log = log
    let token = observe {
      let count = shared.count.wrappedValue
      log.append("\(count)")
      let isEnded = count == 2 || ExclusiveAccessTests.end { shared.withLock { $0.count += 1 } }
      #expect(isEnded)
    }
    await log.wait(for: "2")
    #expect(log.entries == ["0", "1", "2"])
    withExtendedLifetime(token) {}
  }

  @Test func cancellingTheTokenEndsIt() async {
    let store = makeStore(Scripted.State()) { Scripted() }
    let log = log
    let token = observe { log.append("first \(store.count)") }
    let other = observe { log.append("second \(store.count)") }
    store.send(.change { $0.count = 1 })
    await log.wait(for: "first 1")
    await log.wait(for: "second 1")
    token.cancel()
    store.send(.change { $0.count = 2 })
    await log.wait(for: "second 2")
    store.send(.change { $0.count = 3 })
    await log.wait(for: "second 3")
    #expect(log.entries.filter { $0.hasPrefix("first") } == ["first 0", "first 1"])
    withExtendedLifetime(other) {}
  }

  @Test func cancellingBetweenAChangeAndTheNextRunEndsIt() async {
    let store = makeStore(Scripted.State()) { Scripted() }
    let log = log
    let token = observe { log.append("first \(store.count)") }
    let other = observe { log.append("second \(store.count)") }
    store.send(.change { $0.count = 1 })
    token.cancel()
    await log.wait(for: "second 1")
    #expect(log.entries == ["first 0", "second 0", "second 1"])
    withExtendedLifetime(other) {}
  }

  @Test func lettingGoOfTheTokenEndsIt() async {
    let store = makeStore(Scripted.State()) { Scripted() }
    let log = log
    var token: ObserveToken? = observe { log.append("first \(store.count)") }
    let other = observe { log.append("second \(store.count)") }
    #expect(token != nil)
    token = nil
    store.send(.change { $0.count = 1 })
    await log.wait(for: "second 1")
    #expect(log.entries == ["first 0", "second 0", "second 1"])
    withExtendedLifetime(other) {}
  }

  @Test func onAnotherActor() async {
    let log = log
    let screen = Screen()
    await screen.show(log)
    await log.wait(for: "1")
    #expect(log.entries == ["0", "1"])
    await screen.hide()
  }

  private actor Screen {
    private var store: StoreOf<Scripted>?
    private var token: ObserveToken?

    func show(_ log: Log) {
      let store = Store(initialState: Scripted.State()) { Scripted() }
      self.store = store
      let screen = self
      token = observe {
        screen.assertIsolated()
        log.append("\(store.count)")
      }
      store.send(.change { $0.count = 1 })
    }

    func hide() { token = nil }
  }
}
