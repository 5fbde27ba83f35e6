import Features
import Foundation
import Store
import Testing

struct PagedListTests {
  private struct Row: Codable, Equatable, Identifiable, Sendable {
    var id: Int
  }
  private typealias List = PagedList<String, Row, Int>

  private func list(_ ids: some Sequence<Int>, next: Int? = 2, total: Int? = nil) -> List {
    var list = List()
    let request = list.load("a")
    list.receive(ids.map(Row.init), totalCount: total, next: next, for: request)
    return list
  }

  @Test func thereIsNothingAtFirst() {
    var list = List()
    #expect(!list.isLoading && !list.isEmpty && list.latestQuery == nil)
    let refresh = list.refresh()
    #expect(refresh == nil)
    let retry = list.retry()
    #expect(retry == nil)
    let request = list.rowAppeared(id: 1)
    #expect(request == nil)
  }

  @Test func theFirstPageReplacesTheRowsWhenItHasCome() {
    var list = list(1...3, total: 9)
    let request = list.load("b")
    #expect(list.rows.map(\.id) == [1, 2, 3] && list.query == "a" && list.latestQuery == "b" && list.isLoading)
    let isTaken = list.receive([Row(id: 7)], next: nil, for: request)
    #expect(isTaken)
    #expect(list.rows.map(\.id) == [7] && list.query == "b" && list.totalCount == nil && !list.isLoading)
  }

  @Test(arguments: [6, 7, 10])
  func oneOfTheLastFiveRowsLoadsTheNextPage(_ id: Int) {
    var list = list(1...10)
    let first = list.rowAppeared(id: id)
    #expect(first == .init(query: "a", cursor: 2))
    let second = list.rowAppeared(id: id)
    #expect(second == nil, "one request at a time")
  }

  @Test(arguments: [1, 5, 11])
  func otherRowsDoNot(_ id: Int) {
    var list = list(1...10)
    let request = list.rowAppeared(id: id)
    #expect(request == nil)
  }

  @Test func aShortListLoadsItsNextPageToo() {
    var list = list(1...1)
    let request = list.rowAppeared(id: 1)
    #expect(request?.cursor == 2)
  }

  @Test func nothingFollowsTheLastPage() {
    var list = list(1...1, next: nil)
    let request = list.rowAppeared(id: 1)
    #expect(request == nil)
  }

  @Test func rowsThatHaveMovedAreNotShownTwice() throws {
    var list = list(1...3)
    let next = list.rowAppeared(id: 3)
    let request = try #require(next)
    list.receive([3, 4, 4, 5].map(Row.init), next: 3, for: request)
    #expect(list.rows.map(\.id) == [1, 2, 3, 4, 5])
    #expect(list.nextCursor == 3)
  }

  @Test func aFailureLosesNothingAndIsNotRepeatedByRows() throws {
    var list = list(1...3)
    let next = list.rowAppeared(id: 3)
    let request = try #require(next)
    let isTaken = list.fail(.notHTTP, for: request)
    #expect(isTaken)
    #expect(list.rows.count == 3 && list.failure == .init(request: request, error: .notHTTP) && !list.isLoading)
    let byRow = list.rowAppeared(id: 3)
    #expect(byRow == nil)
    let again = list.retry()
    #expect(again == request)
    #expect(list.failure == nil && list.isLoading)
  }

  @Test func anotherFailureDoesNotKeepRowsFromLoading() {
    var list = list(1...3)
    let refresh = list.refresh()
    #expect(refresh == .init(query: "a"))
    list.fail(.notHTTP, for: .init(query: "a"))
    let request = list.rowAppeared(id: 3)
    #expect(request == .init(query: "a", cursor: 2))
  }

  @Test func rowsThatWereNotAskedForLastLoadNoMoreOfThem() {
    var list = list(1...3)
    let other = list.load("b")
    list.fail(.notHTTP, for: other)
    let request = list.rowAppeared(id: 3)
    #expect(request == nil)
    #expect(list.failure?.request == other, "What has failed can be repeated.")
  }

  @Test func onlyWhatWasAskedForLastIsTaken() {
    var list = list(1...3)
    let old = list.load("b")
    let new = list.load("c")
    let isPageTaken = list.receive([Row(id: 9)], next: nil, for: old)
    #expect(!isPageTaken)
    let isFailureTaken = list.fail(.notHTTP, for: old)
    #expect(!isFailureTaken)
    #expect(list.rows.count == 3 && list.failure == nil && list.request == new)
    list.cancel()
    let isLatePageTaken = list.receive([Row(id: 9)], next: nil, for: new)
    #expect(!isLatePageTaken)
    #expect(list.rows.count == 3 && !list.isLoading)
  }

  @Test func aRequestThatWasCancelledWithItsTaskIsOver() throws {
    var list = list(1...3)
    let made = list.rowAppeared(id: 3)
    let request = try #require(made)
    list.endCancelled(.init(query: "b"))
    #expect(list.isLoading)
    list.endCancelled(request)
    #expect(!list.isLoading && list.failure == nil && list.latestQuery == "a")
    let again = list.requestAgain()
    #expect(again == request && list.isLoading && list.cancelledRequest == nil)
    list.endCancelled(request)
    let byRow = list.rowAppeared(id: 3)
    #expect(byRow == request && list.cancelledRequest == nil)
    let other = list.load("b")
    list.endCancelled(other)
    #expect(list.latestQuery == "b")
    let refresh = list.refresh()
    #expect(refresh == other)
    list.endCancelled(other)
    list.cancel()
    let none = list.requestAgain()
    #expect(none == nil)
  }

  // MARK: - Pages without new rows

