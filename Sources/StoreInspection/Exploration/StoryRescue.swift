import Dependencies
import Foundation

/// Says in which story a feature has ended the program: by a precondition that failed, for example. A signal handler can
/// take nothing along, so what it needs is here.
enum StoryRescue {
  private static let limit = 4_096
  private static let end: StaticString = "'\n"

  // These are written once, before the handlers are installed, and stay for as long as the process does.
  nonisolated(unsafe) private static var beginning: (text: UnsafeMutablePointer<CChar>, count: Int)?
  nonisolated(unsafe) private static var key = pthread_key_t()
  nonisolated(unsafe) private static let dispositions = SignalDisposition.all()

  /// From now on, writes a text and the story to standard error before the process ends by a mistake.
  ///
  /// - Parameter text: What comes before the story.
  static func prepare(_ text: String) {
    guard beginning == nil, let copy = strdup(text), pthread_key_create(&key, { free($0) }) == 0 else { return }
    beginning = (copy, text.utf8.count)
    for number in SignalDisposition.crashes {
      let disposition = SignalDisposition(of: number)
      guard !disposition.isIgnored else { continue }
      dispositions[Int(number)] = disposition
      signal(number) { number in
        // Nothing but what is allowed in a handler: no memory is allocated, no lock is taken. These signals are sent to the
        // thread that has made the mistake.
        if let beginning = StoryRescue.beginning, let place = pthread_getspecific(StoryRescue.key) {
          _ = write(STDERR_FILENO, beginning.text, beginning.count)
          _ = write(STDERR_FILENO, place + MemoryLayout<Int>.size, place.load(as: Int.self))
          _ = write(STDERR_FILENO, StoryRescue.end.utf8Start, StoryRescue.end.utf8CodeUnitCount)
        }
        StoryRescue.dispositions[Int(number)].restore()
        raise(number)
      }
    }
  }

  /// Notes what this thread is going to run: in memory of its own, the number of bytes and then the bytes.
  static func note(_ story: String) {
    guard beginning != nil else { return }
    var place = pthread_getspecific(key)
    if place == nil {
      place = malloc(MemoryLayout<Int>.size + limit)
      pthread_setspecific(key, place)
    }
    guard let place else { return }
    var count = 0
    for byte in story.utf8.prefix(limit) {
      place.storeBytes(of: byte, toByteOffset: MemoryLayout<Int>.size + count, as: UInt8.self)
      count += 1
    }
    place.storeBytes(of: count, as: Int.self)
  }
}
