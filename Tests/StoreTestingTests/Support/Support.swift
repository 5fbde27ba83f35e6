import Foundation

@testable import Execution
@testable import StoreTesting

struct Failure: Error, Equatable {}

extension ReportedIssue {
  var headline: String { String(message.prefix { $0 != "\n" }) }
}

func reported(_ operation: () async throws -> Void) async rethrows -> [ReportedIssue] {
  try await withCapturedIssues(operation)
}

func explored(_ explore: () async -> ExplorationReport) async -> (report: ExplorationReport, messages: [String]) {
  var report = ExplorationReport()
  let failures = await reported { report = await explore() }
  return (report, failures.map(\.message))
}

func reportedWithin(steps: Int, _ operation: () async throws -> Void) async rethrows -> [ReportedIssue] {
  try await StoreExecutor.$limits.withValue(.init(steps: steps)) { try await reported(operation) }
}

func skippedAssertions(_ operation: () async -> Void) async -> [String] {
  let log = Log<String>()
  await SkippedAssertion.$receiver.withValue({ log.append($0) }) { await operation() }
  return log.all
}

/// Makes a test store whose action 0 starts an effect. Its state is the last action.
func makeStoreOfLastAction(starting effect: @escaping () -> Effect<Int>) -> TestStore<Int, Int> {
  TestStore(initialState: 0) {
    Reduce<Int, Int> { state, action in
      state = action
      return action == 0 ? effect() : .none
    }
  }
}

func makeClockedStore<R: Reducer>(
  _ state: R.State,
  _ clock: any Clock<Duration>,
  line: UInt = #line,
  reducer: () -> R
) -> TestStoreOf<R> {
  TestStore(initialState: state, reducer: reducer, withDependencies: { $0.continuousClock = clock }, line: line)
}

/// A variable that code reaches which the framework calls: effects, comparisons, `deinit`s.
///
/// `@unchecked Sendable`: it is used by one task, and by what that task runs.
final class Reference<Value>: @unchecked Sendable { var value: Value? }

@concurrent func offActor<Value: Sendable>(_ value: Value) async -> Value { value }

func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
  let end = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    body()
    end.signal()
  }
  end.wait()
}

final class Log<Element: Sendable>: Sendable {
  private let elements = Locked<[Element]>([])

  var all: [Element] { elements.withLock { $0 } }
  func append(_ element: Element) { elements.withLock { $0.append(element) } }
}

/// Lets tasks wait until it opens. They continue in the order of their arrival.
final class Gate: Sendable {
  private let state = Locked<(isOpen: Bool, waiters: [CheckedContinuation<Void, Never>])>((false, []))

  var isOpen: Bool { state.withLock { $0.isOpen } }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiters.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  func open() {
    let waiters = state.withLock { state in
      defer { state = (true, []) }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}
