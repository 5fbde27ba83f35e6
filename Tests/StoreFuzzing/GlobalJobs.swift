import Foundation

/// Diverts jobs of the global executor to a ``SteppedExecutor``, on the threads that ask for it.
///
/// The Swift runtime calls a hook, if one is set, before it enqueues a job. On every other thread the hook passes the
/// job back to the runtime, so it can stay set for the rest of the process.
enum GlobalJobs {
  private typealias Original = @convention(thin) (UnownedJob) -> Void
  private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

  private static let taker = ThreadLocal<SteppedExecutor>()

  static func take(_ executor: SteppedExecutor, while body: () -> Void) {
    _ = isDiverted
    taker.bind(executor, body)
  }

  private static let isDiverted: Bool = {
    guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "swift_task_enqueueGlobal_hook") else { return false }
    // The runtime declares the variable with this type, and reads it whenever a job is made.
    symbol.assumingMemoryBound(to: Hook?.self).pointee = { job, original in
      if let executor = taker.value { executor.enqueueGlobal(job) } else { original(job) }
    }
    return true
  }()
}

private final class ThreadLocal<Value: AnyObject>: Sendable {
  private let key: pthread_key_t

  init() {
    var key = pthread_key_t()
    precondition(pthread_key_create(&key, nil) == 0, "The process has no keys left for what threads keep.")
    self.key = key
  }

  var value: Value? {
    // The caller of `bind(_:_:)` keeps the value alive.
    pthread_getspecific(key).map { Unmanaged<Value>.fromOpaque($0).takeUnretainedValue() }
  }

  func bind(_ value: Value, _ body: () -> Void) {
    let previous = pthread_getspecific(key)
    pthread_setspecific(key, Unmanaged.passUnretained(value).toOpaque())
    defer { pthread_setspecific(key, previous) }
    body()
  }
}
