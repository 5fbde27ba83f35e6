import Dependencies
import Synchronization

/// What happened in a run, and what must not have. Code on any thread writes to it.
package final class RunRecord: Sendable {
  /// How an action got into the world, which says what may become of it.
  enum Way: UInt8 {
    /// Straight to a store. It is reduced before the outermost call returns, in the order of such calls.
    case direct
    /// By code that does not wait: in the order of such calls, some time.
    case enqueued
    /// It is reduced or, if the store, the child or the effect is gone, dropped.
    case other
  }

  private struct Debt {
    let serial: Int
    let store: Int
    let reason: String
  }

  private struct State {
    /// For each action whether it was reduced, and how it got there.
    var ways: [Way] = []
    var isReduced: [Bool] = []
    var reducedCount = 0
    var isClosing = false
    /// Actions that have to be reduced by the time that the code which runs now has returned.
    var owed: [Debt] = []
    /// Actions that have to be reduced by the time that nothing is going on any more.
    var owedLater: [Debt] = []
    /// Actions that were not reduced. The framework has to have said why.
    var missing: [Debt] = []
    /// Stores that drop what they get.
    var invalidatedStores: Set<Int> = []
    var failures: [String] = []
    var log: [String] = []
    var generator: SeededRandomNumberGenerator

    mutating func collect(_ debts: [Debt]) {
      missing += debts.filter { !isReduced[$0.serial] && !invalidatedStores.contains($0.store) }
    }
  }

  /// A number that is counted up and down from any thread.
  final class Counter: Sendable {
    private let value = Atomic(0)

    var current: Int { value.load(ordering: .sequentiallyConsistent) }

    func add(_ amount: Int) { value.add(amount, ordering: .sequentiallyConsistent) }
  }

  private let state: Locked<State>
  private let budget: Int
  private let logs: Bool
  private let writeLine: (@Sendable (String) -> Void)?
  /// What must be none at the end.
  let tokens = Counter()
  let operations = Counter()
  let waits = Counter()
  let stores = Counter()
  let loops = Counter()

  /// - Parameters:
  ///   - budget: How many actions may be sent.
  ///   - logs: Whether to keep what is noted.
  ///   - writeLine: Gets what is noted at once, so that it is known even if the process ends.
  init(seed: UInt64, budget: Int, logs: Bool, writeLine: (@Sendable (String) -> Void)?) {
    state = Locked(State(generator: SeededRandomNumberGenerator(seed: seed)))
    self.budget = budget
    self.logs = logs || writeLine != nil
    self.writeLine = writeLine
  }

  // MARK: Issues

  let interceptor = IssueInterceptor()

  /// Calls a function with the issues of what it does taken down, wherever it is called. Code that the framework calls does
  /// not always run in a task that has anything to do with the run.
  func collectIssues<Result>(_ body: () throws -> Result) rethrows -> Result {
    try IssueInterceptor.$current.withValue(interceptor, operation: body)
  }

  func collectIssues<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    try await IssueInterceptor.$current.withValue(interceptor, operation: body)
  }

  // MARK: Choices

  /// A number less than `count`.
  func choose(_ count: Int) -> Int {
    state.withLock { Int.random(in: 0..<count, using: &$0.generator) }
  }

  /// Whether something of a given probability is the case: one in `count`.
  func oneIn(_ count: Int) -> Bool { choose(count) == 0 }

  // MARK: Actions

  /// The number of a new action, or `nil` if no more are to be sent.
  func makeSerial(_ way: Way) -> Int? {
    state.withLock { state in
      guard !state.isClosing, state.ways.count < budget else { return nil }
      state.ways.append(way)
      state.isReduced.append(false)
      return state.ways.count - 1
    }
  }

  func way(of serial: Int) -> Way { state.withLock { $0.ways[serial] } }

  func isReduced(_ serial: Int) -> Bool { state.withLock { $0.isReduced[serial] } }

  func reduced(_ serial: Int) {
    let isSecond = state.withLock { state in
      defer { state.isReduced[serial] = true }
      if state.isReduced[serial] { return true }
      state.reducedCount += 1
      return false
    }
    if isSecond { fail("Action \(serial) was reduced twice.") }
  }

  /// Notes that an action has to be reduced by the time that the code which runs now has returned.
  func owe(_ serial: Int, by store: Int, _ reason: String) {
    state.withLock { $0.owed.append(Debt(serial: serial, store: store, reason: reason)) }
  }

  /// Notes that an action has to be reduced some time, if the store stays.
  func oweLater(_ serial: Int, by store: Int, _ reason: String) {
    state.withLock { $0.owedLater.append(Debt(serial: serial, store: store, reason: reason)) }
  }

  func invalidated(_ store: Int) { _ = state.withLock { $0.invalidatedStores.insert(store).inserted } }

  func isInvalidated(_ store: Int) -> Bool { state.withLock { $0.invalidatedStores.contains(store) } }

  /// Called when no code of the framework is on the stack.
  func collectOwed() {
    state.withLock { state in
      guard !state.owed.isEmpty else { return }
      state.collect(state.owed)
      state.owed = []
    }
  }

  /// Whether actions are on their way that have to be reduced some time.
  func owesLater(isAlive: (Int) -> Bool) -> Bool {
    let owed = state.withLock { state in
      state.owedLater.filter { !state.isReduced[$0.serial] && !state.invalidatedStores.contains($0.store) }
    }
    return owed.contains { isAlive($0.store) }
  }

  /// Called when nothing is going on.
  func collectOwedLater(isAlive: (Int) -> Bool) {
    let owed = state.withLock { $0.owedLater }.filter { isAlive($0.store) }
    state.withLock { state in
      state.collect(owed)
      state.owedLater = []
    }
  }

  /// No more actions are sent from now on.
  func close() { state.withLock { $0.isClosing = true } }

  var isClosing: Bool { state.withLock { $0.isClosing } }
  var reducedCount: Int { state.withLock { $0.reducedCount } }

  /// Compares what is missing with what the framework has reported.
  func settleDebts(_ isReported: (_ serial: Int) -> Bool) {
    collectOwed()
    for debt in state.withLock({ $0.missing }) where !isReported(debt.serial) {
      fail("Action \(debt.serial) was lost: \(debt.reason).")
    }
  }

  // MARK: Failures

  func fail(_ message: String) {
    note("FAILURE: \(message)")
    state.withLock { if $0.failures.count < 20, !$0.failures.contains(message) { $0.failures.append(message) } }
  }

  var failures: [String] { state.withLock { $0.failures } }

  // MARK: Log

  func note(_ line: @autoclosure () -> String) {
    guard logs else { return }
    let line = line()
    if let writeLine { return writeLine(line) }
    state.withLock { $0.log.append(line) }
  }

  var log: [String] { state.withLock { $0.log } }
}
