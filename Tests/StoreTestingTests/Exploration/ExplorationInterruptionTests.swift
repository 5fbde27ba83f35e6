#if os(Linux) || os(macOS)
  import Foundation
  import Testing

  @testable import StoreTesting

  @Suite struct ExplorationInterruptionTests {
    @Test func theProcessEndsOnceTheExplorationHas() async {
      await #expect(processExitsWith: .signal(SIGINT)) {
        signal(SIGINT, SIG_DFL)
        await interruptAnExploration()
      }
    }

    @Test func whatIgnoresCtrlCGoesOn() async {
      await #expect(processExitsWith: .success) {
        signal(SIGINT, SIG_IGN)
        await interruptAnExploration()
      }
    }
  }

  private func interruptAnExploration() async {
    ExplorationInterruption.begin()
    kill(getpid(), SIGINT)
    while !ExplorationInterruption.isInterrupted { await Task.yield() }
    ExplorationInterruption.end()
  }
#endif
