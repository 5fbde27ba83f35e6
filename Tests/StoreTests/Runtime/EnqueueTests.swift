import Dependencies
import Store
import Testing

@testable import StoreCore

/// Actions that synchronous code sends through a handle.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct EnqueueTests {
  @Test func actionsArriveInOrder() async {
    let store = makeStore(Scripted.State()) { Scripted() }
    let (handle, pane) = (store.handle, store.scope(state: \.pane, action: \.pane))
    let paneHandle = pane.handle
    await Task.detached {
      for number in 0..<1000 {
        handle.enqueue(.note("\(number)"))
        if number.isMultiple(of: 10) { paneHandle.enqueue(.add(1)) }
      }
      // Actions that are sent later arrive after them.
      await handle.send(.note("last"))
    }.value
    #expect(store.log == (0..<1000).map { "\($0)" } + ["last"])
    #expect(pane.count == 100)
  }

  @Test func whatAnotherHandleSendsLaterArrivesLater() async {
    let store = makeStore(Scripted.State()) { Scripted() }
    let (first, second) = (store.handle, store.handle)
    first.enqueue(.note("enqueued"))
    await second.send(.note("sent"))
    #expect(store.log == ["enqueued", "sent"])
  }

  @Test func manySendersLoseNothing() async {
    let store = makeStore(Scripted.State()) { Scripted() }
    let handle = store.handle
    await withTaskGroup { group in
      for sender in 0..<4 {
        group.addTask { @concurrent in
          for number in 0..<500 { handle.enqueue(.note("\(sender) \(number)")) }
        }
      }
    }
    await handle.send(.note("last"))
    for sender in 0..<4 {
      #expect(store.log.filter { $0.hasPrefix("\(sender) ") } == (0..<500).map { "\(sender) \($0)" })
    }
    #expect(store.log.count == 2001)
  }

  @Test func actionsArriveWithoutAnyoneWaiting() async {
    let store = makeStore(Scripted.State()) { Scripted() }
    let log = Log()
    store.handle.enqueue(
      .act("") { _ in
        log.append("reduced")
        return .none
      }
    )
    #expect(log.entries.isEmpty)
    await log.wait(for: "reduced")
  }

  @Test func aReducerEnqueues() async {
    let store = makeStore(Scripted.State()) { Scripted() }
    let handle = store.handle
    let log = Log()
    store.send(
      .act("first") { _ in
        handle.enqueue(
          .act("second") { _ in
            log.append("second")
            return .none
          }
        )
        return .send(.note("its own"))
      }
    )
    await log.wait(for: "second")
    #expect(store.log == ["first", "its own", "second"])
  }

  @Test func nothingHappensOnceTheStoreIsGone() async {
    final class Token: Sendable {
      let continuation: AsyncStream<Void>.Continuation
      init(_ continuation: AsyncStream<Void>.Continuation) { self.continuation = continuation }
      deinit { continuation.yield() }
    }
    let (gone, continuation) = AsyncStream<Void>.makeStream()
    var store: StoreOf<Scripted>? = makeStore(Scripted.State()) { Scripted() }
    let handle = store?.handle
    @MainActor func enqueue() {
      let token = Token(continuation)
      handle?.enqueue(
        .act("") { _ in
          Issue.record("The store is gone.")
          withExtendedLifetime(token) {}
          return .none
        }
      )
    }
    enqueue()
    store = nil
    enqueue()
    // The objects are released nevertheless.
    for await _ in gone.prefix(2) {}
  }

  @Test func theReducerSeesWhatTheSenderOverrides() async {
    let store = makeStore(Scripted.State()) { Scripted() }
    let handle = store.handle
    let log = Log()
    @Sendable func look() -> Scripted.Action {
      .act("") { _ in
        log.append("\(DependencyValues.current.enqueuer)")
        return .none
      }
    }
    handle.enqueue(look())
    withDependencies {
      $0.enqueuer = "the sender"
    } operation: {
      handle.enqueue(look())
    }
    await handle.send(.note(""))
    #expect(log.entries == ["nobody", "the sender"])
  }
}

extension DependencyValues {
  fileprivate var enqueuer: String {
    get { self[EnqueuerKey.self] }
    set { self[EnqueuerKey.self] = newValue }
  }
}

private enum EnqueuerKey: DependencyKey {
  static let liveValue = "nobody"
  static let testValue = "nobody"
}
