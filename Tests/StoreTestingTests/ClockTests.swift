import Testing

@testable import StoreTesting

@Suite struct ClockTests {
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
                for _ in 0..<10 { await offActor(()) }
                await withTaskGroup(of: Void.self) { group in for _ in 0..<3 { group.addTask { await offActor(()) } } }
                await send(.at(number * step, number))
              }
            }
          }
        )
      }
    }
    await store.send(.start)
    await clock.run()
    for second in 1...9 {
      // Sleeps with the same deadline end in the order in which they began, which is that of the second before.
      var numbers = Set((1...3).filter { second % $0 == 0 && second / $0 <= 3 })
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
    for number in 1...2 { await store.receive(number) { $0 = number } }
  }
}
