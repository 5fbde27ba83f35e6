/// The ids of an ``IdentifiedArray``, in order. They are unique.
///
/// Looking an id up takes constant time.
public struct OrderedIDs<ID: Hashable> {
  @usableFromInline var ids: [ID]

  /// An open-addressing hash table with linear probing. A bucket contains a position in `ids` plus one, or zero if it
  /// is free. The table is empty while there are so few ids that comparing all of them is faster than hashing one.
  @usableFromInline var buckets: [UInt32]

  @inlinable
  init() {
    ids = []
    buckets = []
  }

  /// Returns whether the list contains an id. Constant time.
  @inlinable
  public func contains(_ id: ID) -> Bool {
    firstIndex(of: id) != nil
  }

  /// Returns the position of an id, or `nil` if the list does not contain it. Constant time.
  @inlinable
  public func firstIndex(of id: ID) -> Int? {
    guard !buckets.isEmpty else { return ids.firstIndex(of: id) }
    var bucket = home(of: id)
    while case let entry = Int(buckets[bucket]), entry != 0 {
      if ids[entry &- 1] == id { return entry &- 1 }
      bucket = next(bucket)
    }
    return nil
  }

  /// Returns the position of an id. The id is not hashed if it is at the position `hint`.
  @inlinable
  func firstIndex(of id: ID, hint: Int) -> Int? {
    if UInt(bitPattern: hint) < UInt(bitPattern: ids.count), ids[hint] == id { return hint }
    return firstIndex(of: id)
  }
}

extension OrderedIDs: RandomAccessCollection {
  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { ids.count }
  /// The id at a position.
  @inlinable public subscript(position: Int) -> ID { ids[position] }
}

// Every change leaves the table as if it had been rebuilt. No method relies on an id to have the same hash as before:
// if the bucket of an id can't be found (because the id is a reference to something mutable), the table is rebuilt.
extension OrderedIDs {
  /// Up to this many ids, there is no table.
  @inlinable static var maximumCountWithoutTable: Int { 8 }

  @inlinable
  func home(of id: ID) -> Int {
    id.hashValue & (buckets.count &- 1)
  }

  @inlinable
  func next(_ bucket: Int) -> Int {
    (bucket &+ 1) & (buckets.count &- 1)
  }

  /// Adds a position to the table. Its id must not be in a bucket.
  @inlinable
  mutating func fillBucket(for position: Int) {
    var bucket = home(of: ids[position])
    while buckets[bucket] != 0 { bucket = next(bucket) }
    buckets[bucket] = UInt32(truncatingIfNeeded: position &+ 1)
  }

  @inlinable
  func bucket(of position: Int) -> Int? {
    var bucket = home(of: ids[position])
    while case let entry = Int(buckets[bucket]), entry != 0 {
      if entry == position &+ 1 { return bucket }
      bucket = next(bucket)
    }
    return nil
  }

  /// Removes a position from the table. Returns `false` if its bucket can't be found.
  @inlinable
  mutating func freeBucket(of position: Int) -> Bool {
    guard var hole = bucket(of: position) else { return false }
    let mask = buckets.count &- 1
    var bucket = next(hole)
    // Entries behind the hole move up, unless that would place them before their home bucket.
    while case let entry = Int(buckets[bucket]), entry != 0 {
      if (bucket &- home(of: ids[entry &- 1])) & mask >= (bucket &- hole) & mask {
        buckets[hole] = buckets[bucket]
        hole = bucket
      }
      bucket = next(bucket)
    }
    buckets[hole] = 0
    return true
  }

  /// Adds `amount` to every position from `start` on. This needs no hashing, so it is fast although it visits all
  /// buckets.
  @inlinable
  mutating func shiftPositions(from start: Int, by amount: Int) {
    let threshold = UInt32(truncatingIfNeeded: start)
    let amount = UInt32(truncatingIfNeeded: amount)
    buckets.withUnsafeMutableBufferPointer { buckets in
      for bucket in buckets.indices where buckets[bucket] > threshold {
        buckets[bucket] &+= amount
      }
    }
  }

