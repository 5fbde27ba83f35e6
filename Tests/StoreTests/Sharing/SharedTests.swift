import Foundation
import Store
import Testing

extension SharedKey where Self == InMemoryKey<Int>.Default {
  fileprivate static var count: Self { Self[.inMemory("count"), default: 7] }
}

@Suite struct SharedTests {
  struct Row: Equatable, Identifiable, Codable, Hashable {
    let id: Int
    var text = ""
  }

  struct Settings: Equatable, Codable, Hashable {
    var name = "Blob"
    var rows: IdentifiedArrayOf<Row> = []
    var favorite: Row?
    var initial: String { String(name.prefix(1)) }
  }

  @Test func allWhoShareAValueSeeItsChanges() {
    @Shared(value: 1) var count
    let copy = $count
    let other = Shared(projectedValue: copy)
    copy.withLock { $0 += 1 }
    let result = other.withLock { value in
      value *= 10
      return value
    }
    #expect((result, count) == (20, 20))
    // A property can share something else.
    let another = Shared(value: 2)
    $count = another
    let log = Log()
    log.watch { _ = SharedReader($count).wrappedValue }
    #expect(log.entries.isEmpty)
    for number in 3...4 { another.withLock { $0 = number } }
    #expect(count == 4 && log.entries == ["changed"])
  }

