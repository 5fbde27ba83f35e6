import Dependencies
import Store
import Testing

@testable import StoreCore

#if canImport(os)
  import os
#endif

@Suite struct SignpostTests {
  private enum Action { case load, loaded(Row), fail, failed, wait, many }
  private enum Row { case first }
  private struct Load {}

  private let marks = LockIsolated<[String]>([])
  private let ends = AsyncStream.makeStream(of: Signposts.Mark.self)

  private var signposts: Signposts {
    Signposts(isEnabled: { true }) { [marks, ends] interval, message in
      marks.withValue { $0.append("\(interval): \(message)") }
      return { mark in
        marks.withValue { $0.append("\(interval) \(mark)") }
        if interval == .effect { ends.continuation.yield(mark) }
      }
    }
  }

  private func store(to signposts: Signposts) -> Store<Int, Action> {
    Store<Int, Action>(initialState: 0) {
      Reduce<Int, Action> { _, action in
        switch action {
        case .load: .run { send in await send(.loaded(.first)) }.cancellable(id: "load")
        case .fail:
          .run { _ in
            throw Failure()
          } catch: { _, send in
            await send(.failed)
          }
        case .wait: .run { _ in try await Task.never() }
        case .many: .concatenate(.merge(.run { _ in }, .none), .send(.failed), .run { _ in })
        case .loaded, .failed: .none
        }
      }
      .signpost("List", to: signposts)
    }
  }

  @MainActor @Test func actionsAndOperationsAreIntervals() async {
    await store(to: signposts).send(.load).finish()
    #expect(
      marks.value == [
        "action: [List] Action.load", "action finished", "effect: [List] Started from Action.load", "effect output",
        "action: [List] Action.loaded(.first)", "action finished", "effect finished",
      ]
    )
  }

  @MainActor @Test func operationsEndByFailureAndCancellation() async {
    let store = store(to: signposts)
    await store.send(.fail).finish()
    #expect(
      marks.value == [
        "action: [List] Action.fail", "action finished", "effect: [List] Started from Action.fail", "effect finished",
        "action: [List] Action.failed", "action finished",
      ]
    )
    marks.setValue([])
    let task = store.send(.wait)
    task.cancel()
    // A cancelled task ends some time after its cancellation.
    for await end in ends.stream where end == .cancelled { break }
    #expect(marks.value.suffix(2) == ["effect: [List] Started from Action.wait", "effect cancelled"])
  }

  @MainActor @Test func everyOperationOfACompositionIsAnInterval() async {
    await store(to: signposts).send(.many).finish()
    #expect(marks.value.filter { $0 == "effect: [List] Started from Action.many" }.count == 2)
    #expect(marks.value.filter { $0 == "effect finished" }.count == 2)
  }

  @MainActor @Test func nothingIsMarkedWhereSignpostsAreOff() async {
    await store(to: Signposts(isEnabled: { false }, begin: signposts.begin)).send(.load).finish()
    #expect(marks.value == [])
  }

  /// The public operator, whose log does not exist on every system, does not change what reducers do.
  @MainActor @Test func reducersDoTheSame() async {
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        return action == 1 ? .run { send in await send(2) } : .none
      }
      .signpost()
      .signpost("Numbers", log: .disabled)
    }
    await store.send(1).finish()
    #expect(store.withState(\.self) == 3)
  }
}
