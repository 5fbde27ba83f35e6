import Store
import TestSupport
import Testing

@testable import StoreCore

@Suite struct StackStateTests {
  @CasePathable enum Screen: Equatable { case text(String), number(Int) }

  /// Makes a stack of which a store has seen `elements`, after `usedBefore` others were removed.
  func settled<Element>(_ elements: [Element], usedBefore: Int = 0) -> StackState<Element> {
    var stack = StackState<Element>()
    _ = stack.settle()
    if let first = elements.first { stack.append(contentsOf: Array(repeating: first, count: usedBefore)) }
    stack.removeAll()
    stack.append(contentsOf: elements)
    _ = stack.settle()
    return stack
  }

  @Test func anElementThatIsSetWithTheNextIDIsPushed() {
    var stack: StackState<String> = []
    stack[id: 0] = "a"
    stack[id: 1] = "b"
    stack[id: 9]?.append("!")
    #expect(stack.elements == ["a", "b"])
    stack[id: 5] = "c"
    stack.append("d")
    #expect(stack.ids == [0, 1, 5, 6])
    // A test can write down an element whose id was used.
    stack.pop(from: 1)
    stack[id: 1] = "e"
    stack.append("f")
    #expect(stack.ids == [0, 1, 7] && stack.elements == ["a", "e", "f"])
  }

  @Test(arguments: [-1, 0, 2, 1 << 53, .max]) func anElementThatIsSetWithAnIDThatWasUsedIsReported(number: Int) {
    let id = StackElementID(generation: number)
    var stack: StackState = ["a", "b", "c"]
    stack.pop(from: 2)
    stack[id: 0] = nil
    let before = stack
    let issues = withDependencies({ $0.context = .live }, operation: { withCapturedIssues { stack[id: id] = "x" } })
    #expect(stack == before && stack.nextID == 3)
    let message = """
      An element was to be added to a stack with an id that can't be used. Nothing was added.

        Id:       \(id)
        Stack:    [#1]
        Next id:  #3

      Ids are given out in increasing order, so the element with this id was removed, or there never was one. Reducers \
      usually want to change an element only if it is there: "state.path[id: id]?.title = title". To add one, use \
      "append", which chooses the id.
      """
    #expect(issues.map(\.message) == [message])
  }

  @MainActor @Test func pagesAreChangedWhereTheyAre() {
    let store = Store(initialState: Book.State(path: StackState((0..<1_000).map { Page.State(number: $0) }))) { Book() }
    func address() -> UnsafeRawPointer? { store.withState { $0.path._elements.withUnsafeBytes { $0.baseAddress } } }
    store.send(.path(.element(id: 999, action: .nextTapped(number: 0))))
    store.send(.path(.element(id: 0, action: .presenceChecked)))
    store.send(.path(.popFrom(id: 900)))
    #expect(store.path.count == 900 && store.path.first?.number == 1)
    let after = address()
    store.send(.path(.element(id: 500, action: .presenceChecked)))
    #expect(address() == after)
  }

  @Test func anElementIsChangedWhereItIs() {
    var stack = StackState((0..<20).map { Array(repeating: $0, count: 100) })
    func address() -> UnsafeRawPointer? { stack[3].withUnsafeBytes { $0.baseAddress } }
    let before = address()
    stack[id: 3]?[1] = -1
    #expect(address() == before && stack[3][1] == -1)
  }

  @Test func aPayloadIsChangedByItsCase() {
    var stack: StackState<Screen> = [.number(42), .text("a")]
    stack[id: 0, case: \.number]? += 1
    #expect(stack.elements == [.number(43), .text("a")])
    #expect([0, 1, 2].map { stack[id: $0, case: \.text] } == [nil, "a", nil])
    stack[id: 0, case: \.number] = nil
    #expect(stack.elements == [.text("a")] && stack.ids == [1])
    stack[id: 1]?.modify(\.text) { $0 += "!" }
    #expect(stack.elements == [.text("a!")])
  }

