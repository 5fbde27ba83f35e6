import Dependencies
import Store
import StoreTesting
import Testing

/// Stories at whose end something goes on.
@Suite struct StoryEndingTests {
  @Test func aFeatureThatIsDoneHasNoEffects() async throws {
    let (report, messages) = await explored {
      await exploreStates(of: false, within: .patient) {
        StoryEndingTests.reducer
      } actions: { _ in
        true
        false
      } noEffectsWhen: {
        $0
      }
    }
    #expect(try #require(report.counterexample).story == "s0 s1")
    let message = try #require(messages.first)
    #expect(message.hasPrefix("The feature is done, and 1 effect is still running."), "\(message)")
  }

  private static var reducer: Reduce<Bool, Bool> {
    Reduce { state, action in
      state = !action
      return action ? .run { _ in _ = await choose("long", 1) } : .none
    }
  }

  @Test func aTaskGoesOn() async throws {
    let (report, messages) = await explored {
      await exploreStates(of: 0, within: .patient) {
        StoryEndingTests.leaving
      } actions: { number in
        if number == 0 { 1 }
      }
    }
    let counterexample = try #require(report.counterexample)
    #expect(counterexample.story == "s0")
    #expect(
      try #require(messages.first).hasPrefix("A task goes on that an effect has left behind.")
    )
    let issues = await reported {
      let store = TestStore(initialState: 0) { StoryEndingTests.leaving }
      await store.send(1) { $0 = 1 }
      await store.finish()
    }
    #expect(issues.map(\.message) == [])
  }

  private static var leaving: Reduce<Int, Int> {
    Reduce { number, action in
      number = action
      return .run { _ in Task { await choose("save", 0) } }
    }
  }

  /// A story that is run again ends with its task, also where it waits for something else than the exploration.
  @Test func aStoryThatIsRunAgainCanBeCancelled() async {
    let waits = Locked(false)
    let gate = Gate()
    let task = Task {
      await exploreStates(replaying: "s0", of: 0, within: .patient) {
        Reduce<Int, Int> { number, action in
          number = action
          return .run { _ in
            waits.withLock { $0 = true }
            await gate.wait()
          }
        }
      } actions: { _ in
        1
      }
    }
    while !waits.withLock({ $0 }) { await Task.yield() }
    task.cancel()
    let report = await task.value
    gate.open()
    #expect(report.cuts == [.cancellation] && !report.isComplete && report.counterexample == nil, "\(report)")
    #expect(report.description.hasSuffix("It was cancelled before the story was over."), "\(report)")
  }
}
