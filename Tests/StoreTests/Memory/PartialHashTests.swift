import Testing

@testable import StoreCore

/// The hash covers the hashable parts of values, and hashing leaves the values as they are.
@Suite struct PartialHashTests {
  /// A type that is `Equatable` but has no hashable part: objects are not examined.
  private struct Unhashed: Equatable { var reference = Reference(0) }

  private struct Row: Equatable {
    var name = ""
    var opaque = Unhashed()
  }

  private enum Tree: Equatable {
    case leaf(Row)
    indirect case node(Tree, Tree)
    case numbered(Int, row: Row)
    case empty
  }

  private final class Reference: Equatable {
    let number: Int
    init(_ number: Int) { self.number = number }
    static func == (first: Reference, second: Reference) -> Bool { first.number == second.number }
  }

  private struct Whole: Equatable {
    var rows: [Row] = []
    var row: Row?
    var tree = Tree.empty
    var names: [String: Unhashed] = [:]
    var reference = Reference(1)
    weak var owner: Reference?
    var pair = Pair(first: Row(), second: 1)
    var nested: [[Row?]] = [[nil]]
  }

  private struct Pair<First: Equatable, Second: Equatable>: Equatable {
    var first: First
    var second: Second
  }

  /// Changes of a value, and whether they change the hash.
  private static let changes: [(name: String, isSeen: Bool, change: @Sendable (inout Whole) -> Void)] = [
    ("an element more", true, { $0.rows.append(Row()) }),
    ("what is hashed of an element", true, { $0.rows = [Row(name: "a")] }),
    ("what is not hashed of an element", false, { $0.rows = [Row(opaque: Unhashed(reference: Reference(1)))] }),
    ("an optional that has a value", true, { $0.row = Row() }),
    ("the value of an optional", true, { $0.row = Row(name: "a") }),
    ("a case", true, { $0.tree = .leaf(Row()) }),
    ("another case", true, { $0.tree = .node(.empty, .empty) }),
    ("labels of a case", true, { $0.tree = .numbered(1, row: Row()) }),
    ("the number of values of a dictionary", true, { $0.names = ["a": Unhashed()] }),
    ("an object", false, { $0.reference = Reference(2) }),
    ("a member of a generic struct", true, { $0.pair.second = 2 }),
    ("a struct in a generic one", true, { $0.pair.first.name = "a" }),
    ("arrays in arrays", true, { $0.nested = [[Row()], []] }),
  ]

  @Test func equalValuesHaveTheSameHashAndOthersAnotherWhereItIsSeen() {
    let hash = PartialHash(Whole.self)
    let plain = Whole()
    for (name, isSeen, change) in Self.changes {
      var (first, second) = (Whole(), Whole())
      change(&first)
      change(&second)
      #expect(hash(first) == hash(second), "\(name)")
      // Compared with the value without the change. It contains an element if the change is one of an element.
      var base = plain
      if name.hasSuffix("of an element") { base.rows = [Row()] }
      #expect((hash(first) != hash(base)) == isSeen, "\(name)")
    }
  }

  /// A payload that is extracted for hashing is neither released nor retained.
  @Test func whatIsHashedIsAsBefore() {
    weak var weakReference: Reference?
    do {
      let reference = Reference(7)
      weakReference = reference
      let row = Row(name: "b", opaque: Unhashed(reference: reference))
      var whole = Whole(rows: [row], row: Row(), tree: .node(.leaf(row), .numbered(1, row: row)))
      (whole.reference, whole.owner) = (reference, reference)
      let (copy, hash) = (whole, PartialHash(Whole.self))
      let first = hash(whole)
      for _ in 0..<100 { #expect(hash(whole) == first) }
      #expect(whole == copy && whole.reference === reference && whole.owner === reference)
    }
    #expect(weakReference == nil)
  }

  @Test func whatIsHashableCountsAsAWhole() {
    let hash = PartialHash([String: Int].self)
    #expect(hash(["a": 1, "b": 2]) == hash(["b": 2, "a": 1]))
    #expect(hash(["a": 1]) != hash(["a": 2]))
    #expect(PartialHash(Unhashed.self)(Unhashed()) == PartialHash(Unhashed.self)(Unhashed()))
    #expect(PartialHash(Double.self)(0.0) == PartialHash(Double.self)(-0.0))
  }
}
