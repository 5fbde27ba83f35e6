/// What is being evaluated, on which threads, and which of them wait for each other. No locks, no threads: each function
/// says what to do next.
///
/// `Signal` is whatever the owner needs to wake those that wait for an evaluation; a `DispatchGroup` in a
/// ``DefaultValueCache``.
struct EvaluationGraph<Thread: Hashable, ID: Hashable, Signal> {
  /// What a thread that wants a value has to do.
  enum Action {
    /// Evaluate it, and then call `end`.
    case evaluate
    /// Wait for the thread that evaluates it, and then ask again.
    case wait(Signal)
    /// Give up: the evaluation would have to wait for itself. The values that need each other, from the wanted one to
    /// the wanted one.
    case stop(circle: [ID])
  }

  private var underWay: [ID: (thread: Thread, signal: Signal)] = [:]

  /// What each thread evaluates: of each value, the next one was needed for it.
  private var stacks: [Thread: [ID]] = [:]

  /// What each thread waits for.
  private var wanted: [Thread: ID] = [:]

  /// A thread wants a value.
  mutating func begin(_ id: ID, on thread: Thread, signal: @autoclosure () -> Signal) -> Action {
    wanted[thread] = nil
    guard let evaluation = underWay[id] else {
      underWay[id] = (thread, signal())
      stacks[thread, default: []].append(id)
      return .evaluate
    }
    if let circle = circle(of: id, on: thread) { return .stop(circle: circle) }
    wanted[thread] = id
    return .wait(evaluation.signal)
  }

  /// A thread that waited needs to wait no more.
  mutating func endWait(on thread: Thread) { wanted[thread] = nil }

  /// A thread has evaluated the value that it began with last. Returns the signal for those that wait for it.
  mutating func end(_ id: ID, on thread: Thread) -> Signal? {
    stacks[thread]?.removeLast()
    if stacks[thread]?.isEmpty == true { stacks[thread] = nil }
    return underWay.removeValue(forKey: id)?.signal
  }

  /// The way from a value, over what it needs and waits for, to the thread that wants it, if there is one.
  private func circle(of id: ID, on thread: Thread) -> [ID]? {
    var path: [ID] = []
    var next = id
    while let evaluator = underWay[next]?.thread, let stack = stacks[evaluator], let start = stack.firstIndex(of: next)
    {
      path += stack[start...]
      if evaluator == thread { return path + [id] }
      guard let awaited = wanted[evaluator] else { return nil }
      next = awaited
    }
    return nil
  }
}
