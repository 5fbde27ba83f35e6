import Dependencies
import Execution
import StoreCore

/// Runs the stories of an exploration one after the other, on one thread.
final class StoryRunner<State: Sendable, Action: Sendable> {
  private(set) var executor = StoreExecutor(schedule: .firstInFirstOut)
  private(set) var actor: StoreActor
  let interceptor = IssueInterceptor(passing: KnownIssues())
  /// The numbers of all values that the exploration compares.
  let (states, actions) = (ValueTable<State>(), ValueTable<Action>())
  let models = ValueTable<any Hashable & Sendable>(
    hash: { AnyHashable($0).hashValue },
    areEqual: { AnyHashable($0) == AnyHashable($1) }
  )
  /// Whether each task runs until it waits, as it does when an exploration searches orders.
  let runsWholeTasks: Bool
  /// The number of steps at the start of each story that are not part of the exploration, and are left out of its text.
  let preparationCount: Int
  /// Returns whether the exploration has to end.
  let isStopped: @Sendable () -> Bool
  /// The text to print before a story that ends the process; `nil` to print none.
  var rescue: String? {
    didSet { if rescue == nil { StoryRescue.keep(nil) } }
  }

  init(runsWholeTasks: Bool, preparationCount: Int, isStopped: @escaping @Sendable () -> Bool) {
    self.runsWholeTasks = runsWholeTasks
    self.preparationCount = preparationCount
    self.isStopped = isStopped
    actor = StoreActor(executor: executor)
  }

  /// Calls a function as a job of the executor. The interceptor receives the issues that it reports.
  func perform(_ body: @escaping () -> Void) {
    // Effects that never come to rest stop the executor.
    if executor.isStuck {
      executor = StoreExecutor(schedule: .firstInFirstOut)
      actor = StoreActor(executor: executor)
    }
    executor.runReadyJobs(on: actor) { [interceptor] in
      IssueInterceptor.$current.withValue(interceptor, operation: body)
    }
  }

  /// Keeps the text that names a story, to print it if the next step ends the process.
  func keep(_ code: String) {
    if let rescue { StoryRescue.keep("\(rescue)\(code)'\n") }
  }
}
