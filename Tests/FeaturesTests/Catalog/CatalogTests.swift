import Dependencies
import Features
import Foundation
import Store
import StoreTesting
import Synchronization
import Testing

struct CatalogTests {
  private static let users = [User(id: 1, firstName: "Ada", lastName: "Lovelace")]
  private static let moreUsers = users + [User(id: 2, firstName: "葵", lastName: "佐藤")]
  private static let songs = [Song(id: 7, title: "夜明け", artist: "Nagori", seconds: 200)]

  private let clock = TestClock()

  private func store(
    _ state: Catalog.State = Catalog.State(),
    users: (@Sendable () async throws -> [User])? = nil,
    songs: (@Sendable () async throws -> [Song])? = nil
  ) -> TestStoreOf<Catalog> {
    TestStore(initialState: state) {
      Catalog()
    } withDependencies: {
      $0.continuousClock = clock
      if let users { $0.catalogClient[\.users] = users }
      if let songs { $0.catalogClient[\.songs] = songs }
    }
  }

  private static func loaded() -> Catalog.State {
    var state = Catalog.State()
    state.users = .success(users)
    state.songs = .success(songs)
    return state
  }

  /// The users while they are loaded again.
  private static let reloadedUsers = LoadState.loading(placeholder: EndpointValues().users.placeholder, previous: users)

  @Test func thereArePlaceholdersAtFirst() {
    let state = Catalog.State()
    guard case .loading(let users, nil) = state.users, case .loading(let songs, nil) = state.songs else {
      Issue.record("\(state)")
      return
    }
    #expect(users == EndpointValues().users.placeholder && !users.isEmpty)
    #expect(songs == EndpointValues().songs.placeholder && !songs.isEmpty)
    #expect(state.users.value == nil && state.users.error == nil && !state.$users.isLoading)
  }

  @Test func bothLoadAtOnceWhenItAppears() async {
    let clock = clock
    let store = store {
      try await clock.sleep(for: .seconds(2))
      return Self.users
    } songs: {
      try await clock.afterASecond(Self.songs)
    }
    await store.send(.appeared)
    await store.receive(.users(.load)) { $0.$users.requestCount = 1 }
    await store.receive(.songs(.load)) { $0.$songs.requestCount = 1 }
    #expect(store.state.$users.isLoading && store.state.$songs.isLoading)
    await clock.advance(by: .seconds(1))
    await store.receive(.songs(.loaded(Self.songs, request: 1))) { $0.songs = .success(Self.songs) }
    // What is loaded is not requested again. What is loading is: its request may have been cancelled with the view.
    await store.send(.appeared)
    await store.receive(.users(.load))
    await store.receive(.songs(.load))
    await clock.advance(by: .seconds(2))
    await store.receive(.users(.loaded(Self.users, request: 1))) { $0.users = .success(Self.users) }
    #expect(!store.state.$users.isLoading)
  }

  /// A kept value is shown until the service has sent another one, or while there is no network.
  @Test func whatWasKeptIsShownAsOfItsTime() async {
    let date = Date(timeIntervalSince1970: 1_767_225_600)
    var state = Catalog.State()
    state.$users.requestCount = 1
    let kept = store(state)
    await kept.send(.users(.loaded(Self.users, omitted: 1, asOf: date, request: 1))) {
      $0.users = Self.reloadedUsers
      $0.$users.asOf = date
      $0.$users.omittedCount = 1
    }
    await kept.send(.users(.failed(.notHTTP, request: 1))) { $0.users = .failure(.notHTTP, previous: Self.users) }
    #expect(kept.state.$users.asOf == date)
    kept.dependencies.catalogClient[\.users] = { Self.moreUsers }
    await kept.send(.users(.reload)) {
      $0.users = Self.reloadedUsers
      $0.$users.requestCount = 2
    }
    await kept.receive(.users(.loaded(Self.moreUsers, request: 2))) {
      $0.users = .success(Self.moreUsers)
      $0.$users.asOf = nil
      $0.$users.omittedCount = 0
    }
    // A value that the service has sent is not replaced with a kept one.
    await kept.send(.users(.loaded(Self.users, asOf: date, request: 2)))
  }

  /// Retrying loads only what has failed.
  @Test func aFailureKeepsTheOldValueAndTheOtherEndpoint() async {
    struct Other: Error {}
    let isDown = Mutex(true)
    let store = store(Self.loaded()) {
      if isDown.withLock({ $0 }) { throw Other() }
      return Self.moreUsers
    }
    await store.send(.users(.reload)) {
      $0.users = Self.reloadedUsers
      $0.$users.requestCount = 1
    }
    let error = APIError.unexpected(reason: "Other()")
    await store.receive(.users(.failed(error, request: 1))) { $0.users = .failure(error, previous: Self.users) }
    #expect(store.state.users.value == Self.users && store.state.users.error == error)
    isDown.withLock { $0 = false }
    await store.send(.retryButtonTapped)
    await store.receive(.users(.load)) {
      $0.users = Self.reloadedUsers
      $0.$users.requestCount = 2
    }
    await store.receive(.songs(.load))
    await store.receive(.users(.loaded(Self.moreUsers, request: 2))) { $0.users = .success(Self.moreUsers) }
  }

  @Test func loadingAgainCancelsTheRequestBefore() async {
    let cancelled = LockIsolated(0)
    let store = store { [clock] in
      do {
        return try await clock.afterASecond(Self.users)
      } catch {
        cancelled.withValue { $0 += 1 }
        throw error
      }
    }
    for request in 1...3 {
      await store.send(.users(.reload)) { $0.$users.requestCount = request }
    }
    #expect(cancelled.value == 2)
    await clock.advance(by: .seconds(1))
    await store.receive(.users(.loaded(Self.users, request: 3))) { $0.users = .success(Self.users) }
    await store.send(.users(.failed(.notHTTP, request: 3)))
    await store.send(.users(.loaded(Self.users, request: 4)))
  }

