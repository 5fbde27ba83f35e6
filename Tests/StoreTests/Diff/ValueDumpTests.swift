import Foundation
import Store
import Testing

@Suite struct ValueDumpTests {
  @Test func scalars() {
    let values: [(Any, String)] = [
      (1, "1"), (-1.5, "-1.5"), (true, "true"), ("a \"b\" \\ \t", #""a \"b\" \\ \t""#), ("abc".dropFirst(), #""bc""#),
      (Character("a"), "a"), (0..<4, "0..<4"), (Duration.milliseconds(1500), "1.5 seconds"), ((), "()"),
      (Int?.none as Any, "nil"), (Int?.some(1) as Any, "1"), (Int??.some(.none) as Any, "nil"),
      (AnyHashable(Int?.some(2)), "2"),
    ]
    for (value, dump) in values { #expect(valueDump(value) == dump) }
  }

  @Test func enums() {
    #expect(valueDump(Shape.circle(1)) == "Shape.circle(1.0)")
    #expect(valueDump(Shape.label(text: "a")) == #"Shape.label(text: "a")"#)
    #expect(valueDump(Shape.nested(.nested(.empty))) == "Shape.nested(.nested(.empty))")
    #expect(valueDump([Shape.box(1, color: "red")]) == "[\n  [0]: .box(\n    1.0,\n    color: \"red\"\n  )\n]")
    #expect(valueDump(Result<Int, CancellationError>.success(1)) == "Result<Int, CancellationError>.success(1)")
  }

  @Test func structsTuplesAndCollections() {
    let users: IdentifiedArrayOf<User> = [User(id: 7, name: "Blob")]
    let values: [(Any, String)] = [
      (ValueDumpTests(), "ValueDumpTests()"), ((a: 1, "b"), "(\n  a: 1,\n  \"b\"\n)"), ([Int](), "[]"),
      ([String: Int](), "[:]"), (Set<Int>(), "Set([])"), ([1, 2][1...], "[\n  [0]: 2\n]"),
      (ContiguousArray([1]), "[\n  [0]: 1\n]"), (OrderedPairs(pairs: [("a", 1)]), "[\n  \"a\": 1\n]"),
      (users.ids, "[\n  [0]: 7\n]"), (users, "[\n  [0]: User(\n    id: 7,\n    name: \"Blob\"\n  )\n]"),
    ]
    for (value, dump) in values { #expect(valueDump(value) == dump) }
  }

  @Test func setsAndDictionariesAreSorted() {
    #expect(valueDump(Set([10, -1, 9])) == "Set([\n  -1,\n  9,\n  10\n])")
    #expect(valueDump(Set(["b", "a"])) == "Set([\n  \"a\",\n  \"b\"\n])")
    #expect(valueDump([2: "b", 10: "c", 1: "a"]) == "[\n  1: \"a\",\n  2: \"b\",\n  10: \"c\"\n]")
    let mixed: [AnyHashable: Int] = ["x": 1, 3: 2, 1.5: 3]
    #expect(valueDump(mixed) == "[\n  1.5: 3,\n  3: 2,\n  \"x\": 1\n]")
  }

  @Test func strings() {
    #expect(
      valueDump("one\n\ttwo \n\\three\r\n\"\"\"\u{7}") == #"""
        """
        one
        \ttwo\u{20}
        \\three\r
        \"""\u{07}
        """
        """#
    )
    #expect(valueDump("a\n\nb") == "\"\"\"\na\n\nb\n\"\"\"")
  }

  @Test func foundationValues() throws {
    #expect(valueDump(Date(timeIntervalSinceReferenceDate: 1_700_000_000.25)) == "Date(2054-11-14T22:13:20.250Z)")
    #expect(valueDump(Date(timeIntervalSinceReferenceDate: -1)) == "Date(2000-12-31T23:59:59.000Z)")
    #expect(valueDump(Date.distantFuture) == "Date(4001-01-01T00:00:00.000Z)")
    #expect(valueDump(Date(timeIntervalSinceReferenceDate: .infinity)) == "Date(inf)")
    let uuid = try #require(UUID(uuidString: "00000000-0000-0000-0000-0000000000AB"))
    #expect(valueDump(uuid) == "UUID(00000000-0000-0000-0000-0000000000AB)")
    #expect(valueDump(try #require(URL(string: "https://swift.org/a?b"))) == "URL(https://swift.org/a?b)")
    #expect(valueDump(Decimal(12)) == "Decimal(12)")
    #expect(valueDump(Data([1, 171])) == "Data(2 bytes: 01ab)")
    #expect(valueDump(Data(count: 40)) == "Data(40 bytes: \(String(repeating: "0", count: 64))…)")
  }

  @Test func typesAndKeyPaths() {
    #expect(valueDump(ValueDumpTests.self) == "ValueDumpTests.self")
    #expect(valueDump([Int: Shape?].self as Any.Type) == "Dictionary<Int, Optional<Shape>>.self")
    struct Local<Value> { struct Inner {} }
    #expect(valueDump(Local<Pair>.Inner.self) == "ValueDumpTests.Local<Pair>.Inner.self")
    #expect(valueDump(\User.name) == #"\User.name"#)
    #expect(valueDump(\Screen.Cases.child.row) == #"\.child.row"#)
    #expect(valueDump(\String.count) == #"\String.<computed (Int)>"#)
    #expect(valueDump({ $0 } as (Int) -> Int) == "(Function)")
  }

  @Test func objects() {
    #expect(valueDump(Dog()) == "Dog(\n  legs: 4,\n  name: \"Rex\"\n)")
    #expect(valueDump(Counter()) == "Counter()")
    #expect(valueDump(LazyObject()) == "LazyObject(total: nil)")
    let ring = Node.chain([1, 2], isRing: true)
    ring.others = [ring]
    let next = "next: Node(\n    value: 2,\n    next: Node(↩︎),\n    others: []\n  )"
    #expect(valueDump(ring) == "Node(\n  value: 1,\n  \(next),\n  others: [\n    [0]: Node(↩︎)\n  ]\n)")
    ring.next = nil
    ring.others = []
  }

  @Test func storageOfWrappersAndMacrosIsShownAsProperties() {
    #expect(valueDump(Settings()) == "Settings(\n  volume: 3,\n  _hidden: true\n)")
    #expect(valueDump(Observed()) == "Observed(count: 1)")
  }

  @Test func limits() {
    var limits = DumpLimits()
    limits.elements = 2
    limits.characters = 5
    #expect(valueDump([1, 2, 3, 4], limits: limits) == "[\n  [0]: 1,\n  [1]: 2,\n  … (2 more)\n]")
    #expect(valueDump(Set([1, 2, 3]), limits: limits) == "Set([\n  1,\n  2,\n  … (1 more)\n])")
    #expect(valueDump("abcdefg", limits: limits) == #""abcde…" (7 characters)"#)
    #expect(valueDump("ééééé", limits: limits) == #""ééééé""#)
    #expect(valueDump("ééééé\n1", limits: limits) == "\"\"\"\nééééé\n1\n\"\"\"", "characters count, not bytes")
    let lines = "\"\"\"\nabcde… (7 characters)\n1\n… (2 more lines)\n\"\"\""
    #expect(valueDump("abcdefg\n1\n2\n3", limits: limits) == lines)

    limits = DumpLimits()
    limits.depth = 2
    #expect(valueDump([[[[1]]]], limits: limits).contains("  [0]: [\n    [0]: […]  // more than 2 levels deep\n  ]"))
    limits = DumpLimits()
    limits.lines = 3
    #expect(valueDump([1, 2, 3, 4, 5], limits: limits) == "[\n  [0]: 1,\n  [1]: 2,\n  [2]: 3,\n  … (2 more)\n]")
  }

  @Test func veryLargeValuesAreCut() {
    let rows = (0..<1_000).map { row in (0..<1_000).map { "\(row) \($0)" } }
    #expect(valueDump(rows).count { $0 == "\n" } < 2_000)
    // Without limits, the dump would show the first node 2^60 times.
    var node = Node(0)
    for value in 1...60 {
      let next = Node(value, next: node)
      next.others = [node]
      node = next
    }
    #expect(valueDump(node).count { $0 == "\n" } < 3_000)
  }

  @Test func deepValuesNeedLittleStack() async throws {
    nonisolated(unsafe) let deep = Node.chain(0..<100_000)
    nonisolated(unsafe) let other = Node.chain((0..<100_000).map { $0 == 10 ? -1 : $0 })
    let results = await onThread(stackSize: 512 << 10) {
      [valueDump(deep), valueDiff(deep, other) ?? "", valueDiff(deep, deep) ?? ""]
    }
    for chain in [deep, other] { chain.unlink() }
    #expect(results[0].contains("next: Node(…),  // more than 64 levels deep"))
    #expect(results[1].contains("-                       value: 10,\n+                       value: -1,"))
    #expect(results[2].isEmpty)
  }
}

/// Runs an operation on a thread of its own. Secondary threads have 512 KiB of stack on Apple's systems.
func onThread<Success: Sendable>(stackSize: Int, _ body: @escaping @Sendable () -> Success) async -> Success {
  await withCheckedContinuation { continuation in
    let thread = Thread { continuation.resume(returning: body()) }
    thread.stackSize = stackSize
    thread.start()
  }
}
