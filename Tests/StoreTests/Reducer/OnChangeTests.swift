import Testing

@testable import Store

@MainActor
@Suite(.timeLimit(.minutes(2))) struct OnChangeTests {
  struct State: Equatable {
    var count = 0
    var other = 0
    var changes: [String] = []
  }
  enum Action: Equatable {
    case setCount(Int)
    case setOther(Int)
    case log(String)
  }

  static let base = Reduce<State, Action> { state, action in
    switch action {
    case .setCount(let count): state.count = count
    case .setOther(let other): state.other = other
    case .log(let text): state.changes.append(text)
    }
    return .none
  }

  @Test func runsWhenTheValueHasChanged() {
    let store = makeStore(State()) {
      Self.base.onChange(of: \.count) { old, new in
        Reduce { state, action in
          state.changes.append("\(old) to \(new) by \(action)")
          return .none
        }
      }
    }
    store.send(.setCount(1))
    store.send(.setOther(5))
    store.send(.setCount(1))
    store.send(.setCount(3))
    #expect(
      store.changes == [
        "0 to 1 by \(Action.setCount(1))", "1 to 3 by \(Action.setCount(3))",
      ]
    )
  }

  @Test(arguments: StoreVariant.allCases) func itsEffectsRun(_ variant: StoreVariant) async {
    let store = makeStore(State(), variant) {
      CombineReducers {
        Self.base
        Reduce { _, action in action == .setCount(1) ? .send(.log("base")) : .none }
      }
      .onChange(of: \.count) { old, new in
        Reduce { _, _ in .merge(.send(.log("sent \(new)")), .run { await $0(.log("run \(new)")) }) }
      }
    }
    await store.send(.setCount(1)).finish()
    #expect(store.changes == ["base", "sent 1", "run 1"])
  }

  @Test func aReactionThatChangesTheValueDoesNotReactToItself() {
    let store = makeStore(State()) {
      Self.base.onChange(of: \.count) { old, new in
        Reduce { state, _ in
          state.count = new + 1
          state.changes.append("\(old) to \(new)")
          return .none
        }
      }
    }
    store.send(.setCount(5))
    #expect(store.state == State(count: 6, changes: ["0 to 5"]))
  }

  @Test func anOuterOneSeesWhatAnInnerOneChanges() {
    let store = makeStore(State()) {
      Self.base
        .onChange(of: \.count) { _, new in
          Reduce { state, _ in
            state.other = new
            return .none
          }
        }
        .onChange(of: \.other) { _, new in
          Reduce { state, _ in
            state.changes.append("other \(new)")
            return .none
          }
        }
    }
    store.send(.setCount(2))
    #expect(store.changes == ["other 2"])
  }

  @Test func theReducerListsAnyNumber() {
    let store = makeStore(State()) {
      Self.base.onChange(of: { $0.count.isMultiple(of: 2) }) { _, isEven in
        if isEven {
          Reduce { state, _ in
            state.changes.append("even")
            return .none
          }
        }
        Reduce { state, _ in
          state.changes.append("changed")
          return .none
        }
      }
    }
    for count in [1, 3, 4] { store.send(.setCount(count)) }
    #expect(store.changes == ["changed", "even", "changed"])
  }
}
