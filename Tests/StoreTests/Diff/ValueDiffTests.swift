import Foundation
import Store
import Testing

@Suite struct ValueDiffTests {
  func check(
    _ old: Any,
    _ new: Any,
    limits: DumpLimits = DumpLimits(),
    _ expected: String?,
    sourceLocation: SourceLocation = #_sourceLocation
  ) { #expect(valueDiff(old, new, limits: limits) == expected, sourceLocation: sourceLocation) }

  /// The same with lines that are expected.
  func check(
    _ old: Any,
    _ new: Any,
    limits: DumpLimits = DumpLimits(),
    sourceLocation: SourceLocation = #_sourceLocation,
    _ expected: () -> String
  ) { check(old, new, limits: limits, expected(), sourceLocation: sourceLocation) }

  @Test func equalValuesDoNotDiffer() {
    check(1, 1, nil)
    check(User(id: 1, name: "a"), User(id: 1, name: "a"), nil)
    check((1, (2, ())), (1, (2, ())), nil)
    check(Int?.none as Any, Int?.none as Any, nil)
    check(Node.chain([1, 2]), Node.chain([1, 2]), nil)
    check(["a": [Node(1)]], ["a": [Node(1)]], nil)
    check([1: Node?.none], [1: Node?.none], nil)
  }

  /// What does not fit is left out, but not the change.
  @Test func aChangeInTheOnlyPropertyOfALargeValue() {
    struct State { var users: [User] }
    let old = State(users: (0..<1_000).map { User(id: $0, name: "a") })
    var new = old
    new.users[500].name = "b"
    let difference = valueDiff(old, new) ?? ""
    for part in ["-", "name: \"a\"", "name: \"b\""] { #expect(difference.contains(part), "\(difference)") }
  }

  @Test func scalarsAndTypes() {
    check(1, 2, "- 1\n+ 2")
    check(true, "a", "- true\n+ \"a\"")
    check(1, Int8(1), "- 1 as Int\n+ 1 as Int8")
    check(Int.self, String.self, "- Int.self\n+ String.self")
    check(Int?.none as Any, 3, "- nil\n+ 3")
    check(Int?.some(1) as Any, Int?.some(2) as Any, "- 1\n+ 2")
    check(AnyHashable(1), AnyHashable("a"), "- 1\n+ \"a\"")
    check(Data([1]), Data([2]), "- Data(1 byte: 01)\n+ Data(1 byte: 02)")
  }

  @Test func structs() {
    func pair(_ name: String) -> Pair { Pair(driver: User(id: 1, name: "a"), passenger: User(id: 2, name: name)) }
    let passenger = "    passenger: User(\n      id: 2,\n-     name: \"b\"\n+     name: \"c\"\n    )"
    check(pair("b"), pair("c"), "  Pair(\n    driver: User(id: 1, …),\n\(passenger)\n  )")
  }

  /// Its cases differ, whatever they are described as.
  @Test func enumsWithADescription() {
    enum Tab: CustomStringConvertible {
      case list, map
      var description: String { "a tab" }
    }
    check(Tab.list, Tab.map, "- ValueDiffTests.Tab.list\n+ ValueDiffTests.Tab.map")
    check([Tab.list], [Tab.list, Tab.map], "  [\n    [0]: .list,\n+   [1]: .map\n  ]")
  }

  @Test func enums() {
    check(Shape.empty, Shape.circle(1), "- Shape.empty\n+ Shape.circle(1.0)")
    check(Shape.circle(1), Shape.circle(2), "- Shape.circle(1.0)\n+ Shape.circle(2.0)")
    check(Shape.nested(.empty), Shape.nested(.circle(1)), "- Shape.nested(.empty)\n+ Shape.nested(.circle(1.0))")
    let box = "  Shape.nested(\n    .box(\n      1.0,\n-     color: \"red\"\n+     color: \"blue\"\n    )\n  )"
    check(Shape.nested(.box(1, color: "red")), Shape.nested(.box(1, color: "blue")), box)
    check((Shape.box(1, color: "red"), 1), (Shape.box(1, color: "red"), 2), "  (\n    .box(…),\n-   1\n+   2\n  )")
  }

  @Test func lists() {
    check([1, 2], [1], "  [\n    [0]: 1\n-   [1]: 2\n  ]")
    check([1], [1, 2], "  [\n    [0]: 1,\n+   [1]: 2\n  ]")
    check([Int](), [1], "  [\n+   [0]: 1\n  ]")

    let old = Array(1...1_000)
    var new = old
    new[100] = 42
    new[102] = 42
    new.insert(42, at: 300)
    new.remove(at: 700)
    check(old, new) {
      """
        [
          … (100 unchanged),
      -   [100]: 101,
      +   [100]: 42,
          [101]: 102,
      -   [102]: 103,
      +   [102]: 42,
          … (197 unchanged),
      +   [300]: 42,
          … (399 unchanged),
      -   [699]: 700,
          … (300 unchanged)
        ]
      """
    }
  }

  @Test func elementsAreMatchedByID() {
    func users(_ ids: Int..., named: [Int: String] = [:]) -> [User] {
      ids.map { User(id: $0, name: named[$0] ?? "Blob") }
    }
    let old = users(1, 2, 3, 4, 5)
    let new = users(5, 1, 3, 8, named: [3: "Bob", 5: "Eve"])
    let expected = """
        [
          [0]: User(  // moved from [4]
            id: 5,
      -     name: "Blob"
      +     name: "Eve"
          ),
          [1]: User(id: 1, …),
      -   [1]: User(
      -     id: 2,
      -     name: "Blob"
      -   ),
          [2]: User(
            id: 3,
      -     name: "Blob"
      +     name: "Bob"
          ),
      -   [3]: User(
      -     id: 4,
      -     name: "Blob"
      -   ),
      -   [4]: User(id: 5, …)  // moved to [0]
      +   [3]: User(
      +     id: 8,
      +     name: "Blob"
      +   )
        ]
      """
    check(old, new, expected)
    check(IdentifiedArray(uniqueElements: old), IdentifiedArray(uniqueElements: new), expected)

    let words = IdentifiedArray(uniqueElements: ["a", "bb"], id: \.count)
    let others = IdentifiedArray(uniqueElements: ["bb", "c"], id: \.count)
    #expect(valueDiff(words, others)?.contains("+   [0]: \"bb\",  // moved from [1]") == true)
    // Ids that are not unique are not used for matching.
    let equalIDs = valueDiff(users(1, 1, 2, named: [1: "a"]), users(2, 1, 1, named: [1: "b"]))
    #expect(equalIDs?.contains("name: \"b\"") == true && equalIDs?.contains("moved") == false)
  }

  @Test func setsAndDictionaries() {
    check(Set([1, 2, 3]), Set([1, 3, 4]), "  Set([\n-   2,\n+   4,\n    … (2 unchanged)\n  ])")
    let dictionary = "  [\n-   2: \"b\",\n+   2: \"x\",\n-   3: \"c\",\n+   4: \"d\",\n    … (1 unchanged)\n  ]"
    check([1: "a", 2: "b", 3: "c"], [1: "a", 2: "x", 4: "d"], dictionary)
    check(["a": Int?.none], ["a": Int?.some(1)], "  [\n-   \"a\": nil\n+   \"a\": 1\n  ]")
  }

  @Test func strings() {
    check("a", "b", "- \"a\"\n+ \"b\"")
    let lines = (1...13).map { "line \($0)" }
    var changed = lines
    changed[7] = "new"
    check(
      Email(subject: "Hi", body: lines.joined(separator: "\n")),
      Email(subject: "Hi", body: changed.joined(separator: "\n")),
      #"""
        Email(
          subject: "Hi",
          body: """
            … (4 unchanged)
            line 5
            line 6
            line 7
      -     line 8
      +     new
            line 9
            line 10
            line 11
            … (2 unchanged)
            """
        )
      """#
    )
    check("a", "a\nb", "  \"\"\"\n  a\n+ b\n  \"\"\"")
    check("a\r\nb ", "a\nb", "  \"\"\"\n- a\\r\n- b\\u{20}\n+ a\n+ b\n  \"\"\"")
    check(
      Email(subject: "a", body: "1\n2"),
      Email(subject: "b", body: "1\n2"),
      "  Email(\n-   subject: \"a\",\n+   subject: \"b\",\n    body: \"…\"\n  )"
    )
    // Long lines are shown where they differ.
    let long = String(repeating: "a", count: 5_000)
    let shown = String(repeating: "a", count: 40)
    check(long + "b", long + "c", "- \"…\(shown)b\" (5001 characters)\n+ \"…\(shown)c\" (5001 characters)")
  }

  @Test func objects() {
    check(Node.chain([1, 2], isRing: true), Node.chain([1, 3], isRing: true)) {
      """
        Node(
          value: 1,
          next: Node(
      -     value: 2,
      +     value: 3,
            next: Node(↩︎),
            others: []
          ),
          others: []
        )
      """
    }
    let dog = Dog()
    dog.legs = 3
    check(Dog(), dog, "  Dog(\n-   legs: 4,\n+   legs: 3,\n    name: \"Rex\"\n  )")
  }

  @Test func differencesThatCanNotBeSeenAreNoted() {
    let note = "// Not equal but no difference detected:"
    check(NeverEqual(), NeverEqual(), "  \(note)\n- NeverEqual(value: 1)\n+ NeverEqual(value: 1)")
    check(Double.nan, Double.nan, "  \(note)\n- nan\n+ nan")
    let tuple = "  (\n    \(note)\n-   NeverEqual(value: 1),\n+   NeverEqual(value: 1),\n-   1\n+   2\n  )"
    check((NeverEqual(), 1), (NeverEqual(), 2), tuple)
    var limits = DumpLimits()
    limits.depth = 1
    let levels = "// Not equal, but the difference is more than 1 levels deep:"
    check([[1]], [[2]], limits: limits, "  [\n    \(levels)\n-   [0]: […]\n+   [0]: […]\n  ]")
    limits.depth = 2
    check(["a": [1]], ["a": [2]], limits: limits, "  [\n    \"a\": [\n-     [0]: 1\n+     [0]: 2\n    ]\n  ]")
  }

  @Test func limits() {
    var limits = DumpLimits()
    limits.elements = 2
    let list = "  [\n-   [0]: 1,\n+   [0]: 5,\n-   [1]: 2,\n+   [1]: 6,\n    … (2 more changed)\n  ]"
    check([1, 2, 3, 4], [5, 6, 7, 8], limits: limits, list)
    let set = "  Set([\n-   1,\n-   2,\n    … (2 more changed),\n    … (1 unchanged)\n  ])"
    check(Set([1, 2, 3, 9]), Set([4, 9]), limits: limits, set)
    limits.lines = 3
    let cut = "  [\n    [0]: [\n-     [0]: 1\n+     [0]: 5\n    ],\n    … (1 more changed)\n  ]"
    check([[1], [2]], [[5], [6]], limits: limits, cut)
    limits.lines = 1_000
    check("1\n2\n3", "a\nb\n3", limits: limits, "  \"\"\"\n- 1\n- 2\n  … (2 more changed)\n  \"\"\"")
  }

  @Test func largeDifferencesTakeLittleTimeAndRoom() {
    // With quadratic work each of these would take minutes.
    let rows = (0..<10_000).map { User(id: $0, name: "Blob") }
    var changed = rows
    changed[5_000].name = "Blob, Jr."
    #expect(valueDiff(rows, changed)?.contains("+     name: \"Blob, Jr.\"") == true)
    #expect(valueDiff(rows, Array(rows.reversed()))?.contains("moved from") == true)
    let shapes = (0..<20_000).map { Shape.circle(Double($0)) }
    #expect(valueDiff(shapes, Array(shapes.reversed()))?.contains("more changed") == true)
    let text = (0..<20_000).map { "line \($0)" }.joined(separator: "\n")
    let other = (0..<20_000).map { "row \($0)" }.joined(separator: "\n")
    #expect(valueDiff(text, other)?.contains("… (39900 more changed)") == true)
    let numbers = Dictionary(uniqueKeysWithValues: (0..<10_000).map { ($0, $0) })
    #expect(valueDiff(numbers, numbers.mapValues { $0 + 1 })?.contains("… (9900 more changed)") == true)
    let nodes = (0..<2_000).map { Node($0) }
    #expect(valueDiff(nodes, Array(nodes.reversed()))?.contains("more changed") == true)
  }
}