  @Test func aPayloadOfAnotherCaseIsReported() {
    var stack: StackState<Screen> = [.number(42)]
    let line = #line + 2
    let issues = withCapturedIssues {
      stack[id: 0, case: \.text]?.append("!")
      stack[id: 0, case: \.text] = "b"
      stack[id: 1, case: \.text] = nil
    }
    #expect(stack == [.number(42)] && issues.map(\.line) == [line, line + 1, line + 2])
    #expect(
      issues.first?.message == """
        An element of a stack was to be changed as '\\.text', but is something else. Nothing was changed.

          Id:       #0
          Element:  StackStateTests.Screen.number(42)

        This usually means that ids were mixed up, or that the element was popped before. Look at the element with \
        "state.path[id: id]", or handle the action in the feature that the element belongs to.
        """
    )
    #expect(issues.last?.message.contains("  Id:       #1\n  Element:  none\n") == true)
  }

  @Test func stacksAreEqualIfElementsAndIDsAre() {
    let stack: StackState = ["a", "b"]
    #expect(stack == ["a", "b"] && stack != ["a", "c"] && stack != ["a"] && StackState<String>() == [])
    var other: StackState = ["x", "a", "b"]
    other.removeFirst()
    #expect(other.elements == stack.elements && other != stack && settled(["a", "b"]) == settled(["a", "b"]))
    #expect(settled(["a", "b"]) != settled(["a", "b"], usedBefore: 1))
    // Ids that were chosen are not preliminary.
    var chosen = StackState<String>()
    chosen[id: 0] = "a"
    #expect(chosen == settled(["a"]) && chosen != settled(["a"], usedBefore: 1))
    chosen = []
    chosen[id: 1] = "a"
    #expect(chosen == settled(["a"], usedBefore: 1) && chosen != settled(["a"]))
  }

  @Test func preliminaryIDsOnlyHaveToHaveTheSameDistances() {
    let stack = settled(["a", "b", "c"], usedBefore: 2)
    #expect(stack.ids == [2, 3, 4] && stack == ["a", "b", "c"] && ["a", "b", "c"] == stack)
    #expect(stack != ["a", "b", "d"] && stack != ["a", "b"])
    var other = stack
    other.remove(at: 1)
    #expect(other != ["a", "c"])
    var withGap: StackState = ["a", "b", "c"]
    withGap.remove(at: 1)
    #expect(other == withGap && Set([stack, ["a", "b", "c"]]).count == 1)
    // Preliminary ids begin at 0, so an element with the preliminary id 2 equals one whose final id is at least 2.
    let last = withGap.filter { $0 == "c" }
    #expect(last.ids == [2])
    #expect((0...3).map { settled(["c"], usedBefore: $0) == last } == [false, false, true, true])
  }

  @Test func aStackThatReplacesAnotherContinuesItsIDs() throws {
    let before = settled(["a", "b"], usedBefore: 3)
    func replaced(by stack: StackState<String>) throws -> StackState<String> {
      var stack = stack
      stack.settle(after: try #require(before._lineage), nextID: before._nextID)
      #expect(stack.isSettled && stack._lineage === before._lineage)
      return stack
    }
    #expect(before.ids == [3, 4])
    // A new stack.
    #expect(try replaced(by: []).nextID == 5)
    #expect(try replaced(by: ["a"]).ids == [5])
    var fresh: StackState = ["a", "b", "c"]
    fresh.remove(at: 1)
    let continued = try replaced(by: fresh)
    #expect(continued.ids == [5, 7] && continued.nextID == 8)
    // A stack of another store or parent.
    #expect(try replaced(by: settled(["a"])).ids == [5])
    #expect(try replaced(by: settled(["a"], usedBefore: 9)).ids == [14])
    // The stack itself after changes.
    var changed = before
    changed.append("c")
    changed.removeFirst()
    #expect(try replaced(by: changed).ids == [4, 5])
    // An earlier copy, first unchanged and then changed.
    var later = before
    later.append("c")
    later.removeAll()
    let latest = later.settle()
    var restored = before
    restored.settle(after: latest, nextID: later._nextID)
    #expect(restored == before && restored.nextID == 6)
    restored = before
    restored.append("d")
    restored.settle(after: latest, nextID: later._nextID)
    #expect(restored.ids == [3, 4, 6] && restored.nextID == 7)
  }

  /// Compares random changes of a stack with those of a list of pairs. No id is used again.
  @Test(arguments: randomSeeds(8)) func randomChanges(seed: UInt64) throws {
    var random = SeededRandomNumberGenerator(seed: seed)
    var (stack, model) = (StackState<Int>(), [(id: Int, element: Int)]())
    var (used, seen) = (0, Set<Int>())
    var lineage = stack.settle()
    func make(_ count: Int) -> [(id: Int, element: Int)] {
      (0..<count).map { _ in
        used += 1
        return (used - 1, Int.random(in: 0..<100, using: &random))
      }
    }
    for _ in 0..<400 {
      let idsBefore = Set(model.map(\.id))
      let position = Int.random(in: 0...model.count, using: &random)
      let end = Int.random(in: position...model.count, using: &random)
      let id = StackElementID(generation: Int.random(in: 0...used, using: &random))
      let index = model.firstIndex { $0.id == id.generation }
      switch Int.random(in: 0..<13, using: &random) {
      case 0, 1, 2:
        let new = make(1)
        stack.append(new[0].element)
        model += new
      case 3:
        let new = make(Int.random(in: 0...3, using: &random))
        stack.replaceSubrange(position..<end, with: new.map(\.element))
        model.replaceSubrange(position..<end, with: new)
      case 4:
        stack.pop(from: id)
        if let index { model.removeSubrange(index...) }
      case 5:
        stack.pop(to: id)
        if let index { model.removeSubrange((index + 1)...) }
      case 6 where index != nil || id.generation == used:
        let element = Int.random(in: 0..<100, using: &random)
        stack[id: id] = element
        if let index { model[index].element = element } else { model.append((make(1)[0].id, element)) }
      case 7:
        stack[id: id] = nil
        if let index { model.remove(at: index) }
      case 8: #expect(stack.popLast() == model.popLast()?.element)
      case 9:
        let new = make(1)
        stack.insert(new[0].element, at: position)
        model.insert(new[0], at: position)
      case 10:
        stack.removeAll { $0 % 3 == 0 }
        model.removeAll { $0.element % 3 == 0 }
      case 11 where model.count > 10:
        // The parent assigns a new stack.
        let nextID = stack._nextID
        let new = make(Int.random(in: 0...3, using: &random))
        stack = StackState(new.map(\.element))
        stack.settle(after: lineage, nextID: nextID)
        model = new
      default:
        let nextID = stack._nextID
        lineage = stack.settle()
        stack.settle(after: lineage, nextID: nextID)
      }
      #expect(stack.elements == model.map(\.element))
      #expect(stack.ids.map(\.generation) == model.map(\.id))
      #expect(stack.nextID.generation == used)
      for (position, entry) in model.enumerated() {
        let id = StackElementID(generation: entry.id)
        #expect(stack.index(id: id) == position && stack[id: id] == entry.element)
      }
      #expect(seen.isDisjoint(with: Set(model.map(\.id)).subtracting(idsBefore)))
      seen.formUnion(model.map(\.id))
    }
    #expect(used > 100)
  }

  @Test func json() throws {
    let stack = settled(["a", "b"], usedBefore: 3)
    try expectJSON(stack, #"["a","b"]"#)
    try expectJSON(Array(stack.ids), "[3,4]")
  }

  @Test func messages() {
    var stack = settled(["a"], usedBefore: 1)
    #expect(stack.description == #"["a"]"# && stack.debugDescription == ##"[#1: "a"]"##)
    #expect(Mirror(reflecting: stack).displayStyle == .dictionary)
    #expect("\(stack.ids[0])" == "#1" && valueDump(stack.ids[0]) == "#1")
    #expect(valueDump(StackState<Int>()) == "[]")
    stack.append("b")
    #expect(valueDump(stack) == "[\n  #1: \"a\",\n  #2: \"b\"\n]")
    var other = stack
    other.append("c")
    other[id: 1] = "A"
    #expect(valueDiff(stack, other) == "  [\n-   #1: \"a\",\n+   #1: \"A\",\n    #2: \"b\",\n+   #3: \"c\"\n  ]")
    #expect(valueDiff(stack, stack) == nil)
    // Equal elements with other ids are others.
    other.removeAll()
    other.append(contentsOf: ["a", "b"])
    let replaced = "  [\n-   #1: \"a\",\n-   #2: \"b\"\n+   #4: \"a\",\n+   #5: \"b\"\n  ]"
    #expect(valueDiff(stack, other) == replaced)
  }
}

extension StackState {
  fileprivate var elements: [Element] { Array(self) }
}

@Suite struct StackActionTests {
  typealias Action = StackAction<String, Page.Action>

  @Test func cases() {
    let action = Book.Action.path(.element(id: 3, action: .nextTapped(number: 7)))
    #expect(action.is(\.path) && action.is(\.path.element) && action.is(\.path[id: 3].nextTapped))
    #expect(action.is(\.path[id: 3]) && !action.is(\.path[id: 4]) && !action.is(\.path.popFrom))
    #expect(action[case: \.path[id: 3].nextTapped] == 7 && action[case: \.path[id: 4].nextTapped] == nil)
    #expect(action[case: \.path.element]?.id == 3)
    #expect((\Book.Action.Cases.path[id: 3].nextTapped).caseDescription == #"\.path[id: 3].nextTapped"#)
    #expect((\Book.Action.Cases.path.popFrom).caseDescription == #"\.path.popFrom"#)
    #expect(valueDump(Action.popFrom(id: 2)) == "StackAction<String, Page.Action>.popFrom(id: #2)")
    #expect((\Book.Action.Cases.path.popFrom)(2)[case: \.path.popFrom] == 2)
    let push = (\Action.Cases.push)((id: 1, state: "a"))
    #expect(push == .push(id: 1, state: "a") && push[case: \.push]?.state == "a")
    #expect((\Action.Cases.element)((id: 1, action: .tapped)) == .element(id: 1, action: .tapped))
    #expect((\Action.Cases[id: 1].tapped)() == .element(id: 1, action: .tapped))
  }

  @Test func json() throws {
    typealias Action = StackAction<[String], String>
    try expectJSON(Action.element(id: 3, action: "tapped"), #"{"element":{"action":"tapped","id":3}}"#)
    try expectJSON(Action.popFrom(id: 3), #"{"popFrom":{"id":3}}"#)
    try expectJSON(Action.push(id: 3, state: ["a"]), #"{"push":{"id":3,"state":["a"]}}"#)
  }
}
