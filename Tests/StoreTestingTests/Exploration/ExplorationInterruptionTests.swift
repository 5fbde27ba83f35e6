#if os(Linux) || os(macOS)
  import Dependencies
  import Foundation
  import Store
  import TestSupport
  import Testing

  @testable import StoreTesting

  @Suite struct ExplorationInterruptionTests {
    @Test func afterAnExplorationCtrlCHasItsActionAgain() async {
      await #expect(processExitsWith: .success) {
        signal(SIGINT, SIG_DFL)
        ExplorationInterruption.begin()
        #expect(!SignalDisposition(of: SIGINT).isDefault)
        ExplorationInterruption.end()
        #expect(SignalDisposition(of: SIGINT).isDefault)
      }
    }

    /// Ctrl-C is not watched before an exploration has taken long.
    @Test func aLongExplorationIsEndedByCtrlCAndThenTheProcess() async {
      await #expect(processExitsWith: .signal(SIGINT)) {
        signal(SIGINT, SIG_DFL)
        // A second signal would end the process at once.
        let checks = Locked(0)
        await exploreStates(of: 0, within: ExplorationBounds(depth: .max, points: .max, time: .seconds(600))) {
          Reduce<Int, Int> { state, action in
            state += action
            return .none
          }
        } actions: { _ in
          1
        } always: { _ in
          guard !SignalDisposition(of: SIGINT).isDefault else { return }
          if checks.next() == 1 { kill(getpid(), SIGINT) }
        }
      }
    }

    /// The effects end in another order than they began.
    @Test func aFeatureThatEndsTheProcessIsNamedByItsStory() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await exploreStates(of: [Int](), within: ExplorationBounds(orders: 10)) {
          Reduce<[Int], Int> { state, action in
            guard action == 0 else {
              state.append(action)
              precondition(state != [2, 1])
              return .none
            }
            return .merge((1...2).map { number in .run { send in await send(number) } })
          }
        } actions: {
          if $0.isEmpty { 0 }
        }
      }
      let errors = String(decoding: try #require(result?.standardErrorContent), as: UTF8.self)
      #expect(errors.contains("ExplorationInterruptionTests.swift:\(#line - 15): the feature has ended the process."))
      #expect(errors.contains("add \"replaying\" to the call of \"exploreStates\", with:\n  's0@1'\n"), "\(errors)")
    }

    /// What inspects the store of the story that is told is no part of a story, whether the story has steps or not. Nor is
    /// what comes after an exploration, which never reaches the last of these states.
    @Test(arguments: [0, 1, 2]) func whatEndsTheProcessBesidesAStoryIsNoStory(failingAt number: Int) async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        [number = number as Int] in
        await exploreStates(of: 0, within: ExplorationBounds()) {
          Reduce<Int, Int> { state, action in
            state = action
            return .none
          }
        } actions: { _ in
          1
        } always: {
          if $0 == number { throw CancellationError() }
        } inspecting: { _ in
          preconditionFailure()
        }
        preconditionFailure()
      }
      let errors = String(decoding: try #require(result?.standardErrorContent), as: UTF8.self)
      #expect(!errors.contains("the feature has ended the process"), "\(errors)")
    }

    @Test func whatIgnoresCtrlCGoesOn() async {
      await #expect(processExitsWith: .success) {
        signal(SIGINT, SIG_IGN)
        ExplorationInterruption.begin()
        kill(getpid(), SIGINT)
        while !ExplorationInterruption.isInterrupted { await Task.yield() }
        ExplorationInterruption.end()
      }
    }
  }
#endif
