import Execution
import Testing

@testable import StoreTesting

@Suite struct NonExhaustiveTests {
  /// Makes a store whose action 0 lets an effect send three numbers.
  private func makeStore(_ exhaustivity: Exhaustivity) -> TestStore<Int, Int> {
    let store = makeStoreOfLastAction { .run { send in for number in 1...3 { await send(number) } } }
    store.exhaustivity = exhaustivity
    return store
  }

  private let lineOfFirstSend = #line + 7

  func check(_ exhaustivity: Exhaustivity) async -> (failures: [ReportedIssue], skipped: [String]) {
    var failures: [ReportedIssue] = []
    let skipped = await skippedAssertions {
      failures = await reported {
        let store = makeStore(exhaustivity)
        await store.send(5)
        await store.send(6) { $0 = 6 }
        await store.send(6) { $0 = 6 }
        await store.send(0) { $0 = 0 }
        await store.receive(2)
        #expect(store.state == 2)
        await store.send(0) { $0 = 0 }
      }
    }
    return (failures, skipped)
  }

  @Test func whatIsNotAssertedIsAllowedAndShown() async {
    let quiet = await check(.off)
    #expect(quiet.failures.isEmpty && quiet.skipped.isEmpty)
    let (failures, skipped) = await check(.off(showSkippedAssertions: true))
    #expect(failures.isEmpty)
    let messages = [
      (0, "A state change was not asserted.\n\n    - 0\n    + 5\n\n(Expected: -, Actual: +)"),
      (4, "1 received action skipped.\n\n    1"),
      (4, "A state change was not asserted.\n\n    - 1\n    + 2\n\n(Expected: -, Actual: +)"),
      (6, "Must handle 1 received action before sending an action.\n\n    3"),
    ]
    #expect(
      Array(skipped.dropLast())
        == messages.map { line, message in
          """
          StoreTestingTests/NonExhaustiveTests.swift:\(lineOfFirstSend + line): Skipped assertions.

          \(indented(message))

          """
        }
    )
    #expect(skipped.last?.contains("The store received 3 unexpected actions.\n\n        1\n        2\n") == true)
  }

  /// To show what is not asserted, the closure runs a second time, with the state of before. What it expects of the new
  /// state is no issue then.
  @Test(arguments: [Exhaustivity.off, .off(showSkippedAssertions: true)])
  func aClosureMayExpectSomethingOfTheNewState(_ exhaustivity: Exhaustivity) async {
    let skipped = await skippedAssertions { await makeStore(exhaustivity).send(5) { #expect($0 == 5) } }
    #expect(skipped.count == (exhaustivity == .off ? 0 : 1))
  }

  @Test(arguments: [Exhaustivity.off, .off(showSkippedAssertions: true)])
  func whatIsAssertedHasToBeSo(_ exhaustivity: Exhaustivity) async {
    var failures: [ReportedIssue] = []
    _ = await skippedAssertions {
      failures = await reported {
        let store = makeStore(exhaustivity)
        await store.send(5) { $0 = 6 }
        await store.send(0)
        await store.receive(3) { $0 = 4 }
        await store.receive(7)
      }
    }
    let difference = "A state change does not match expectation."
    #expect(failures.map(\.headline) == [difference, difference, "Expected to receive the action"])
  }

  @Test func actionsInBetweenAreWaitedFor() async {
    let gates = [Gate(), Gate()]
    let store = makeStoreOfLastAction {
      .run { send in
        for (number, gate) in gates.enumerated() {
          await gate.wait()
          await send(number + 1)
        }
      }
    }
    store.exhaustivity = .off
    await store.send(0)
    for gate in gates { Task.detached { gate.open() } }
    await store.receive(2) { $0 = 2 }
  }

  @Test func aPartOfATestCanBeNonExhaustive() async {
    let store = makeStore(.on)
    await store.withExhaustivity(.off) {
      await store.send(5)
      await store.send(0)
      await store.skipReceivedActions()
      store.assert { $0 = 3 }
    }
    #expect(store.exhaustivity == .on)
    #expect(store.withExhaustivity(.off) { store.exhaustivity } == .off)
    await store.send(6) { $0 = 6 }
  }
}
