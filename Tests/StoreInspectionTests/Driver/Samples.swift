import Foundation
import Store

@testable import StoreInspection

/// A feature with every kind of effect that a script has to follow, and with values that a script can set.
@Reducer
struct Sampler {
  struct State: Encodable {
    var query = "", results: [String] = [], count = 0, ratio = 0.5, stamps: [Stamp] = []
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1, title: "a"), Row(id: 2, title: "b")]
    var error: String?
    var date: Date?
    var sheet: Sheet?
    var page = Page(), counts = ["a": 1]
  }

  struct Stamp: Encodable { let id: UUID, date: Date, number: Int }
  struct Row: Encodable, Identifiable { var id: Int, title: String, isDone = false }
  struct Page: Encodable { var title = "", rows: [Int] = [] }
  enum Sheet: Encodable { case detail(id: Int), help }

  enum Action: Codable {
    case queryChanged(String), searchStarted, searchResponse(SearchResponse)
    case countChanged(Int), ratioChanged(Double), dateChanged(Date), changed(query: String, count: Int)
    case rows(IdentifiedAction<Int, RowAction>)
    case stampButtonTapped, contextButtonTapped
    case tickButtonTapped(times: Int), ticked, stopButtonTapped
    case listenButtonTapped, spinButtonTapped, detachButtonTapped
    case loop, loopOfEffects, loopOfEffectsThatFollow
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
      return .run(name: "listen") { _ in for await _ in AsyncStream<Never>.makeStream().stream {} }
    case .spinButtonTapped:
      return .run(name: "spin") { _ in while !Task.isCancelled { await Task.yield() } }
    case .detachButtonTapped:
      return .run { send in await send(.countChanged(await Task.detached { 42 }.value)) }
    case .loop: return .send(.loop)
    case .loopOfEffects: return .run { send in await send(.loopOfEffects) }
    case .loopOfEffectsThatFollow:
      return .concatenate(.send(.searchStarted), .run { send in await send(.loopOfEffectsThatFollow) })
    }
    return .none
  }

  static var program: StoreCommandLine<Self> { StoreCommandLine(of: Self(), State(), commands: [.run, .compare]) }
}

/// An action with every kind of path and of payload that a script can write.
enum SampleAction: Codable, Equatable, Sendable {
  case submit, queryChanged(String), isOnChanged(Bool), level(UInt8), selected(Int?)
  case rowAppeared(id: Int), moved(Int, Int), tagged(Int, label: String), resized(width: Double, height: Double?)
  case due(Date), dayPicked(Day), identified(UUID), identifiers([UUID: Date]), counted([String: Int])
  case profileChanged(Profile), boxChanged(Box), styleChanged(Style), sizeChanged(Size), tabSelected(Tab), raw(Raw)
  case linkOpened(Link), linkSet(link: Link?), links([Link])
  case search(Search), rows(IdentifiedAction<Int, Row>), card(id: String, action: Row), child(action: Row)
  case detail(PresentationAction<Detail>), path(StackAction<Box, Search>)

  enum Detail: Codable, Equatable, Sendable { case starTapped, renamed(String), alert(PresentationAction<Search>) }
  enum Search: Codable, Equatable, Sendable { case response(Response), cleared }
  enum Response: Codable, Equatable, Sendable { case success([String]), failure(code: Int) }
  indirect enum Row: Codable, Equatable, Sendable { case tapped, renamed(String), rows(IdentifiedAction<String, Row>) }

  indirect enum Link: Codable, Equatable, Sendable {
    case home, detail(id: Int), search(String, page: Int?), back(to: Link)
  }

  enum Style: String, Codable { case light, dark }
  enum Size: Int, Codable, CaseIterable { case small, large }
  /// Encoded as text that differs from the names of the cases.
  enum Tab: String, Codable, CaseIterable { case home = "home-tab", search = "search-tab" }

  struct Profile: Codable, Equatable, Sendable {
    var name: String, nickname: String? = nil, emails: [Email] = []

    struct Email: Codable, Equatable, Sendable { var address: String, isVerified: Bool }
  }

  /// Encoded just like an enum with one case.
  struct Box: Codable, Equatable, Sendable { var content = Content() }
  struct Content: Codable, Equatable, Sendable { var text = "Blob" }

  struct Day: Codable, Equatable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }
    init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
  }

  /// An action type that implements `init(from:)` itself.
  enum Raw: Codable, Equatable, Sendable {
    case number(Int)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let number = try container.decode(Int.self)
      guard number > 0 else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "a raw number is positive")
      }
      self = .number(number)
    }
  }

  /// Actions, and how transcripts write them.
  static let samples: [(SampleAction, String)] = [
    (.submit, "submit"), (.queryChanged("a\u{2028}\"\\"), #"queryChanged "a\u2028\"\\""#), (.level(255), "level 255"),
    (.selected(nil), "selected null"), (.selected(1), "selected 1"),
    (.rowAppeared(id: .min), #"rowAppeared {"id": -9223372036854775808}"#),
    (.moved(.max, 0), #"moved {"_0": 9223372036854775807, "_1": 0}"#),
    (.tagged(1, label: ""), #"tagged {"_0": 1, "label": ""}"#),
    (.resized(width: 1, height: 2.5), #"resized {"width": 1, "height": 2.5}"#),
    (.due(Date(timeIntervalSinceReferenceDate: 0.25)), #"due "2001-01-01T00:00:00.250Z""#),
    (.boxChanged(Box()), #"boxChanged {"content": {"text": "Blob"}}"#),
    (.styleChanged(.dark), #"styleChanged "dark""#), (.sizeChanged(.large), "sizeChanged 1"),
    (.search(.cleared), "search.cleared"), (.search(.response(.success(["a"]))), #"search.response.success ["a"]"#),
    (.search(.response(.failure(code: 404))), #"search.response.failure {"code": 404}"#),
    (.rows(.element(id: 3, action: .tapped)), "rows[id: 3].tapped"),
    (.rows(.element(id: 3, action: .renamed("b"))), #"rows[id: 3].renamed "b""#),
    (.rows(.element(id: 3, action: .rows(.element(id: "x", action: .tapped)))), #"rows[id: 3].rows[id: "x"].tapped"#),
    (.card(id: "c", action: .tapped), #"card[id: "c"].tapped"#),
    (.detail(.dismiss), "detail.dismiss"), (.detail(.presented(.starTapped)), "detail.presented.starTapped"),
    (.detail(.presented(.renamed("b"))), #"detail.presented.renamed "b""#),
    (.detail(.presented(.alert(.presented(.cleared)))), "detail.presented.alert.presented.cleared"),
    (.path(.element(id: 2, action: .cleared)), "path[id: 2].cleared"),
    (.path(.popFrom(id: 2)), #"path.popFrom {"id": 2}"#),
    (.path(.push(id: 3, state: Box())), #"path.push {"id": 3, "state": {"content": {"text": "Blob"}}}"#),
  ]
}
