import Dependencies
import StoreCore

/// Gives each value a number: equal ones the same, others another. Used from several threads.
///
/// Values are looked for by what of them can be hashed. Where that tells too few of them apart, by a digest of their dump
/// besides.
@usableFromInline final class ValueTable<Value: Sendable>: Sendable {
  @usableFromInline struct Contents {
    @usableFromInline var values: [Value] = []
    @usableFromInline var buckets: [Int: [Int]] = [:]
    @usableFromInline var hashesDumps = false

    @inlinable init() {}
  }

  /// How many values may share a hash.
  @inlinable static var bucketLimit: Int { 32 }

  @usableFromInline let contents: Locked<Contents>
  @usableFromInline let hash: @Sendable (Value) -> Int
  @usableFromInline let areEqual: @Sendable (Value, Value) -> Bool

  init(hash: @escaping @Sendable (Value) -> Int, areEqual: @escaping @Sendable (Value, Value) -> Bool) {
    contents = Locked(Contents())
    self.hash = hash
    self.areEqual = areEqual
  }

  @inlinable func number(of value: Value) -> Int {
    let hash = hash(value)
    // Comparing is the values' own code. It gets to see nothing of an exploration, so it can't come here again.
    return contents.withLock { contents in
      var key = contents.hashesDumps ? Self.digest(value, hash) : hash
      if let bucket = contents.buckets[key] {
        for number in bucket where areEqual(contents.values[number], value) { return number }
        if bucket.count >= Self.bucketLimit, !contents.hashesDumps {
          contents.hashesDumps = true
          contents.buckets = [:]
          for (number, value) in contents.values.enumerated() {
            contents.buckets[Self.digest(value, self.hash(value)), default: []].append(number)
          }
          key = Self.digest(value, hash)
        }
      }
      contents.values.append(value)
      contents.buckets[key, default: []].append(contents.values.count - 1)
      return contents.values.count - 1
    }
  }

  @inlinable subscript(number: Int) -> Value { contents.withLock { $0.values[number] } }

  @usableFromInline static func digest(_ value: Value, _ hash: Int) -> Int {
    var hasher = Hasher()
    hasher.combine(hash)
    hasher.combine(valueDump(value))
    return hasher.finalize()
  }
}

/// The numbers of all that an exploration tells apart.
@usableFromInline final class ExplorationTables<State: Equatable & Sendable, Action: Sendable>: Sendable {
  @usableFromInline let states = ValueTable<State>()
  @usableFromInline let actions = ValueTable<Action>.ofAny()
  /// Values of models.
  @usableFromInline let models = ValueTable<any Hashable & Sendable>(
    hash: { AnyHashable($0).hashValue },
    areEqual: { AnyHashable($0) == AnyHashable($1) }
  )
}

extension ValueTable where Value: Equatable {
  convenience init() {
    self.init(hash: makeHash(Value.self), areEqual: { $0 == $1 })
  }
}

extension ValueTable {
  /// A table of values that are compared by their dumps, unless they are `Equatable`.
  static func ofAny() -> ValueTable {
    // All that the function holds is a type.
    if let areEqual = dynamicEquality(of: Value.self).map({ UncheckedSendable($0) }) {
      return ValueTable(hash: makeHash(Value.self)) { areEqual.value($0, $1) }
    }
    return ValueTable(hash: { valueDump($0).hashValue }, areEqual: { valueDump($0) == valueDump($1) })
  }
}

private func makeHash<Value>(_ type: Value.Type) -> @Sendable (Value) -> Int {
  let hash = PartialHash(type)
  return { hash($0) }
}
