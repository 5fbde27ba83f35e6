import Features
import Foundation
import Store
import Testing

struct Album: Codable, Equatable, Sendable {
  var title: String
}

extension EndpointValues {
  // #include Demonstration.md: var albums: Endpoint<[
}

@Reducer private struct Records {
  struct State: Equatable, Encodable {
    // #include Demonstration.md: @Get(\.albums) var albums
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

// #include Demonstration.md: extension Texts

@Suite struct TextsExamples {
  @Test func twoLanguages() {
    #expect(Texts.english.found(1) == "1 album found")
    #expect(Texts.english.found(2) == "2 albums found")
    #expect(Texts(locale: Locale(identifier: "ja")).found(1_200) == "アルバムが 1,200 枚見つかりました")
  }
}
