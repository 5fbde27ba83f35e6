import Dependencies
import DependenciesMacros
import Foundation
import Store
import TestSupport
import Testing

@testable import StoreInspection

/// A feature that leads to nearly everything that a generated test can contain.
@Reducer
struct Fetcher {
  struct Item: Codable, Equatable, Identifiable { var id: Int, name: String, tags: [String] = [] }
  struct Failure: Error, Codable, Equatable { var reason: String }

  @Reducer(state: .equatable, .encodable, action: .equatable, .codable)
  enum Destination { case memo(Memo) }

  struct State: Equatable, Encodable {
    var text = ""
    var items: IdentifiedArrayOf<Item> = []
    var counts: [String: Int] = [:]
    var failure: Failure?
    var rolls: [Int] = []
    var stamp: Date?
    var ids: [UUID] = []
    @Presents var destination: Destination.State?
  }

  enum Action: Equatable, Codable {
    case textChanged(String), fetchButtonTapped(query: String), fetched([Item]), failed(Failure)
    case itemRenamed(id: Int, String), itemRemoved(id: Int), counted(String, Int?)
    case rollButtonTapped, stampButtonTapped, impureButtonTapped, memoButtonTapped
    case destination(PresentationAction<Destination.Action>)
  }

  private enum CancelID { case fetch }
  @Dependency(\.fetchClient) private var client
  @Dependency(\.date) private var date
  @Dependency(\.uuid) private var uuid
  @Dependency(\.withRandomNumberGenerator) private var withRandomNumberGenerator

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .textChanged(let text): state.text = text
      case .fetchButtonTapped(let query):
        state.failure = nil
        return .run(name: "fetch") { [client] send in
          do {
            await send(.fetched(try await client.items(query: query, page: 1)))
          } catch let failure as Failure {
            await send(.failed(failure))
          }
        }
        .cancellable(id: CancelID.fetch, cancelInFlight: true)
      case .fetched(let items): state.items = IdentifiedArray(uniqueElements: items)
      case .failed(let failure): state.failure = failure
      case .itemRenamed(let id, let name): state.items[id: id]?.name = name
      case .itemRemoved(let id): state.items.remove(id: id)
      case .counted(let name, let count): state.counts[name] = count
      case .rollButtonTapped:
        state.rolls.append(withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) })
      case .stampButtonTapped:
        state.stamp = date.now
        state.ids.append(uuid())
      case .impureButtonTapped:
        state.ids.append(UUID())
      case .memoButtonTapped: state.destination = .memo(Memo.State())
      case .destination: break
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

@DependencyClient
struct FetchClient: Sendable {
  var items: @Sendable (_ query: String, _ page: Int) async throws -> [Fetcher.Item]
  var ask: @Sendable (_ question: String) async throws -> String
}

extension FetchClient: DependencyKey { static let liveValue = Self(), mockValue = Self(), testValue = Self() }

extension DependencyValues {
  var fetchClient: FetchClient {
    get { self[FetchClient.self] }
    set { self[FetchClient.self] = newValue }
  }
}

extension Fetcher {
  static func program(
    records: Bool = true,
    update: @escaping @Sendable (inout DependencyValues) -> Void = { _ in }
  ) -> StoreCommandLine<Fetcher> {
    var program = StoreCommandLine(of: Fetcher(), Fetcher.State())
    program.dependencies = update
    if records { program.recordedEndpoints = [#endpoint(\.fetchClient.items), #endpoint(\.fetchClient.ask)] }
    return program
  }
}

enum SessionToTest {
  static func make<Feature: Reducer & SendableMetatype>(
    _ script: String,
    _ options: [String] = [],
    program: StoreCommandLine<Feature>,
    editing edit: (String) -> String = { $0 }
  ) async throws -> Run where Feature.State: Encodable, Feature.Action: Codable {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let trace = folder.path("trace.jsonl")
    try folder.write(script, to: "session.script")
    let played = await program.play(["run", folder.path("session.script"), "--trace", trace])
    guard played.status == 0 else { return Run(status: -1, output: "", errors: played.errors) }
    try folder.write(edit(try folder.text("trace.jsonl")), to: "trace.jsonl")
    var run = await program.play(["generate-test", trace] + options)
    run.errors = run.errors.replacing(trace, with: "trace.jsonl")
    return run
  }
}

/// A feature with a stack of an enum's cases and a stack of structs.
@Reducer
struct Binder {
  @Reducer
  enum Path { case page(Memo), memo(Memo) }

  struct State: Equatable, Encodable {
    var path = StackState<Path.State>()
    var pile = StackState<Memo.State>()
    @Presents var memo: Memo.State?
    var pages: [String: StackState<Memo.State>] = [:]
  }

  enum Action: Equatable, Codable {
    case pageAdded(String), memoAdded(String), pagesReplaced([String]), pushedAndPopped(String), lowestRemoved, cleared
    case path(StackActionOf<Path>), pile(StackActionOf<Memo>), memo(PresentationAction<Memo.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .pageAdded(let title): state.path.append(.page(Memo.State(text: title)))
      case .memoAdded(let text): state.pile.append(Memo.State(text: text))
      case .pagesReplaced(let titles): state.path = StackState(titles.map { .page(Memo.State(text: $0)) })
      case .pushedAndPopped(let title):
        state.path.append(.page(Memo.State()))
        state.path.removeLast()
        state.path.append(.page(Memo.State(text: title)))
      case .lowestRemoved:
        if let id = state.path.ids.first { state.path[id: id] = nil }
      case .cleared: state.path.removeAll()
      case .path, .pile, .memo: break
      }
      return .none
    }
    .forEach(\.path, action: \.path)
    .forEach(\.pile, action: \.pile) { Memo() }
    .ifLet(\.$memo, action: \.memo) { Memo() }
  }

  static var program: StoreCommandLine<Binder> { StoreCommandLine(of: Binder(), Binder.State()) }
}

extension Binder.Path.State: Equatable, Codable {}
extension Binder.Path.Action: Equatable, Codable {}

@Reducer
struct Memo {
  struct State: Equatable, Codable { var text = "" }
  enum Action: Equatable, Codable { case textChanged(String) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if case .textChanged(let text) = action { state.text = text }
    return .none
  }
}