  /// As SwiftUI cancels the task of `refreshable`. Nothing else would say that the request is over.
  @Test func aReloadWhoseTaskIsCancelledIsOver() async {
    let clock = clock
    let store = store(Self.loaded()) {
      try await clock.afterASecond(Self.moreUsers)
    } songs: {
      try await clock.afterASecond(Self.songs)
    }
    store.exhaustivity = .off
    let task = await store.send(.reloadPulled)
    await task.cancel()
    await store.skipReceivedActions(strict: false)
    #expect(store.state.users == .success(Self.users) && store.state.songs == .success(Self.songs))
  }

  @Test func aFirstRequestWhoseTaskIsCancelledIsOverAndMadeAgain() async {
    let store = store(users: { [clock] in try await clock.afterASecond(Self.users) })
    store.exhaustivity = .off
    let task = await store.send(.users(.load))
    await task.cancel()
    await store.skipReceivedActions(strict: false)
    #expect(store.state.users == .failure(.cancelled))
    await store.send(.users(.load))
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions()
    #expect(store.state.users == .success(Self.users))
  }

  @Test func theSongsOfAnArtist() async {
    let store = store(Self.loaded())
    store.dependencies.catalogClient[\.[songsBy: "Nagori"]] = { Self.songs }
    await store.send(.artistSelected("Nagori")) {
      $0.artist = "Nagori"
      $0.$songs.endpoint = \.[songsBy: "Nagori"]
    }
    #expect(store.state.songs.value == nil, "The songs of all are not those of an artist.")
    await store.receive(.songs(.load)) { $0.$songs.requestCount = 1 }
    await store.receive(.songs(.loaded(Self.songs, request: 1))) { $0.songs = .success(Self.songs) }
    await store.send(.artistSelected("Nagori"))
    store.dependencies.catalogClient[\.songs] = { [clock] in try await clock.afterASecond(Self.songs) }
    await store.send(.artistSelected(nil)) {
      $0.artist = nil
      $0.$songs.endpoint = \.songs
    }
    await store.receive(.songs(.load)) { $0.$songs.requestCount = 2 }
    // A response for the artist may still be on its way to the reducer.
    await store.send(.songs(.loaded([], request: 1)))
    await store.send(.songs(.failed(.notHTTP, request: 1)))
    #expect(store.state.$songs.isLoading)
    await clock.advance(by: .seconds(1))
    await store.receive(.songs(.loaded(Self.songs, request: 2))) { $0.songs = .success(Self.songs) }
  }

  @Test func aPlaceholderAtThePlaceOfUse() async {
    struct Shown: Equatable, Sendable {
      @Get(\.users, placeholder: CatalogTests.users) var users
    }
    #expect(Shown().users == .loading(placeholder: Self.users))
    let store = TestStore(initialState: Shown()) {
      GetReducer<Shown, ShownAction, [User]>(\.$users, action: \.users)
    } withDependencies: {
      $0.catalogClient[\.users] = { throw APIError.notHTTP }
    }
    for request in 1...2 {
      await store.send(.users(.load)) {
        $0.users = .loading(placeholder: Self.users)
        $0.$users.requestCount = request
      }
      await store.receive(.users(.failed(.notHTTP, request: request))) { $0.users = .failure(.notHTTP) }
    }
  }

  @CasePathable fileprivate enum ShownAction: Codable, Equatable, Sendable {
    case users(GetAction<[User]>)
  }

  @Test func actionsAndStatesSurviveEncoding() throws {
    let actions: [Catalog.Action] = [
      .appeared, .artistSelected(nil), .users(.loaded(Self.users, request: 1)), .songs(.cancelled(request: 2)),
    ]
    let data = try JSONEncoder().encode(actions)
    #expect(try JSONDecoder().decode([Catalog.Action].self, from: data) == actions)
    struct Encoded: Decodable {
      var users: LoadState<[User]>
      var songs: LoadState<[Song]>
    }
    var state = Self.loaded()
    state.songs = .failure(.notHTTP, previous: Self.songs)
    let encoded = try JSONDecoder().decode(Encoded.self, from: JSONEncoder().encode(state))
    #expect(encoded.users == state.users && encoded.songs == state.songs)
  }

  // MARK: - Other features

  /// A feature that shows the users twice, beside properties of its own.
  @Reducer fileprivate struct Team {
    struct State: Equatable, Sendable, Encodable {
      var name = ""
      var left = Half()
      var right = Half()

      struct Half: Equatable, Sendable, Encodable {
        @Get(\.users) var users
      }
    }
    enum Action: Codable, Equatable, Sendable {
      case left(GetAction<[User]>)
      case right(GetAction<[User]>)
    }
    var body: some ReducerOf<Self> {
      GetReducer(\.left.$users, action: \.left)
      GetReducer(\.right.$users, action: \.right)
    }
  }

  @Test func twoFeaturesThatLoadTheSameDoNotDisturbEachOther() async {
    let clock = clock
    let store = TestStore(initialState: Team.State()) {
      Team()
    } withDependencies: {
      $0.catalogClient[\.users] = { try await clock.afterASecond(Self.users) }
    }
    await store.send(.left(.load)) { $0.left.$users.requestCount = 1 }
    await store.send(.right(.load)) { $0.right.$users.requestCount = 1 }
    await clock.advance(by: .seconds(1))
    await store.receive(.left(.loaded(Self.users, request: 1))) { $0.left.users = .success(Self.users) }
    await store.receive(.right(.loaded(Self.users, request: 1))) { $0.right.users = .success(Self.users) }
  }
}
