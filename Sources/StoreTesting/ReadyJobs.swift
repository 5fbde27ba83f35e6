/// The jobs of an executor that can run, and the order in which they do.
struct ReadyJobs<Job> {
  private var jobs: [Job] = []
  private var head = 0
  private var generator: SeededRandomNumberGenerator?

  init(schedule: TestSchedule) {
    if case .random(let seed) = schedule { generator = SeededRandomNumberGenerator(seed: seed) }
  }

  var isEmpty: Bool { head == jobs.count }

  mutating func append(_ job: Job) {
    jobs.append(job)
  }

  mutating func popNext() -> Job? {
    guard !isEmpty else { return nil }
    if var generator = generator.take() {
      jobs.swapAt(head, Int.random(in: head..<jobs.count, using: &generator))
      self.generator = generator
    }
    let job = jobs[head]
    head += 1
    // So that jobs which keep coming do not pile up. Each job is moved once at most, on average.
    if head == jobs.count || head >= 64 && head * 2 > jobs.count {
      jobs.removeFirst(head)
      head = 0
    }
    return job
  }
}
