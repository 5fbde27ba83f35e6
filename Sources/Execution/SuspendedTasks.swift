import Dependencies
import StoreCore

/// The tasks that wait for something that a test, a script or an exploration controls. A `SuspensionRecorder` reports
/// them.
package struct SuspendedTasks: Sendable {
  package struct Task: Sendable {
    /// The task's effect; 0 if the task belongs to none.
    package let effect: Int
    /// Whether it is the effect's own task, and not only one that it started. Then the effect can't continue.
    package let isEffectsOwn: Bool
    package let reason: String
    /// Whether the task sleeps until a time.
    fileprivate(set) package var isAsleep = false

    /// The current task, which is about to wait.
    package init(reason: String) {
      effect = CurrentEffect.id ?? 0
      isEffectsOwn = CurrentEffect.isInItsOwnTask
      self.reason = reason
    }
  }

  /// The tasks of each effect, in the order in which they began to wait.
  private var tasks: [Int: [(token: SuspensionRecorder.Token, task: Task)]] = [:]
  private var effects: [SuspensionRecorder.Token: Int] = [:]
  private var lastToken = 0

  package init() {}

  package mutating func add(_ task: Task) -> SuspensionRecorder.Token {
    lastToken += 1
    let token = SuspensionRecorder.Token(id: lastToken)
    effects[token] = task.effect
    tasks[task.effect, default: []].append((token, task))
    return token
  }

  /// Removes a task whose wait is over.
  package mutating func remove(_ token: SuspensionRecorder.Token) {
    guard let effect = effects.removeValue(forKey: token) else { return }
    if let index = index(of: token, effect) { tasks[effect]?.remove(at: index) }
    if tasks[effect]?.isEmpty == true { tasks[effect] = nil }
  }

  package mutating func fallAsleep(_ token: SuspensionRecorder.Token) {
    guard let effect = effects[token], let index = index(of: token, effect) else { return }
    tasks[effect]?[index].task.isAsleep = true
  }

  private func index(of token: SuspensionRecorder.Token, _ effect: Int) -> Int? {
    tasks[effect]?.firstIndex { $0.token == token }
  }

  /// Returns the effect of a task that waits; `nil` if its wait is over.
  package func effect(of token: SuspensionRecorder.Token) -> Int? { effects[token] }

  package func contains(effect: Int) -> Bool { tasks[effect] != nil }

  /// Returns the waiting tasks of an effect, in the order in which they began to wait.
  package func tasks(of effect: Int) -> [Task] { tasks[effect]?.map(\.task) ?? [] }

  /// Returns the reason why an effect does not continue.
  ///
  /// - Parameter owner: A description of what controls the recorded waits.
  package func reason(effect: Int, notControlledBy owner: String) -> String {
    guard let tasks = tasks[effect] else { return "waiting for something that \(owner) does not control" }
    return tasks.map(\.task.reason).joined(separator: "; ")
  }

  /// Returns all waiting tasks of some effects, in the order in which they began to wait.
  package func tasks(where isIncluded: (_ effect: Int) -> Bool = { _ in true }) -> [Task] {
    tasks.filter { isIncluded($0.key) }.flatMap(\.value).sorted { $0.token.id < $1.token.id }.map(\.task)
  }
}
