import Store
import Foundation
@testable import StoreCore
import Testing

@Suite struct PresentationStateTests {
  struct Node: Equatable, Hashable, Sendable, Codable {
    var name = ""
    @Presents var child: Node?
  }

  @Test func readsAndWritesAsAnOptional() {
    var node = Node(name: "a", child: nil)
    #expect(node.child == nil)
    node.child = Node(name: "b")
    #expect(node.child?.name == "b")
    node.child?.name = "c"
    node.child?.child = Node(name: "d")
    #expect(node == Node(name: "a", child: Node(name: "c", child: Node(name: "d"))))
    node.child?.child = nil
    node.child = nil
    #expect(node == Node(name: "a"))
  }

  @Test func isOneWord() {
    #expect(MemoryLayout<PresentationState<Node>>.size == MemoryLayout<Int>.size)
  }

  @Test func copiesAreIndependent() {
    var original = Node(name: "a", child: Node(name: "b", child: Node(name: "c")))
    var copy = original
    copy.child?.child?.name = "changed"
    #expect(original.child?.child?.name == "c")
    original.child?.name = "changed"
    #expect(copy.child?.name == "b")
    let projected = original.$child
    original.child = nil
    #expect(projected.wrappedValue?.name == "changed")
  }

  @Test func writingInPlaceDoesNotCopy() {
    struct State {
      @Presents var list: [Int]?
    }
    var state = State(list: Array(0..<100))
    let address = state.list?.withUnsafeBufferPointer { $0.baseAddress }
    state.list?[5] = -1
    state.list?.swapAt(0, 1)
    #expect(state.list?.withUnsafeBufferPointer { $0.baseAddress } == address)
  }

  @CasePathable
  enum Destination: Equatable {
    case list([Int])
    case text(String)
  }

  @Test func payloadsAreReadAndWrittenByTheirCase() {
    var state = PresentationState(wrappedValue: Destination.list(Array(0..<100)))
    func address(_ list: [Int]?) -> UnsafePointer<Int>? { list?.withUnsafeBufferPointer { $0.baseAddress } }
    let before = address(state[case: \.list])
    state[case: \.list]?[5] = -1
    #expect(address(state[case: \.list]) == before)
    #expect(state[case: \.list]?[5] == -1)
    #expect(state[case: \.text] == nil)
    let copy = state
    state[case: \.list] = [1]
    #expect(state.wrappedValue == .list([1]))
    state[case: \.list] = nil
    #expect(state.wrappedValue == nil)
    #expect(copy[case: \.list]?.count == 100)
  }

