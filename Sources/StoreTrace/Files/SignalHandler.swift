import Dependencies
import Foundation

/// Installs handlers of signals that end the process. If the stack of a thread has overflowed, they run on the stack
/// that ``prepareThread()`` has given the thread.
package enum SignalHandler {
  /// The size of the stack for handlers, which call a few functions of the system. The Swift runtime may print a
  /// backtrace on it afterwards.
  private static let stackSize = 64 << 10

  // Written once, before it is used.
  nonisolated(unsafe) private static var key = pthread_key_t()
  /// Whether threads can remember their stacks. A thread frees its stack when it ends.
  private static let hasKey =
    pthread_key_create(&key) { stack in
      var none = stack_t()
      none.ss_flags = Int32(SS_DISABLE)
      sigaltstack(&none, nil)
      free(stack)
    } == 0

  /// Makes a function the handler of a signal.
  ///
  /// - Parameters:
  ///   - dispositions: The memory for the actions of signals, by their numbers. The previous action of this signal is
  ///     stored there. The function restores it, so that the signal then ends the process.
  ///   - function: May neither allocate memory nor take a lock.
  package static func install(
    for number: Int32,
    replacing dispositions: UnsafeMutablePointer<SignalDisposition>,
    _ function: @escaping @convention(c) (Int32) -> Void
  ) {
    prepareThread()
    dispositions[Int(number)] = SignalDisposition(of: number)
    signal(number, function)
    useOwnStack(for: number)
  }

  /// Makes the handler of a signal run on the stack of ``prepareThread()``, no matter which code has installed it.
  package static func useOwnStack(for number: Int32) {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return }
    action.sa_flags |= SA_ONSTACK
    sigaction(number, &action, nil)
  }

  /// Gives this thread a stack for handlers of signals, unless it has one. Code that may use up the stack of its thread,
  /// such as that of a feature, runs after this.
  package static func prepareThread() {
    var stack = stack_t()
    guard hasKey, sigaltstack(nil, &stack) == 0, stack.ss_flags & Int32(SS_DISABLE) != 0, let memory = malloc(stackSize)
    else { return }
    stack = stack_t()
    stack.ss_sp = memory
    stack.ss_size = stackSize
    guard sigaltstack(&stack, nil) == 0 else { return free(memory) }
    pthread_setspecific(key, memory)
  }
}
