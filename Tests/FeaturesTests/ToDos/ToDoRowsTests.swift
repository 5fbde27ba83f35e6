import Foundation
import Store
import TestSupport
import Testing

@testable import Features

struct ToDoRowsTests {
  private func rows(_ toDos: ToDo..., filter: ToDoFilter = .all) -> ToDoRows {
    var rows = ToDoRows()
    rows.look(at: .newYear)
    rows.update(removing: [], adding: toDos)
    rows.show(filter)
    return rows
  }

  @Test func theNewestComesFirst() {
    #expect(rows(.example(2), .example(3), .example(1)).titles == ["3", "2", "1"])
    let same = (1...3).map { ToDo(id: UUID($0), title: "\($0)", createdAt: .newYear) }
    #expect(rows(same[1], same[0], same[2]).titles == ["3", "2", "1"], "the order of equally old ones is fixed")
  }

  @Test func nothingIsOutsideOfTheRowsOnShow() {
    let rows = rows(.example(1), .example(2, isDone: true), .example(3), filter: .open)
    #expect(rows.count == 2 && !rows.isEmpty && rows[0]?.title == "3")
    #expect(rows[-1] == nil && rows[2] == nil && rows[-3..<99].map(\.title) == ["3", "1"])
  }

  @Test(arguments: [
    ("", ["牛乳", "Café ﾐﾙｸ", "memo"]), (" \u{200B}", ["牛乳", "Café ﾐﾙｸ", "memo"]), ("牛", ["牛乳"]), ("cafe", ["Café ﾐﾙｸ"]),
    ("ミルク", ["Café ﾐﾙｸ"]), (" MILK ", ["memo"]), ("juice", []),
  ])
  func searching(_ query: String, _ titles: [String]) {
    func toDo(_ number: Int, _ title: String, memo: String = "") -> ToDo {
      ToDo(id: UUID(number), title: title, memo: memo, createdAt: .newYear(plus: Double(number)))
    }
    var rows = rows(toDo(3, "牛乳"), toDo(2, "Café ﾐﾙｸ"), toDo(1, "memo", memo: "a glass of milk"))
    rows.search(for: query)
    #expect(rows.titles == titles)
    #expect(rows.query == query)
  }

  @Test func theFirstToBeDueComesFirstAndThatWithoutADateLast() {
    let due = { (number: Int, seconds: Double?) in ToDo.example(number, dueAt: seconds.map { .newYear(plus: $0) }) }
    var rows = rows(due(1, nil), due(2, 60), due(3, 30), due(4, nil), due(5, 60))
    rows.sort(by: .dueDate)
    #expect(rows.titles == ["3", "5", "2", "4", "1"])
    rows.update(removing: [UUID(3)], adding: [due(2, 90), due(4, 0), due(6, 60)])
    #expect(rows.titles == ["4", "6", "5", "2", "1"])
    rows.sort(by: .creation)
    #expect(rows.titles == ["6", "5", "4", "2", "1"])
  }

  @Test func aToDoIsOverdueWhenItsMinuteIsOver() {
    var rows = rows(.example(1, dueAt: .newYear(plus: 90)), filter: .overdue)
    #expect(rows.nextOverdueAt == .newYear(plus: 120))
    for seconds in [0, 60, 90, 119.9] {
      rows.look(at: .newYear(plus: seconds))
      #expect(rows.isEmpty, "after \(seconds) s")
    }
    rows.look(at: .newYear(plus: 120))
    #expect(rows.titles == ["1"])
    #expect(rows.nextOverdueAt == nil)
    rows.look(at: .newYear)
    #expect(rows.isEmpty, "the clock was set back")
    #expect(rows.nextOverdueAt == .newYear(plus: 120))
  }

  @Test func onlyWhatIsOnShowIsEncoded() throws {
    let data = try JSONEncoder().encode(rows(.example(1), .example(2, isDone: true), filter: .done))
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.contains("\"total\":2") && text.contains("\"filter\":\"done\""))
    #expect(text.contains("\"title\":\"2\"") && !text.contains("\"title\":\"1\""))
  }

  /// Compares with a plain list that is filtered and sorted anew after each change.
  @Test(arguments: randomSeeds(5))
  func changesLeadToTheSameAsBuildingAnew(seed: UInt64) {
    var random = SeededRandomNumberGenerator(seed: seed)
    var model: [ToDo.ID: ToDo] = [:]
    var rows = ToDoRows()
    rows.look(at: .newYear)
    func randomToDo() -> ToDo {
      ToDo(
        id: UUID(Int.random(in: 0..<60, using: &random)),
        title: "\(Int.random(in: 0..<9, using: &random))",
        isDone: Bool.random(using: &random),
        createdAt: .newYear(plus: Double(Int.random(in: 0..<20, using: &random))),
        dueAt: Bool.random(using: &random) ? .newYear(plus: Double(Int.random(in: -300...300, using: &random))) : nil
      )
    }
    for step in 0..<200 {
      switch Int.random(in: 0..<12, using: &random) {
      case 0: rows.show(ToDoFilter.allCases.randomElement(using: &random) ?? .all)
      case 1: rows.look(at: .newYear(plus: Double(step)))
      case 2: rows.sort(by: ToDoOrder.allCases.randomElement(using: &random) ?? .creation)
      case 3: rows.search(for: ["", "", "1", "5"].randomElement(using: &random) ?? "")
      default:
        // A few changes are applied one by one, many are applied at once.
        let count = Int.random(in: 0..<8, using: &random) == 0 ? 40 : 2
        let added = (0..<Int.random(in: 0...count, using: &random)).map { _ in randomToDo() }
        let removed = (0..<Int.random(in: 0...count, using: &random)).map { _ in randomToDo().id }
        for id in removed { model[id] = nil }
        for toDo in added { model[toDo.id] = toDo }
        rows.update(removing: removed, adding: added)
      }
      let all = model.values.sorted { $0.comesBefore($1) }
      let shown = all.filter { toDo in
        switch rows.filter {
        case .all: true
        case .open: !toDo.isDone
        case .done: toDo.isDone
        case .overdue: !toDo.isDone && toDo.dueAt.map { $0 < rows.minute } ?? false
        }
      }
      .filter { rows.query.isEmpty || $0.title == rows.query }
      .sorted { rows.order.precedes($0, $1) }
      let next = all.filter { !$0.isDone }.compactMap(\.dueAt).filter { $0 >= rows.minute }.min()
      #expect(Array(rows.all) == all, "seed \(seed), step \(step)")
      #expect(rows[0..<rows.count] == shown, "seed \(seed), step \(step)")
      if let next {
        #expect(rows.nextOverdueAt ?? .distantFuture <= next.startOfMinute.addingTimeInterval(60), "never too late")
      }
    }
  }

  @Test func ofManyThatFollowEachOtherOneIsToldApart() {
    var rows = rows(.example(1_000))
    rows.show(.open)
    rows.update(removing: [], adding: (0..<100).reversed().map { .example($0, isDone: $0 == 50) })
    #expect(rows.all.count == 101)
    #expect(rows.count == 100)
    #expect(rows.titles.last == "0")
  }
}
