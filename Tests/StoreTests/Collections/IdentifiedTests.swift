import Store
import Testing

@testable import StoreCore

@Suite struct IdentifiedTests {
  struct Row: Identifiable, Equatable, Codable {
    var id: Int
    var count = 0
  }

  @Test func identified() throws {
    var name = Identified("Blob", id: 42)
    name.value += "!"
    #expect(name == Identified("Blob!", id: 42) && name != Identified("Blob!", id: 43) && name.count == 5)
    var row = Identified(Row(id: 1), id: \.id)
    row.count = 3
    row.value.id = 2
    #expect(row.id == 1 && row.value == Row(id: 2, count: 3))
    #expect(Identified("Blob", id: { $0.count }).id == 4)
    var rows: IdentifiedArrayOf<Identified<Int, Row>> = [row]
    rows[id: 1]?.count += 1
    #expect(rows.map(\.value.count) == [4])
    try expectJSON(Identified("Blob", id: 42), #"{"id":42,"value":"Blob"}"#)
  }

  @Test func defaultElements() {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
    #expect(rows[id: 3, default: Row(id: 3, count: 7)].count == 7 && rows.count == 2)
    rows[id: 1, default: Row(id: 9)].count += 1
    rows[id: 3, default: Row(id: 3, count: 7)].count += 1
    #expect(Array(rows) == [Row(id: 1, count: 1), Row(id: 2), Row(id: 3, count: 8)])
    // The id of the default element is used, not that of the subscript.
    rows[id: 4, default: Row(id: 5)].count += 1
    #expect(rows[id: 4] == nil && rows[id: 5]?.count == 1)
    rows[id: 5, default: Row(id: 5)].id = 6
    #expect(rows[id: 5] == nil && rows[id: 6]?.count == 1)
    let issues = withCapturedIssues { rows[id: 7, default: Row(id: 1)].count += 1 }
    #expect(issues.map { $0.message.contains("has the id of another element: 1") } == [true])
    #expect(rows.ids == [1, 2, 3, 6])
  }

  static let lists: [[Int]] = [[], [1], [3, 1, 2], [2, 3, 4], [4, 5, 6], Array(0..<20), Array((5..<30).reversed())]

  /// Every operation has the result of the one of `Set`, in the order of the ids.
  @Test(arguments: lists, lists) func setAlgebra(_ first: [Int], _ second: [Int]) {
    let ids = OrderedIDs(first)
    let (one, other) = (Set(first), Set(second))
    #expect(Array(ids.union(second)) == first + second.filter { !one.contains($0) })
    #expect(Array(ids.intersection(second)) == first.filter { other.contains($0) })
    #expect(Array(ids.subtracting(second)) == first.filter { !other.contains($0) })
    #expect(Set(ids.symmetricDifference(second)) == one.symmetricDifference(other))
    #expect(ids.isSubset(of: second) == one.isSubset(of: other))
    #expect(ids.isSuperset(of: second) == one.isSuperset(of: other))
    #expect(ids.isStrictSubset(of: second + second) == one.isStrictSubset(of: other))
    #expect(ids.isStrictSuperset(of: OrderedIDs(second)) == one.isStrictSuperset(of: other))
    #expect(ids.isDisjoint(with: second) == one.isDisjoint(with: other))
    #expect(ids.isEqualSet(to: second.reversed()) == (one == other))
    #expect(ids.union(second).allSatisfy { ids.contains($0) || other.contains($0) })
  }
}

@CasePathable enum ListAction: Equatable { case rows(IdentifiedAction<Int, Screen.Row>) }

@Suite struct IdentifiedActionTests {
  let action = ListAction.rows(.element(id: 3, action: .tapped(7)))

  @Test func casesByID() {
    #expect(action.is(\.rows) && action.is(\.rows[id: 3]) && !action.is(\.rows[id: 4]))
    #expect(action[case: \.rows[id: 3].tapped] == 7 && action[case: \.rows[id: 4].tapped] == nil)
    #expect(action[case: \.rows.element]?.id == 3 && (\ListAction.Cases.rows[id: 3].tapped)(7) == action)
    let keyPath: any CaseKeyPath<ListAction, Int> & Sendable = \.rows[id: 3].tapped
    #expect(keyPath(7) == action)
    #expect(keyPath == \ListAction.Cases.rows[id: 3].tapped && keyPath != \ListAction.Cases.rows[id: 4].tapped)
    #expect(keyPath.caseDescription == #"\.rows[id: 3].tapped"#)
    #expect((\ListAction.Cases.self).caseDescription == #"\.self"# && (\String.count).caseDescription == nil)
  }

  @Test func json() throws {
    try expectJSON(IdentifiedAction<Int, String>.element(id: 1, action: "a"), #"{"element":{"action":"a","id":1}}"#)
  }
}
