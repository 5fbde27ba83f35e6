import Dependencies
import Execution
import Foundation
import StoreCore

// Effects that wait for something outside of the exploration, and messages about effects that misbehave.
extension Story {
  var restlessness: StoryFailure {
    StoryFailure(
      headline: "Effects do not come to rest: they were stopped after \(executor.limits.steps) steps.",
      details: [effects.isEmpty ? "Actions send one another." : effectList]
    )
  }

  var effectsOfFeatureThatIsDone: StoryFailure {
    let running = count(effects.count, "effect") + (effects.count == 1 ? " is" : " are")
    return StoryFailure(
      rule: .noEffectsWhen,
      headline: "The feature is done, and \(running) still running.",
      details: [effectList]
    )
  }

  func waitForOutside() {
    let deadline = ContinuousClock.now + .milliseconds(executor.limits.outsidePatience)
    repeat {
      // This thread has to run the jobs that other threads enqueue.
      Thread.sleep(forTimeInterval: 0.0002)
      executor.runReadyJobs()
      if executor.isStuck || !someEffectWaitsForOutside { return }
      wasStopped = runner.isStopped()
      if wasStopped { return }
    } while ContinuousClock.now < deadline
    failure = StoryFailure(
      headline: "An effect waits for something that the exploration does not control.",
      details: [
        effectList,
        """
        An exploration can only go on from what it controls: a client has to answer at once or with "choose", and sleep on \
        a TestClock. The network, files, streams that nothing here feeds, and other threads are no part of a story.
        """,
      ]
    )
  }

  var effectList: String {
    effects.map(\.description).list { bullet($0, world.running.reason(effect: $0.id)) }
  }
}
