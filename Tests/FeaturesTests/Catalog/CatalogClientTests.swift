import Dependencies
import Foundation
import StoreWeb
import Testing

@testable import Features

/// The live client over real sockets and the real `URLSession`; only the clock is not real.
struct CatalogClientTests {
  private let client = CatalogClient.liveValue

  private static let user = #"{"id": 1, "first_name": "Ada", "last_name": "Lovelace", "age": 36}"#
  private static let ada = User(id: 1, firstName: "Ada", lastName: "Lovelace")

  @Test func getsEachEndpointsOwnValue() async throws {
    let server = try TestServer { request, _ in
      .json(request.path == "/v1/users" ? "[\(Self.user)]" : #"[{"id": 2, "title": "夏", "artist": "Nagori"}]"#)
    }
    let users = try await live(["CATALOG_API_URL": server.url]) { try await client.get(\.users) }
    #expect(users == [Self.ada])
    let songs = try await live(["CATALOG_API_URL": server.url]) { try await client.get(\.songs) }
    #expect(songs == [Song(id: 2, title: "夏", artist: "Nagori")])
    #expect(server.requests.map(\.target) == ["/v1/users", "/v1/songs"])
  }

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

  // MARK: - Without a server

  @Test func theMockAnswersSamplesAndNotPlaceholders() async throws {
    let users = try await CatalogClient.mockValue.get(\.users)
    #expect(try await CatalogClient.mockValue.get(\.users) == users)
    #expect(users.count == 2_000 && Set(users.map(\.id)).count == 2_000)
    let songs = try await CatalogClient.mockValue.get(\.songs)
    #expect(songs.count == 3_000 && songs.contains { $0.seconds == nil })
  }
}

extension EndpointValues {
  fileprivate subscript(friendsOf user: User.ID) -> Endpoint<[User]> {
    Endpoint("v1", "users", "\(user)", "friends", placeholder: [], sample: [])
  }
}
