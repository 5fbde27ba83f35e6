import Store
import Testing

@MainActor
@Suite struct OnChangeTests {
  struct State: Equatable {
    var count = 0
    var other = 0
    var log: [String] = []
  }
  enum Action: Equatable {
    case set(Int)
    case setOther(Int)
    case finished(String)
  }

  @Reducer
  struct Setter {
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .set(let count):
        state.count = count
        return .send(.finished("set"))
      case .setOther(let other):
        state.other = other
        return .none
      case .finished(let name):
        state.log.append(name)
        return .none
      }
    }
  }

  @Test func itRunsWhenTheValueHasChangedAndOnlyThen() {
    var changes: [[Int]] = []
    let store = Store(initialState: State()) {
      Setter().onChange(of: \.count) { old, new in
        let _ = changes.append([old, new])
        EmptyReducer()
      }
    }
    store.send(.set(0))
    store.send(.setOther(5))
    #expect(changes == [])
    store.send(.set(1))
    store.send(.set(1))
    store.send(.set(3))
    #expect(changes == [[0, 1], [1, 3]])
  }

  private struct Built: Reducer {
    let onBuild: () -> Void

    var body: some Reducer<State, Action> {
      let _ = onBuild()
      Setter()
    }
  }

  @Test func theReducerIsBuiltOnce() {
    var builds = 0
    let store = Store(initialState: State()) {
      Built { builds += 1 }.onChange(of: \.count) { _, _ in EmptyReducer() }
    }
    for count in 1...3 { store.send(.set(count)) }
    #expect(store.count == 3)
    #expect(builds == 1)
  }

  @Test func aClosureMayChangeTheStateAndReturnAnEffect() {
    let store = Store(initialState: State()) {
      Setter().onChange(of: \.count) { old, state in
        state.log.append("\(old) to \(state.count)")
        return .send(.finished("change"))
      }
    }
    store.send(.setOther(1))
    #expect(store.log == [])
    store.send(.set(2))
    #expect(store.log == ["0 to 2", "set", "change"])
  }

  @Test func itGetsTheActionAndTheStateAfterTheChange() {
    let store = Store(initialState: State()) {
      Setter().onChange(of: \.count) { old, new in
        Reduce { state, action in
          state.log.append("\(action): \(old) to \(new), now \(state.count)")
          return .none
        }
      }
    }
    store.send(.set(2))
    #expect(store.log == ["set(2): 0 to 2, now 2", "set"])
  }

  @Test func itsOwnChangesDoNotSetItOffAgain() {
    var runs = 0
    let store = Store(initialState: State()) {
      Setter().onChange(of: \.count) { _, _ in
        Reduce { state, _ in
          runs += 1
          state.count += 100
          return .none
        }
      }
    }
    store.send(.set(1))
    #expect(store.count == 101)
    #expect(runs == 1)
  }

  @Test func anOuterOneSeesTheChangesOfAnInnerOne() {
    var changes: [[Int]] = []
    let store = Store(initialState: State()) {
      Setter()
        .onChange(of: \.count) { _, new in
          Reduce { state, _ in
            state.other = new * 2
            return .none
          }
        }
        .onChange(of: \.other) { old, new in
          let _ = changes.append([old, new])
          EmptyReducer()
        }
    }
    store.send(.set(4))
    #expect(changes == [[0, 8]])
  }

  @Test func itsEffectsAreMergedWithThoseOfTheReducer() {
    let store = Store(initialState: State()) {
      Setter().onChange(of: \.count) { _, _ in
        Reduce { _, _ in .send(.finished("reaction")) }
      }
    }
    store.send(.set(1))
    #expect(store.log == ["set", "reaction"])
  }

  @Test func changesOfOtherReducersAreNotItsBusiness() {
    var runs = 0
    let store = Store(initialState: State()) {
      EmptyReducer<State, Action>().onChange(of: \.count) { _, _ in
        let _ = runs += 1
        EmptyReducer()
      }
      Setter()
    }
    store.send(.set(1))
    #expect(store.count == 1)
    #expect(runs == 0)
  }
}
