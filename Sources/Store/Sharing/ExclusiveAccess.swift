import Dependencies
import Synchronization

#if canImport(Foundation)
  import Foundation
#endif

/// Lets one thread at a time change a value. Threads that only read it don't take part.
///
/// The code that changes a value may change others, too. If it waits for a thread that waits for it, both would wait
/// for ever. A thread that is about to do so stops the program instead, with a sentence that names the values.
final class ExclusiveAccess: Sendable {
  private struct Wait {
    let access: ExclusiveAccess
    let describe: @Sendable () -> String
  }

  /// The threads that wait, and for what. Only a thread that has to wait looks there.
  private static let waits = Locked<[Int: Wait]>([:])

  private let turn = Lock()
  /// The thread that has the turn; 0 if none has.
  private let owner = Atomic(0)

  /// Whether the current thread has begun and not ended.
  var isOwn: Bool { owner.load(ordering: .relaxed) == currentThread }

  /// Begins if no other thread has begun. Returns whether it did.
  func beginAtOnce() -> Bool {
    guard turn.try() else { return false }
    owner.store(currentThread, ordering: .releasing)
    return true
  }

  /// Begins when no other thread has begun any more.
  ///
  /// - Parameter describe: Describes the value, for the sentence with which the program stops.
  func begin(_ describe: @escaping @Sendable () -> String) {
    let thread = currentThread
    let wait = Wait(access: self, describe: describe)
    let cycle = Self.waits.withLock { waits in
      waits[thread] = wait
      return Self.cycle(from: wait, of: thread, in: waits)
    }
    if let cycle { Self.stop(cycle.map { $0.describe() }) }
    turn.lock()
    owner.store(thread, ordering: .releasing)
    Self.waits.withLock { _ = $0.removeValue(forKey: thread) }
  }

  func end() {
    owner.store(0, ordering: .releasing)
    turn.unlock()
  }

  /// Returns the waits that lead from a thread back to itself; `nil` if it will have its turn.
  ///
  /// No thread in `waits` runs the code that changes a value, so none of them begins or ends meanwhile.
  private static func cycle(from first: Wait, of thread: Int, in waits: [Int: Wait]) -> [Wait]? {
    var cycle = [first]
    while let access = cycle.last?.access, cycle.count <= waits.count {
      let owner = access.owner.load(ordering: .acquiring)
      if owner == thread { return cycle }
      // A thread that has the turn for which it waited is about to continue.
      guard let next = waits[owner], next.access !== access else { return nil }
      cycle.append(next)
    }
    return nil
  }

  private static func stop(_ descriptions: [String]) -> Never {
    fatalError(
      """
      Closures of "withLock" wait for one another: each changes a value that another one is changing.

      \(descriptions.map { "  Shared:  \($0)" }.joined(separator: "\n"))

      This usually means that one closure changes a second shared value, while on another thread a closure that changes \
      the second value changes the first. Change one value after the other, not within the closure, or always in the same \
      order. A closure may read other shared values: that never waits.

      \(IssueArticle.sharedState)
      """
    )
  }
}

/// Identifies the current thread among those that run.
var currentThread: Int {
  #if !canImport(Foundation)
    1
  #elseif os(Windows)
    Int(GetCurrentThreadId())
  #elseif os(Android)
    Int(pthread_self())
  #else
    Int(bitPattern: pthread_self())
  #endif
}

#if canImport(Foundation)
  private typealias Lock = NSLock
#else
  /// Nothing to lock: a system without Foundation has one thread.
  private struct Lock {
    func `try`() -> Bool { true }
    func lock() {}
    func unlock() {}
  }
#endif
