import Testing

@testable import StoreCore

@Suite struct QueueTests {
  @Test(arguments: 1...10) func elementsLeaveInTheOrderInWhichTheyCame(seed: Int) {
    var queue = Queue<Int>()
    var expected: [Int] = []
    var next = 0
    for step in 1...2000 {
      // The queue grows for a while, then shrinks, and so on.
      let grows = (step * seed / 250).isMultiple(of: 2)
      if (step * 7 + seed) % 10 < (grows ? 7 : 3) {
        queue.append(next)
        expected.append(next)
        next += 1
      } else {
        #expect(queue.popFirst() == (expected.isEmpty ? nil : expected.removeFirst()))
      }
      #expect(queue.count == expected.count)
      #expect(queue.isEmpty == expected.isEmpty)
      if step.isMultiple(of: 16) {
        #expect(queue.elements == expected && queue.last == expected.last)
        #expect(queue.firstPosition { $0.isMultiple(of: 5) } == expected.firstIndex { $0.isMultiple(of: 5) })
      }
    }
    while let element = queue.popFirst() { #expect(element == expected.removeFirst()) }
    #expect(expected.isEmpty)
  }

  @Test func memoryIsThatOfTheElementsThatWait() {
    var queue = Queue<Int>()
    queue.append(0)
    queue.append(1)
    for element in 2...100_000 {
      queue.append(element)
      #expect(queue.popFirst() == element - 2)
      if queue.places.count > 200 { break }
    }
    #expect(queue.places.count < 200)
    for element in 0..<10_000 { queue.append(element) }
    while queue.popFirst() != nil {}
    #expect(queue.places.capacity <= 1024)
  }

  /// Releasing an element may append others.
  @Test func anElementThatAddsAnotherWhenItGoes() {
    final class Box {
      var queue = Queue<Element>()
      var count = 0
    }
    final class Element {
      unowned let box: Box
      init(_ box: Box) { self.box = box }
      deinit {
        box.count += 1
        if box.count < 1000 { box.queue.append(Element(box)) }
      }
    }
    let box = Box()
    for _ in 0..<100 { box.queue.append(Element(box)) }
    while box.queue.popFirst() != nil {}
    #expect(box.queue.isEmpty)
    #expect(box.count >= 1000)
  }
}
