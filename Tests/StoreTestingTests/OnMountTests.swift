import Foundation
import Testing

@testable import StoreTesting

/// Features that begin and end, in tests.
@Suite struct OnMountTests {
  @Reducer
  struct Row {
    struct State: Equatable, Identifiable {
      var id = 0
      var count = 0
    }
    enum Action: Equatable { case tapped }
    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      EmptyReducer().onMount { _ in
        run(name: "ticks") { store in
          while true {
            try await clock.sleep(for: .seconds(1))
            try store.modify("Tick") { $0.count += 1 }
          }
        }
      }
    }
  }

  @Reducer
  struct List {
    struct State: Equatable {
      var rows: IdentifiedArrayOf<Row.State> = []
      var log: [String] = []
    }
    enum Action: Equatable {
      case addButtonTapped(Int), removeButtonTapped(Int), noted(String)
      case rows(IdentifiedActionOf<Row>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .addButtonTapped(let id): state.rows.append(Row.State(id: id))
        case .removeButtonTapped(let id): state.rows.remove(id: id)
        case .noted(let text): state.log.append(text)
        case .rows: break
        }
        return .none
      }
      .forEach(\.rows, action: \.rows) { Row() }
      .onMount { state in .send(.noted("begins with \(state.rows.count)")) }
      .onChange(of: \.rows.count, anywhere: { old, state in .send(.noted("\(old) to \(state.rows.count)")) })
      .onDismount { state in .send(.noted("ends with \(state.rows.count)")) }
    }
  }

  let clock = TestClock()

  func makeStore(_ state: List.State) -> TestStoreOf<List> { makeClockedStore(state, clock) { List() } }

  @Test func beginningsAreReceived() async {
    let store = makeStore(List.State())
    await store.receive(.noted("begins with 0")) { $0.log = ["begins with 0"] }
    await store.send(.addButtonTapped(3)) { $0.rows = [Row.State(id: 3)] }
    await store.receive(.noted("0 to 1")) { $0.log.append("0 to 1") }
    await clock.advance(by: .seconds(1))
    await store.receive(modify: "Tick") { $0.rows[id: 3]?.count = 1 }
    await store.send(.removeButtonTapped(3)) { $0.rows = [] }
    await store.receive(.noted("1 to 0")) { $0.log.append("1 to 0") }
  }

  /// The effect of the beginning may last as long as the test.
  @Test(arguments: [false, true]) func finishEndsTheFeature(finishes: Bool) async {
    let store = makeStore(List.State(rows: [Row.State(id: 1)]))
    await store.receive(.noted("begins with 1")) { $0.log = ["begins with 1"] }
    guard finishes else { return }
    await store.finish()
    await store.receive(.noted("ends with 1")) { $0.log.append("ends with 1") }
  }

  @Test func messagesSayWhatHasBegun() async {
    let messages = await reported {
      let store = makeStore(List.State(rows: [Row.State(id: 7)]))
      await store.send(.noted("first")) { $0.log.append("first") }
      await clock.advance(by: .seconds(1))
      await store.receive(modify: "Other")
      await store.skipReceivedActions(strict: false)
    }
    .map(\.message)
    #expect(messages.contains { $0.contains("begins with 1") })
    #expect(messages.contains { $0.contains("onMount of OnMountTests.Row 7") })
    let others = await reported { await makeStore(List.State()).receive(.noted("other")) }
    let origin = "A reducer returned it when its feature began, changed or ended."
    #expect(others.first?.message.hasSuffix(origin) == true, "\(others)")
  }

  @Test func dependenciesCanBeReplacedUntilTheFirstLine() async {
    let store = TestStore(initialState: Row.State()) { Row() }
    store.dependencies.continuousClock = clock
    await store.send(.tapped)
    await clock.advance(by: .seconds(1))
    await store.receive(modify: "Tick") { $0.count = 1 }
  }

  @Test func aClockThatMovesLetsTheFeatureBegin() async {
    let store = makeClockedStore(Row.State(), clock) { Row() }
    await clock.advance(by: .seconds(1))
    await store.receive(modify: "Tick") { $0.count = 1 }
    await store.finish()
  }

  @Test func anExplorationFollowsWhatBegins() async {
    let messages = await explored {
      await exploreStates(
        of: Row.State(),
        { Row() },
        actions: { _ in Row.Action.tapped },
        always: { #expect($0.count == 0) }
      )
    }.messages
    #expect(messages.contains { $0.contains("Modify \"Tick\"") })
  }
}
