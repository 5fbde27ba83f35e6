import Dependencies
import Foundation
import Store

@testable import StoreInspection

/// A feature with every kind of effect that a script has to follow, and with values that a script can set. No code of
/// scripts is for this feature.
@Reducer
struct Sampler {
  struct State: Encodable {
    var query = ""
    var results: [String] = []
    var error: String?
    var count = 0
    var ratio = 0.5
    var date: Date?
    var stamps: [Stamp] = []
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1, title: "a"), Row(id: 2, title: "b")]
    var sheet: Sheet?
    var page = Page()
    var counts = ["a": 1]
  }

  struct Stamp: Encodable { let id: UUID, date: Date, number: Int }
  struct Row: Encodable, Identifiable { var id: Int, title: String, isDone = false }
  struct Page: Encodable { var title = "", rows: [Int] = [] }
  enum Sheet: Encodable { case detail(id: Int), help }

  enum Action: Codable {
    case queryChanged(String)
    case searchStarted
    case searchResponse(SearchResponse)
    case countChanged(Int)
    case changed(query: String, count: Int)
    case ratioChanged(Double)
    case dateChanged(Date)
    case rows(IdentifiedAction<Int, RowAction>)
    case stampButtonTapped
    case contextButtonTapped
    case tickButtonTapped(times: Int)
    case ticked
    case stopButtonTapped
    case listenButtonTapped
    case spinButtonTapped
    case detachButtonTapped
    case loop
    case loopOfEffects
    case loopOfEffectsThatFollow
  }

  enum RowAction: Codable { case toggled }
  enum SearchResponse: Codable { case success([String]), failure(String) }
  private enum CancelID { case search, ticks }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.uuid) private var uuid
  @Dependency(\.date) private var date
  @Dependency(\.withRandomNumberGenerator) private var withRandomNumberGenerator
  @Dependency(\.context) private var context

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .queryChanged(let query):
      state.query = query
      return .merge(
        .send(.searchStarted),
        .run(name: "search") { [clock] send in
          try await clock.sleep(for: .milliseconds(300))
          await send(.searchResponse(query.isEmpty ? .failure("no query") : .success([query, query.uppercased()])))
        }
        .cancellable(id: CancelID.search, cancelInFlight: true)
      )
    case .searchStarted: break
    case .searchResponse(.success(let results)): state.results = results
    case .searchResponse(.failure(let error)): state.error = error
    case .countChanged(let count): state.count = count
    case .changed(let query, let count): (state.query, state.count) = (query, count)
    case .ratioChanged(let ratio): state.ratio = ratio
    case .dateChanged(let date): state.date = date
    case .rows(.element(let id, .toggled)): state.rows[id: id]?.isDone.toggle()
    case .stampButtonTapped:
      let number = withRandomNumberGenerator { Int.random(in: 0..<1_000_000, using: &$0) }
      state.stamps.append(Stamp(id: uuid(), date: date.now, number: number))
    case .contextButtonTapped: state.query = "\(context)"
    case .tickButtonTapped(let times):
      return .run { [clock] send in
        for _ in 0..<times {
          try await clock.sleep(for: .seconds(1))
          await send(.ticked)
        }
      }
      .cancellable(id: CancelID.ticks)
    case .ticked: state.count += 1
    case .stopButtonTapped: return .cancel(id: CancelID.ticks)
    case .listenButtonTapped:
      return .run(name: "listen") { _ in
        for await _ in AsyncStream<Never>.makeStream().stream {}
      }
    case .spinButtonTapped:
      return .run(name: "spin") { _ in
        while !Task.isCancelled { await Task.yield() }
      }
    case .detachButtonTapped:
      return .run { send in
        let value = await Task.detached { 42 }.value
        await send(.countChanged(value))
      }
    case .loop: return .send(.loop)
    case .loopOfEffects: return .run { send in await send(.loopOfEffects) }
    case .loopOfEffectsThatFollow:
      return .concatenate(.send(.searchStarted), .run { send in await send(.loopOfEffectsThatFollow) })
    }
    return .none
  }

  static var program: StoreCommandLine<Sampler> {
    StoreCommandLine(of: Sampler(), Sampler.State(), commands: [.run])
  }
}
