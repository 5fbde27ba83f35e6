import Store
import Testing

@MainActor
@Suite struct CombineReducersTests {
  @Reducer
  struct Append {
    let name: String
    func reduce(into state: inout String, action: Int) -> Effect<Int> {
      state += "\(name)\(action) "
      return action == 0 ? .send(1) : .none
    }
  }

  @Test func reduceCallsItsClosure() {
    let store = Store(initialState: "") {
      Reduce<String, Int> { state, action in
        state += "\(action) "
        return action < 3 ? .send(action + 1) : .none
      }
    }
    store.send(1)
    #expect(store.state == "1 2 3 ")
  }

  @Test func reduceDoesWhatTheReducerDoesThatItWraps() {
    let store = Store(initialState: "") { Reduce(Append(name: "a")) }
    store.send(0)
    #expect(store.state == "a0 a1 ")
  }

  @Test func emptyReducerDoesNothing() async {
    let store = Store(initialState: "untouched") { EmptyReducer<String, Int>() }
    #expect(await store.send(0).isFinished)
    #expect(store.state == "untouched")
  }

  @Test func combinedReducersRunInOrderAndTheirEffectsAreMerged() {
    let store = Store(initialState: "") {
      CombineReducers {
        Append(name: "a")
        Append(name: "b")
      }
    }
    store.send(0)
    #expect(store.state == "a0 b0 a1 b1 a1 b1 ")
  }

  @Test func anOperatorAppliesToAllOfThem() {
    var changes: [String] = []
    let store = Store(initialState: "") {
      CombineReducers {
        Append(name: "a")
        Append(name: "b")
      }
      .onChange(of: { $0 }) { old, new in
        Reduce { _, _ in
          changes.append("\(old)> \(new)")
          return .none
        }
      }
    }
    store.send(7)
    #expect(changes == ["> a7 b7 "])
  }

  @Test func aMissingReducerDoesNothing() async {
    let missing: Append? = nil
    let store = Store(initialState: "") { missing }
    #expect(await store.send(0).isFinished)
    #expect(store.state == "")
    var state = ""
    _ = missing.reduce(into: &state, action: 0)
    #expect(state == "")
  }

  @Test func anOptionalReducerThatIsThereRuns() {
    let present: Append? = Append(name: "a")
    let store = Store(initialState: "") { present }
    store.send(0)
    #expect(store.state == "a0 a1 ")
    var state = ""
    _ = present.reduce(into: &state, action: 2)
    #expect(state == "a2 ")
  }
}
