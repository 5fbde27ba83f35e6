import Foundation
import Testing

@testable import Execution
@testable import StoreTesting

@Reducer
struct Hopping {
  enum Way: CaseIterable {
    case concurrentFunction, detachedTask, unstructuredTask, mainActor, ownActor, childTask, taskGroup, asyncStream
    case legacyContinuation, mainActorClosure, cancellableStretch, realSleep
  }
  enum Action: Equatable { case go(Way), done(Int) }

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    switch action {
    case .done(let value):
      state += value
      return .none
    case .go(.mainActorClosure):
      return .run { @MainActor send in
        MainActor.assertIsolated()
        await send(.done(1))
      }
    case .go(let way): return .run { send in await send(.done(try await Self.go(way))) }
    }
  }

  private static func go(_ way: Way) async throws -> Int {
    switch way {
    case .concurrentFunction: return await concurrentFunction()
    case .detachedTask: return await Task.detached { 1 }.value
    case .unstructuredTask: return await Task { await concurrentFunction() }.value
    case .mainActor: return await MainActor.run { 1 }
    case .ownActor: return await Counter().next()
    case .childTask:
      async let first = concurrentFunction()
      async let second = Task.detached { 0 }.value
      return await first + second
    case .taskGroup:
      return await withTaskGroup(of: Int.self) { group in
        for number in 0..<5 { group.addTask { number == 0 ? await concurrentFunction() : await offActor(0) } }
        return await group.reduce(0, +)
      }
    case .asyncStream:
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      Thread.detachNewThread {
        for _ in 0..<10 { continuation.yield(0) }
        continuation.yield(1)
        continuation.finish()
      }
      return await stream.reduce(0, +)
    case .legacyContinuation:
      return await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: 1) }
      }
    case .mainActorClosure: return 1
    case .cancellableStretch: return await withTaskCancellation(id: 0) { await concurrentFunction() }
    case .realSleep:
      try await Task.sleep(for: .nanoseconds(1))
      return 1
    }
  }

  /// Ways that need only the test store's executor, so that they are over when `send` returns.
  static let inside: Set<Way> = [.concurrentFunction, .ownActor, .cancellableStretch]

  private actor Counter {
    var count = 0
    func next() async -> Int {
      count = await offActor(count + 1)
      return count
    }
  }
}

@concurrent private func concurrentFunction() async -> Int {
  await Task.yield()
  return await offActor(1)
}

@Suite struct HoppingTests {
  func check(isolation: isolated (any Actor)? = #isolation, schedule: TestSchedule? = nil) async {
    let store = TestStore(initialState: 0, schedule: schedule) { Hopping() }
    for (count, way) in Hopping.Way.allCases.enumerated() {
      await store.send(.go(way))
      if Hopping.inside.contains(way) {
        #expect(store.ledger.received.count == 1, "\(way)")
      }
      await store.receive(.done(1)) { $0 = count + 1 }
      await store.finish()
    }
  }

  @MainActor @Test func fromTheMainActor() async { await check() }

  @Test func fromACustomActor() async {
    actor Session { func check() async { await HoppingTests().check() } }
    await Session().check()
  }

  @Test(arguments: [TestSchedule.firstInFirstOut] + (0..<20).map { TestSchedule.random(seed: $0) })
  func inParallel(_ schedule: TestSchedule) async { await check(schedule: schedule) }

  /// The effect needs the actor on which the test waits for the effect.
  @Test func intoTheActorOfTheTest() async {
    actor Session {
      var count = 0
      func next() -> Int {
        count += 1
        return count
      }
      func check() async {
        let store = makeStoreOfLastAction { .run { send in await send(await self.next()) } }
        await store.send(0)
        await store.receive(1) { $0 = 1 }
        await store.send(0) { $0 = 0 }
        await store.receive(2) { $0 = 2 }
      }
    }
    await Session().check()
  }

  /// A test that waits for an effect without asking its store does not wait forever.
  @Test func whileTheTestWaitsForSomethingElse() async {
    let (start, end) = (Gate(), Gate())
    let store = StoreExecutor.$limits.withValue(.init(patience: 0)) {
      makeStoreOfLastAction {
        .run { send in
          await start.wait()
          await send(1)
          end.open()
        }
      }
    }
    await store.send(0)
    start.open()
    await end.wait()
    await store.receive(1) { $0 = 1 }
  }

  /// While a test that has given up the main actor waits for something else, jobs run at once, however long the
  /// patience is.
  @MainActor @Test func eachTimeATestGivesUpTheMainActor() async {
    let gates = (1...3).map { _ in (start: Gate(), end: Gate()) }
    let store = StoreExecutor.$limits.withValue(.init(patience: 3_600_000)) {
      TestStore(initialState: 0) {
        Reduce<Int, Int> { state, action in
          state = action
          guard action < 0 else { return .none }
          let gate = gates[-action - 1]
          return .run { send in
            await gate.start.wait()
            await send(-action)
            gate.end.open()
          }
        }
      }
    }
    for number in 1...3 {
      await store.send(-number) { $0 = -number }
      gates[number - 1].start.open()
      #expect(!gates[number - 1].end.isOpen)
      await Task { @MainActor in }.value
      #expect(gates[number - 1].end.isOpen)
      await store.receive(number) { $0 = number }
    }
  }

  /// When jobs of other threads arrive does not change the order of the others.
  @Test func jobsOfOtherThreadsRunWhenNothingElseIsReady() async {
    let gate = Gate()
    let store = makeStoreOfLastAction {
      .merge(
        .run { send in
          await gate.wait()
          await send(3)
        },
        .run { send in
          onAnotherThread { gate.open() }
          await Task.yield()
          await send(1)
          await Task.yield()
          await send(2)
        }
      )
    }
    await store.send(0)
    for number in 1...3 { await store.receive(number) { $0 = number } }
  }
}

/// Clients on the main actor: their work for effects is done when a line of the test returns.
@Suite struct MainActorClientTests {
  @MainActor final class Server {
    var pings = 0
    func ping() { pings += 1 }
  }

  @MainActor @Test func callsAfterAnAdvance() async {
    let (clock, server) = (TestClock(), Server())
    let store = makeStoreOfLastAction {
      .run { _ in
        while true {
          try await clock.sleep(for: .seconds(10))
          for _ in 1...2 { await server.ping() }
        }
      }
    }
    let task = await store.send(0)
    await clock.advance(by: .seconds(10))
    #expect(server.pings == 2)
    await clock.advance(by: .seconds(20))
    #expect(server.pings == 6)
    await task.cancel()
  }

  @MainActor @Test func callsAfterASend() async { await check() }
  @Test func callsInTestsWithoutAnActor() async { await check() }

  private func check() async {
    let server = Server()
    let store = makeStoreOfLastAction {
      .run { send in
        for ping in 1...2 {
          await server.ping()
          await send(ping)
        }
      }
    }
    await store.send(0)
    #expect(await server.pings == 2)
    for ping in 1...2 { await store.receive(ping) { $0 = ping } }
  }

  @Test func whoGoesThereForEverIsNotWaitedFor() async {
    let server = Server()
    let store = makeStoreOfLastAction { .run { _ in while !Task.isCancelled { await server.ping() } } }
    let task = await store.send(0)
    #expect(await server.pings >= 1_000)
    await task.cancel()
  }

  /// The main actor may be so busy that jobs would run in the background before it is free.
  @Test func aBusyMainActorIsWaitedFor() async {
    await StoreExecutor.$limits.withValue(.init(patience: 0)) { await whoGoesThereForEverIsNotWaitedFor() }
  }
}
