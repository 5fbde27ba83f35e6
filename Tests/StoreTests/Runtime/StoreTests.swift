import Store
import Dependencies
import Testing

@testable import StoreCore

@MainActor
@Suite struct StoreTests {
  @Test(arguments: StoreVariant.allCases)
  func theTaskOfASendFromAReductionIsFinishedIfTheActionHasNoEffect(_ variant: StoreVariant) async {
    let store = makeStore(Scripted.State(), variant) { Scripted() }
    let box = StoreBox()
    box.store = store
    let tasks = Locked<[StoreTask]>([])
    store.send(
      .act("outer") { _ in
        MainActor.assumeIsolated {
          let task = box.store?.send(.note("inner"))
          tasks.withLock { $0 += task.map { [$0] } ?? [] }
        }
        return .none
      }
    )
    box.store = nil
    let task = tasks.withLock { $0.first }
    #expect(task != nil)
    await task?.finish()
    #expect(await task?.isFinished == true)
    #expect(store.log == ["outer", "inner"])
  }

  @Test func effectsThatSendActionsWithEffectsNeedNoStack() async {
    let store = makeStore(0, of: Int.self) { count, left in
      count += 1
      return left == 0 ? .none : .run { await $0(left - 1) }
    }
    await store.send(100_000).finish()
    #expect(store.state == 100_001)
  }

  @Test func describesItself() {
    let store = makeStore(0, of: Int.self) { _, _ in .none }
    #expect("\(store)" == "Store<Int, Int>")
  }

  @Test func withStateRethrows() {
    let store = makeStore(1, of: Int.self) { _, _ in .none }
    #expect(throws: Failure.self) { try store.withState { _ throws(Failure) in throw Failure() } }
  }
}
