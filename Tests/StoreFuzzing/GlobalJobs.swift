import Foundation

/// Has jobs for the global executor go to whoever runs jobs on the thread that makes them.
///
/// The Swift run time asks a function, if one was set, before it takes a job. On threads on which nobody takes the jobs that
/// function hands them back, so it does not matter that it stays for as long as the process.
enum GlobalJobs {
  private typealias Original = @convention(thin) (UnownedJob) -> Void
  private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

  /// What takes the jobs that are made on a thread, as long as it is bound.
  private static let taker = ThreadLocal<SteppedExecutor>()

  /// Has the executor take what is made on this thread while `body` runs.
  static func take(_ executor: SteppedExecutor, while body: () -> Void) {
    _ = isDiverted
    taker.bind(executor, body)
  }

  private static let isDiverted: Bool = {
    guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "swift_task_enqueueGlobal_hook") else { return false }
    // The run time declares the variable with this type, and reads it whenever a job is made.
    symbol.assumingMemoryBound(to: Hook?.self).pointee = { job, original in
      if let executor = taker.value { executor.enqueueGlobal(job) } else { original(job) }
    }
    return true
  }()
}

/// A reference that each thread has its own of.
private final class ThreadLocal<Value: AnyObject>: Sendable {
  private let key: pthread_key_t

  init() {
    var key = pthread_key_t()
    precondition(pthread_key_create(&key, nil) == 0, "The process has no keys left for what threads keep.")
    self.key = key
  }

  var value: Value? {
    // Whoever bound it keeps it alive.
    pthread_getspecific(key).map { Unmanaged<Value>.fromOpaque($0).takeUnretainedValue() }
  }

  func bind(_ value: Value, _ body: () -> Void) {
    let previous = pthread_getspecific(key)
    pthread_setspecific(key, Unmanaged.passUnretained(value).toOpaque())
    defer { pthread_setspecific(key, previous) }
    body()
  }
}
