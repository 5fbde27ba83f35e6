import Dependencies
import StoreCore

/// Assigns a number to each value: the same number to equal values, and different numbers to others. Several threads
/// can use the table.
///
/// Values are found by a hash of their hashable parts. If too many values share a hash, the table also uses a digest of
/// their dumps.
final class ValueTable<Value: Sendable>: Sendable {
  struct Contents {
    var values: [Value] = []
    var buckets: [Int: [Int]] = [:]
    var hashesDumps = false
  }

  /// The number of values with the same hash at which the table begins to use dumps.
  static var bucketLimit: Int { 32 }

  let contents: Locked<Contents>
  let hash: @Sendable (Value) -> Int
  let areEqual: @Sendable (Value, Value) -> Bool

  init(hash: @escaping @Sendable (Value) -> Int, areEqual: @escaping @Sendable (Value, Value) -> Bool) {
    contents = Locked(Contents())
    self.hash = hash
    self.areEqual = areEqual
  }

  /// Makes a table of values that are compared by `==` or, if they are not `Equatable`, by their parts.
  convenience init() {
    // Both functions contain only types, so they are safe to share.
    let hash = PartialHash(Value.self)
    let areEqual = UncheckedSendable(valueEquality(of: Value.self))
    self.init(hash: { hash($0) }, areEqual: { areEqual.value($0, $1) })
  }

  func number(of value: Value) -> Int {
    let hash = hash(value)
    // `==` is code of the values' types. It can't use the exploration, so it does not call this function again, which
    // would deadlock.
    return contents.withLock { contents in
      var key = contents.hashesDumps ? Self.digest(value, hash) : hash
      let bucket = contents.buckets[key] ?? []
      if let number = bucket.first(where: { areEqual(contents.values[$0], value) }) { return number }
      if bucket.count >= Self.bucketLimit, !contents.hashesDumps {
        contents.hashesDumps = true
        contents.buckets = Dictionary(grouping: contents.values.indices) { number in
          Self.digest(contents.values[number], self.hash(contents.values[number]))
        }
        key = Self.digest(value, hash)
      }
      contents.values.append(value)
      contents.buckets[key, default: []].append(contents.values.count - 1)
      return contents.values.count - 1
    }
  }

  subscript(number: Int) -> Value { contents.withLock { $0.values[number] } }

  static func digest(_ value: Value, _ hash: Int) -> Int {
    var hasher = Hasher()
    hasher.combine(hash)
    hasher.combine(valueDump(value))
    return hasher.finalize()
  }
}
