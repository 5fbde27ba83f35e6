/// The running evaluations, their threads, and the threads that wait for each other. It uses neither locks nor threads:
/// each function returns the next step.
///
/// `Signal` wakes the threads that wait for an evaluation. ``DefaultValueEvaluations`` uses a `DispatchGroup`.
struct EvaluationGraph<Thread: Hashable, ID: Hashable, Signal> {
  /// The next step of a thread that needs a value.
  enum Action {
    /// Evaluate the value, then call `end`.
    case evaluate
    /// Wait for the evaluation on another thread, then ask again.
    case wait(Signal)
    /// Stop, because the evaluation would wait for itself. The circle contains the values that need each other, from
    /// the requested one to itself.
    case stop(circle: [ID])
  }

  private var underWay: [ID: (thread: Thread, signal: Signal)] = [:]

  /// The values that each thread is evaluating. Each value needs the next one.
  private var stacks: [Thread: [ID]] = [:]

  /// The value that each thread waits for.
  private var wanted: [Thread: ID] = [:]

  /// Returns the next step of a thread that needs a value.
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

  /// Ends the wait of a thread.
  mutating func endWait(on thread: Thread) { wanted[thread] = nil }

  /// Ends the evaluation that a thread began last. Returns the signal for the threads that wait for it.
  mutating func end(_ id: ID, on thread: Thread) -> Signal? {
    stacks[thread]?.removeLast()
    if stacks[thread]?.isEmpty == true { stacks[thread] = nil }
    return underWay.removeValue(forKey: id)?.signal
  }

  /// The values from `id` to the one that the thread is evaluating, each of which needs the next; `nil` if there is no
  /// such circle.
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
