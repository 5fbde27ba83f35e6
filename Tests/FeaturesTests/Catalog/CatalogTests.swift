import Foundation
import StoreTesting
import StoreWeb
import Synchronization
import Testing

@testable import Features

struct CatalogTests {
  fileprivate static let users = [User(id: 1, firstName: "Ada", lastName: "Lovelace")]
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
    with(Catalog.State()) {
      $0.users = .success(users)
      $0.songs = .success(songs)
    }
  }

  /// The users while they are loaded again.
  fileprivate static let reloadedUsers =
    LoadState.loading(placeholder: EndpointValues().users.placeholder, previous: users)

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
    let store = store { [clock] in
      try await clock.sleep(for: .seconds(2))
      return Self.users
    } songs: { [clock] in
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
    let kept = store(with(Catalog.State()) { $0.$users.requestCount = 1 })
    await kept.send(.users(.loaded(Self.users, omitted: 1, asOf: date, request: 1))) {
      $0.users = Self.reloadedUsers
      $0.$users.asOf = date
      $0.$users.omittedCount = 1
    }
    await kept.send(.users(.failed(.notHTTP, request: 1))) { $0.users = .failure(.notHTTP, previous: Self.users) }
    #expect(kept.state.$users.asOf == date)
    kept.dependencies.catalogClient[\.users] = { Self.moreUsers }
    await kept.send(.users(.reload)) { $0.reloadUsers(request: 2) }
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
    await store.send(.users(.reload)) { $0.reloadUsers(request: 1) }
    let error = APIError.unexpected(reason: "Other()")
    await store.receive(.users(.failed(error, request: 1))) { $0.users = .failure(error, previous: Self.users) }
    #expect(store.state.users.value == Self.users && store.state.users.error == error)
    isDown.withLock { $0 = false }
    await store.send(.retryButtonTapped)
    await store.receive(.users(.load)) { $0.reloadUsers(request: 2) }
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
    for request in 1...3 { await store.send(.users(.reload)) { $0.$users.requestCount = request } }
    #expect(cancelled.value == 2)
    await clock.advance(by: .seconds(1))
    await store.receive(.users(.loaded(Self.users, request: 3))) { $0.users = .success(Self.users) }
    await store.send(.users(.failed(.notHTTP, request: 3)))
    await store.send(.users(.loaded(Self.users, request: 4)))
  }

  /// As SwiftUI cancels the task of `refreshable`. Nothing else would say that the request is over.
  @Test func aReloadWhoseTaskIsCancelledIsOver() async {
    let store = store(Self.loaded()) { [clock] in
      try await clock.afterASecond(Self.moreUsers)
    } songs: { [clock] in
      try await clock.afterASecond(Self.songs)
    }.nonExhaustive
    let task = await store.send(.reloadPulled)
    await task.cancel()
    await store.skipReceivedActions(strict: false)
    #expect(store.state.users == .success(Self.users) && store.state.songs == .success(Self.songs))
  }

  @Test func aFirstRequestWhoseTaskIsCancelledIsOverAndMadeAgain() async {
    let store = store(users: { [clock] in try await clock.afterASecond(Self.users) }).nonExhaustive
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
    let state = with(Self.loaded()) { $0.songs = .failure(.notHTTP, previous: Self.songs) }
    let encoded = try JSONDecoder().decode(Encoded.self, from: JSONEncoder().encode(state))
    #expect(encoded.users == state.users && encoded.songs == state.songs)
  }

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
    let store = TestStore(initialState: Team.State()) {
      Team()
    } withDependencies: {
      $0.catalogClient[\.users] = { [clock] in try await clock.afterASecond(Self.users) }
    }
    await store.send(.left(.load)) { $0.left.$users.requestCount = 1 }
    await store.send(.right(.load)) { $0.right.$users.requestCount = 1 }
    await clock.advance(by: .seconds(1))
    await store.receive(.left(.loaded(Self.users, request: 1))) { $0.left.users = .success(Self.users) }
    await store.receive(.right(.loaded(Self.users, request: 1))) { $0.right.users = .success(Self.users) }
  }
}

extension Catalog.State {
  fileprivate mutating func reloadUsers(request: Int) {
    users = CatalogTests.reloadedUsers
    $users.requestCount = request
  }
}

struct CatalogClientTests {
  private let client = CatalogClient.liveValue

  private static let user = #"{"id": 1, "first_name": "Ada", "last_name": "Lovelace", "age": 36}"#
  private static let ada = User(id: 1, firstName: "Ada", lastName: "Lovelace")

  @Test func parametersAreInThePathAndInTheQuery() async throws {
    let server = try TestServer(.json("[]"))
    try await live(["CATALOG_API_URL": server.url]) {
      _ = try await client.get(\.[songsBy: "A & B"])
      _ = try await client.get(\.[friendsOf: 7])
    }
    #expect(server.requests.map(\.target) == ["/v1/songs?artist=A%20%26%20B", "/v1/users/7/friends"])
    let songs = try await CatalogClient.mockValue.get(\.[songsBy: "Nagori"])
    #expect(songs.count == 600 && songs.allSatisfy { $0.artist == "Nagori" })
    await withDependencies {
      $0.catalogClient[\.[friendsOf: 7]] = { [Self.ada] }
    } operation: {
      @Dependency(\.catalogClient) var client
      let friends = try? await client.get(\.[friendsOf: 7])
      #expect(friends == [Self.ada])
      await withExpectedIssue {
        _ = try? await client.get(\.[songsBy: "a"])
      } matching: {
        $0.message.contains("Unimplemented: CatalogClient.get(/v1/songs?artist=a)")
      }
    }
  }

  /// The types of the article "SwiftUIのデータフェッチを簡潔に書く", and of its sample code.
  @Test(arguments: [
    (#"{"id": 1, "first_name": "taro"}"#, User(id: 1, firstName: "taro", lastName: "")),
    (
      #"{"id": "2", "first_name": "ichiro", "last_name": "suzuki"}"#,
      User(id: 2, firstName: "ichiro", lastName: "suzuki")
    ),
    (#"{"id": 3, "first_name": "", "last_name": null, "new": {}}"#, User(id: 3, firstName: "", lastName: "")),
  ])
  func aUserOfTheArticle(_ json: String, _ user: User) throws {
    #expect(try JSONDecoder().decode(User.self, from: Data(json.utf8)) == user)
  }

  @Test(arguments: [
    (#"{"id": 1, "title": "Let it be"}"#, Song(id: 1, title: "Let it be", artist: "")),
    (#"{"id": "2", "title": "Beat It", "artist": "M"}"#, Song(id: 2, title: "Beat It", artist: "M")),
  ])
  func aSongOfTheArticle(_ json: String, _ song: Song) throws {
    #expect(try JSONDecoder().decode(Song.self, from: Data(json.utf8)) == song)
  }

  /// A row that can't be decoded does not affect the others.
  @Test func aRowThatCanNotBeReadIsLeftOutAndCounted() async throws {
    let server = try TestServer(.json("[\(Self.user), {\"id\": 2, \"first_name\": null}, 7]"))
    let answer = try await live(["CATALOG_API_URL": server.url]) { try await client.answer(\.users) }
    #expect(answer.value == [Self.ada] && answer.omittedCount == 2)
  }

}

extension EndpointValues {
  fileprivate subscript(friendsOf user: User.ID) -> Endpoint<[User]> {
    Endpoint("v1", "users", "\(user)", "friends", placeholder: [], sample: [])
  }
}
