import Dependencies

/// The running operations of effects.
final class LiveOperations: Sendable {
  struct Entry {
    let owner: Owner
    var isCancelled = false
  }

  private let entries = Locked<(last: Int, byNumber: [Int: Entry])>((0, [:]))

  var all: [Entry] { entries.withLock { Array($0.byNumber.values) } }

  func begin(_ owner: Owner) -> Int {
    entries.withLock { entries in
      entries.last += 1
      entries.byNumber[entries.last] = Entry(owner: owner)
      return entries.last
    }
  }

  func cancelled(_ number: Int) {
    entries.withLock { $0.byNumber[number]?.isCancelled = true }
  }

  func end(_ number: Int) {
    _ = entries.withLock { $0.byNumber.removeValue(forKey: number) != nil }
  }
}
