import Dependencies
import Foundation

/// Prints the story that ends the process, for example by a failed precondition.
package enum StoryRescue {
  // A signal handler can't capture values. These are written once, before the handlers are installed, and never
  // released.
  nonisolated(unsafe) private static var key = pthread_key_t()
  nonisolated(unsafe) private static let dispositions = SignalDisposition.all()
  private static let hasKey = pthread_key_create(&key, { free($0) }) == 0
  /// The signals that are handled.
  private static let handled = Locked<Set<Int32>>([])

  /// Installs signal handlers that write the text of the thread to the standard error output if one of these signals
  /// ends the process. The system sends them to the thread that has caused them.
  package static func prepare(for signals: [Int32]) {
    guard hasKey else { return }
    handled.withLock { handled in
      for number in signals where handled.insert(number).inserted {
        let disposition = SignalDisposition(of: number)
        guard !disposition.isIgnored else { continue }
        dispositions[Int(number)] = disposition
        signal(number) { number in
          // A handler may neither allocate memory nor take a lock.
          if let text = pthread_getspecific(StoryRescue.key) {
            _ = write(STDERR_FILENO, text, strlen(text.assumingMemoryBound(to: CChar.self)))
          }
          StoryRescue.dispositions[Int(number)].restore()
          raise(number)
        }
      }
    }
  }

  /// Replaces the text of this thread.
  static func keep(_ text: String?) {
    guard hasKey else { return }
    free(pthread_getspecific(key))
    pthread_setspecific(key, text.flatMap { strdup($0) })
  }
}