  @Test func writingThePayloadOfAnotherCaseIsReported() {
    var state = PresentationState(wrappedValue: Destination.list([1]))
    var issues = withCapturedIssues { state[case: \.text]?.append("!") }
    issues += withCapturedIssues { state[case: \.text] = nil }
    issues += withCapturedIssues { state[case: \.text] = "text" }
    #expect(state.wrappedValue == .list([1]))
    state.wrappedValue = nil
    issues += withCapturedIssues { state[case: \.text] = "text" }
    #expect(state.wrappedValue == nil)
    let expected = ["Destination.list(", "Destination.list(", "Destination.list(", "  nothing\n"]
    for (issue, presented) in zip(issues, expected) {
      #expect(
        issue.message.hasPrefix(
          "Presented state was to be changed as '\\.text', but is something else. Nothing was changed."
        )
      )
      #expect(issue.message.contains("  Presented:  ") && issue.message.contains(presented))
      #expect(issue.message.contains("assign the whole state"))
    }
    #expect(issues.count == expected.count)
  }

  @Test func writingInPlaceMayEndThePresentation() {
    var state = PresentationState(wrappedValue: Optional([1]))
    func clear(_ value: inout [Int]?) { value = nil }
    clear(&state.wrappedValue)
    #expect(state == PresentationState(wrappedValue: nil))
    func present(_ value: inout [Int]?) { value = [2] }
    present(&state.wrappedValue)
    #expect(state.wrappedValue == [2])
  }

  @Test func equalityAndHashingAreThoseOfTheValue() {
    let one = Node(child: Node(name: "a"))
    let same = Node(child: Node(name: "a"))
    #expect(one == same)
    #expect(one.hashValue == same.hashValue)
    #expect(one != Node(child: Node(name: "b")))
    #expect(one != Node())
  }

  @Test func isEncodedAsAnOptional() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let node = Node(name: "a", child: Node(name: "b"))
    let data = try encoder.encode(node)
    #expect(String(decoding: data, as: UTF8.self) == #"{"child":{"name":"b"},"name":"a"}"#)
    #expect(try JSONDecoder().decode(Node.self, from: data) == node)
    #expect(try JSONDecoder().decode(Node.self, from: Data(#"{"name":"a","child":null}"#.utf8)) == Node(name: "a"))
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Node.self, from: Data(#"{"name":"a","child":3}"#.utf8))
    }
  }

  @Test func isEncodedByItselfToo() throws {
    let values = [PresentationState(wrappedValue: 3), PresentationState(wrappedValue: nil)]
    let data = try JSONEncoder().encode(values)
    #expect(String(decoding: data, as: UTF8.self) == "[3,null]")
    #expect(try JSONDecoder().decode([PresentationState<Int>].self, from: data) == values)
  }

  @Test func isDumpedAsTheProperty() {
    #expect(
      valueDump(Node(name: "a", child: Node(name: "b"))) == """
        PresentationStateTests.Node(
          name: "a",
          child: PresentationStateTests.Node(
            name: "b",
            child: nil
          )
        )
        """
    )
  }

  /// The storage behind a property wrapper has no name outside of its type: the projection has to find it.
  @Suite struct Projection {
    struct State {
      var padding: UInt8 = 1
      var numbers = [1, 2]
      @Presents var first: Int?
      var nested = Nested()
      @Presents var second: Int?
      var object = Object()
      var computed: PresentationState<Int> {
        get { PresentationState(wrappedValue: numbers.count > 2 ? numbers[2] : nil) }
        set { numbers = numbers.prefix(2) + (newValue.wrappedValue.map { [$0] } ?? []) }
      }
    }
    struct Nested {
      var flag = true
      @Presents var third: Int?
    }
    final class Object {
      @Presents var fourth: Int?
    }

    static func keyPaths() -> [(name: String, keyPath: WritableKeyPath<State, PresentationState<Int>>)] {
      [
        ("first", \.$first), ("second", \.$second), ("nested.third", \.nested.$third),
        ("object.fourth", \.object.$fourth), ("computed", \.computed),
      ]
    }

    @Test(arguments: Self.keyPaths().indices)
    func looksBorrowsAndRemoves(index: Int) {
      let keyPath = Self.keyPaths()[index].keyPath
      let place = BoxPlace(keyPath)
      var state = State()
      withUnsafeMutablePointer(to: &state) { state in
        #expect(!place.look(at: state) { _ in })
        #expect(place.borrow(from: state)?.address == nil)

        state.pointee[keyPath: keyPath].wrappedValue = 7
        let copy = state.pointee
        guard let child = place.borrow(from: state) else { return #expect(Bool(false)) }
        #expect(child.address.pointee == 7)
        child.address.pointee = 8
        place.restore(child, to: state)
        #expect(state.pointee[keyPath: keyPath].wrappedValue == 8)
        #expect(copy[keyPath: keyPath].wrappedValue == (Self.keyPaths()[index].name == "object.fourth" ? 8 : 7))

        var seen: Int?
        #expect(place.look(at: state) { seen = $0.pointee })
        #expect(seen == 8)
        place.remove(from: state)
        #expect(!place.look(at: state) { seen = $0.pointee })
        #expect(state.pointee.numbers == [1, 2])
      }
    }

    struct OneOfAType {
      var padding: UInt8 = 1
      @Presents var first: Int?
      var inner = Inner()

      struct Inner {
        var flag = true
        @Presents var second: String?
      }
    }

    @Test func theOnlyOneOfATypeIsReachedWhereItIs() {
      var state = OneOfAType(first: 1, inner: OneOfAType.Inner(second: ""))
      withUnsafeMutablePointer(to: &state) { state in
        #expect(BoxPlace(\OneOfAType.$first).borrow(from: state)?.isCopy == false)
        #expect(BoxPlace(\OneOfAType.inner.$second).borrow(from: state)?.isCopy == false)
      }
    }

    /// The same key path may lead to different properties at different times.
    @Test func oneOfSeveralIsCopied() {
      for (name, keyPath) in Self.keyPaths() {
        var state = State()
        state[keyPath: keyPath].wrappedValue = 1
        withUnsafeMutablePointer(to: &state) { state in
          let child = BoxPlace(keyPath).borrow(from: state)
          #expect(child?.isCopy == true, "\(name)")
          child?.end()
        }
      }
    }
  }
}
