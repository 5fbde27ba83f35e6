import Dependencies

/// The decisions which of several ready jobs runs next, for all test stores of a body.
package final class ScheduleDecisions: Sendable {
  package struct Decision: Sendable, Equatable {
    /// The position of the job that ran, in the order in which the jobs became ready.
    package var choice: Int
    /// The number of jobs that were ready.
    package var count: Int
  }

  private struct State {
    var taken: [Decision] = []
    var jobs = 0
  }

  private let choices: [Int]
  private let state = Locked(State())

  /// - Parameter choices: The first decisions. After them, the job that became ready first runs.
  package init(_ choices: [Int] = []) {
    self.choices = choices
  }

  func next(of count: Int) -> Int {
    state.withLock { state in
      state.jobs += 1
      guard count > 1 else { return 0 }
      let position = state.taken.count
      let choice = position < choices.count ? min(choices[position], count - 1) : 0
      state.taken.append(Decision(choice: choice, count: count))
      return choice
    }
  }

  func noteJob() { state.withLock { $0.jobs += 1 } }

  package var taken: [Decision] { state.withLock { $0.taken } }
  /// The number of jobs that ran.
  package var jobs: Int { state.withLock { $0.jobs } }

  /// Returns the decisions to try after these, in depth-first order, so that each order is tried once; `nil` after the
  /// last.
  package static func following(_ taken: [Decision]) -> [Int]? {
    guard let last = taken.lastIndex(where: { $0.choice + 1 < $0.count }) else { return nil }
    return taken[..<last].map(\.choice) + [taken[last].choice + 1]
  }
}

/// An order of jobs by the priorities of their tasks, which are random, and change at random points.
///
/// The algorithm is that of Burckhardt, Kothari, Musuvathi and Nagarakatte, "A Randomized Scheduler with Probabilistic
/// Guarantees of Finding Bugs" (ASPLOS 2010). A mistake that needs `d` jobs in one order is found by a run of `n` tasks
/// and `k` jobs with a probability of at least 1 / (n * k^(d - 1)). A uniformly random order has no such guarantee.
struct PriorityOrder {
  private var generator: SeededRandomNumberGenerator
  private var priorities: [String: Int] = [:]
  /// The priority that a task gets at a point, by the number of the job there. All are lower than the first priorities.
  private var changes: [Int: Int] = [:]
  private var jobs = 0

  init(seed: UInt64, bugDepth: Int, jobs: Int) {
    generator = SeededRandomNumberGenerator(seed: seed)
    for priority in 1..<max(bugDepth, 1) {
      changes[Int.random(in: 1...max(jobs, 1), using: &generator)] = priority
    }
  }

  /// - Parameter tasks: The names of the tasks whose jobs are ready.
  mutating func next(of tasks: [String]) -> Int {
    for task in tasks where priorities[task] == nil {
      priorities[task] = Int.random(in: 1_000...Int.max, using: &generator)
    }
    func highest() -> Int {
      tasks.indices.max { priorities[tasks[$0], default: 0] < priorities[tasks[$1], default: 0] } ?? 0
    }
    jobs += 1
    if let priority = changes[jobs] { priorities[tasks[highest()]] = priority }
    return highest()
  }
}

/// The order in which a test store runs jobs that are ready.
public enum TestSchedule: Sendable, Hashable {
  /// In the order in which they became ready: the same every time.
  case firstInFirstOut
  /// In a random order that the seed determines.
  case random(seed: UInt64)
  /// In a given order: the position of the job that runs, in the order in which the jobs became ready, for each time
  /// that several are ready. After the last number, the job that became ready first runs.
  case order([Int])
  /// In the order of random priorities of their tasks. `bugDepth - 1` of the priorities change at random points within
  /// the first `jobs` jobs. The same numbers give the same order.
  case priorities(seed: UInt64, bugDepth: Int, jobs: Int)
}
