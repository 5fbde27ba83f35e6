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

  @CasePathable enum Destination: Equatable { case list([Int]), text(String) }

  @Test func payloadsAreReadAndWrittenByTheirCase() {
    var state = PresentationState(wrappedValue: Destination.list(Array(0..<100)))
    func address(_ list: [Int]?) -> UnsafePointer<Int>? { list?.withUnsafeBufferPointer { $0.baseAddress } }
    let before = address(state[case: \.list])
    state[case: \.list]?[5] = -1
    #expect(address(state[case: \.list]) == before)
    #expect(state[case: \.list]?[5] == -1 && state[case: \.text] == nil)
    let copy = state
    state[case: \.list] = [1]
    #expect(state.wrappedValue == .list([1]))
    state[case: \.list] = nil
    #expect(state.wrappedValue == nil && copy[case: \.list]?.count == 100)
  }

  @Test func writingThePayloadOfAnotherCaseIsReported() {
    var state = PresentationState(wrappedValue: Destination.list([1]))
    let line = #line + 2
    var issues = withCapturedIssues {
      state[case: \.text]?.append("!")
      state[case: \.text] = nil
      state[case: \.text] = "text"
    }
    #expect(issues.map(\.line) == [line, line + 1, line + 2])
    #expect(state.wrappedValue == .list([1]))
    state.wrappedValue = nil
    issues += withCapturedIssues { state[case: \.text] = "text" }
    #expect(state.wrappedValue == nil && issues.count == 4)
    for (issue, presented) in zip(issues, Array(repeating: "Destination.list(", count: 3) + ["  nothing\n"]) {
      let start = "Presented state was to be changed as '\\.text', but is something else. Nothing was changed."
      #expect(issue.message.hasPrefix(start))
      #expect(issue.message.contains("  Presented:  ") && issue.message.contains(presented))
      #expect(issue.message.contains("assign the whole state"))
    }
  }

  @Test func writingInPlaceMayEndThePresentation() {
    var state = PresentationState(wrappedValue: Optional([1]))
    func clear(_ value: inout [Int]?) { value = nil }
    clear(&state.wrappedValue)
    #expect(state == PresentationState(wrappedValue: nil))
    func present(_ value: inout [Int]?) { value = [2] }
    present(&state.wrappedValue)
    func address() -> UnsafePointer<Int>? { state.wrappedValue?.withUnsafeBufferPointer { $0.baseAddress } }
    let before = address()
    state.wrappedValue?[0] = 3
    #expect(state.wrappedValue == [3])
    #expect(address() == before, "The value was copied.")
  }

  @Test func isComparedEncodedAndDumpedAsAnOptional() throws {
    let node = Node(name: "a", child: Node(name: "b"))
    #expect(node.hashValue == Node(name: "a", child: Node(name: "b")).hashValue && node != Node(name: "a"))
    #expect(valueDump(Node(name: "a")) == "PresentationStateTests.Node(\n  name: \"a\",\n  child: nil\n)")
    try expectJSON(node, #"{"child":{"name":"b"},"name":"a"}"#)
    try expectJSON([PresentationState(wrappedValue: 3), PresentationState(wrappedValue: nil)], "[3,null]")
    #expect(try JSONDecoder().decode(Node.self, from: Data(#"{"name":"a","child":null}"#.utf8)) == Node(name: "a"))
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Node.self, from: Data(#"{"name":"a","child":3}"#.utf8))
    }
  }
}
