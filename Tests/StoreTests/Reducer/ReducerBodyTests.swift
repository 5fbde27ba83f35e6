import Foundation
import Store
import Testing

/// The times at which bodies are evaluated.
@MainActor @Suite struct ReducerBodyTests {
  final class Evaluations {
    var parent = 0
    var child = 0
  }

  @Reducer struct Parent {
    struct State: Equatable {
      var count = 0
      var child = 0
    }
    enum Action { case tapped, child(Child.Action) }
    let evaluations: Evaluations

    var body: some ReducerOf<Self> {
      let _ = evaluations.parent += 1
      Scope(state: \.child, action: \.child) { Child(evaluations: evaluations) }
      Changes { state, action in state.count += 1 }
    }
  }

  @Reducer struct Child {
    enum Action { case tapped }
    let evaluations: Evaluations

    var body: some Reducer<Int, Action> {
      let _ = evaluations.child += 1
      Changes { state, action in state += 1 }
    }
  }

  @Test func storesAndOperatorsKeepWhatTheyHaveBuilt() {
    func evaluations<R: Reducer<Parent.State, Parent.Action>>(_ operate: (Parent) -> R) -> Int {
      let evaluations = Evaluations()
      let store = Store(initialState: Parent.State()) { operate(Parent(evaluations: evaluations)) }
      for _ in 0..<3 { store.send(.tapped) }
      return evaluations.parent
    }
    #expect(evaluations { $0 } == 1)
    #expect(evaluations { $0._printChanges(_ReducerPrinter { _, _, _ in }) } == 1)
    #expect(evaluations { $0._printChanges(nil) } == 1)
    #expect(evaluations { $0.onChange(of: \.count) { _, _ in .none } } == 1)
    #expect(evaluations { $0.dependency(\.locale, Locale(identifier: "ja_JP")) } == 1)
    #expect(evaluations { parent in CombineReducers { parent } } == 1)
  }

  @Test func everyStoreBuildsAChildWhenItFirstGetsAnAction() {
    let evaluations = Evaluations()
    let feature = Parent(evaluations: evaluations)
    let (first, second) = (Store(initialState: .init()) { feature }, Store(initialState: .init()) { feature })
    first.send(.tapped)
    #expect((evaluations.parent, evaluations.child) == (2, 0))
    first.send(.child(.tapped))
    first.send(.child(.tapped))
    #expect(evaluations.child == 1)
    second.send(.child(.tapped))
    #expect(evaluations.child == 2 && (first.child, second.child) == (2, 1))
  }

  @Test func aReducerCalledByHandEvaluatesItsBodyEachTime() {
    let evaluations = Evaluations()
    let feature = Parent(evaluations: evaluations)
    var state = Parent.State()
    _ = feature.reduce(into: &state, action: .tapped)
    _ = feature.reduce(into: &state, action: .child(.tapped))
    #expect(state == Parent.State(count: 2, child: 1) && evaluations.parent == 2)
  }
}
