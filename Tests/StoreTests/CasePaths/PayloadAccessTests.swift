import Store
import Testing

@testable import StoreCore

/// Payloads and elements that are moved out of their enum or collection while they are changed.
@MainActor @Suite struct PayloadAccessTests {
  @CasePathable enum Content { case empty, token(ReleaseToken, Int) }

  @Test func anElementThatIsChangedByABodyThatThrowsStays() {
    func fail(_ numbers: inout [Int]?) throws {
      numbers?.append(2)
      throw Failure()
    }
    var stack = StackState([[1], [5]])
    #expect(throws: Failure.self) { try fail(&stack[id: 0]) }
    #expect(Array(stack) == [[1, 2], [5]] && stack.ids.count == 2)
    var rows: IdentifiedArray<Int, [Int]?> = IdentifiedArray(uniqueElements: [[1], [2]], id: \.id)
    #expect(throws: Failure.self) { try fail(&rows[0]) }
    #expect(rows.elements == [[1, 2], [2]] && rows.ids == [1, 2])
  }

  struct Screen { var content = Content.empty }

  struct State {
    var path = StackState<Screen>()
    var content = Content.empty
    var released = 0
  }
  enum Action { case change((inout State) -> Void), released }
  typealias TokenStore = Store<State, Action>

  nonisolated static let removals: [@Sendable (inout State) -> Void] = [
    { $0.path.removeAll() }, { $0.path.removeLast(2) }, { $0.path[id: 0] = nil },
    { $0.path[id: 0]?.content = .empty }, { $0.path.pop(from: 0) }, { $0.path = StackState([Screen()]) },
    { $0.path.removeAll { _ in true } }, { $0.path.replaceSubrange(0..<1, with: [Screen(), Screen()]) },
    { $0.content = .empty }, { $0.content.modify(\.token) { $0.0 = ReleaseToken() } },
    { _ = AnyCasePath<Content, (ReleaseToken, Int)>(\.token).modify(&$0.content) { $0 = (ReleaseToken(), 7) } },
  ]

  /// A store whose state releases a token that reads or sends.
  static func run(_ removal: Int, _ use: @escaping @MainActor @Sendable (TokenStore) -> Void) -> TokenStore {
    let store = TokenStore(initialState: State()) {
      Changes { state, action in
        switch action {
        case .change(let change): change(&state)
        case .released: state.released += 1
        }
      }
    }
    store.send(
      .change { state in
        for _ in 0..<2 {
          state.path.append(Screen(content: .token(ReleaseToken { [weak store] in store.map(use) }, 1)))
        }
        state.content = .token(ReleaseToken { [weak store] in store.map(use) }, 2)
      }
    )
    store.send(.change(removals[removal]))
    return store
  }

  @Test(arguments: removals.indices) func whatIsReleasedSends(_ removal: Int) {
    let store = Self.run(removal) { $0.send(.released) }
    #expect(store.released > 0 && store.withState { $0.path.count == $0.path.ids.count })
  }

  /// The stack and a payload of an enum.
  @Test(arguments: [0, 9]) func whatIsReleasedReadsAndStopsTheProgram(_ removal: Int) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [removal = removal as Int] in
      await MainActor.run { _ = Self.run(removal) { _ = $0.path } }
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("was read while a reducer was changing the state."), "\(output)")
  }
}

extension [Int]? {
  fileprivate var id: Int { self?.first ?? 0 }
}
