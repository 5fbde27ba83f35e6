#if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Runs an operation while all tasks of the process that have no executor of their own are run by the main actor, one
  /// after the other in the order in which they become ready.
  ///
  /// It is for tests that run one after the other, as those of XCTest do - a class of tests calls it in `invokeTest()`,
  /// around `super.invokeTest()` - because the tasks of everything else that runs at the same time are moved as well. Calls
  /// can be nested, and overlap.
  public func withMainSerialExecutor<Result>(_ operation: () throws -> Result) rethrows -> Result {
    GlobalExecutorHook.shared.change { $0.operationCount += 1 }
    defer { GlobalExecutorHook.shared.change { $0.operationCount -= 1 } }
    return try operation()
  }

  /// Whether all tasks of the process that have no executor of their own are run by the main actor, one after the other in
  /// the order in which they become ready.
  ///
  /// It applies from when it is set until it is set again, to the tasks of everything that runs: `withMainSerialExecutor`
  /// says where it ends. For tests.
  public var uncheckedUseMainSerialExecutor: Bool {
    get { GlobalExecutorHook.shared.isInstalled }
    set { GlobalExecutorHook.shared.change { $0.isWanted = newValue } }
  }

  /// The hook that the run time calls with each job for the global executor, if there is one.
  private final class GlobalExecutorHook: Sendable {
    typealias Original = @convention(thin) (UnownedJob) -> Void
    typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

    struct Wishes {
      var isWanted = false
      var operationCount = 0
    }

    static let shared = GlobalExecutorHook()

    private let wishes = Locked(Wishes())
    /// The variable of the run time, which is there as long as the process; `nil` where there is none.
    ///
    /// `nonisolated(unsafe)`: it is written under the lock of `wishes`. The run time reads the pointer, a word, at any time,
    /// and finds the hook or none.
    private nonisolated(unsafe) let variable =
      dlsym(dlopen(nil, RTLD_NOW), "swift_task_enqueueGlobal_hook")?.assumingMemoryBound(to: Hook?.self)

    var isInstalled: Bool { wishes.withLock { $0.isWanted || $0.operationCount > 0 } }

    func change(_ change: (inout Wishes) -> Void) {
      wishes.withLock { wishes in
        change(&wishes)
        let isInstalled = wishes.isWanted || wishes.operationCount > 0
        variable?.pointee = isInstalled ? { job, _ in MainActor.shared.enqueue(job) } : nil
      }
    }
  }
#endif
