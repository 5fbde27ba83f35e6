import Features
import Store
import StoreTesting

/// A list that is loaded page by page, as in the features.
@Reducer
struct ExploredList {
  struct Row: Equatable, Identifiable, Sendable {
    let id: Int
  }

  struct Page: Sendable {
    var rows: [Row]
    var next: Int?
  }

  typealias List = PagedList<String, Row, Int>

  struct State: Equatable, Sendable {
    var list = List()
  }

  enum Action: Equatable, Sendable {
    case queryChanged(String)
    case rowAppeared(Int)
    case retryButtonTapped
    case pageLoaded(List.Request, [Row], next: Int?)
    case failed(List.Request)
  }

  private enum CancelID { case load }

  @Dependency(PageClient.self) var client

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .queryChanged(let query): return load(state.list.load(query))
    case .rowAppeared(let id): return state.list.rowAppeared(id: id).map(load) ?? .none
    case .retryButtonTapped: return state.list.retry().map(load) ?? .none
    case .pageLoaded(let request, let rows, let next):
      state.list.receive(rows, next: next, for: request)
      return .none
    case .failed(let request):
      state.list.fail(.notHTTP, for: request)
      return .none
    }
  }

  private func load(_ request: List.Request) -> Effect<Action> {
    .run { [client] send in
      let page = try await client.page(request.query, request.cursor ?? 0)
      await send(.pageLoaded(request, page.rows, next: page.next))
    } catch: { _, send in
      await send(.failed(request))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct PageClient: TestDependencyKey, Sendable {
  var page: @Sendable (_ query: String, _ number: Int) async throws -> ExploredList.Page

  static let testValue = PageClient { _, _ in ExploredList.Page(rows: [], next: nil) }

  static func makePage(_ query: String, _ number: Int) -> ExploredList.Page {
    ExploredList.Page(
      rows: (0..<3).map { ExploredList.Row(id: number * 3 + $0 + query.utf8.count * 1_000) },
      next: number < 9 ? number + 1 : nil
    )
  }
}

/// Explorations for measuring the cost of a step.
enum ExplorationScenarios {
  struct Offline: Error {}

  static func explore(points: Int) async -> ExplorationReport {
    let bounds = ExplorationBounds(depth: 1_000, points: points, time: .seconds(60))
    return await exploreStates(of: ExploredList.State(), within: bounds) {
      ExploredList()
    } withDependencies: {
      $0[PageClient.self].page = { query, number in
        try await choose(
          "page \(number) of \(query)",
          .success(PageClient.makePage(query, number)),
          .failure(Offline())
        )
      }
    } actions: { state in
      ExploredList.Action.queryChanged("a")
      ExploredList.Action.queryChanged("ab")
      ExploredList.Action.queryChanged("abc")
      if let row = state.list.rows.last { ExploredList.Action.rowAppeared(row.id) }
      if state.list.failure != nil { ExploredList.Action.retryButtonTapped }
    } always: { state in
      if state.list.rows.count > 30 { reportIssue("There are rows that no page has.") }
    }
  }
}
