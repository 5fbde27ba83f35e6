import Store
import Testing

@MainActor @Suite struct OnChangeTests {
  typealias State = Scripted.State
  typealias Action = Scripted.Action

  func set(_ count: Int) -> Action {
    .act("set \(count)") { state in
      state.count = count
      return .send(.note("sent"))
    }
  }

  @Test func itRunsAfterTheReducerWhenTheValueHasChangedAndOnlyThen() {
    let store = Store(initialState: State()) {
      Scripted().onChange(of: \.count) { old, new in
        Reduce { state, action in
          if case .act(let name, _) = action { state.log.append("\(name): \(old) to \(new), now \(state.count)") }
          return .send(.note("reaction"))
        }
      }
    }
    store.send(set(0))
    store.send(.change { $0.other = 5 })
    #expect(store.log == ["set 0", "sent", "change"])
    store.send(set(1))
    store.send(set(1))
    store.send(set(3))
    #expect(
      store.log.dropFirst(3) == [
        "set 1", "set 1: 0 to 1, now 1", "sent", "reaction", "set 1", "sent",
        "set 3", "set 3: 1 to 3, now 3", "sent", "reaction",
      ]
    )
  }

  @Test func aClosureMayChangeTheStateAndReturnAnEffect() {
    let store = Store(initialState: State()) {
      Scripted().onChange(of: \.count) { old, state in
        state.log.append("\(old) to \(state.count)")
        return .send(.note("reaction"))
      }
    }
    store.send(.change { $0.other = 1 })
    store.send(set(2))
    #expect(store.log == ["change", "set 2", "0 to 2", "sent", "reaction"])
  }

  @Test func onlyAnOuterOneSeesTheChangesOfAnInnerOne() {
    var changes: [[Int]] = []
    let store = Store(initialState: State()) {
      Scripted()
        .onChange(of: \.count) { _, new in
          Changes { state, _ in
            state.count += 100
            state.other = new * 2
          }
        }
        .onChange(of: \.other) { old, new in
          let _ = changes.append([old, new])
          EmptyReducer()
        }
    }
    store.send(set(4))
    // Its own change did not set it off again.
    #expect(store.count == 104 && changes == [[0, 8]])
  }

  @Test func changesOfOtherReducersAreNotItsBusiness() {
    var runs = 0
    let store = Store(initialState: State()) {
      EmptyReducer<State, Action>().onChange(of: \.count) { _, _ in
        let _ = runs += 1
        EmptyReducer()
      }
      Scripted()
    }
    store.send(set(1))
    #expect(store.count == 1 && runs == 0)
  }
}
