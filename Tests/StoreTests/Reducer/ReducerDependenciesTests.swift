import Store
import Dependencies
import Testing

@testable import StoreCore

private struct Word: DependencyKey {
  static let liveValue = "live"
  static let testValue = "default"
}

extension DependencyValues {
  fileprivate var word: String {
    get { self[Word.self] }
    set { self[Word.self] = newValue }
  }
}

private struct Name: TestDependencyKey, Equatable, Sendable {
  var text: String
  static let testValue = Name(text: "default")
}

@MainActor
@Suite(.timeLimit(.minutes(10))) struct ReducerDependenciesTests {
  @CasePathable
  indirect enum Action: Sendable {
    /// Records the word that the reducer reads.
    case read(String)
    case write(String)
    /// Runs an effect that overrides the word and sends another action.
    case overrideAndSend(String)
    case readInEffect
    case children(IdentifiedAction<Int, Action>)
  }

  @Reducer
  struct Reader {
    @Dependency(\.word) var word

    func reduce(into state: inout [String], action: Action) -> Effect<Action> {
      switch action {
      case .read(let prefix):
        state.append("\(prefix)\(word)")
        return .none
      case .write(let text):
        state.append(text)
        return .none
      case .overrideAndSend(let word):
        return .run { send in
          await withDependencies {
            $0.word = word
          } operation: {
            await send(.write("effect: \(DependencyValues.current.word)"))
            await send(.read("reducer: "))
            await send(.readInEffect)
          }
        }
      case .readInEffect:
        return .run { send in
          await send(.write("second effect: \(DependencyValues.current.word)"))
        }
      case .children: return .none
      }
    }
  }

  func wordStore<R: Reducer>(
    @ReducerBuilder<[String], Action> _ reducer: () -> R,
    word: String? = nil
  ) -> Store<[String], Action> where R.State == [String], R.Action == Action {
    guard let word else { return Store(initialState: [], reducer: reducer) }
    return Store(initialState: [], reducer: reducer) { $0.word = word }
  }

  // MARK: The store's

  @Test func theInitialStateSeesTheStoresDependencies() {
    let store = Store(initialState: [DependencyValues.current.word]) {
      Reader()
    } withDependencies: {
      $0.word = "store's"
    }
    #expect(store.state == ["store's"])
  }

  @Test func aStoreKeepsTheDependenciesThatItWasMadeUnder() async {
    let store = withDependencies {
      $0.word = "maker's"
    } operation: {
      wordStore({ Reader() })
    }
    store.send(.read(""))
    await store.send(.readInEffect).finish()
    #expect(store.state == ["maker's", "second effect: maker's"])
  }

  // MARK: The sender's

  @Test(arguments: ["store's", nil]) func whatTheFirstSenderOverridesDoesNotStay(_ word: String?) {
    // Its reader is made when the body of `Middle` is built, which is at the first action for it.
    struct Middle: Reducer {
      var body: some Reducer<[String], Action> { Reader() }
    }
    struct State: Equatable, Identifiable {
      let id: Int
      var words: [String] = []
    }
    struct Row: Reducer {
      var body: some Reducer<State, Action> {
        Scope(state: \.words, action: \.self) { Middle() }
      }
    }
    func check<R: Reducer<IdentifiedArrayOf<State>, Action>>(
      @ReducerBuilder<IdentifiedArrayOf<State>, Action> _ reducer: () -> R
    ) {
      let store = Store(initialState: [State(id: 1)], reducer: reducer) {
        if let word { $0.word = word }
      }
      withDependencies {
        $0.word = "sender's"
      } operation: {
        _ = store.send(.children(.element(id: 1, action: .read(""))))
      }
      store.send(.children(.element(id: 1, action: .read(""))))
      #expect(store.state[id: 1]?.words == ["sender's", word ?? "default"])
    }
    check { EmptyReducer().forEach(\.self, action: \.children) { Row() } }
    check { EmptyReducer().forEach(\.self, action: \.children) { Row().dependency(Name(text: "")) } }
  }

  // MARK: Operators

  @Test func transformDependencyIsCalledForEveryAction() {
    let log = Log()
    let store = wordStore(
      {
        Reader().transformDependency(\.word) {
          log.append($0)
          $0 += "!"
        }
      },
      word: "store's"
    )
    store.send(.read(""))
    store.send(.read(""))
    #expect(store.state == ["store's!", "store's!"])
    // Read when the body was built, and for each action.
    #expect(log.entries == ["store's", "store's", "store's"])
  }

  @Test func aBodySeesWhatIsOverriddenForIt() {
    struct Conditional: Reducer {
      @Dependency(\.word) var word
      var body: some Reducer<[String], Action> {
        if word == "override" { Reader() }
      }
    }
    let store = wordStore({
      Conditional().dependency(\.word, "override")
      Conditional()
    })
    store.send(.read(""))
    #expect(store.state == ["override"])
  }

  @Test func anOverrideStaysWithItsOwnEffects() async {
    let store = wordStore({
      Reduce<[String], Action> { state, action in
        guard case .overrideAndSend = action else { return .none }
        return .run { send in
          await Task.yield()
          await send(.read("reducer: "))
          await send(.readInEffect)
        }
      }
      .dependency(\.word, "override")
      Reduce { state, action in
        switch action {
        case .overrideAndSend: .none
        default: Reader().reduce(into: &state, action: action)
        }
      }
    })
    await store.send(.overrideAndSend("")).finish()
    #expect(store.state == ["reducer: default", "second effect: default"])
  }

  @Test func effectsKeepTheirDependenciesOffTheActor() async {
    let store = wordStore(
      {
        Reduce<[String], Action> { state, action in
          guard case .read = action else { return Reader().reduce(into: &state, action: action) }
          return .run { send in
            let words = await withTaskGroup { group in
              for _ in 0..<3 { group.addTask { DependencyValues.current.word } }
              return await group.reduce(into: []) { $0.append($1) }
            }
            await send(.write(words.joined(separator: " ")))
            let word = await Task { DependencyValues.current.word }.value
            await send(.write(word))
          }
        }
      },
      word: "store's"
    )
    await store.send(.read("")).finish()
    #expect(store.state == ["store's store's store's", "store's"])
  }
}
