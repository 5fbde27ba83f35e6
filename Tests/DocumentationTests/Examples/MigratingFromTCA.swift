import Dependencies
import Foundation
import StoreTesting
import Testing

/// The examples of the article "Migrating from the Composable Architecture".
@Suite struct MigratingFromTCA {
  @DependencyClient
  struct FactClient: Sendable {
    var fetch: @Sendable (_ number: Int) async throws -> String
  }

  @Reducer
  struct NumberFact {
    @ObservableState
    struct State: Equatable {
      var count = 0
      var fact: String?
      var isLoading = false
    }

    enum Action {
      case incrementButtonTapped
      case factButtonTapped
      case factResponse(Result<String, any Error>)
    }

    enum CancelID { case fact }

    @Dependency(FactClient.self) var factClient

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .incrementButtonTapped:
          state.count += 1
          state.fact = nil
          return .cancel(id: CancelID.fact)

        case .factButtonTapped:
          state.isLoading = true
          return .run { [count = state.count] send in
            await send(.factResponse(Result { try await factClient.fetch(number: count) }))
          }
          .cancellable(id: CancelID.fact, cancelInFlight: true)

        case .factResponse(let response):
          state.isLoading = false
          state.fact = try? response.get()
          return .none
        }
      }
    }
  }

  @Test func fact() async {
    let store = TestStore(initialState: NumberFact.State()) {
      NumberFact()
    } withDependencies: {
      $0[FactClient.self].fetch = { "\($0) is a good number." }
    }

    await store.send(.incrementButtonTapped) {
      $0.count = 1
    }
    await store.send(.factButtonTapped) {
      $0.isLoading = true
    }
    await store.receive(\.factResponse.success) {
      $0.isLoading = false
      $0.fact = "1 is a good number."
    }
  }

  // MARK: What differs

  enum Action: Sendable {
    case start
    case note(String)
  }

  @MainActor private func makeStore(_ effect: Effect<Action>) -> Store<[String], Action> {
    Store(initialState: [String]()) {
      Reduce { state, action in
        switch action {
        case .start:
          state.append("reduced")
          return effect
        case .note(let note):
          state.append(note)
          return .none
        }
      }
    }
  }

  @MainActor @Test func effectsBeginWithinSend() {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let store = makeStore(.run { send in await send(.note("effect")) })
    store.send(.start)
    #expect(store.state == ["reduced", "effect"])
  }

  @MainActor @Test func cancellationWaitsForItsTurn() async {
    enum CancelID { case work }
    let store = makeStore(
      .concatenate(
        .run { send in
          await Task.yield()
          await send(.note("first"))
        }
        .cancellable(id: CancelID.work),
        .cancel(id: CancelID.work),
        .send(.note("last"))
      )
    )
    await store.send(.start).finish()
    #expect(store.state == ["reduced", "first", "last"])
  }

  @MainActor @Test func aCancellationBeforeTheSameIDInAMerge() async {
    enum CancelID { case work }
    let store = makeStore(
      .merge(.cancel(id: CancelID.work), .run { await $0(.note("new")) }.cancellable(id: CancelID.work))
    )
    await store.send(.start).finish()
    #expect(store.state == ["reduced", "new"])
  }

  private struct Counted: Reducer {
    let count: LockIsolated<Int>
    var body: some Reducer<Int, Void> {
      let _ = count.withValue { $0 += 1 }
      Reduce { state, _ in
        state += 1
        return .none
      }
    }
  }

  @MainActor @Test func aBodyIsBuiltOnce() {
    let count = LockIsolated(0)
    let store = Store(initialState: 0) { Counted(count: count) }
    for _ in 0..<3 { store.send(()) }
    #expect(store.state == 3)
    #expect(count.value == 1)
  }
}

extension MigratingFromTCA.FactClient: TestDependencyKey {
  static let testValue = Self()
}
