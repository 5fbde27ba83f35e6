import Dependencies

/// Runs a test body for `exploreSchedules`.
struct ScheduleRuns {
  /// The reason why no further runs are made.
  private struct Ending: Error {
    /// The message of a failure. If it is `nil`, the test was cancelled, for example by its time limit. What the test
    /// reported then says nothing about the order.
    let message: String?
  }

  let location: IssueLocation
  private let warnings = KnownIssues()

  init(location: IssueLocation) { self.location = location }

  /// - Returns: The message of a failure, or `nil` if there is none.
  func failure(_ schedules: ScheduleExploration, _ body: () async throws -> Void) async -> String? {
    do throws(Ending) {
      switch schedules {
      case .random(let count, _) where count <= 0, .priorities(let count, _) where count <= 0,
        .exhaustive(upTo: let count) where count <= 0:
        throw Ending(message: "No schedule was explored, as \(count) were to be. Explore one at least.")
      case .random(let count, let first): try await random(count, startingAt: first, body)
      case .priorities(let count, let bugDepth): try await priorities(count, bugDepth: bugDepth, body)
      case .exhaustive(let limit): try await exhaustive(limit, body)
      case .order(let choices): _ = try await run(.order(choices), body) { orderMessage(choices, $1, after: nil) }
      }
      return nil
    } catch {
      return error.message
    }
  }

  private func random(
    _ count: Int,
    startingAt first: UInt64,
    _ body: () async throws -> Void
  ) async throws(Ending) {
    for number in 0..<UInt64(count) {
      let seed = first &+ number
      _ = try await run(.random(seed: seed), body) { _, what in
        """
        The test fails with the jobs in another order: that of seed \(seed).

        To run it in this order again, make the test store with "schedule: .random(seed: \(seed))".
        \(what)
        """
      }
    }
  }

  private func priorities(_ count: Int, bugDepth: Int, _ body: () async throws -> Void) async throws(Ending) {
    // The number of jobs is known after the first run.
    var jobs = 64
    for seed in 0..<UInt64(count) {
      let schedule = TestSchedule.priorities(seed: seed, bugDepth: bugDepth, jobs: jobs)
      let decisions = try await run(schedule, body) { _, what in
        """
        The test fails with the jobs in another order: that of priorities with seed \(seed).

        To run it in this order again, make the test store with "schedule: .priorities(seed: \(seed), bugDepth: \(bugDepth), \
        jobs: \(jobs))".
        \(what)
        """
      }
      jobs = max(decisions?.jobs ?? 0, 1)
    }
  }

  private func exhaustive(_ limit: Int, _ body: () async throws -> Void) async throws(Ending) {
    var choices: [Int]? = []
    var count = 0
    while let order = choices, count < limit {
      let decisions = try await run(.order(order), body) { decisions, what in
        // With the usual decision, 0, in place of any other one, this would be an order that was tried before.
        orderMessage(Self.essential(decisions), what, after: count)
      }
      let taken = decisions?.taken ?? []
      guard taken.count >= order.count, zip(taken, order).allSatisfy({ $0.choice == $1 }) else {
        throw Ending(
          message: """
            The body went another way when it was run again: there are not the same jobs to choose from.

            Something outside of its test stores decides what they do - real time, random numbers, a thread. Provide it as \
            a dependency that the test controls.
            """
        )
      }
      choices = ScheduleDecisions.following(taken)
      count += 1
    }
    guard choices != nil else {
      SkippedAssertion.show(summary: "Explored all \(count) orders.", at: location)
      return
    }
    SkippedAssertion.show(
      summary: "Explored \(count) orders. There are more, so another 100 are drawn by seeds 0 to 99.",
      at: location
    )
    try await random(100, startingAt: 0, body)
  }

  // MARK: One run

  /// - Parameter describe: Returns the message of a failure for the decisions that were made, and for the reported
  ///   issues and errors.
  /// - Returns: The decisions that were made.
  private func run(
    _ schedule: TestSchedule,
    _ body: () async throws -> Void,
    describe: (ScheduleDecisions?, String) -> String
  ) async throws(Ending) -> ScheduleDecisions? {
    if Task.isCancelled { throw Ending(message: nil) }
    let exploration = Exploration(schedule)
    var failure: (any Error)?
    let issues = await withCapturedIssues(passing: warnings) {
      await Exploration.$current.withValue(exploration) {
        // The state of a client, and shared state, must not reach the next run.
        await withDependencyValues(DependencyValues.current.withOwnDefaultValues()) {
          await SharedScope.withOwn {
            do { try await body() } catch { failure = error }
          }
        }
      }
    }
    if Task.isCancelled { throw Ending(message: nil) }
    guard issues.isEmpty, failure == nil else {
      let what = """
        \(failure.map { "\nIt threw: \($0)\n" } ?? "")
        \(issues.map { "\($0.location): \($0.message)" }.joined(separator: "\n\n"))
        """
      throw Ending(message: describe(exploration.decisions, what))
    }
    guard exploration.isFollowed else { throw Ending(message: Self.unused) }
    return exploration.decisions
  }

  // MARK: Describing orders

  /// Returns the decisions without those at the end that are the usual one, 0.
  private static func essential(_ decisions: ScheduleDecisions?) -> [Int] {
    var choices = decisions?.taken.map(\.choice) ?? []
    while choices.last == 0 { choices.removeLast() }
    return choices
  }

  private func orderMessage(_ choices: [Int], _ what: String, after count: Int?) -> String {
    """
    The test fails with the jobs in another order: \(choices)\
    \(count.map { ", after \($0) in which it did not" } ?? "").

    To run it in this order again, call "exploreSchedules(.order(\(choices)))". If the body makes one test store, it \
    can be made with "schedule: .order(\(choices))".
    \(what)
    """
  }

  private static var unused: String {
    """
    No schedule was explored: the body made no test store that runs its jobs in the order in question.

    This usually is a test store that was made outside of the body, with a "schedule" of its own, or in a detached \
    task. Make it in the body, without one.
    """
  }
}

extension SkippedAssertion {
  /// Prints how many orders were tried.
  static func show(summary: String, at location: IssueLocation) {
    let text = "\(location): \(summary)"
    if let receiver { receiver(text) } else { print(text) }
  }
}

/// A run of a body by ``exploreSchedules(_:startingAt:_:)``.
final class Exploration: Sendable {
  @TaskLocal static var current: Exploration?

  let schedule: TestSchedule
  /// Records the decisions of the body's test stores; `nil` for schedules that do not need them.
  let decisions: ScheduleDecisions?
  private let flag = Locked(false)

  init(_ schedule: TestSchedule) {
    self.schedule = schedule
    decisions =
      switch schedule {
      case .order(let choices): ScheduleDecisions(choices)
      case .priorities: ScheduleDecisions()
      case .firstInFirstOut, .random: nil
      }
  }

  /// Whether a test store of the body runs its jobs in this order.
  var isFollowed: Bool { flag.withLock { $0 } }

  /// Returns the schedule for a test store that will run its jobs in this order, and sets `isFollowed`.
  func follow() -> TestSchedule {
    flag.withLock { $0 = true }
    return schedule
  }
}
