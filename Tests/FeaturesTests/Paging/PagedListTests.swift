import Features
import Foundation
import Store
import Testing

struct PagedListTests {
  private struct Row: Codable, Equatable, Identifiable, Sendable { var id: Int }
  private typealias List = PagedList<String, Row, Int>

  private func list(_ ids: some Sequence<Int> = 1...3, next: Int? = 2, total: Int? = nil) -> List {
    var list = List()
    let request = list.load("a")
    list.receive(ids.map(Row.init), totalCount: total, next: next, for: request)
    return list
  }

  private static let first = List.Request(query: "a")
  private static let second = List.Request(query: "a", cursor: 2)

  @Test func thereIsNothingAtFirst() {
    var list = List()
    #expect(!list.isLoading && list.latestQuery == nil)
    #expect(list.refresh() == nil)
    #expect(list.retry() == nil)
    #expect(list.rowAppeared(id: 1) == nil)
    #expect(!list.isEmpty && self.list([]).isEmpty, "an empty response is not the same as none")
  }

  @Test(arguments: [(1, false), (5, false), (6, true), (10, true), (11, false)])
  func oneOfTheLastFiveRowsLoadsTheNextPage(_ id: Int, loads: Bool) {
    var list = list(1...10)
    #expect(list.rowAppeared(id: id) == (loads ? Self.second : nil))
    if loads { #expect(list.rowAppeared(id: id) == nil, "one request at a time") }
  }

  @Test func aShortListLoadsItsNextPageToo() {
    var list = list(1...1)
    #expect(list.rowAppeared(id: 1)?.cursor == 2)
    var last = self.list(1...1, next: nil)
    #expect(last.rowAppeared(id: 1) == nil, "nothing follows the last page")
  }

  @Test func rowsThatHaveMovedAreNotShownTwice() {
    var list = list()
    #expect(list.rowAppeared(id: 3) == Self.second)
    list.receive([3, 4, 4, 5].map(Row.init), next: 3, for: Self.second)
    #expect(list.rows.map(\.id) == [1, 2, 3, 4, 5])
    #expect(list.nextCursor == 3)
  }

  @Test func anotherFailureDoesNotKeepRowsFromLoading() {
    var list = list()
    #expect(list.refresh() == Self.first)
    list.fail(.notHTTP, for: Self.first)
    #expect(list.rowAppeared(id: 3) == Self.second)
  }

  @Test func rowsThatWereNotAskedForLastLoadNoMoreOfThem() {
    var list = list()
    let other = list.load("b")
    list.fail(.notHTTP, for: other)
    #expect(list.rowAppeared(id: 3) == nil)
    #expect(list.failure?.request == other, "what has failed can be repeated")
    #expect(list.refresh() == other, "refreshing is of what was asked for last")
  }

  @Test func onlyWhatWasAskedForLastIsTaken() {
    var list = list()
    let (old, new) = (list.load("b"), list.load("c"))
    #expect(list.receive([Row(id: 9)], next: nil, for: old) == false)
    #expect(list.fail(.notHTTP, for: old) == false)
    #expect(list.rows.count == 3 && list.failure == nil && list.request == new)
    list.cancel()
    #expect(list.receive([Row(id: 9)], next: nil, for: new) == false)
    #expect(list.rows.count == 3 && !list.isLoading)
  }

  @Test func aRequestThatWasCancelledWithItsTaskIsOver() {
    var list = list()
    #expect(list.rowAppeared(id: 3) == Self.second)
    list.endCancelled(Self.first)
    #expect(list.isLoading)
    list.endCancelled(Self.second)
    #expect(!list.isLoading && list.failure == nil && list.latestQuery == "a")
    #expect(list.requestAgain() == Self.second)
    #expect(list.isLoading && list.cancelledRequest == nil)
    list.endCancelled(Self.second)
    #expect(list.rowAppeared(id: 3) == Self.second)
    let other = list.load("b")
    list.endCancelled(other)
    #expect(list.latestQuery == "b")
    #expect(list.refresh() == other)
    list.endCancelled(other)
    list.cancel()
    #expect(list.requestAgain() == nil)
  }

  /// Answers requests with a known row until the list makes no more. Returns the cursors.
  private func answer(_ list: inout List, _ request: List.Request?, next: (Int) -> Int? = { $0 + 1 }) -> [Int] {
    var cursors: [Int] = []
    var request = request
    while let cursor = request?.cursor, cursors.count < 20 {
      cursors.append(cursor)
      list.receive([Row(id: 3)], next: next(cursor), for: .init(query: "a", cursor: cursor))
      request = list.requestAfterEmptyPage()
    }
    return cursors
  }

  @Test func theListGoesOnByItselfAndThenWaitsForTheUser() {
    var list = list()
    #expect(list.requestAfterEmptyPage() == nil, "the first page had rows")
    let first = list.rowAppeared(id: 3)
    let cursors = answer(&list, first)
    #expect(cursors == [2, 3, 4, 5, 6] && list.waitsForUser && list.nextCursor == 7 && !list.isLoading)
    #expect(list.rowAppeared(id: 3) == nil, "a row that appears again would go on without an end")
    let more = list.requestMore()
    let others = answer(&list, more)
    #expect(others == [7, 8, 9, 10, 11] && list.waitsForUser)
    let last = list.requestMore()
    list.receive([Row(id: 4)], next: 13, for: .init(query: "a", cursor: last?.cursor))
    #expect(!list.waitsForUser && list.rows.count == 4)
    #expect(list.rowAppeared(id: 4)?.cursor == 13)
  }

  @Test func anEmptyFirstPageIsFollowedByTheNextOne() {
    var list = list([], next: 2)
    #expect(list.requestAfterEmptyPage()?.cursor == 2)
    list.receive([Row(id: 1)], next: nil, for: .init(query: "a", cursor: 2))
    #expect(list.rows.count == 1 && list.nextCursor == nil)
  }

  @Test(arguments: [[2: 2], [2: 3, 3: 2], [2: 3, 3: 4, 4: 5, 5: 6, 6: 7, 7: 8, 8: 2]])
  func aListEndsWhenACursorRepeats(_ next: [Int: Int]) {
    var list = list()
    let first = list.rowAppeared(id: 3)
    var cursors = answer(&list, first) { next[$0] }
    if list.waitsForUser {
      let more = list.requestMore()
      cursors += answer(&list, more) { next[$0] }
    }
    #expect(cursors == next.keys.sorted() && list.nextCursor == nil && !list.waitsForUser)
  }

  @Test func aFailureAndARefreshEndTheWait() {
    var list = list()
    let first = list.rowAppeared(id: 3)
    _ = answer(&list, first)
    #expect(list.refresh() == Self.first)
    #expect(!list.waitsForUser)
    list.fail(.notHTTP, for: Self.first)
    #expect(!list.waitsForUser, "the request that has failed is repeated instead")
    #expect(list.retry() == Self.first)
    list.receive((1...3).map(Row.init), next: 2, for: Self.first)
    #expect(!list.waitsForUser && list.nextCursor == 2)
  }

  private static let yesterday = Date(timeIntervalSinceReferenceDate: 1)

  @Test func keptRowsStayWhenThereIsNoConnection() {
    var list = List()
    let request = list.load("a")
    list.receive([Row(id: 7)], next: 2, asOf: Self.yesterday, for: request)
    list.fail(.noConnection(reason: ""), for: request)
    #expect(list.rows.map(\.id) == [7] && list.asOf == Self.yesterday && list.failure != nil)
    list.resume(.init(query: "b"))
    #expect(!list.isLoading)
    list.resume(request)
    #expect(list.request == request && list.failure == nil && list.rows.count == 1)
  }

  @Test func rowsOfTheServerAreNotReplacedByKeptOnes() {
    var list = list()
    let refresh = list.load("a")
    #expect(!list.usesKeptRows(for: refresh))
    #expect(list.receive([Row(id: 7)], next: nil, asOf: Self.yesterday, for: refresh) == false)
    let (old, _) = (list.load("b"), list.load("c"))
    #expect(list.receive([Row(id: 7)], next: nil, asOf: Self.yesterday, for: old) == false)
    #expect(list.rows.count == 3 && list.asOf == nil && list.query == "a")
  }

  @Test func rowsThatWereLeftOutAreCountedUntilTheFirstPageComesAgain() {
    var list = List()
    let request = list.load("a")
    list.receive((1...3).map(Row.init), omitted: 2, next: 2, for: request)
    #expect(list.rowAppeared(id: 3) == Self.second)
    list.receive([Row(id: 4)], omitted: 1, next: nil, for: Self.second)
    #expect(list.omittedCount == 3 && list.rows.count == 4)
    #expect(list.refresh() == Self.first)
    #expect(list.omittedCount == 3)
    list.receive([Row(id: 1)], next: nil, for: Self.first)
    #expect(list.omittedCount == 0)
  }
}
