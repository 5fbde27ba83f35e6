import Foundation
import Testing

@testable import StoreCore

/// Values with the same bytes are the same, if their types allow this conclusion.
@Suite struct RememberedValueTests {
  private final class Reference: Sendable {}

  private struct Row: Equatable {
    var id = UUID(uuidString: "00000000-0000-0000-0000-000000000001")
    var title = "a title that is longer than fifteen bytes"
    var tags: Set<String> = ["a"]
    var site = URL(string: "https://example.com")
    var bytes = Data([1, 2, 3])
    var counts: [String: Int] = [:]
    var parts: [Row] = []
    var date: Date?
  }

  private enum Screen {
    case list([Row], selected: Int?)
    case detail(Row)
    case empty
  }

  private indirect enum Tree {
    case node(Tree, Tree)
    case leaf
  }

  private struct Holder<Value> {
    var number = 0
    var value: Value
  }

  private struct WeakHolder {
    weak var reference: Reference?
  }

  /// A type whose `==` ignores a property.
  private struct Careless: Equatable {
    var id = 0
    var text = ""

    static func == (left: Careless, right: Careless) -> Bool { left.id == right.id }
  }

  @Test func copiesAreTheSame() throws {
    func check<Value>(_ value: Value, _ comment: Comment) throws {
      let remembered = try #require(RememberedValue(value), comment)
      let copy = value
      #expect(remembered.isSame(as: copy), comment)
    }
    try check(Row(), "struct")
    try check([Row(), Row()], "array")
    try check(["a": Row()], "dictionary")
    try check(Set(["a", "b"]), "set")
    try check("text", "string")
    try check(Substring("text"), "substring")
    try check((1, "a"), "tuple")
    try check(Screen.list([Row()], selected: 1), "enum")
    try check(Screen.detail(Row()), "enum with another payload")
    try check(Screen.empty, "enum without a payload")
    try check(Optional(Row()), "optional")
    try check(Holder(value: Row()), "generic")
    try check(StackState([Row()]), "stack")
    try check(PresentationState(wrappedValue: Row()), "presentation")
    try check(IdentifiedArray(uniqueElements: [Row()], id: \.title), "identified array")
  }

  private struct Line {
    var number: Int
    var text: String
  }

  /// What was in memory before can stay in the bytes that `nil` does not use.
  @Test func casesWithoutAPayloadAreTheSame() throws {
    func clear<Value>(_ place: UnsafeMutablePointer<Value?>, over byte: UInt8) {
      memset(place, Int32(byte), MemoryLayout<Value?>.size)
      place.initialize(to: nil)
    }
    let places = UnsafeMutablePointer<Line?>.allocate(capacity: 2)
    defer {
      places.deinitialize(count: 2)
      places.deallocate()
    }
    clear(places, over: 0)
    clear(places + 1, over: 0x55)
    let remembered = try #require(RememberedValue(places[0]))
    #expect(remembered.isSame(as: places[1]))
  }

  @Test func changesAreNoticed() throws {
    func check<Value>(_ value: Value, _ comment: Comment, change: (inout Value) -> Void) throws {
      let remembered = try #require(RememberedValue(value), comment)
      var copy = value
      change(&copy)
      #expect(!remembered.isSame(as: copy), comment)
      #expect(remembered.isSame(as: value), comment)
    }
    try check(Row(), "string") { $0.title += "!" }
    try check(Row(), "set") { $0.tags.insert("b") }
    try check(Row(), "dictionary") { $0.counts["a"] = 1 }
    try check(Row(), "elements of its own type") { $0.parts.append(Row()) }
    try check(Row(), "optional") { $0.date = Date(timeIntervalSince1970: 0) }
    try check(Row(), "data") { $0.bytes.append(4) }
    try check([Row(), Row()], "an element in place") { $0[1].title += "!" }
    try check(Screen.detail(Row()), "case") { $0 = .empty }
    try check(PresentationState(wrappedValue: Row()), "presented state in place") { $0.wrappedValue?.title += "!" }
    try check(StackState([Row()]), "an element of a stack") { $0[id: $0.ids[0]]?.title += "!" }
    try check(IdentifiedArray(uniqueElements: [Row()], id: \.title), "an identified element") {
      $0[0].date = .distantPast
    }
    // `==` is not called.
    try check(Careless(), "what `==` leaves out") { $0.text = "other" }
  }

  private struct Padded {
    var isOn = false
    var number = 1
    var choice: Int?
    var other = UInt8(2)
    var screen: Choice = .none

    enum Choice {
      case wide(Int, Int, Int)
      case narrow(UInt8)
      case none
    }
  }

  /// The contents of unused bytes make no difference.
  @Test(arguments: [UInt8(0), 0xFF])
  func unusedBytesDoNotCount(fill: UInt8) throws {
    func made(_ fill: UInt8, _ screen: Padded.Choice, _ choice: Int?) -> Padded {
      withUnsafeTemporaryAllocation(of: Padded.self, capacity: 1) { buffer in
        UnsafeMutableRawBufferPointer(buffer).initializeMemory(as: UInt8.self, repeating: fill)
        let pointer = UnsafeMutablePointer(mutating: UnsafePointer(buffer.baseAddress!))
        pointer.initialize(to: Padded())
        pointer.pointee.screen = screen
        pointer.pointee.choice = choice
        return pointer.move()
      }
    }
    for (screen, choice) in [(Padded.Choice.none, 1), (.narrow(3), nil), (.wide(1, 2, 3), 4)] as [(_, Int?)] {
      let remembered = try #require(RememberedValue(made(fill, screen, choice)))
      #expect(remembered.isSame(as: made(~fill, screen, choice)))
      #expect(!remembered.isSame(as: made(fill, .narrow(9), choice)))
      #expect(!remembered.isSame(as: made(fill, screen, 77)))
    }
  }

  /// These can change, or answer differently, while their bytes stay the same.
  @Test func objectsClosuresAndExistentialsAreNotRemembered() {
    #expect(RememberedValue(Reference()) == nil)
    #expect(RememberedValue(Holder(value: Reference())) == nil)
    #expect(RememberedValue([Reference()]) == nil)
    #expect(RememberedValue(["a": [Reference()]]) == nil)
    #expect(RememberedValue(Optional(Reference())) == nil)
    #expect(RememberedValue(WeakHolder()) == nil)
    #expect(RememberedValue(Holder<any Equatable>(value: 1)) == nil)
    #expect(RememberedValue(Holder<Any>(value: 1)) == nil)
    #expect(RememberedValue(Holder<() -> Int>(value: { 1 })) == nil)
    #expect(RememberedValue(Tree.leaf) == nil)
    #expect(RememberedValue(Holder(value: Shared(value: 1))) == nil)
    #expect(RememberedValue(NSNumber(1)) == nil)
  }
}
