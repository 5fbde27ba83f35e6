import Testing

@testable import StoreTesting

@Suite struct ClockTests {
  @Test func timersTickExactly() async {
    let clock = TestClock()
    let store = Feature.store(clock: clock)
    await store.send(.start) { $0.isRunning = true }
    await clock.advance(by: .seconds(0.999))
    await clock.advance(by: .seconds(0.001))
    await store.receive(\.tick) { $0.count = 1 }
    await clock.advance(by: .seconds(100))
    for count in 2...101 { await store.receive(\.tick) { $0.count = count } }
    await store.send(.stop) { $0.isRunning = false }
    await clock.run()
  }

  /// Otherwise the timer would tick forever, and report each tick.
  @Test func aTimerOnAClockThatIsNotProvidedIsReportedOnceAndEnds() async {
    let failures = await reported {
      let store = TestStore(initialState: Feature.State()) { Feature() }
      await store.send(.start) { $0.isRunning = true }
      await store.finish()
    }
    #expect(
      failures.map { $0.message.prefix { $0 != "\n" } } == ["Unimplemented: @Dependency(\\.continuousClock)"]
    )
    #expect(failures.map(\.fileID) == ["StoreTestingTests/Feature.swift"])
  }

  @Test func everySleeperSettlesBeforeTheNextWakes() async {
    // Each effect does a lot between two sleeps, also off its actor.
    enum Action: Equatable { case start, at(Int, Int) }
    let clock = TestClock()
    let store = TestStore(initialState: 0) {
      Reduce<Int, Action> { _, action in
        guard action == .start else { return .none }
        return .merge(
          (1...3).map { number in
            .run { send in
              for step in 1...3 {
                try await clock.sleep(for: .seconds(number))
                for _ in 0..<10 { await offActor() }
                await withTaskGroup(of: Void.self) { group in
                  for _ in 0..<3 { group.addTask { await offActor() } }
                }
                await send(.at(number * step, number))
              }
            }
          }
        )
      }
    }
    await store.send(.start)
    await clock.run()
    let seconds = (1...9).flatMap { second in
      (1...3).filter { second % $0 == 0 && second / $0 <= 3 }.map { (second, $0) }
    }
    for second in 1...9 {
      // Sleeps with the same deadline end in the order in which they began, which is that of the second before.
      var numbers = Set(seconds.filter { $0.0 == second }.map(\.1))
      while !numbers.isEmpty {
        await store.receive { action in
          guard case .at(second, let number) = action else { return false }
          return numbers.remove(number) != nil
        }
      }
    }
  }

  @Test func effectsCanAdvanceClocks() async {
    let clock = TestClock()
    let store = makeStoreOfLastAction {
      .merge(
        .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(1)
        },
        .run { send in
          await clock.advance(by: .seconds(1))
          await send(2)
        }
      )
    }
    await store.send(0)
    await store.receive(1) { $0 = 1 }
    await store.receive(2) { $0 = 2 }
  }

  @Test func manySleepersAreCheap() async {
    let clock = TestClock()
    let store = TestStore(initialState: 0) {
      Reduce<Int, Int> { state, action in
        guard action == 0 else {
          state += 1
          return .none
        }
        return .merge(
          (1...2_000).map { number in
            .run { send in
              try await clock.sleep(for: .seconds(number))
              await send(number)
            }
          }
        )
      }
    }
    await store.send(0)
    await clock.run(timeout: .seconds(60))
    for number in 1...2_000 { await store.receive(number) { $0 = number } }
  }

  @Test func immediateClocksEndWhatEnds() async {
    let store = TestStore(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state = action
        @Dependency(\.continuousClock) var clock
        guard action < 3 else { return .none }
        return .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(action + 1)
        }
      }
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
    }
    await store.send(0)
    for number in 1...3 { await store.receive(number) { $0 = number } }
  }
}

@concurrent private func offActor() async {
  await Task.yield()
}
