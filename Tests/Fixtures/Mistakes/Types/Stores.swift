// What goes wrong with stores, and in tests.
import Store
import StoreTesting

struct NotEquatable { var count = 0 }

@MainActor
func useStore(_ store: StoreOf<List>) {
  store.send(.typo)
  // 15: type 'List.Action' has no member 'typo'
  store.row.text = "changed"
  // 3: setter for 'subscript(dynamicMember:)' is unavailable: A store's state is changed by its reducer: send
  //   an action. A form's action is a 'BindableAction'.
  _ = store.typo
  // 13: value of type 'StoreOf<List>' (aka 'Store<List.State, List.Action>') has no dynamic member 'typo'
  //   using key path from root type 'List.State'
  _ = store.scope(state: \.rwo, action: \.row)
  // 26: value of type 'List.State' has no member 'rwo'
  _ = store.scope(state: \.row, action: \.rwo)
  // 13: generic parameter 'ChildAction' could not be inferred
  // 41: value of type 'List.Action.AllCasePaths' has no member 'rwo'
  _ = store.scope(state: \.row, action: \.rows)
  store.send(.row(.typo))
  // 20: type 'Row.Action' has no member 'typo'
  store.send(Row.Action.tapped)
  // 25: cannot convert value of type 'Row.Action' to expected argument type 'List.Action'
}

@MainActor
func makeStores() {
  _ = Store(initialState: Counter.State()) { Row() }
  // 27: cannot convert value of type 'Counter.State' to expected argument type 'Row.State'
  _ = Store(initialState: Counter.State(typo: 1)) { Counter() }
  // 47: argument passed to call that takes no arguments
  _ = Store(initialState: Counter.State()) { Cuonter() }
  // 46: cannot find 'Cuonter' in scope
  // 27: cannot convert value of type 'Counter.State' to expected argument type 'R.State'
  _ = Store(initialState: Counter.State()) {
    Counter()
  } withDependencies: {
    $0.typo = 1
    // 8: value of type 'DependencyValues' has no member 'typo'
  }
}

@MainActor
func test() async {
  let store = TestStore(initialState: Counter.State()) { Counter() }
  await store.send(.taped)
  // 21: type 'Counter.Action' has no member 'taped'
  await store.send(.tapped) { $0.cuont = 1 }
  // 34: value of type 'Counter.State' has no member 'cuont'
  await store.send(.tapped) { $0.count = "1" }
  // 42: cannot assign value of type 'String' to type 'Int'
  store.send(.tapped)
  // 3: expression is 'async' but is not marked with 'await'
  await store.receive(\.typd)
  // 15: 'receive(_:timeout:assert:)' is unavailable: The action has no such case, or an enum lacks '@CasePathable'.
  await store.receive(\.typed, 1)
  // 15: 'receive(_:_:timeout:assert:)' is unavailable: The action has no such case with a payload of this
  //   type that is 'Equatable'.
  await store.receive(\.typed) { $0.cuont = 1 }
  // 37: value of type 'Counter.State' has no member 'cuont'
  await store.receive(.tapped)
  // 15: 'receive(_:timeout:assert:fileID:file:line:column:)' is unavailable: Name the case:
  //   'store.receive(\.response)', or make it 'Equatable'.
  let list = TestStore(initialState: List.State()) { List() }
  await list.send(\.row.typo)
  // 14: 'send(_:assert:)' is unavailable: The action has no such case without payload, or an enum
  //   lacks '@CasePathable'.
  await list.receive(\.rwo.tapped)
  // 14: 'receive(_:timeout:assert:)' is unavailable: The action has no such case, or an enum lacks '@CasePathable'.
}
