import Dependencies
import DependenciesMacros
import Foundation
import Store

@testable import StoreInspection

/// A feature that leads to nearly everything that a generated test can contain.
@Reducer
struct Fetcher {
  struct Item: Codable, Equatable, Identifiable {
    let id: Int
    var name: String
    var tags: [String] = []
  }

  struct Failure: Error, Codable, Equatable {
    var reason: String
  }

  @Reducer(state: .equatable, .encodable, action: .equatable, .codable)
  enum Destination {
    case memo(Memo)
  }

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
    case textChanged(String)
    case fetchButtonTapped(query: String)
    case fetched([Item])
    case failed(Failure)
    case itemRenamed(id: Int, String)
    case itemRemoved(id: Int)
    case counted(String, Int?)
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

extension FetchClient: DependencyKey {
  static let liveValue = Self()
  static let mockValue = Self()
  static let testValue = Self()
}

extension DependencyValues {
  var fetchClient: FetchClient {
    get { self[FetchClient.self] }
    set { self[FetchClient.self] = newValue }
  }
}

extension Fetcher {
  /// A program for the feature.
  static func program(
    records: Bool = true,
    update: @escaping @Sendable (inout DependencyValues) -> Void = { _ in }
  ) -> StoreCommandLine<Fetcher> {
    var program = StoreCommandLine(of: Fetcher(), Fetcher.State())
    program.dependencies = update
    if records {
      program.recordedEndpoints = [#endpoint(\.fetchClient.items), #endpoint(\.fetchClient.ask)]
    }
    return program
  }
}
