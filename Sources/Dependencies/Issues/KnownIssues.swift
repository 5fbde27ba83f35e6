/// The issues that were reported, each of which counts once.
///
/// Messages that differ each time, for example by an id, would fill a server's memory. Therefore all issues are
/// forgotten when there are as many as the capacity.
package final class KnownIssues: Sendable {
  private let capacity: Int
  private let known = Locked<Set<String>>([])

  package init(capacity: Int = .max) { self.capacity = capacity }

  /// Adds an issue, by its place or its place and message. Returns whether it is new.
  func insert(_ issue: String) -> Bool {
    known.withLock { known in
      guard !known.contains(issue) else { return false }
      if known.count == capacity { known = [] }
      known.insert(issue)
      return true
    }
  }
}
