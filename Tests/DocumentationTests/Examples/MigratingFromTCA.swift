import Dependencies
import Foundation
import StoreTesting
import Testing

/// The examples of the article "Migrating from the Composable Architecture".
@Suite struct MigratingFromTCA {
  // #include MigratingFromTCA.md: func fact

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
    // #include MigratingFromTCA.md: let store = makeStore(
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
