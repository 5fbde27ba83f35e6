import Store
import Dependencies
import Observation
import Testing

@testable import StoreCore

@MainActor @Suite(.timeLimit(.minutes(10))) struct ObservationTests {
  private let log = Log()
  private let store = makeStore(Scripted.State()) { Scripted() }

  private func changes() -> Int { log.entries.count }

  @Test func valuesThatCannotBeComparedFireOnEveryAction() {
    struct Opaque { var value = 0 }
    struct State {
      var opaque = Opaque()
      var count = 0
    }
    let store = makeStore(State()) { Changer<State, Never>() }
    log.watch { _ = store.opaque }
    for _ in 1...2 { store.send(.change { _ in }) }
    #expect(changes() == 1)
    log.watch { _ = store.opaque.value }
    store.send(.change { _ in })
    #expect(changes() == 2)
    log.watch { _ = store.count }
    store.send(.change { _ in })
    #expect(changes() == 2)
  }

  @Test func valuesThatTheCompilerCannotSeeToBeEquatableAreCompared() {
    func read<Value>(_ keyPath: KeyPath<Scripted.State, Value>) { _ = store[dynamicMember: keyPath] }
    log.watch { read(\.count) }
    store.send(.change { $0.count = 0 })
    #expect(changes() == 0)
    store.send(.change { $0.count = 2 })
    #expect(changes() == 1)
  }

  @Test func untrackedReadsRegisterNothing() {
    let store = makeStore(Scripted.State(detail: Scripted.Pane(), rows: [Scripted.Row(id: 1)])) { Scripted() }
    _ = (store.count, store.state, store.withState(\.other))
    let detail = store.scope(state: \.detail, action: \.detail)
    _ = (detail?.count, store.scope(state: \.rows, action: \.rows)[0].count)
    log.watch { _ = store.withState(\.count) }
    #expect(store.core.observation == nil && detail?.core.observation == nil)
    #expect(!store.core.runtime.flags.contains(.observed))
    for _ in 1...2 { log.watch { _ = store.count } }
    #expect(store.core.observation?.cells.count == 1)
    // A read of an observed value that is not tracked registers no observer.
    log.watch("other") { _ = store.other }
    store.send(.change { $0.count += 1 })
    _ = store.count
    store.send(.change { $0.count += 1 })
    // Nor does one after observers were told.
    _ = (store.count, store.total, store.scope(state: \.pane, action: \.pane).count)
    #expect(log.entries == ["changed", "changed"])
    #expect(store.core.observation?.cells.count == 2 && store.core.observation?.children.isEmpty == true)
  }

  // MARK: When observers are told

  /// Observes the count, and increments it up to four.
  private func climb(_ box: StoreBox) {
    withObservationTracking {
      log.append("\(box.store?.count ?? -1)")
    } onChange: {
      MainActor.assumeIsolated {
        climb(box)
        if let store = box.store, store.count < 4 { store.send(.change { $0.count += 1 }) }
      }
    }
  }

  @Test func observersThatSendAndReadAgain() {
    let box = StoreBox()
    box.store = store
    climb(box)
    store.send(.change { $0.count = 1 })
    box.store = nil
    #expect(log.entries == ["0", "1", "2", "3", "4"])
  }

  @Test func aReaderBetweenAChangeAndItsAnnouncementTakesNothingFromOthers() {
    let box = StoreBox()
    box.store = store
    let read: @Sendable () -> Void = {
      MainActor.assumeIsolated { log.watch("second") { log.append("second read \(box.store?.count ?? -1)") } }
    }
    log.watch("first") { _ = store.count }
    // Effects start after the queue, and before observers are told.
    store.send(
      .act("effect") { state in
        state.count = 1
        return .run { _ in read() }
      }
    )
    #expect(log.entries.first == "second read 1" && log.entries.contains("first"))
    store.send(.change { $0.count = 2 })
    box.store = nil
    // Observers of the same value are told together, in any order.
    #expect(log.entries.dropFirst().sorted() == ["first", "second"])
  }

  // MARK: observe

  @Test func runsAtOnceAndAgainOnTheActorAfterEachChange() async {
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

  @Test(arguments: [false, true]) func cancellingOrLettingGoOfTheTokenEndsIt(isLetGo: Bool) async {
    var token: ObserveToken? = observe { log.append("first \(store.count)") }
    let other = observe { log.append("second \(store.count)") }
    store.send(.change { $0.count = 1 })
    if isLetGo { token = nil } else { token?.cancel() }
    await log.wait(for: "second 1")
    #expect(log.entries == ["first 0", "second 0", "second 1"])
    withExtendedLifetime((token, other)) {}
  }

  /// Observation tells of both changes. Each would register again, so that later changes would run the closure twice.
  @Test func changesOfTwoValuesAtATimeRunItOnce() async {
    let (first, second) = (Shared(value: 0), Shared(value: 0))
    let token = observe { log.append("\(first.wrappedValue + second.wrappedValue)") }
    // These are told of the first value while `observe` is. The order is open, so there are several.
    for _ in 0..<16 {
      withObservationTracking({ _ = first.wrappedValue }, onChange: { second.withLock { $0 += 1 } })
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

  @Test func onAnotherActor() async {
    let screen = Screen()
    await screen.show(log)
    await log.wait(for: "1")
    #expect(log.entries == ["0", "1"])
  }

  @Test func tokensAreKept() {
    func token(_ name: String) -> ObserveToken { ObserveToken { log.append(name) } }
    var list: [ObserveToken] = []
    var set: Set<ObserveToken> = []
    token("1").store(in: &list)
    let second = token("2")
    for _ in 1...2 { second.store(in: &set) }
    token("3").store(in: &set)
    #expect(list.count == 1 && set.count == 2 && set.contains(second) && log.entries == [])
    list = []
    #expect(log.entries == ["1"])
    set = []
    #expect(log.entries == ["1", "3"])
    withExtendedLifetime(second) {}
  }

  @Test func actionsGoSomewhereElse() async {
    var received: [Int] = []
    let send = Send<Int> { received.append($0) }
    await send(1)
    await Task.detached { await send(2) }.value
    #expect(received == [1, 2])
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
  }
}