  @Test func aClosureThatReadsWhatItChangesFindsWhatItWasBefore() throws {
    @Shared(value: Settings(rows: [Row(id: 1), Row(id: 2)], favorite: Row(id: 1))) var settings
    let row = try #require(Shared($settings.rows[id: 2]))
    let favorite = try #require(Shared($settings.favorite))
    $settings.withLock {
      $0.name = "Blob Jr."
      $0.rows.remove(id: row.wrappedValue.id)
      $0.favorite = nil
      #expect(settings.name == "Blob" && settings.rows.ids == [1, 2])
      #expect(favorite.wrappedValue == Row(id: 1))
    }
    #expect(settings == Settings(name: "Blob Jr.", rows: [Row(id: 1)]))
    #expect(throws: Failure.self) {
      try $settings.withLock {
        $0.name = "Blob Sr."
        throw Failure()
      }
    }
    #expect(settings.name == "Blob Sr.")
  }

  @Test func aClosureThatChangesWhatItChangesStopsTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let settings = Shared(value: Settings())
      settings.withLock {
        $0.name = "Blob Jr."
        settings.favorite.withLock { $0 = Row(id: 1) }
      }
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    for part in [
      "A shared value was changed while a closure was changing it.", "and what it changes otherwise would be lost.",
    ] { #expect(output.contains(part), "\(output)") }
  }

  /// Each of the scopes has default values of its own, because a detached task does not know its test.
  @Test func codeThatBelongsToNoTestSharesItsValues() async {
    @Sendable func count() -> Int {
      withDependencies {
        $0.date = .constant(.distantPast)
      } operation: {
        @Shared(.inMemory("codeThatBelongsToNoTest")) var count = 0
        $count.withLock { $0 += 1 }
        return count
      }
    }
    let counts = await Task.detached { [count(), count()] }.value
    #expect(counts[1] == counts[0] + 1)
  }

  @Test func optionalValuesHaveDefaultsToo() async {
    @Shared(.inMemory("number")) var number: Int? = 1
    #expect(number == 1)
    @Shared(.inMemory("nestedNumber")) var nestedNumber: Int?? = .some(nil)
    #expect(nestedNumber == .some(nil))
    @SharedReader(.inMemory("readNumber")) var readNumber: Int?? = .some(2)
    #expect(readNumber == .some(2))
    await #expect(throws: (any Error).self) { try await Shared<Int?>(require: .inMemory("missing")) }
    $number.withLock { $0 = nil }
    @Shared(.inMemory("number")) var sameNumber: Int? = 3
    #expect(sameNumber == nil)
  }

  @Test func aKeyKeepsItsValueWhenNobodyHoldsIt() {
    do {
      @Shared(.count) var count
      #expect(count == 7)
      $count.withLock { $0 = 8 }
    }
    @Shared(.count) var count
    #expect(count == 8)
    @Shared(.count) var withOtherDefault = 9
    @SharedReader(.count) var read
    #expect((withOtherDefault, read) == (8, 8))
  }

  @Test(arguments: 1...3) func eachCaseOfATestHasOtherValues(number: Int) {
    @Shared(.inMemory("number")) var shared = number
    #expect(shared == number)
  }

  @Test func otherStoragesKeepOtherValues() {
    @Shared(.count) var count
    $count.withLock { $0 = 1 }
    withDependencies {
      $0.defaultInMemoryStorage = InMemoryStorage()
    } operation: {
      @Shared(.count) var count
      #expect(count == 7)
    }
  }

  @Test func membersAreShared() {
    @Shared(value: Settings()) var settings
    let name: Shared<String> = $settings.name
    name.withLock { $0 += "!" }
    #expect(settings.name == "Blob!")
    let initial: SharedReader<String> = $settings.initial
    let count = $settings.read { $0.name.count }
    $settings.withLock { $0.name = "Alex" }
    #expect(initial.wrappedValue == "A" && count.wrappedValue == 4)
  }

  @Test func elementsAreShared() throws {
    @Shared(value: [Row(id: 1, text: "a"), Row(id: 2, text: "b")]) var rows: IdentifiedArrayOf<Row>
    let row = try #require(Shared($rows[id: 2]))
    row.withLock { $0.text = "c" }
    #expect(rows[id: 2]?.text == "c")
    for row in Array($rows) { row.withLock { $0.text += "!" } }
    #expect(rows.map(\.text) == ["a!", "c!"])
    #expect(Array(SharedReader($rows)).map(\.wrappedValue.text) == ["a!", "c!"])
    #expect(row.wrappedValue.text == "c!")
    $rows.withLock { $0 = [] }
    #expect(row.wrappedValue.text == "c!")
    row.withLock { $0.text = "Nobody sees it" }
    #expect(rows.isEmpty)
  }

  @Test func whatIsInAnOptionalIsShared() throws {
    @Shared(value: nil) var favorite: Row?
    #expect(Shared($favorite) == nil)
    $favorite.withLock { $0 = Row(id: 1) }
    let row = try #require(Shared($favorite))
    row.text.withLock { $0 = "a" }
    #expect(favorite == Row(id: 1, text: "a") && SharedReader($favorite)?.wrappedValue == favorite)
  }

  @Test func valuesAreComparedHashedEncodedAndShown() throws {
    let first = Shared(value: Row(id: 1, text: "a"))
    let second = Shared(value: Row(id: 1, text: "a"))
    #expect(first == second && first != Shared(value: Row(id: 1)) && Set([first, second]).count == 1 && first.id == 1)
    let (reader, other) = (SharedReader(first), SharedReader(second))
    #expect(reader == other && reader != SharedReader(value: Row(id: 1)) && Set([reader, other]).count == 1)
    #expect(reader.id == 1 && SharedReader(value: 1).description == "SharedReader<Int>(value: 1)")
    #expect(try JSONDecoder().decode(SharedReader<Row>.self, from: JSONEncoder().encode(reader)) == reader)
    #expect(String(customDumping: reader) == String(customDumping: first))
    let data = try JSONEncoder().encode(first)
    #expect(try JSONDecoder().decode(Row.self, from: data) == first.wrappedValue)
    #expect(try JSONDecoder().decode(Shared<Row>.self, from: data) == first)
    #expect(String(customDumping: first) == "SharedTests.Row(\n  id: 1,\n  text: \"a\"\n)")
    #expect(Shared(value: 1).description == "Shared<Int>(value: 1)")
    @Shared(.count) var count
    #expect($count.description == #"Shared<Int>(.inMemory("count"))"#)
  }
}
