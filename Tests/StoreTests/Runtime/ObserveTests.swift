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

  /// Also between a change and the next run.
  @Test(arguments: [false, true]) func cancellingOrLettingGoOfTheTokenEndsIt(isLetGo: Bool) async {
    let store = makeStore(Scripted.State()) { Scripted() }
    let log = log
    var token: ObserveToken? = observe { log.append("first \(store.count)") }
    let other = observe { log.append("second \(store.count)") }
    store.send(.change { $0.count = 1 })
    if isLetGo { token = nil } else { token?.cancel() }
    await log.wait(for: "second 1")
    #expect(log.entries == ["first 0", "second 0", "second 1"])
    withExtendedLifetime((token, other)) {}
  }

  @Test func onAnotherActor() async {
    let log = log
    let screen = Screen()
    await screen.show(log)
    await log.wait(for: "1")
    #expect(log.entries == ["0", "1"])
    await screen.hide()
  }

  @Test func tokensAreKept() {
    let ended = LockIsolated<[Int]>([])
    func token(_ number: Int) -> ObserveToken { ObserveToken { ended.withValue { $0.append(number) } } }
    var list: [ObserveToken] = []
    var set: Set<ObserveToken> = []
    token(1).store(in: &list)
    let second = token(2)
    second.store(in: &set)
    second.store(in: &set)
    token(3).store(in: &set)
    #expect(ended.value == [])
    #expect(list.count == 1 && set.count == 2 && set.contains(second))
    list = []
    #expect(ended.value == [1])
    set = []
    #expect(ended.value == [1, 3])
    withExtendedLifetime(second) {}
  }

  @Test @MainActor func actionsGoSomewhereElse() async {
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

    func hide() { token = nil }
  }
}
