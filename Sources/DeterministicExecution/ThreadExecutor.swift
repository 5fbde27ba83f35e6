import Foundation

/// Runs each job on a thread of its own.
///
/// For tasks that compute for seconds or block their thread: Swift concurrency has one thread for each processor, and
/// other tasks need them, among these perhaps the ones that are waited for.
package final class ThreadExecutor: TaskExecutor {
  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