  /// Answers requests with a known row until the list makes no more. Returns the cursors.
  private func answer(_ list: inout List, _ request: List.Request?, next: (Int) -> Int?) -> [Int] {
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
    var list = list(1...3)
    let isOffered = list.requestAfterEmptyPage() != nil
    #expect(!isOffered && !list.waitsForUser, "the first page had rows")
    let first = list.rowAppeared(id: 3)
    let cursors = answer(&list, first) { $0 + 1 }
    #expect(cursors == [2, 3, 4, 5, 6] && list.waitsForUser && list.nextCursor == 7 && !list.isLoading)
    let byRow = list.rowAppeared(id: 3)
    #expect(byRow == nil, "A row that appears again would go on without an end.")
    let more = list.requestMore()
    let others = answer(&list, more) { $0 + 1 }
    #expect(others == [7, 8, 9, 10, 11] && list.waitsForUser)
    let last = list.requestMore()
    list.receive([Row(id: 4)], next: 13, for: .init(query: "a", cursor: last?.cursor))
    #expect(!list.waitsForUser && list.rows.count == 4)
    let next = list.rowAppeared(id: 4)
    #expect(next?.cursor == 13)
  }

  @Test func anEmptyFirstPageIsFollowedByTheNextOne() {
    var list = list([], next: 2)
    let second = list.requestAfterEmptyPage()
    #expect(second?.cursor == 2)
    list.receive([Row(id: 1)], next: nil, for: .init(query: "a", cursor: 2))
    #expect(list.rows.count == 1 && list.nextCursor == nil)
  }

  @Test(arguments: [[2: 2], [2: 3, 3: 2], [2: 3, 3: 4, 4: 5, 5: 6, 6: 7, 7: 8, 8: 2]])
  func aListEndsWhenACursorRepeats(_ next: [Int: Int]) {
    var list = list(1...3)
    let first = list.rowAppeared(id: 3)
    var cursors = answer(&list, first) { next[$0] }
    if list.waitsForUser {
      let more = list.requestMore()
      cursors += answer(&list, more) { next[$0] }
    }
    #expect(cursors == next.keys.sorted() && list.nextCursor == nil && !list.waitsForUser)
  }

  @Test func aFailureAndARefreshEndTheWait() throws {
    var list = list(1...3)
    let first = list.rowAppeared(id: 3)
    _ = answer(&list, first) { $0 + 1 }
    let refreshed = list.refresh()
    let refresh = try #require(refreshed)
    #expect(!list.waitsForUser)
    list.fail(.notHTTP, for: refresh)
    #expect(!list.waitsForUser, "The request that has failed is repeated instead.")
    let repeated = list.retry()
    let again = try #require(repeated)
    list.receive((1...3).map(Row.init), next: 2, for: again)
    #expect(!list.waitsForUser && list.nextCursor == 2)
  }

  // MARK: - Kept rows

  private static let yesterday = Date(timeIntervalSinceReferenceDate: 1)

  @Test func keptRowsAreShownUntilThoseOfTheServerArrive() {
    var list = list(1...3)
    let request = list.load("b")
    #expect(list.usesKeptRows(for: request))
    let isShown = list.receive([Row(id: 7)], totalCount: 9, next: 2, asOf: Self.yesterday, for: request)
    #expect(isShown)
    #expect(list.rows.map(\.id) == [7] && list.query == "b" && list.asOf == Self.yesterday && list.request == request)
    #expect(list.nextCursor == nil, "the next page may begin elsewhere")
    let isTaken = list.receive([Row(id: 8)], next: 2, for: request)
    #expect(isTaken)
    #expect(list.rows.map(\.id) == [8] && list.asOf == nil && list.nextCursor == 2 && !list.isLoading)
  }

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
    var list = list(1...3)
    let refresh = list.load("a")
    #expect(!list.usesKeptRows(for: refresh))
    let isRefreshShown = list.receive([Row(id: 7)], next: nil, asOf: Self.yesterday, for: refresh)
    let old = list.load("b")
    _ = list.load("c")
    let isOldShown = list.receive([Row(id: 7)], next: nil, asOf: Self.yesterday, for: old)
    #expect(!isRefreshShown && !isOldShown)
    #expect(list.rows.count == 3 && list.asOf == nil && list.query == "a")
  }

  @Test func refreshingIsOfWhatWasAskedForLast() {
    var list = list(1...3)
    let request = list.load("b")
    list.fail(.notHTTP, for: request)
    let refresh = list.refresh()
    #expect(refresh == .init(query: "b"))
  }

  @Test func rowsThatWereLeftOutAreCountedUntilTheFirstPageComesAgain() throws {
    var list = List()
    let request = list.load("a")
    list.receive((1...3).map(Row.init), omitted: 2, next: 2, for: request)
    let next = list.rowAppeared(id: 3)
    list.receive([Row(id: 4)], omitted: 1, next: nil, for: try #require(next))
    #expect(list.omittedCount == 3 && list.rows.count == 4)
    let refresh = list.refresh()
    #expect(list.omittedCount == 3)
    list.receive([Row(id: 1)], next: nil, for: try #require(refresh))
    #expect(list.omittedCount == 0)
  }

  @Test func anEmptyResponseIsNotTheSameAsNone() {
    #expect(list([]).isEmpty)
    #expect(!List().isEmpty)
  }

  @Test func encodes() throws {
    var list = list(1...1)
    _ = list.refresh()
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(
      String(decoding: try encoder.encode(list), as: UTF8.self)
        == #"{"nextCursor":2,"omittedCount":0,"query":"a","request":{"query":"a"},"rows":[{"id":1}]}"#
    )
  }
}
