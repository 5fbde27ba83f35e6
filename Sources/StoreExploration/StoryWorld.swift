import Dependencies
import Execution
import StoreCore

/// The data that the effects of a story share with its explorer: the tasks that wait, and the values that model servers
/// and databases. A lock protects it, because effects can use it from any thread.
package final class StoryWorld: Sendable {
  /// A value that an effect read from a model, or from its feature's state.
  struct Read: Sendable {
    let effect: Int
    let model: ObjectIdentifier
    let value: any Hashable & Sendable
  }

  private struct EndedEffect {
    weak let effect: (any AnyObject & Sendable)?
  }

  private struct Contents {
    /// The values of each ``ModeledValue`` that the story has used.
    var models: [ObjectIdentifier: (initial: any Hashable & Sendable, value: any Hashable & Sendable)] = [:]
    /// The values that effects read from models, because their behavior may depend on them.
    var reads: [Read] = []
    /// Effects that have ended but are retained by a task that they started and did not await.
    var ended: [EndedEffect] = []
    /// Issues that Swift Testing recorded.
    var issues: [String] = []
    /// Whether a rule is being checked. Its reads are not those of an effect.
    var isChecking = false
    /// The search that decides in which order jobs run, and records what they do.
    var search: OrderSearch?
    /// The clock that the explorer moves.
    var clock: (any AnyObject & Sendable)?
    /// Whether an effect sleeps on another test clock.
    var sleepsElsewhere = false
    /// Whether the feature has read the time of the clock as a date.
    var readsTime = false
  }

  let running = RunningEffects(controlledBy: "the exploration")
  private let contents = Locked(Contents())
  private let numbers: ValueTable<any Hashable & Sendable>

  /// - Parameter numbers: The table of values of models.
  init(numbers: ValueTable<any Hashable & Sendable>) {
    self.numbers = numbers
  }

  /// Sets the search that records what jobs do.
  func order(by search: OrderSearch?) {
    contents.withLock { $0.search = search }
  }

  func recorder(_ calls: PendingCalls, _ executor: StoreExecutor) -> SuspensionRecorder {
    SuspensionRecorder(
      willSuspend: { [self] reason in
        let token = running.willSuspend(reason)
        recordChange(of: token)
        return token
      },
      didResume: { [self] token in
        recordChange(of: token)
        running.didResume(token)
      },
      didEnd: { [self] effect in
        contents.withLock { $0.ended.append(EndedEffect(effect: effect)) }
      },
      settle: { executor.runReadyJobs() },
      context: calls,
      willSleep: { [self] token, clock in
        contents.withLock { contents in
          if contents.clock !== clock { contents.sleepsElsewhere = true }
        }
        running.willSleep(token)
      },
      didReadDate: { [self] in
        contents.withLock { contents in
          // Rules and lists of actions may read the time, although the feature does not.
          if !contents.isChecking { contents.readsTime = true }
        }
      },
      didReadState: { [self] effect, value in
        let read = Read(effect: effect, model: ObjectIdentifier(SuspensionRecorder.self), value: valueDump(value))
        let search = contents.withLock { contents in
          contents.reads.append(read)
          return contents.search
        }
        search?.recordStep()
      }
    )
  }

  private func recordChange(of token: SuspensionRecorder.Token) {
    guard token.effect != 0 else { return }
    contents.withLock { $0.search }?.record(effect: token.effect)
  }

  /// Sets the clock that the explorer moves, when the store has been made.
  func use(_ clock: TestClock<Duration>) {
    contents.withLock { contents in
      contents.clock = clock
      // The initial state is the same at all times.
      contents.readsTime = false
    }
  }

  /// Whether an effect sleeps on another test clock than the one that the explorer moves.
  var sleepsElsewhere: Bool { contents.withLock { $0.sleepsElsewhere } }

  /// Whether the feature has read the time of the clock as a date.
  var readsTime: Bool { contents.withLock { $0.readsTime } }

  /// Whether a task is running that an effect started and did not await before it ended.
  var hasTaskOfEndedEffect: Bool {
    contents.withLock { contents in
      guard !contents.ended.isEmpty else { return false }
      contents.ended.removeAll { $0.effect == nil }
      return !contents.ended.isEmpty
    }
  }

  // MARK: Models

  func withModel<Value: Hashable & Sendable, Result>(
    _ name: ObjectIdentifier,
    initial: Value,
    _ body: (inout Value) throws -> Result
  ) rethrows -> Result {
    let effect = CurrentEffect.id ?? 0
    // The body runs without the lock, because it may use other models. Nothing else of the story runs meanwhile.
    let (found, search) = contents.withLock { contents in
      // Unwrapped before the cast, because casting `nil` to a `Value` that is optional would succeed.
      let found = contents.models[name].flatMap { $0.value as? Value } ?? initial
      if !contents.isChecking { contents.reads.append(Read(effect: effect, model: name, value: found)) }
      return (found, contents.search)
    }
    var value = found
    defer {
      search?.record(model: name, isWritten: value != found)
      contents.withLock { [value] in $0.models[name] = (initial, value) }
    }
    return try body(&value)
  }

  /// Identifies the values of the models that differ from their initial values.
  var key: [Int] {
    let models = contents.withLock { $0.models }.filter { AnyHashable($1.value) != AnyHashable($1.initial) }
    // Sorted by name, because the order must not depend on which model was used first.
    return models.sorted { $0.key < $1.key }.flatMap { [$0.key.hashValue, numbers.number(of: $0.value.value)] }
  }

  /// The reads of models in this step so far. A reducer may have passed what it read to an effect.
  var inputsSoFar: [Int] { contents.withLock { $0.reads }.flatMap { input(of: $0) } }

  /// Returns a read of a model as an input of an effect.
  func input(of read: Read) -> [Int] { [read.model.hashValue, numbers.number(of: read.value)] }

  func takeReads() -> [Read] {
    contents.withLock { contents in
      defer { contents.reads = [] }
      return contents.reads
    }
  }

  func checking<Result>(_ body: () -> Result) -> Result {
    contents.withLock { $0.isChecking = true }
    defer { contents.withLock { $0.isChecking = false } }
    return body()
  }

  // MARK: Issues

  package func note(issue: String) {
    contents.withLock { $0.issues.append(issue) }
  }

  /// Removes and returns the issues that the story or the interceptor has received since the last call.
  func takeIssues(and interceptor: IssueInterceptor) -> [String] {
    let reported = interceptor.takeReported()
    let noted = contents.withLock { contents in
      defer { contents.issues = [] }
      return contents.issues
    }
    return reported.isEmpty ? noted : reported.map { "\($0.location): \($0.message)" } + noted
  }
}
