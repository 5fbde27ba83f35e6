import Dependencies

/// The jobs of an executor that are ready, and the order in which they run.
struct ReadyJobs<Job> {
  private enum Order {
    case firstInFirstOut
    case random(SeededRandomNumberGenerator)
    case decided
    case priorities(PriorityOrder)
  }

  private var jobs: [(number: Int, job: Job)] = []
  private var lastNumber = 0
  private var head = 0
  private var order: Order
  private let decisions: ScheduleDecisions?
  /// The search that decides in place of `order`, if there is one.
  var search: OrderSearch? {
    // Numbers start anew, so that jobs have the same numbers each time that a step is repeated.
    didSet { if isEmpty { lastNumber = 0 } }
  }

  /// - Parameter decisions: Records which jobs run, and decides if the schedule does not.
  init(schedule: TestSchedule, decisions: ScheduleDecisions? = nil) {
    var decisions = decisions
    switch schedule {
    case .firstInFirstOut: order = .firstInFirstOut
    case .random(let seed): order = .random(SeededRandomNumberGenerator(seed: seed))
    case .order(let choices):
      order = .decided
      decisions = decisions ?? ScheduleDecisions(choices)
    case .priorities(let seed, let bugDepth, let jobs):
      order = .priorities(PriorityOrder(seed: seed, bugDepth: bugDepth, jobs: jobs))
    }
    self.decisions = decisions
  }

  var isEmpty: Bool { head == jobs.count }

  mutating func append(_ job: Job) {
    lastNumber += 1
    jobs.append((lastNumber, job))
  }

  /// - Parameter depth: The nesting depth of the calling function in calls that run jobs.
  mutating func popNext(depth: Int = 1) -> Job? {
    guard !isEmpty else { return nil }
    if let search {
      moveToFront(
        search.next(of: jobs[head...].map(\.number), depth: depth) { String(describing: jobs[head + $0].job) }
      )
    } else {
      chooseNext()
    }
    let job = jobs[head].job
    head += 1
    // Removes jobs that have run. On average, each job is moved at most once.
    if head == jobs.count || head >= 64 && head * 2 > jobs.count {
      jobs.removeFirst(head)
      head = 0
    }
    return job
  }

  /// Moves the job that runs next to the front. The others stay in their order, unless that is random.
  private mutating func chooseNext() {
    switch order {
    case .firstInFirstOut: break
    case .random(var generator):
      jobs.swapAt(head, Int.random(in: head..<jobs.count, using: &generator))
      order = .random(generator)
    case .decided:
      guard let decisions else { return }
      moveToFront(decisions.next(of: jobs.count - head))
    case .priorities(var priorities):
      decisions?.noteJob()
      moveToFront(priorities.next(of: jobs[head...].map { String(describing: $0.job) }))
      order = .priorities(priorities)
    }
  }

  private mutating func moveToFront(_ offset: Int) {
    if offset > 0 { jobs.insert(jobs.remove(at: head + offset), at: head) }
  }
}
