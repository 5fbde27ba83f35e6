import StoreTesting
import Testing

@Reducer
struct TrackRow {
  struct State: Equatable, Identifiable {
    let id: Int
    var title = ""
    var isFavorite = false
  }

  enum Action {
    case favoriteButtonTapped
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.isFavorite.toggle()
    return .none
  }
}

@Reducer
struct Tracklist {
  struct State: Equatable {
    var query = ""
    var rows: IdentifiedArrayOf<TrackRow.State> = []

    var favoriteCount: Int { rows.count(where: \.isFavorite) }
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case rows(IdentifiedActionOf<TrackRow>)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
      .forEach(\.rows, action: \.rows) { TrackRow() }
  }
}

@MainActor
final class TracklistWindow {
  private(set) var drawn: [String] = []
  private var observations: [ObserveToken] = []

  init(_ store: StoreOf<Tracklist>) {
    observe { [weak self] in
      self?.drawn.append("\(store.favoriteCount) favorites")
    }
    .store(in: &observations)

    for row in store.scope(state: \.rows, action: \.rows) {
      observe { [weak self] in
        self?.drawn.append(row.isFavorite ? "★ \(row.title)" : row.title)
      }
      .store(in: &observations)
    }
  }
}

@MainActor
@Suite struct ObservationAndUserInterfacesExamples {
  private let tracks = Tracklist.State(rows: [
    TrackRow.State(id: 1, title: "Alba"), TrackRow.State(id: 2, title: "Brio"),
  ])

  @Test func onlyWhatHasChangedIsDrawn() async {
    let store = Store(initialState: tracks) { Tracklist() }
    let window = TracklistWindow(store)
    #expect(window.drawn == ["0 favorites", "Alba", "Brio"])

    store.query = "a"
    store.send(.rows(.element(id: 2, action: .favoriteButtonTapped)))
    while window.drawn.count < 5 { await Task.yield() }
    #expect(window.drawn.suffix(2).sorted() == ["1 favorites", "★ Brio"])
  }

  @Test func aRowThatNobodyKeeps() async {
    let store = Store(initialState: tracks) { Tracklist() }
    var shown: [Bool] = []
    let token = observe {
      shown.append(store.scope(state: \.rows, action: \.rows)[id: 2]?.isFavorite ?? false)
    }
    store.send(.rows(.element(id: 1, action: .favoriteButtonTapped)))
    store.send(.rows(.element(id: 2, action: .favoriteButtonTapped)))
    while shown.count < 2 { await Task.yield() }
    #expect(shown == [false, true])
    withExtendedLifetime(token) {}
  }

  @Test func theNumberIsPrinted() async {
    let store = Store(initialState: tracks) { Tracklist() }
    let printing = Task { await self.printFavorites(of: store) }
    while printed.value.isEmpty { await Task.yield() }
    printing.cancel()
    await printing.value
    #expect(printed.value == ["0 favorites"])
  }

  private let printed = LockIsolated<[String]>([])

  private func print(_ line: String) { printed.withValue { $0.append(line) } }

  private func printFavorites(of store: StoreOf<Tracklist>) async {
    for await count in store.states(\.favoriteCount) {
      print("\(count) favorites")
    }
  }

  @Test func valuesOnTheWayAreNotDelivered() async {
    let store = Store(initialState: tracks) { Tracklist() }
    let values = store.states(\.favoriteCount).makeAsyncIterator()
    #expect(await values.next() == 0)
    store.query = "b"
    store.send(.rows(.element(id: 1, action: .favoriteButtonTapped)))
    store.send(.rows(.element(id: 2, action: .favoriteButtonTapped)))
    #expect(await values.next() == 1)
    #expect(await values.next() == 2)
  }

  @Test func onlyTheNewestIsDelivered() async {
    let store = Store(initialState: tracks) { Tracklist() }
    let values = store.states(\.favoriteCount, bufferingPolicy: .bufferingNewest(1)).makeAsyncIterator()
    store.send(.rows(.element(id: 1, action: .favoriteButtonTapped)))
    store.send(.rows(.element(id: 2, action: .favoriteButtonTapped)))
    #expect(await values.next() == 2)
  }

  @Test func aRowThatIsGone() async throws {
    let store = Store(initialState: tracks) { Tracklist() }
    let row = try #require(store.scope(state: \.rows, action: \.rows)[id: 2])
    store.rows.remove(id: 2)
    #expect(row.title == "Brio")
    withExpectedIssue { row.send(.favoriteButtonTapped) }
  }
}

extension Failures {
  /// Those of the article about observation.
  @MainActor static func ofObservation() -> [String] {
    withCapturedIssues {
      let rows: IdentifiedArrayOf<TrackRow.State> = [TrackRow.State(id: 2, title: "Brio")]
      let store = Store(initialState: Tracklist.State(rows: rows)) { Tracklist() }
      let row = store.scope(state: \.rows, action: \.rows)[id: 2]
      store.rows.remove(id: 2)
      row?.send(.favoriteButtonTapped)
    }
    .map(\.message)
  }
}
