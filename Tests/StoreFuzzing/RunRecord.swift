import Dependencies
import Synchronization

/// The actions, choices, failures and log of a run. It can be used from any thread.
package final class RunRecord: Sendable {
  /// How an action was sent, which decides when it has to be reduced.
  enum Way: UInt8 {
    /// Sent to a store directly. The action is reduced before the outermost such call returns, in the order of the
    /// calls.
    case direct
    /// Enqueued without waiting. The action is reduced later, in the order of the calls.
    case enqueued
    /// The action is reduced, or dropped if the store, the child or the effect is gone.
    case other
  }

  private struct Debt {
    let serial: Int
    let store: Int
    let reason: String
  }

  private struct State {
    /// How each action was sent; the index is its serial number.
    var ways: [Way] = []
    var isReduced: [Bool] = []
    var reducedCount = 0
    var isClosing = false
    /// Actions that have to be reduced before the code that is running returns.
    var owed: [Debt] = []
    /// Actions that have to be reduced before the run comes to rest.
    var owedLater: [Debt] = []
    /// Actions that were not reduced. The framework must have reported why.
    var missing: [Debt] = []
    /// Invalidated stores, which drop actions.
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
  /// These must be none at the end.
  let operations = LiveOperations()
  let tokens = Counter()
  let waits = Counter()
  let stores = Counter()
  let loops = Counter()

  /// - Parameters:
  ///   - budget: How many actions may be sent.
  ///   - logs: Whether to keep the lines of `note(_:)`.
  ///   - writeLine: Is passed each line at once, so that the lines are known even if the process crashes.
  init(seed: UInt64, budget: Int, logs: Bool, writeLine: (@Sendable (String) -> Void)?) {
    state = Locked(State(generator: SeededRandomNumberGenerator(seed: seed)))
    self.budget = budget
    self.logs = logs || writeLine != nil
    self.writeLine = writeLine
  }

  // MARK: Issues

  let interceptor = IssueInterceptor()

  /// Calls a function and collects the issues that it reports. Needed wherever the framework calls code of the run,
  /// because such code does not always run in a task of the run.
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

  /// Returns `true` with a probability of one in `count`.
  func oneIn(_ count: Int) -> Bool { choose(count) == 0 }

  // MARK: Actions

  /// The serial number of a new action, or `nil` if the budget is used up or the run is closing.
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

  /// Notes that an action has to be reduced before the code that is running returns.
  func owe(_ serial: Int, by store: Int, _ reason: String) {
    state.withLock { $0.owed.append(Debt(serial: serial, store: store, reason: reason)) }
  }

  /// Notes that an action has to be reduced before the run comes to rest, unless its store is released.
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

  /// Whether actions passed to `oweLater` are still to be reduced.
  func owesLater(isAlive: (Int) -> Bool) -> Bool {
    let owed = state.withLock { state in
      state.owedLater.filter { !state.isReduced[$0.serial] && !state.invalidatedStores.contains($0.store) }
    }
    return owed.contains { isAlive($0.store) }
  }

  /// Called when the run has come to rest.
  func collectOwedLater(isAlive: (Int) -> Bool) {
    let owed = state.withLock { $0.owedLater }.filter { isAlive($0.store) }
    state.withLock { state in
      state.collect(owed)
      state.owedLater = []
    }
  }

  /// Makes `makeSerial(_:)` return `nil` from now on.
  func close() { state.withLock { $0.isClosing = true } }

  var isClosing: Bool { state.withLock { $0.isClosing } }
  var reducedCount: Int { state.withLock { $0.reducedCount } }

  /// Fails for each missing action that the framework has not reported.
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
