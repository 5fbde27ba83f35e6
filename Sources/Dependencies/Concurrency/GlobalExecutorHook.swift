#if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
  import Foundation

  /// Runs an operation while all tasks of the process that have no executor of their own are run by the main actor, one
  /// after the other in the order in which they become ready.
  ///
  /// Use it only in tests that run one after the other, as those of XCTest do, because it also moves the tasks of all
  /// other code that runs at the same time. In XCTest, override `invokeTest()` and call this function around
  /// `super.invokeTest()`. Calls can be nested, and can overlap.
  public func withMainSerialExecutor<Result>(_ operation: () throws -> Result) rethrows -> Result {
    GlobalExecutorHook.shared.change { wishes in
      if wishes.operationCount == 0 { wishes.wasWanted = wishes.isWanted }
      wishes.operationCount += 1
    }
    defer {
      GlobalExecutorHook.shared.change { wishes in
        wishes.operationCount -= 1
        if wishes.operationCount == 0 { wishes.isWanted = wishes.wasWanted }
      }
    }
    return try operation()
  }

  /// Whether all tasks of the process that have no executor of their own are run by the main actor, one after the other
  /// in the order in which they become ready.
  ///
  /// It applies to the tasks of the whole process, from when it is set to `true` until it is set to `false`. Prefer
  /// `withMainSerialExecutor`, which limits it to an operation: there it is `true`, and a value that is set lasts until
  /// the operation ends at most. For tests only.
  public var uncheckedUseMainSerialExecutor: Bool {
    get { GlobalExecutorHook.shared.isInstalled }
    set { GlobalExecutorHook.shared.change { $0.isWanted = newValue } }
  }

  /// The hook that the run time calls with each job for the global executor, if one is installed.
  private final class GlobalExecutorHook: Sendable {
    typealias Original = @convention(thin) (UnownedJob) -> Void
    typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

    struct Wishes {
      var isWanted = false
      /// The value of `isWanted` before the operations that are running.
      var wasWanted = false
      var operationCount = 0
    }

    static let shared = GlobalExecutorHook()

    private let wishes = Locked(Wishes())
    /// The run time's variable for the hook, which exists as long as the process; `nil` if the run time has none.
    ///
    /// `nonisolated(unsafe)`: it is written under the lock of `wishes`. The run time may read the pointer, which is one
    /// word, at any time, and finds either the hook or `nil`.
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
