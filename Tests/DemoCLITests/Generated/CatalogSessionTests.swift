import Store
import StoreTesting
import Testing

@testable import Features

/// A session of DemoCLI on mock values, made a test by `DemoCLI generate-test --feature catalog`.
/// It calls memberwise initializers of `User`. Where a type has another one, the command line's `swiftSpellings` have
/// to say so.
struct CatalogSessionTests {
  @Test func session() async {
    let store = TestStore(initialState: Catalog.State()) {
      Catalog()
    } withDependencies: {
      $0.catalogClient[\.users] = { users }
      $0.catalogClient[\.songs] = { songs }
    }

    // What is there is loaded
    await store.send(.appeared)
    await store.receive(.users(.load)) { $0.$users.requestCount = 1 }
    await store.receive(.songs(.load)) { $0.$songs.requestCount = 1 }
    await store.receive(.users(.loaded(users, omitted: 0, asOf: nil, request: 1))) { $0.users = .success(users) }
    await store.receive(.songs(.loaded(songs, omitted: 0, asOf: nil, request: 1))) { $0.songs = .success(songs) }

    // And loaded again
    await store.send(.reloadPulled)
    await store.receive(.users(.reload)) {
      $0.users = .loading(
        placeholder: [
          User(id: 1, firstName: "―――", lastName: "―――"),
          User(id: 2, firstName: "―――", lastName: "―――"),
          User(id: 3, firstName: "―――", lastName: "―――"),
        ],
        previous: users
      )
      $0.$users.requestCount = 2
    }
    await store.receive(.songs(.reload)) {
      $0.songs = .loading(
        placeholder: [
          Song(id: 1, title: "――――――", artist: "―――"),
          Song(id: 2, title: "――――――", artist: "―――"),
          Song(id: 3, title: "――――――", artist: "―――"),
        ],
        previous: songs
      )
      $0.$songs.requestCount = 2
    }
    await store.receive(.users(.loaded(users, omitted: 0, asOf: nil, request: 2))) { $0.users = .success(users) }
    await store.receive(.songs(.loaded(songs, omitted: 0, asOf: nil, request: 2))) { $0.songs = .success(songs) }
  }
}

private let users: [User] = [User(id: 1, firstName: "Ada", lastName: "Lovelace")]

private let songs: [Song] = [Song(id: 1, title: "夏のうた", artist: "月と梯子", seconds: 180)]
