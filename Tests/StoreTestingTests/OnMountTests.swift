import Foundation
import Testing

@testable import StoreTesting

/// Features that begin and end, in tests.
@Suite struct OnMountTests {
  @Reducer
  struct Row {
    struct State: Equatable, Identifiable {
      let id: Int
      var value = 0
    }
    enum Action: Equatable {
      case got(Int)
    }
    let values: AsyncStream<Int>

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .got(let value) = action { state.value = value }
        return .none
      }
      .onMount { state in
        run(name: "values") { store in
          for await value in values {
            if value < 0 { try store.send(.got(value)) } else { try store.modify("Value") { $0.value = value } }
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
      case addButtonTapped(Int)
      case removeButtonTapped(Int)
      case rows(IdentifiedActionOf<Row>)
      case noted(String)
    }
    let values: AsyncStream<Int>

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
      .forEach(\.rows, action: \.rows) { Row(values: values) }
      .onMount { state in .send(.noted("begins with \(state.rows.count)")) }
      .onChange(of: \.rows.count, anywhere: { old, state in .send(.noted("\(old) to \(state.rows.count)")) })
      .onDismount { state in .send(.noted("ends with \(state.rows.count)")) }
    }
  }

  let values: AsyncStream<Int>
  let continuation: AsyncStream<Int>.Continuation

  init() {
    (values, continuation) = AsyncStream.makeStream()
  }

  func makeStore(_ state: List.State = List.State()) -> TestStoreOf<List> {
    TestStore(initialState: state) { List(values: values) }
  }

  @Test func beginningsAreReceived() async {
    let store = makeStore()
    await store.receive(.noted("begins with 0")) { $0.log = ["begins with 0"] }
    await store.send(.addButtonTapped(3)) { $0.rows = [Row.State(id: 3)] }
    await store.receive(.noted("0 to 1")) { $0.log.append("0 to 1") }
    continuation.yield(5)
    await store.receive(modify: "Value") { $0.rows[id: 3]?.value = 5 }
    continuation.yield(-1)
    await store.receive(.rows(.element(id: 3, action: .got(-1)))) { $0.rows[id: 3]?.value = -1 }
    await store.send(.removeButtonTapped(3)) { $0.rows = [] }
    await store.receive(.noted("1 to 0")) { $0.log.append("1 to 0") }
  }

  @Test func theEffectOfABeginningMayLastAsLongAsTheTest() async {
    let store = makeStore(List.State(rows: [Row.State(id: 1)]))
    await store.receive(.noted("begins with 1")) { $0.log = ["begins with 1"] }
  }

  @Test func finishEndsTheFeature() async {
    let store = makeStore(List.State(rows: [Row.State(id: 1)]))
    await store.receive(.noted("begins with 1")) { $0.log = ["begins with 1"] }
    await store.finish()
    await store.receive(.noted("ends with 1")) { $0.log.append("ends with 1") }
  }

  @Test func messagesSayWhatHasBegun() async {
    let issues = await withCapturedIssues {
      let store = makeStore(List.State(rows: [Row.State(id: 7)]))
      await store.send(.noted("first")) { $0.log.append("first") }
      continuation.yield(5)
      await store.receive(modify: "Other")
      await store.skipReceivedActions(strict: false)
    }
    let messages = issues.map(\.message)
    #expect(messages.contains { $0.contains("begins with 1") })
    #expect(messages.contains { $0.contains("onMount of OnMountTests.Row 7") })
  }

  @Test func dependenciesCanBeReplacedUntilTheFirstLine() async {
    struct Reads: Reducer {
      struct State: Equatable { var text = "" }
      enum Action {}
      var body: some ReducerOf<Self> {
        EmptyReducer().onMount { _ in
          @Dependency(\.locale) var locale
          let identifier = locale.identifier
          return run { store in try store.modify("Locale") { $0.text = identifier } }
        }
      }
    }
    let store = TestStore(initialState: Reads.State()) { Reads() }
    store.dependencies.locale = .init(identifier: "fr")
    await store.receive(modify: "Locale") { $0.text = "fr" }
  }

  @Test func aClockThatMovesLetsTheFeatureBegin() async {
    struct Clocked: Reducer {
      struct State: Equatable { var count = 0 }
      enum Action {}
      @Dependency(\.continuousClock) var clock
      var body: some ReducerOf<Self> {
        EmptyReducer().onMount { _ in
          run { store in
            while true {
              try await clock.sleep(for: .seconds(1))
              try store.modify("Tick") { $0.count += 1 }
            }
          }
        }
      }
    }
    let clock = TestClock()
    let store = TestStore(initialState: Clocked.State()) {
      Clocked()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await clock.advance(by: .seconds(1))
    await store.receive(modify: "Tick") { $0.count = 1 }
    await store.finish()
  }

  @Test func anExplorationFollowsWhatBegins() async {
    struct Loader: Reducer {
      struct State: Equatable, Sendable {
        var isShown = false
        var count = 0
      }
      enum Action: Equatable, Sendable { case tapped }
      @Dependency(\.continuousClock) var clock
      var body: some ReducerOf<Self> {
        Reduce { state, _ in
          state.isShown = true
          return .none
        }
        .onMount { _ in
          run { store in
            try await clock.sleep(for: .seconds(1))
            try store.modify("Count") { $0.count += 1 }
          }
        }
      }
    }
    let issues = await reported {
      _ = await exploreStates(of: Loader.State()) {
        Loader()
      } actions: { _ in
        [.tapped]
      } always: { state in
        #expect(state.count == 0)
      }
    }
    #expect(issues.contains { $0.message.contains("Modify \"Count\"") })
  }
}
