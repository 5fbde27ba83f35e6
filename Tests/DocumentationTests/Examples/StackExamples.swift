import StoreTesting
import Testing

@MainActor
@Suite struct StackExamples {
  @Reducer struct Detail {
    struct State: Equatable {
      var title = ""
    }
    enum Action {
      case doneButtonTapped
    }
    var body: some ReducerOf<Self> {
      EmptyReducer()
    }
  }

  @Reducer struct Root {
    // #include StackState.swift: struct State
  }

  @Test func stack() async {
    let store = TestStore(initialState: Root.State()) { Root() }
    await store.send(.detailButtonTapped) {
      $0.path[id: 0] = Detail.State()
    }
    await store.send(\.path[id: 0].doneButtonTapped) {
      $0.path.removeLast()
    }
    await store.send(.detailButtonTapped) {
      $0.path[id: 1] = Detail.State()
    }
  }

  @Test func stores() {
    let store = Store(initialState: Root.State(path: [Detail.State()])) { Root() }
    // #include StoreCollection.swift: let path = store.scope(
    #expect(store.path.isEmpty)
  }

  @Test func ids() {
    // #include StackElementID.swift
    #expect(path.ids == [2])
    #expect(path[id: 2] == "c")
  }

  // MARK: Paths of several features

  @Reducer enum Path {
    case detail(Detail)
  }

  @Reducer struct Library {
    struct State: Equatable {
      var path = StackState<Path.State>()
    }
    enum Action {
      case titleLoaded(StackElementID)
      case path(StackActionOf<Path>)
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .titleLoaded(let id) = action {
          // #include StackState.swift: state.path[id: id, case:
        }
        return .none
      }
      .forEach(\.path, action: \.path)
    }
  }

  @Test func cases() async {
    let store = TestStore(initialState: Library.State(path: [.detail(Detail.State())])) { Library() }
    await store.send(.titleLoaded(0)) {
      $0.path[id: 0] = .detail(Detail.State(title: "Soup"))
    }
  }
}

extension StackExamples.Path.State: Equatable {}
