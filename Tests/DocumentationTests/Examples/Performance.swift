import Dependencies
import Store
import TestSupport
import Testing

/// The examples of the article "Performance".
@MainActor
@Suite struct Performance {
  @Reducer
  struct Chore {
    struct State: Equatable, Identifiable {
      let id: Int
      var isDone = false
    }

    enum Action {
      case toggled
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.isDone.toggle()
      return .none
    }
  }

  @Reducer
  struct Chores {
    struct State: Equatable {
      var title = "Chores"
      var rows: IdentifiedArrayOf<Chore.State> = []
    }

    enum Action {
      case rows(IdentifiedActionOf<Chore>)
      case titleChanged(String)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .titleChanged(let title) = action { state.title = title }
        return .none
      }
      .forEach(\.rows, action: \.rows) { Chore() }
    }
  }

  private func makeStore(_ count: Int) -> StoreOf<Chores> {
    let rows = IdentifiedArray(uniqueElements: (0..<count).map { Chore.State(id: $0) })
    return Store(initialState: Chores.State(rows: rows)) { Chores() }
  }

  @Test func measuring() {
    func nanosecondsPerToggle(among count: Int) -> Double {
      let rows = IdentifiedArray(uniqueElements: (0..<count).map { Chore.State(id: $0) })
      let store = Store(initialState: Chores.State(rows: rows)) { Chores() }
      let rounds = 10_000
      let duration = ContinuousClock().measure {
        for _ in 0..<rounds { store.send(.rows(.element(id: count / 2, action: .toggled))) }
      }
      return duration / .nanoseconds(1) / Double(rounds)
    }

    print(nanosecondsPerToggle(among: 1_000), nanosecondsPerToggle(among: 10_000))
  }

  @Test func aToggleDrawsOneRow() async {
    var drawn: [Int: Int] = [:]
    let store = makeStore(100)
    // #include Performance.md: let tokens = store.scope(
    withExtendedLifetime(tokens) {}
  }

  @Test func whoReadsTheArrayIsToldOfEachRow() async {
    let store = makeStore(100)
    var countOfDraws = 0
    var titleDraws = 0
    let tokens = [
      observe {
        _ = store.rows.count  // Told of each change in each row.
        countOfDraws += 1
      },
      observe {
        _ = store.rowCount  // Told when the number has changed.
        titleDraws += 1
      },
    ]
    store.send(.rows(.element(id: 7, action: .toggled)))
    while countOfDraws == 1 { await Task.yield() }
    await Task.yield()
    #expect(countOfDraws == 2)
    #expect(titleDraws == 1)
    withExtendedLifetime(tokens) {}
  }

  // MARK: The figures

  /// The figures of the article stand in what the benchmarks have printed.
  @Test func figuresAreThoseOfTheBenchmarks() throws {
    let measured = try Repository.tableRows(in: "Benchmarks/README.md")
    let figures = try Repository.tableRows(in: "Sources/Store/Documentation.docc/Articles/Performance.md")
      .filter { $0.count > 2 && $0[1].first?.isNumber == true }
    #expect(figures.count > 20)
    for row in figures {
      let scenario = try #require(row.last)
      let figures = Array(row.dropFirst().dropLast())
      #expect(
        measured.contains { measured in
          let isSame = measured.first == scenario || measured.first?.hasPrefix("\(scenario):") == true
          return isSame && Array(measured.dropFirst().prefix(figures.count)) == figures
        },
        "Benchmarks/README.md does not say: \(row)"
      )
    }
  }
}

extension Performance.Chores.State {
  var rowCount: Int { rows.count }
}
