import Features
import Foundation
import Store
import Testing

struct Album: Codable, Equatable, Sendable {
  var title: String
}

extension EndpointValues {
  var albums: Endpoint<[Album]> { Endpoint("v1", "albums", placeholder: [], sample: [Album(title: "夏")]) }
}

@Reducer private struct Records {
  struct State: Equatable, Encodable {
    @Get(\.albums) var albums
  }
  enum Action: Equatable, Codable {
    case albums(GetAction<[Album]>)
  }
  var body: some ReducerOf<Self> {
    GetReducer(\.$albums, action: \.albums)
  }
}

@Suite struct CatalogExamples {
  @MainActor @Test func oneMoreEndpoint() async {
    let store = Store(initialState: Records.State()) {
      Records()
    } withDependencies: {
      $0.catalogClient = .mockValue
    }
    await store.send(.albums(.load)).finish()
    #expect(store.state.albums == .success([Album(title: "夏")]))
  }
}
