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

  private typealias Debt = (serial: Int, store: Int, reason: String)

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
    var invalidatedStores: Set<Int> = []
    var failures: [String] = []
    var generator: SeededRandomNumberGenerator

    mutating func collect(_ debts: [Debt]) {
      missing += debts.filter { !isReduced[$0.serial] && !invalidatedStores.contains($0.store) }
    }
  }

  final class Counter: Sendable {
    private let value = Atomic(0)

    var current: Int { value.load(ordering: .sequentiallyConsistent) }
    func add(_ amount: Int) { value.add(amount, ordering: .sequentiallyConsistent) }
  }

  private let state: Locked<State>
  private let budget: Int
  private let write: (@Sendable (String) -> Void)?
  /// These must be none at the end.
  let operations = LiveOperations()
  let tokens = Counter()
  let waits = Counter()
  let stores = Counter()
  let loops = Counter()

  /// - Parameters:
  ///   - budget: How many actions may be sent.
  ///   - write: Is passed each line of the log at once, so that the lines are known even if the process crashes.
  init(seed: UInt64, budget: Int, write: (@Sendable (String) -> Void)? = nil) {
    state = Locked(State(generator: SeededRandomNumberGenerator(seed: seed)))
    self.budget = budget
    self.write = write
  }

  let interceptor = IssueInterceptor()

  /// Calls a function and collects the issues that it reports. Needed wherever the framework calls code of the run,
  /// because such code does not always run in a task of the run.
  func collectIssues<Result>(_ body: () throws -> Result) rethrows -> Result {
    try IssueInterceptor.$current.withValue(interceptor, operation: body)
  }

  func collectIssues<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    try await IssueInterceptor.$current.withValue(interceptor, operation: body)
  }

  func choose(_ count: Int) -> Int { state.withLock { Int.random(in: 0..<count, using: &$0.generator) } }
  func oneIn(_ count: Int) -> Bool { choose(count) == 0 }

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

  func reduced(_ serial: Int) {
    let isSecond = state.withLock { state in
      defer { state.isReduced[serial] = true }
      if state.isReduced[serial] { return true }
      state.reducedCount += 1
      return false
    }
    if isSecond { fail("Action \(serial) was reduced twice.") }
  }

  func owe(_ serial: Int, by store: Int, _ reason: String) {
    state.withLock { $0.owed.append((serial, store, reason)) }
  }

  func oweLater(_ serial: Int, by store: Int, _ reason: String) {
    state.withLock { $0.owedLater.append((serial, store, reason)) }
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

  func owesLater(isAlive: (Int) -> Bool) -> Bool {
    let owed = state.withLock { state in
      state.owedLater.filter { !state.isReduced[$0.serial] && !state.invalidatedStores.contains($0.store) }
    }
    return owed.contains { isAlive($0.store) }
  }

  func collectOwedLater(isAlive: (Int) -> Bool) {
    let owed = state.withLock { $0.owedLater }.filter { isAlive($0.store) }
    state.withLock { state in
      state.collect(owed)
      state.owedLater = []
    }
  }

  func close() { state.withLock { $0.isClosing = true } }
  var isClosing: Bool { state.withLock { $0.isClosing } }
  var reducedCount: Int { state.withLock { $0.reducedCount } }

  func settleDebts(_ isReported: (_ serial: Int) -> Bool) {
    collectOwed()
    for debt in state.withLock({ $0.missing }) where !isReported(debt.serial) {
      fail("Action \(debt.serial) was lost: \(debt.reason).")
    }
  }

  func fail(_ message: String) {
    note("FAILURE: \(message)")
    state.withLock { if $0.failures.count < 20, !$0.failures.contains(message) { $0.failures.append(message) } }
  }

  var failures: [String] { state.withLock { $0.failures } }

  func note(_ line: @autoclosure () -> String) { write?(line()) }
}

final class LiveOperations: Sendable {
  struct Entry {
    let owner: Owner
    var isCancelled = false
  }

  private let entries = Locked<(last: Int, byNumber: [Int: Entry])>((0, [:]))

  var all: [Entry] { entries.withLock { Array($0.byNumber.values) } }

  func begin(_ owner: Owner) -> Int {
    entries.withLock { entries in
      entries.last += 1
      entries.byNumber[entries.last] = Entry(owner: owner)
      return entries.last
    }
  }

  func cancelled(_ number: Int) { entries.withLock { $0.byNumber[number]?.isCancelled = true } }
  func end(_ number: Int) { _ = entries.withLock { $0.byNumber.removeValue(forKey: number) != nil } }
}
