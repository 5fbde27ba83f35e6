import Store
import Foundation
import TestSupport
import Testing

@testable import StoreCore

struct Row: Identifiable, Hashable, Codable {
  var id: Int
  var count = 0
  var tags: [Int] = []
}

@Suite struct IdentifiedArrayTests {
  let rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2), Row(id: 3)]

  @Test func initializers() throws {
    #expect(IdentifiedArrayOf<Row>().isEmpty)
    #expect(IdentifiedArray(uniqueElements: [Row(id: 2), Row(id: 1)]).ids == [2, 1])
    let words = IdentifiedArray(uniqueElements: ["apple", "fig"], id: \.count)
    #expect(words[id: 5] == "apple" && words[id: 3] == "fig")
    #expect(IdentifiedArray<Int, String>(id: \.count).isEmpty)
    #expect(IdentifiedArrayOf<Row>(rows[1...]).ids == [2, 3])

    // Without a choice, the first of equal elements stays.
    let elements = [Row(id: 1, count: 1), Row(id: 2, count: 2), Row(id: 1, count: 3)]
    #expect(IdentifiedArrayOf<Row>(elements).elements == [Row(id: 1, count: 1), Row(id: 2, count: 2)])
    let first = IdentifiedArray(elements, id: \.id) { first, _ in first }
    #expect(first.elements == [Row(id: 1, count: 1), Row(id: 2, count: 2)])
    #expect(IdentifiedArray(elements) { $1 }.elements == [Row(id: 1, count: 3), Row(id: 2, count: 2)])
    #expect(throws: Failure.self) { try IdentifiedArray(elements) { _, _ in throw Failure() } }
  }

  @Test func initializersReportEqualIDs() {
    let (rows, words) = ([Row(id: 1), Row(id: 1, count: 2)], ["a", "b"])
    let line = #line + 2
    let issues = withCapturedIssues {
      let made = (IdentifiedArray(uniqueElements: rows), IdentifiedArray(uniqueElements: words, id: \.count))
      #expect(made.0.elements == [Row(id: 1)] && made.1.elements == ["a"])
      #expect(IdentifiedArray(uncheckedUniqueElements: rows).elements == [Row(id: 1)])
      #expect(IdentifiedArray(uncheckedUniqueElements: words, id: \.count).elements == ["a"])
      let literal: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 1, count: 2)]
      #expect(literal.elements == [Row(id: 1)])
    }
    #expect(issues.count == 5 && issues.prefix(2).map(\.line) == [line, line])
  }

  @Test func idsAndWhereTheyAre() {
    #expect(rows.contains(Row(id: 1, count: 99)) && !rows.contains(Row(id: 4)))
    #expect(rows.ids.contains(3) && rows.ids.description == "[1, 2, 3]")
    #expect(rows.ids.hashValue == OrderedIDs<Int>(arrayLiteral: 1, 2, 3, 3).hashValue)
    // A hint may be wrong.
    for hint in [1, 0, -1, 3] { #expect(rows.ids.firstIndex(of: 2, hint: hint) == 1) }
    #expect(rows.ids.firstIndex(of: 9, hint: 1) == nil)
    #expect(IdentifiedArrayOf<Row>().ids.firstIndex(of: 1, hint: 0) == nil)
  }

  /// The addresses of the array's and a row's buffers. A copy of a buffer would have another address.
  func addresses(_ rows: IdentifiedArrayOf<Row>, _ position: Int) -> [UnsafeRawPointer?] {
    rows.elements.withUnsafeBytes { elements in
      rows.elements[position].tags.withUnsafeBytes { [elements.baseAddress, $0.baseAddress] }
    }
  }

  @Test(arguments: [0, 1, 5_000, 9_999]) func changesInPlaceCopyNothing(position: Int) {
    var rows = IdentifiedArray(uniqueElements: (0..<10_000).map { Row(id: $0 * 3, tags: [$0, $0]) })
    let before = addresses(rows, position)

    rows[id: position * 3]?.count += 1
    rows[id: position * 3]?.tags[0] += 1
    rows[position].count += 1
    rows[position].tags[1] += 1
    func add(to row: inout Row) { row.tags[0] += 1 }
    add(to: &rows[position])

    #expect(addresses(rows, position) == before)
    #expect(rows[position] == Row(id: position * 3, count: 2, tags: [position + 2, position + 1]))
  }

  /// An id that is an object, whose hash can change while it is in an array.
  private final class Number: Hashable, Sendable {
    let value: LockIsolated<Int>

    init(_ value: Int) { self.value = LockIsolated(value) }

    static func == (lhs: Number, rhs: Number) -> Bool { lhs.value.value == rhs.value.value }
    func hash(into hasher: inout Hasher) { hasher.combine(value.value) }
  }

  @Test func idsWhoseHashHasChangedCanBeRemovedAndSwapped() {
    var numbers = IdentifiedArray(uniqueElements: (0..<20).map { Number($0) }, id: \.self)
    for count in (10..<20).reversed() {
      numbers.last?.value.withValue { $0 += 1_000 }
      numbers.removeLast()
      #expect((0..<2_000).filter { numbers[id: Number($0)] != nil } == Array(0..<count))
    }
    numbers.first?.value.withValue { $0 = 5_000 }
    numbers.swapAt(0, 9)
    #expect([5_000, 9, 0].map { numbers.index(id: Number($0)) } == [9, 0, nil])
  }

  @Test(arguments: [3, 20]) func idsOfOtherElementsAreReported(count: Int) {
    var rows = IdentifiedArray(uniqueElements: (0..<count).map { Row(id: $0) })
    let issues = withCapturedIssues {
      rows[id: 1]?.id = 2
      rows[0].id = 2
      rows[id: 77] = Row(id: 2, count: 5)
      rows.update(Row(id: 2, count: 6), at: 0)
    }
    #expect(issues.last?.line == #line - 2 && issues.last?.filePath == #filePath)
    let reports = issues.map { $0.message.contains("has the id of another element: 2.") }
    #expect(reports == [true, true, true, true] && (0...2).map { rows.index(id: $0) } == [0, 1, 2])
    #expect(rows.count == count && rows.allSatisfy { $0.count == 0 })

    // The array stays usable, and an element with a duplicate id becomes valid when it gets a unique one.
    rows[id: 0]?.id = 50
    rows.reverse()
    #expect(rows.index(id: 50) == count - 1)
    rows.remove(id: 2)
    #expect(rows.ids.contains(1) && !rows.ids.contains(2))
  }

  @Test func insertionsTellWhereAnElementIs() {
    var rows = rows
    #expect(rows.append(Row(id: 4)) == (true, 3))
    #expect(rows.append(Row(id: 2, count: 9)) == (false, 1))
    #expect(rows.insert(Row(id: 5), at: 0) == (true, 0))
    #expect(rows.insert(Row(id: 4, count: 9), at: 0) == (false, 4))
    rows.append(contentsOf: [Row(id: 6), Row(id: 1, count: 9), Row(id: 6, count: 9)])
    #expect(rows.ids == [5, 1, 2, 3, 4, 6] && rows.allSatisfy { $0.count == 0 })
    #expect(rows.update(Row(id: 2, count: 1), at: 2) == Row(id: 2))
    #expect(rows.updateOrAppend(Row(id: 2, count: 2)) == Row(id: 2, count: 1))
    #expect(rows.updateOrInsert(Row(id: 1, count: 3), at: 3) == (Row(id: 1), 1))
    #expect(rows.updateOrInsert(Row(id: 0), at: 0) == (nil, 0))
    rows.replaceSubrange(1..<3, with: [Row(id: 5, count: 1), Row(id: 3, count: 1), Row(id: 8), Row(id: 8, count: 1)])
    #expect(Array(rows)[..<4] == [Row(id: 0), Row(id: 5, count: 1), Row(id: 8), Row(id: 2, count: 2)])
    rows += [Row(id: 9), Row(id: 9)]
    #expect(rows.ids == [0, 5, 8, 2, 3, 4, 6, 9])
  }

  @Test func anElementThatIsAssignedBringsItsIDAlong() {
    var rows = rows
    rows[0] = Row(id: 9)
    #expect(rows.ids == [9, 2, 3] && rows.index(id: 9) == 0)
    // The element that has the id goes where the other one was.
    rows[0] = Row(id: 3, count: 1)
    #expect(rows.elements == [Row(id: 3, count: 1), Row(id: 2), Row(id: 9)] && rows.index(id: 9) == 2)
  }

  @Test func removalsReturnWhatWasThere() {
    var rows = IdentifiedArray(uniqueElements: (0..<20).map { Row(id: $0) })
    #expect(rows.remove(id: 4) == Row(id: 4))
    #expect(rows.remove(id: 4) == nil)
    #expect(rows.remove(Row(id: 5, count: 1)) == Row(id: 5))
    #expect(rows.removeFirst() == Row(id: 0))
    #expect(rows.removeLast() == Row(id: 19))
    rows.removeFirst(2)
    rows.removeLast(3)
    rows.removeSubrange(...1)
    #expect(rows.ids.elementsEqual(7...15) && rows.indices.allSatisfy { rows.index(id: rows[$0].id) == $0 })
    for keepsCapacity in [true, false] {
      var rows = rows
      rows.removeAll(keepingCapacity: keepsCapacity)
      #expect(rows.isEmpty && rows.ids.isEmpty)
      rows.append(Row(id: 8))
      #expect(rows.ids == [8] && rows.index(id: 8) == 0)
    }
  }

  /// As lists of SwiftUI pass them, offsets that are not there among them.
  @Test func removalAndMovesByOffsets() {
    var rows = IdentifiedArray(uniqueElements: (0..<10).map { Row(id: $0) })
    rows.remove(atOffsets: IndexSet([1, 3, 9]))
    #expect(rows.ids == [0, 2, 4, 5, 6, 7, 8])
    rows.remove(atOffsets: [0, 0, -1, 7, 99])
    #expect(rows.ids == [2, 4, 5, 6, 7, 8])
    for (offsets, destination, expected) in [
      ([0, 4], 3, [4, 5, 2, 7, 6, 8]), ([5], 0, [8, 4, 5, 2, 7, 6]), ([0, 1], 6, [5, 2, 7, 6, 8, 4]),
      ([5, 77], -3, [4, 5, 2, 7, 6, 8]), ([0], 99, [5, 2, 7, 6, 8, 4]),
    ] {
      rows.move(fromOffsets: IndexSet(offsets), toOffset: destination)
      #expect(rows.map(\.id) == expected)
    }
    #expect(rows.indices.allSatisfy { rows.index(id: rows[$0].id) == $0 })
  }

  @Test func ordersAndPartsKeepTheIDs() {
    var rows = IdentifiedArray(uniqueElements: (0..<20).map { Row(id: $0) })
    var (generator, same) = (SeededRandomNumberGenerator(seed: 1), SeededRandomNumberGenerator(seed: 1))
    rows.shuffle(using: &generator)
    #expect(rows.map(\.id) == Array(0..<20).shuffled(using: &same))
    #expect(rows.sorted { $0.id < $1.id }.ids.elementsEqual(0..<20))
    #expect(rows.partition { $0.id.isMultiple(of: 2) } == 10)
    #expect(rows.filter { $0.id < 3 }.ids.contains(1) && rows.filter { $0.id < 3 }.count == 3)
    rows.replaceSubrange(3..<5, with: (30..<34).map { Row(id: $0) })
    #expect(rows.count == 22 && rows.indices.allSatisfy { rows.index(id: rows[$0].id) == $0 })
    var words = IdentifiedArray(uniqueElements: ["b", "aa"], id: \.count)
    #expect(words.sorted().elements == ["aa", "b"])
    words.sort()
    #expect(words.elements == ["aa", "b"] && words.index(id: 1) == 1)
  }

  @MainActor @Test func forEachReportsTheIDOfAnotherElementAtItsPlace() {
    let line = #line + 2
    let store = Store(initialState: rows) {
      Changer<IdentifiedArrayOf<Row>, IdentifiedAction<Int, Int>>().forEach(\.self, action: \.child) {
        Changes<Row, Int> { row, id in row.id = id }
      }
    }
    let issues = withCapturedIssues { store.send(.child(.element(id: 1, action: 2))) }
    #expect(issues.map(\.line) == [line] && issues.first?.filePath == #filePath)
    #expect(issues.first?.message.contains("has the id of another element: 2.") == true)
  }

  @Test func genericAlgorithmsWork() {
    func sort<C: MutableCollection & RandomAccessCollection>(_ c: inout C) where C.Element == Row {
      c.sort { $0.id > $1.id }
    }
    var rows = IdentifiedArray(uniqueElements: (0..<50).map { Row(id: $0) })
    sort(&rows)
    #expect(rows.ids.elementsEqual((0..<50).reversed()))
    rows[10..<40].sort { $0.id < $1.id }
    let ids: [[Int]] = [(40..<50).reversed(), Array(10..<40), (0..<10).reversed()]
    #expect(rows.map(\.id) == ids.flatMap(\.self))
    #expect(rows.indices.allSatisfy { rows.index(id: rows[$0].id) == $0 })
  }

  @Test func codable() throws {
    try expectJSON(IdentifiedArray(uniqueElements: [Row(id: 1)]), #"[{"count":0,"id":1,"tags":[]}]"#)
    let equalIDs = try JSONEncoder().encode([Row(id: 1), Row(id: 2), Row(id: 1)])
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(IdentifiedArrayOf<Row>.self, from: equalIDs)
    }
    guard case .dataCorrupted(let context) = error else { return #expect(Bool(false), "\(String(describing: error))") }
    #expect(context.debugDescription == "The element at offset 2 has the id of an element before it.")
  }

  @Test func equalityHashingAndDescriptions() {
    var copy = rows
    #expect(copy == rows && copy.hashValue == rows.hashValue)
    copy[0].count = 1
    #expect(copy != rows && copy.hashValue != rows.hashValue)
    copy[0].count = 0
    copy.swapAt(0, 1)
    #expect(copy != rows && rows.ids == [1, 2, 3])
    let words = IdentifiedArray(uniqueElements: ["a", "bb"], id: \.count)
    #expect(words.description == #"["a", "bb"]"#)
    #expect(words.debugDescription == #"IdentifiedArray<String>(["a", "bb"])"#)
    #expect(Mirror(reflecting: words).displayStyle == .collection)
    #expect(Mirror(reflecting: words.ids).children.count == 2)
  }

  /// Ids of which few are equal but many collide in the table.
  struct Colliding: Hashable {
    var number: Int
    func hash(into hasher: inout Hasher) { hasher.combine(number % 3) }
  }

  struct Item<ID: Hashable>: Identifiable, Equatable {
    var id: ID
    var value: Int
  }

  @Test(arguments: randomSeeds(5)) func behavesAsAnArrayWithoutEqualIDs(seed: UInt64) {
    check(seed: seed) { $0 }
    check(seed: seed) { Colliding(number: $0) }
    check(seed: seed) { "\($0)" }
  }

  func check<ID: Hashable>(seed: UInt64, id: (Int) -> ID) {
    var generator = SeededRandomNumberGenerator(seed: seed)
    var array: IdentifiedArrayOf<Item<ID>> = []
    var model: [Item<ID>] = []
    for step in 0..<400 {
      let item = Item(id: id(Int.random(in: 0..<60, using: &generator)), value: step)
      let existing = model.firstIndex { $0.id == item.id }
      let position = Int.random(in: 0...model.count, using: &generator)
      switch Int.random(in: 0..<14, using: &generator) {
      case 0...2:
        array.append(item)
        if existing == nil { model.append(item) }
      case 3...4:
        array.insert(item, at: position)
        if existing == nil { model.insert(item, at: position) }
      case 5:
        array.remove(id: item.id)
        model.removeAll { $0.id == item.id }
      case 6 where position < model.count:
        array.remove(at: position)
        model.remove(at: position)
      case 7:
        array[id: item.id] = item
        if let existing { model[existing] = item } else { model.append(item) }
      case 8:
        array[id: item.id]?.value += 1
        if let existing { model[existing].value += 1 }
      case 9 where position < model.count && existing == nil:
        array[position].id = item.id
        model[position].id = item.id
      case 10 where position < model.count:
        array.swapAt(position, 0)
        model.swapAt(position, 0)
      case 11:
        array.move(fromOffsets: position..<min(position + 2, model.count), toOffset: 0)
        let moved = model[position..<min(position + 2, model.count)]
        model.removeSubrange(moved.indices)
        model.insert(contentsOf: moved, at: 0)
      case 12:
        let range = position..<min(position + 3, model.count)
        array.replaceSubrange(range, with: [item])
        model.removeSubrange(range)
        if !model.contains(where: { $0.id == item.id }) { model.insert(item, at: position) }
      case 13 where step % 5 == 0:
        array[id: item.id] = nil
        model.removeAll { $0.id == item.id }
        array.sort { $0.value < $1.value }
        model.sort { $0.value < $1.value }
      default: break
      }
      let isEqual = array.elements == model && array.ids.elementsEqual(model.map(\.id))
      let wrong = (0..<60).map(id).filter { id in array.index(id: id) != model.firstIndex { $0.id == id } }
      guard isEqual, wrong.isEmpty else {
        Issue.record("step \(step): \(array.elements) should be \(model), wrong places of \(wrong)")
        return
      }
    }
  }
}