  /// Builds the table again.
  @inlinable
  mutating func rebuild(minimumCapacity: Int = 0) {
    let capacity = Swift.max(ids.count, minimumCapacity)
    guard capacity > Self.maximumCountWithoutTable else {
      buckets = []
      return
    }
    var bucketCount = 16
    while bucketCount * 3 < capacity * 4 { bucketCount *= 2 }
    buckets = Array(repeating: 0, count: bucketCount)
    for position in ids.indices { fillBucket(for: position) }
  }

  @inlinable
  mutating func reserveCapacity(_ minimumCapacity: Int) {
    ids.reserveCapacity(minimumCapacity)
    if minimumCapacity * 4 > buckets.count * 3 { rebuild(minimumCapacity: minimumCapacity) }
  }

  /// Appends an id that is not in the list.
  @inlinable
  mutating func append(_ id: ID) {
    insert(id, at: ids.count)
  }

  /// Inserts an id that is not in the list. Linear time, except at the end.
  @usableFromInline mutating func insert(_ id: ID, at position: Int) {
    ids.insert(id, at: position)
    let hasTable = !buckets.isEmpty
    guard hasTable || ids.count > Self.maximumCountWithoutTable else { return }
    guard hasTable, ids.count * 4 <= buckets.count * 3 else { return rebuild(minimumCapacity: ids.count + 1) }
    if position != ids.count &- 1 { shiftPositions(from: position, by: 1) }
    fillBucket(for: position)
  }

  /// Inserts unique ids that are not in the list. Linear time.
  mutating func insert(contentsOf newIDs: [ID], at position: Int) {
    guard newIDs.count != 1 else { return insert(newIDs[0], at: position) }
    ids.insert(contentsOf: newIDs, at: position)
    rebuild()
  }

  /// Replaces an id with one that is not in the list.
  @inlinable
  mutating func replace(at position: Int, with id: ID) {
    guard !buckets.isEmpty else { return ids[position] = id }
    let isFreed = freeBucket(of: position)
    ids[position] = id
    if isFreed { fillBucket(for: position) } else { rebuild() }
  }

  /// Removes an id. Linear time, except at the end.
  @inlinable
  mutating func remove(at position: Int) {
    let isFreed = buckets.isEmpty || freeBucket(of: position)
    ids.remove(at: position)
    if !isFreed {
      rebuild()
    } else if position != ids.count {
      shiftPositions(from: position &+ 1, by: -1)
    }
  }

  mutating func removeSubrange(_ range: Range<Int>) {
    guard range.count != 1 else { return remove(at: range.lowerBound) }
    ids.removeSubrange(range)
    rebuild()
  }

  mutating func removeAll(keepingCapacity: Bool) {
    ids.removeAll(keepingCapacity: keepingCapacity)
    if keepingCapacity {
      for bucket in buckets.indices { buckets[bucket] = 0 }
    } else {
      buckets = []
    }
  }

  mutating func swapAt(_ first: Int, _ second: Int) {
    guard first != second else { return }
    guard !buckets.isEmpty else { return ids.swapAt(first, second) }
    let firstBucket = bucket(of: first)
    let secondBucket = bucket(of: second)
    ids.swapAt(first, second)
    if let firstBucket, let secondBucket { buckets.swapAt(firstBucket, secondBucket) } else { rebuild() }
  }

  /// Keeps the ids at the given positions, each at most once and in the given order, and removes the others.
  mutating func keep(_ positions: [Int]) {
    ids = positions.map { ids[$0] }
    rebuild()
  }
}

extension OrderedIDs: Equatable {
  @inlinable
  public static func == (first: Self, second: Self) -> Bool {
    first.ids == second.ids
  }
}

extension OrderedIDs: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ids)
  }
}

extension OrderedIDs: ExpressibleByArrayLiteral {
  /// Makes a list of ids. Of equal ids the first is kept.
  public init(arrayLiteral elements: ID...) {
    self.init()
    for id in elements where !contains(id) { append(id) }
  }
}

extension OrderedIDs: Sendable where ID: Sendable {}

extension OrderedIDs: CustomStringConvertible {
  public var description: String { ids.description }
}

extension OrderedIDs: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: ids, displayStyle: .collection) }
}
