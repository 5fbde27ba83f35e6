import Dependencies
import StoreCore
import Synchronization

/// What the effects of a story share with its explorer: who waits, and the values that stand for servers and databases.
/// Locked, as effects can get at it from any thread.
@usableFromInline package final class StoryWorld: Sendable {
  /// The value of a ``ModeledValue`` in a story.
  @usableFromInline struct Model: Sendable {
    let name: ObjectIdentifier
    let initial: any Hashable & Sendable
    var value: any Hashable & Sendable
  }

  /// What an effect found in a model.
  @usableFromInline struct Read: Sendable {
    @usableFromInline let effect: Int
    let model: ObjectIdentifier
    let value: any Hashable & Sendable
  }

  private struct EndedEffect {
    weak let effect: (any AnyObject & Sendable)?
  }

  private struct Contents {
    /// The effects that wait for something that the explorer controls, by token.
    var suspensions: [(token: Int, effect: Int, reason: String)] = []
    var lastToken = 0
    var models: [Model]
    /// What effects found in models, as something that what they do next may depend on.
    var reads: [Read] = []
    /// Effects that are over, as long as a task that they have left behind keeps them.
    var ended: [EndedEffect] = []
    /// Issues of Swift Testing.
    var issues: [String] = []
    /// Whether a rule is being checked, whose reads are no effect's.
    var isChecking = false
    /// What is told what jobs do, while it decides in which order they run.
    var search: OrderSearch?
  }

  private let contents: Locked<Contents>
  private let numbers: ValueTable<any Hashable & Sendable>

  /// - Parameter numbers: The numbers of values of models.
  @usableFromInline init(models: [Model], numbers: ValueTable<any Hashable & Sendable>) {
    contents = Locked(Contents(models: models))
    self.numbers = numbers
  }

  /// Has a search be told what jobs do, until it is said otherwise.
  @usableFromInline func order(by search: OrderSearch?) {
    contents.withLock { $0.search = search }
  }

  @usableFromInline func recorder(_ calls: PendingCalls, _ executor: TestExecutor) -> SuspensionRecorder {
    SuspensionRecorder(
      willSuspend: { [self] reason in
        let effect = CurrentEffect.id ?? 0
        return contents.withLock { contents in
          if effect != 0 { contents.search?.note(effect: effect) }
          contents.lastToken += 1
          contents.suspensions.append((contents.lastToken, effect, reason))
          return SuspensionRecorder.Token(id: contents.lastToken)
        }
      },
      didResume: { [self] token in
        contents.withLock { contents in
          if let index = contents.suspensions.firstIndex(where: { $0.token == token.id }) {
            let effect = contents.suspensions[index].effect
            if effect != 0 { contents.search?.note(effect: effect) }
            contents.suspensions.remove(at: index)
          }
        }
      },
      didEnd: { [self] effect in
        contents.withLock { $0.ended.append(EndedEffect(effect: effect)) }
      },
      settle: { executor.runReadyJobs() },
      context: calls
    )
  }

  /// Whether an effect waits for something that the explorer knows of.
  @usableFromInline func isSuspended(effect: Int) -> Bool {
    contents.withLock { contents in contents.suspensions.contains { $0.effect == effect } }
  }

  /// Whether a task goes on that an effect has left behind.
  @usableFromInline var hasTaskOfEndedEffect: Bool {
    contents.withLock { contents in
      guard !contents.ended.isEmpty else { return false }
      contents.ended.removeAll { $0.effect == nil }
      return !contents.ended.isEmpty
    }
  }

  /// Why a task waits that belongs to none of these effects, if there is one.
  @usableFromInline func reasonOfTask(besides effects: [StoryEffect]) -> String? {
    contents.withLock { contents in
      contents.suspensions.first { suspension in !effects.contains { $0.id == suspension.effect } }?.reason
    }
  }

  func reason(effect: Int) -> String {
    let reasons = contents.withLock { $0.suspensions.filter { $0.effect == effect }.map(\.reason) }
    return reasons.isEmpty
      ? "waiting for something that the exploration does not control" : reasons.joined(separator: "; ")
  }

  // MARK: Models

  func withModel<Value: Hashable & Sendable, Result>(
    _ name: ObjectIdentifier,
    initial: Value,
    _ body: (inout Value) throws -> Result
  ) rethrows -> Result {
    let effect = CurrentEffect.id ?? 0
    // Not under the lock, as the body may use other models. Nothing else of the story runs meanwhile.
    let (found, search) = contents.withLock { contents in
      // Unwrapped first: "no value" can be cast to an optional type, of which it would be a value.
      let found = contents.models.first { $0.name == name }.flatMap { $0.value as? Value } ?? initial
      if !contents.isChecking { contents.reads.append(Read(effect: effect, model: name, value: found)) }
      return (found, contents.search)
    }
    var value = found
    defer {
      search?.note(model: name, isWritten: value != found)
      contents.withLock { [value] contents in
        if let index = contents.models.firstIndex(where: { $0.name == name }) {
          contents.models[index].value = value
        } else {
          contents.models.append(Model(name: name, initial: initial, value: value))
        }
      }
    }
    return try body(&value)
  }

  @usableFromInline var models: [Model] { contents.withLock { $0.models } }

  /// Names the values of models that are not what they were at first.
  @usableFromInline func key(of models: [Model]) -> [Int] {
    var key: [Int] = []
    for model in models where AnyHashable(model.value) != AnyHashable(model.initial) {
      key += [model.name.hashValue, numbers.number(of: model.value)]
    }
    return key
  }

  /// What was read in this step so far: a reducer may have read it and handed it to an effect.
  @usableFromInline var inputsSoFar: [Int] {
    let reads = contents.withLock { $0.reads }
    return reads.isEmpty ? [] : reads.flatMap { input(of: $0) }
  }

  /// What an effect was told by a model.
  @usableFromInline func input(of read: Read) -> [Int] { [read.model.hashValue, numbers.number(of: read.value)] }

  @usableFromInline func takeReads() -> [Read] {
    contents.withLock { contents in
      guard !contents.reads.isEmpty else { return [] }
      defer { contents.reads = [] }
      return contents.reads
    }
  }

  @usableFromInline func checking(_ body: () -> Void) {
    contents.withLock { $0.isChecking = true }
    body()
    contents.withLock { $0.isChecking = false }
  }

  // MARK: Issues

  package func note(issue: String) {
    contents.withLock { $0.issues.append(issue) }
  }

  /// What was reported since it was last asked for, to the story or to whom takes issues for it.
  @usableFromInline func takeIssues(and interceptor: IssueInterceptor) -> [String] {
    let reported = interceptor.takeReported()
    let noted = takeIssues()
    return reported.isEmpty ? noted : reported.map { "\($0.location): \($0.message)" } + noted
  }

  private func takeIssues() -> [String] {
    contents.withLock { contents in
      guard !contents.issues.isEmpty else { return [] }
      defer { contents.issues = [] }
      return contents.issues
    }
  }
}

/// Notes that a feature has dismissed itself.
@usableFromInline final class Dismissal: Sendable {
  private let flag = Atomic(false)

  @usableFromInline init() {}

  @usableFromInline var isDismissed: Bool { flag.load(ordering: .acquiring) }

  @usableFromInline func note() { flag.store(true, ordering: .releasing) }
}
