import Dependencies
import Foundation
import Store

/// A run in which every step follows from its seed: all stores are on one actor, and all jobs run on one thread in an
/// order that the seed decides.
package struct SteppedRun: Sendable {
  package let seed: UInt64

  package init(seed: UInt64) { self.seed = seed }

  /// - Parameters:
  ///   - logs: Whether the result has a log.
  ///   - writeLine: Is passed each line of the log at once, instead of the result.
  package func callAsFunction(logs: Bool = false, writeLine: (@Sendable (String) -> Void)? = nil) async -> RunResult {
    await withCheckedContinuation { continuation in
      // A thread of its own: objects that are released after a job has ended belong to no task, and the issues that
      // they report are collected only where no task is running on the thread.
      let thread = Thread { continuation.resume(returning: play(logs: logs, writeLine: writeLine)) }
      thread.stackSize = 16 << 20
      thread.start()
    }
  }

  private func play(logs: Bool, writeLine: (@Sendable (String) -> Void)?) -> RunResult {
    let plan = RunPlan(seed: seed)
    let log = Locked<[String]>([])
    let keepLine: @Sendable (String) -> Void = { line in log.withLock { $0.append(line) } }
    let record = RunRecord(seed: seed, budget: plan.budget, write: writeLine ?? (logs ? keepLine : nil))
    record.note("seed \(seed): \(plan)")
    record.collectIssues {
      let executor = SteppedExecutor()
      GlobalJobs.take(executor) { play(plan, record, executor) }
    }
    return record.result(seed, "\(plan)", log: log.withLock { $0 })
  }

  private func play(_ plan: RunPlan, _ record: RunRecord, _ executor: SteppedExecutor) {
    let clock = SteppedClock()
    let world = World(plan, record, clock, Directory(), SteppedActor(executor: executor), executor)
    let configuration = StoreConfiguration(
      start: plan.start == .enqueued ? .enqueued : .immediate,
      executor: plan.start == .onExecutor ? executor : nil
    )
    let stage = Stage(executor: executor, clock: clock, record: record)

    stage.perform { await world.drive(configuration, isolation: world.actor) }
    // Reading a child store releases what it has kept of an earlier state, and a `deinit` may send then. So the stores are
    // read before, and what follows is done before the checks.
    stage.perform { await world.onActor { world.checkChildren() } }
    stage.perform { await world.onActor { world.checkRest() } }
    if !plan.releasesEarly {
      record.close()
      stage.wakeAll()
      record.checkQuiet("while the stores are there")
      stage.perform { await world.onActor { world.checkChildren() } }
      stage.perform {
        await world.onActor {
          world.checkRest()
          world.checkEnd()
        }
      }
    }
    stage.perform { await world.onActor { world.releaseAll() } }
    record.close()
    stage.wakeAll()
    record.checkQuiet("after the stores were released")
    record.checkGone()
  }
}

private struct Stage {
  let executor: SteppedExecutor
  let clock: SteppedClock
  let record: RunRecord

  /// Sleepers whose deadline is further away than this sleep until `wakeAll()`.
  private static let horizon = Duration.seconds(1_000)

  func perform(_ body: @escaping @Sendable () async -> Void) {
    Task { await body() }
    settle(within: Self.horizon)
  }

  func wakeAll() { settle(within: Self.horizon * 1_000) }

  private func settle(within horizon: Duration) {
    var count = 0
    while true {
      if record.oneIn(12) { clock.wakeNext(within: horizon) }
      guard executor.step(record.choose) || clock.wakeNext(within: horizon) else { return }
      // No code of the framework is on the stack here.
      record.collectOwed()
      count += 1
      guard count < 500_000 else { return record.fail("The run does not come to rest.") }
    }
  }
}
