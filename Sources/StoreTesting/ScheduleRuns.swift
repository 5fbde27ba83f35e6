import Dependencies

/// Runs a test body for `exploreSchedules`.
struct ScheduleRuns {
  private enum Result {
    case passed(ScheduleDecisions?)
    /// The decisions that were made, and the reported issues and errors.
    case failed(ScheduleDecisions?, String)
    /// The test was cancelled, for example by its time limit. What it reported then says nothing about the order.
    case cancelled
    /// No test store ran its jobs in the requested order.
    case unused
  }

  let location: IssueLocation
  private let warnings = PassedWarnings()

  init(location: IssueLocation) { self.location = location }

  /// - Returns: The message of a failure, or `nil` if there is none.
  func failure(_ schedules: ScheduleExploration, _ body: () async throws -> Void) async -> String? {
    switch schedules {
    case .random(let count, _) where count <= 0, .priorities(let count, _) where count <= 0,
      .exhaustive(upTo: let count) where count <= 0:
      return "No schedule was explored, as \(count) were to be. Explore one at least."
    case .random(let count, let first): return await random(count, startingAt: first, body)
    case .priorities(let count, let bugDepth): return await priorities(count, bugDepth: bugDepth, body)
    case .exhaustive(let limit): return await exhaustive(limit, body)
    case .order(let choices):
      switch await run(.order(choices), body) {
      case .passed, .cancelled: return nil
      case .unused: return Self.unused
      case .failed(_, let what): return orderMessage(choices, what, after: nil)
      }
    }
  }

  private func random(_ count: Int, startingAt first: UInt64, _ body: () async throws -> Void) async -> String? {
    for number in 0..<UInt64(count) {
      let seed = first &+ number
      switch await run(.random(seed: seed), body) {
      case .passed: break
      case .cancelled: return nil
      case .unused: return Self.unused
      case .failed(_, let what):
        return """
          The test fails with the jobs in another order: that of seed \(seed).

          To run it in this order again, make the test store with "schedule: .random(seed: \(seed))".
          \(what)
          """
      }
    }
    return nil
  }

  private func priorities(_ count: Int, bugDepth: Int, _ body: () async throws -> Void) async -> String? {
    // The number of jobs is known after the first run.
    var jobs = 64
    for seed in 0..<UInt64(count) {
      let schedule = TestSchedule.priorities(seed: seed, bugDepth: bugDepth, jobs: jobs)
      switch await run(schedule, body) {
      case .passed(let decisions): jobs = max(decisions?.jobs ?? 0, 1)
      case .cancelled: return nil
      case .unused: return Self.unused
      case .failed(_, let what):
        return """
          The test fails with the jobs in another order: that of priorities with seed \(seed).

          To run it in this order again, make the test store with "schedule: .priorities(seed: \(seed), bugDepth: \(bugDepth), \
          jobs: \(jobs))".
          \(what)
          """
      }
    }
    return nil
  }

  private func exhaustive(_ limit: Int, _ body: () async throws -> Void) async -> String? {
    var choices: [Int]? = []
    var count = 0
    while let order = choices, count < limit {
      let result = await run(.order(order), body)
      switch result {
      case .cancelled: return nil
      case .unused: return Self.unused
      case .failed(let decisions, let what):
        // With the usual decision, 0, in place of any other one, this would be an order that was tried before.
        return orderMessage(Self.essential(decisions), what, after: count)
      case .passed(let decisions):
        let taken = decisions?.taken ?? []
        guard taken.count >= order.count, zip(taken, order).allSatisfy({ $0.choice == $1 }) else {
          return """
            The body went another way when it was run again: there are not the same jobs to choose from.

            Something outside of its test stores decides what they do - real time, random numbers, a thread. Provide it as \
            a dependency that the test controls.
            """
        }
        choices = ScheduleDecisions.following(taken)
        count += 1
      }
    }
    guard choices != nil else {
      SkippedAssertion.show(summary: "Explored all \(count) orders.", at: location)
      return nil
    }
    SkippedAssertion.show(
      summary: "Explored \(count) orders. There are more, so another 100 are drawn by seeds 0 to 99.",
      at: location
    )
    return await random(100, startingAt: 0, body)
  }

  // MARK: One run

  private func run(_ schedule: TestSchedule, _ body: () async throws -> Void) async -> Result {
    if Task.isCancelled { return .cancelled }
    let exploration = Exploration(schedule)
    var failure: (any Error)?
    let issues = await withCapturedIssues(passing: warnings) {
      await Exploration.$current.withValue(exploration) {
        // State that a client or shared state keeps must not reach the next run.
        await withDependencyValues(DependencyValues.current.withOwnDefaultValues()) {
          await SharedScope.withOwn {
            do { try await body() } catch { failure = error }
          }
        }
      }
    }
    if Task.isCancelled { return .cancelled }
    guard issues.isEmpty, failure == nil else {
      let what = """
        \(failure.map { "\nIt threw: \($0)\n" } ?? "")
        \(issues.map { "\($0.location): \($0.message)" }.joined(separator: "\n\n"))
        """
      return .failed(exploration.decisions, what)
    }
    return exploration.isFollowed ? .passed(exploration.decisions) : .unused
  }

  // MARK: Telling of orders

  /// The decisions up to the last one that is not the usual one, 0.
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
