import Dependencies
import Foundation

/// Prints the story in which the feature has ended the process, for example by a failed precondition. A signal handler
/// can't capture values, so its values are static.
package enum StoryRescue {
  /// The sizes of the text in memory of a thread. The text follows.
  fileprivate struct Header {
    /// The number of bytes before the story.
    var beginning = 0
    /// The number of bytes before the last step.
    var countBeforeStep = 0
    /// The number of bytes.
    var count = 0
  }

  fileprivate static let limit = 8_192
  private static let end: StaticString = "'\n"

  // Written once, before the handlers are installed, and never released.
  nonisolated(unsafe) private static var key = pthread_key_t()
  nonisolated(unsafe) private static let dispositions = SignalDisposition.all()
  private static let hasKey = pthread_key_create(&key, { free($0) }) == 0
  /// The signals that are handled.
  private static let handled = Locked<Set<Int32>>([])

  /// Installs signal handlers that write the story to the standard error output if one of these signals ends the
  /// process while a story runs.
  package static func prepare(for signals: [Int32]) {
    guard hasKey else { return }
    handled.withLock { handled in
      for number in signals where handled.insert(number).inserted {
        let disposition = SignalDisposition(of: number)
        guard !disposition.isIgnored else { continue }
        dispositions[Int(number)] = disposition
        signal(number) { number in
          // A handler may neither allocate memory nor take a lock. These signals are sent to the thread that caused
          // them.
          if let place = pthread_getspecific(StoryRescue.key), place.load(as: Header.self).count > 0 {
            _ = write(STDERR_FILENO, place + MemoryLayout<Header>.stride, place.load(as: Header.self).count)
            _ = write(STDERR_FILENO, StoryRescue.end.utf8Start, StoryRescue.end.utf8CodeUnitCount)
          }
          StoryRescue.dispositions[Int(number)].restore()
          raise(number)
        }
      }
    }
  }

  /// Stores the text before the stories that this thread is going to run.
  package static func begin(_ text: String) {
    guard hasKey else { return }
    var place = pthread_getspecific(key)
    if place == nil {
      place = malloc(MemoryLayout<Header>.stride + limit)
      pthread_setspecific(key, place)
    }
    guard let place else { return }
    var header = Header()
    var text = text
    text.withUTF8 { bytes in
      header.count = min(bytes.count, limit)
      guard let start = bytes.baseAddress else { return }
      (place + MemoryLayout<Header>.stride).copyMemory(from: start, byteCount: header.count)
    }
    header.beginning = header.count
    header.countBeforeStep = header.count
    place.storeBytes(of: header, as: Header.self)
  }

  /// The place for the story that this thread is going to run, instead of the one before; `nil` if it has not begun.
  static var story: StoryText? {
    guard let (place, header) = current else { return nil }
    return StoryText(place, header, from: header.beginning)
  }

  /// The place for the step that this thread is going to run after the story, instead of the one before.
  static var step: StoryText? {
    guard let (place, header) = current else { return nil }
    return StoryText(place, header, from: header.countBeforeStep)
  }

  /// Forgets the story, because this thread has run it.
  package static func clear() {
    if let (place, _) = current { place.storeBytes(of: Header(), as: Header.self) }
  }

  /// The text that this thread has stored; `nil` if it has not begun.
  private static var current: (place: UnsafeMutableRawPointer, header: Header)? {
    guard hasKey, let place = pthread_getspecific(key) else { return nil }
    return (place, place.load(as: Header.self))
  }
}

/// A text of steps in the memory of a thread. It is written before each step.
struct StoryText {
  private let place: UnsafeMutableRawPointer
  private var header: StoryRescue.Header

  fileprivate init(_ place: UnsafeMutableRawPointer, _ header: StoryRescue.Header, from count: Int) {
    self.place = place
    self.header = header
    self.header.count = count
  }

  /// Adds a step after the others.
  mutating func append(_ code: String) {
    if header.count > header.beginning { append(byte: UInt8(ascii: " ")) }
    for byte in code.utf8 { append(byte: byte) }
  }

  /// Stores the text as that of the story before the step.
  mutating func endStory() {
    header.countBeforeStep = header.count
    endStep()
  }

  /// Stores the text as that of the story and the step.
  func endStep() {
    place.storeBytes(of: header, as: StoryRescue.Header.self)
  }

  private mutating func append(byte: UInt8) {
    guard header.count < StoryRescue.limit else { return }
    place.storeBytes(of: byte, toByteOffset: MemoryLayout<StoryRescue.Header>.stride + header.count, as: UInt8.self)
    header.count += 1
  }
}
