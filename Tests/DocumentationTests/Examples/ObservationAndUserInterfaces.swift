import StoreTesting
import Testing

// #include ObservationAndUserInterfaces.md: struct TrackRow

// #include ObservationAndUserInterfaces.md: class TracklistWindow

@MainActor
@Suite struct ObservationAndUserInterfacesExamples {
  private let tracks = Tracklist.State(rows: [
    TrackRow.State(id: 1, title: "Alba"), TrackRow.State(id: 2, title: "Brio"),
  ])

  // #include ObservationAndUserInterfaces.md: func onlyWhatHasChangedIsDrawn

  // #include ObservationAndUserInterfaces.md: func aRowThatNobodyKeeps

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
    // #include ObservationAndUserInterfaces.md: for await count in store.
  }

  @Test func valuesOnTheWayAreNotDelivered() async {
    let store = Store(initialState: tracks) { Tracklist() }
    let values = store.states(\.favoriteCount).makeAsyncIterator()
    #expect(await values.next() == 0)
    store.query = "b"
    store.send(.rows(.element(id: 1, action: .favoriteButtonTapped)))
    #expect(await values.next() == 1)
  }

  @Test func onlyTheNewestIsDelivered() async {
    let store = Store(initialState: tracks) { Tracklist() }
    let values = store.states(\.favoriteCount).makeAsyncIterator()
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
