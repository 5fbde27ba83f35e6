/// A first-in, first-out queue.
///
/// Elements are moved in and out, so none is released while the queue is being changed. A `deinit` that sends an action
/// can therefore append to the queue.
///
/// - Complexity: Each operation takes amortized constant time. The memory is proportional to the number of elements.
@usableFromInline package struct Queue<Element> {
  /// The elements, preceded by places whose elements were taken out.
  @usableFromInline var places: [Element?] = []
  /// The index of the first place that is not empty.
  @usableFromInline var head = 0

  @inlinable package init() {}

  @inlinable package var isEmpty: Bool { places.isEmpty }
  @inlinable package var count: Int { places.count - head }

  @inlinable package var last: Element? { places.last ?? nil }

  /// The elements in their order.
  ///
  /// - Complexity: O(*n*).
  @inlinable package var elements: [Element] { isEmpty ? [] : places[head...].compactMap { $0 } }

  /// Returns the number of elements before the first one that satisfies a condition; `nil` if none does.
  ///
  /// - Complexity: O(*n*).
  @inlinable package func firstPosition(where isMet: (Element) -> Bool) -> Int? {
    places[head...].firstIndex { $0.map(isMet) ?? false }.map { $0 - head }
  }

  @inlinable package mutating func append(_ element: consuming Element) {
    places.append(element)
  }

  @inlinable package mutating func popFirst() -> Element? {
    guard head + 1 < places.count else { return popOnly() }
    let first = places[head].take()
    head += 1
    if head >= 64 && head * 2 > places.count {
      places.removeFirst(head)
      head = 0
    }
    return first
  }

  /// Takes out the only element, if there is one. This has to be fast, because there is seldom more than one.
  @inlinable mutating func popOnly() -> Element? {
    guard let last = places.popLast() else { return nil }
    if head > 0 {
      places.removeAll(keepingCapacity: places.capacity <= 1024)
      head = 0
    }
    return last
  }
}
