import Foundation
import Store
import Testing

/// The times at which bodies are evaluated.
@MainActor
@Suite struct ReducerBodyTests {
  final class Evaluations {
    var parent = 0
    var child = 0
  }

  @Reducer
  struct Parent {
    struct State: Equatable {
      var count = 0
      var child = 0
    }
    enum Action {
      case tapped
      case child(Child.Action)
    }
    let evaluations: Evaluations

    var body: some ReducerOf<Self> {
      let _ = evaluations.parent += 1
      Scope(state: \.child, action: \.child) { Child(evaluations: evaluations) }
      Reduce { state, action in
        state.count += 1
        return .none
      }
    }
  }

  @Reducer
  struct Child {
    enum Action { case tapped }
    let evaluations: Evaluations

    var body: some Reducer<Int, Action> {
      let _ = evaluations.child += 1
      Reduce { state, action in
        state += 1
        return .none
      }
    }
  }

  @Test func aStoreEvaluatesABodyOnce() {
    let evaluations = Evaluations()
    let store = Store(initialState: Parent.State()) { Parent(evaluations: evaluations) }
    #expect(evaluations.parent == 1)
    for _ in 0..<3 { store.send(.tapped) }
    #expect(evaluations.parent == 1)
    #expect(store.count == 3)
  }

  @Test func operatorsKeepWhatTheyHaveBuilt() {
    func evaluations<R: Reducer<Parent.State, Parent.Action>>(_ operate: (Parent) -> R) -> Int {
      let evaluations = Evaluations()
      let store = Store(initialState: Parent.State()) { operate(Parent(evaluations: evaluations)) }
      for _ in 0..<3 { store.send(.tapped) }
      return evaluations.parent
    }
    #expect(evaluations { $0._printChanges(_ReducerPrinter { _, _, _ in }) } == 1)
    #expect(evaluations { $0._printChanges(nil) } == 1)
    #expect(evaluations { $0.onChange(of: \.count) { _, _ in .none } } == 1)
    #expect(evaluations { $0.dependency(\.locale, Locale(identifier: "ja_JP")) } == 1)
    #expect(evaluations { parent in CombineReducers { parent } } == 1)
  }

  @Test func aChildIsBuiltWhenItFirstGetsAnAction() {
    let evaluations = Evaluations()
    let store = Store(initialState: Parent.State()) { Parent(evaluations: evaluations) }
    store.send(.tapped)
    #expect(evaluations.child == 0)
    store.send(.child(.tapped))
    store.send(.child(.tapped))
    #expect(evaluations.child == 1)
    #expect(store.child == 2)
  }

  @Test func everyStoreBuildsItsOwn() {
    let evaluations = Evaluations()
    let feature = Parent(evaluations: evaluations)
    let first = Store(initialState: Parent.State()) { feature }
    let second = Store(initialState: Parent.State()) { feature }
    first.send(.child(.tapped))
    #expect(evaluations.parent == 2)
    #expect(evaluations.child == 1)
    second.send(.child(.tapped))
    #expect(evaluations.child == 2)
    #expect(first.child == 1)
    #expect(second.child == 1)
  }

  @Test func aReducerCalledByHandEvaluatesItsBodyEachTime() {
    let evaluations = Evaluations()
    let feature = Parent(evaluations: evaluations)
    var state = Parent.State()
    _ = feature.reduce(into: &state, action: .tapped)
    _ = feature.reduce(into: &state, action: .child(.tapped))
    #expect(state == Parent.State(count: 2, child: 1))
    #expect(evaluations.parent == 2)
  }

  /// A feature that contains itself.
  @Reducer
  struct Folder {
    struct State: Equatable, Identifiable {
      let id: Int
      var taps = 0
      var folders: IdentifiedArrayOf<State> = []
    }
    indirect enum Action {
      case tapped
      case folders(IdentifiedAction<Int, Action>)
    }
    let evaluations: Evaluations

    var body: some ReducerOf<Self> {
      let _ = evaluations.parent += 1
      Reduce { state, action in
        if case .tapped = action { state.taps += 1 }
        return .none
      }
      .forEach(\.folders, action: \.folders) { Folder(evaluations: evaluations) }
    }
  }

  @Test func aFeatureThatContainsItselfIsBuiltAsDeepAsItIsUsed() {
    let evaluations = Evaluations()
    let inner = Folder.State(id: 3)
    let outer = Folder.State(id: 1, folders: [Folder.State(id: 2, folders: [inner])])
    let store = Store(initialState: outer) { Folder(evaluations: evaluations) }
    #expect(evaluations.parent == 1)
    store.send(.tapped)
    #expect(evaluations.parent == 1)
    store.send(.folders(.element(id: 2, action: .folders(.element(id: 3, action: .tapped)))))
    #expect(evaluations.parent == 3)
    #expect(store.taps == 1)
    #expect(store.folders[id: 2]?.taps == 0)
    #expect(store.folders[id: 2]?.folders[id: 3]?.taps == 1)
  }
}
