/// The jobs of an executor that can run, and the order in which they do.
struct ReadyJobs<Job> {
  private var jobs: [Job] = []
  private var head = 0
  private var generator: ScheduleGenerator?

  init(schedule: TestSchedule) {
    if case .random(let seed) = schedule { generator = ScheduleGenerator(seed: seed) }
  }

  var isEmpty: Bool { head == jobs.count }

  mutating func append(_ job: Job) {
    jobs.append(job)
  }

  mutating func popNext() -> Job? {
    guard !isEmpty else { return nil }
    if generator != nil, let position = (head..<jobs.count).randomElement(using: &generator!) {
      jobs.swapAt(head, position)
    }
    let job = jobs[head]
    head += 1
    if head == jobs.count {
      jobs.removeAll(keepingCapacity: true)
      head = 0
    }
    return job
  }
}
