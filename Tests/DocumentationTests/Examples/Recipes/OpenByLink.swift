import Foundation
import StoreTesting
import Testing

@Suite struct LinkRecipe {
  // #include OpenByLink.md: enum Link

  @Reducer
  struct Book {
    struct State: Equatable {
      let id: Int
    }
    enum Action {
      case appeared
    }
    @Dependency(\.continuousClock) var clock
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      .run { _ in try await clock.sleep(for: .seconds(60)) }
    }
  }

  @Reducer
  struct Review {
    struct State: Equatable {
      let bookID: Int
      var text = ""
    }
    enum Action {
      case textChanged(String)
    }
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      if case .textChanged(let text) = action { state.text = text }
      return .none
    }
  }

  // #include OpenByLink.md: struct Library

  // #include OpenByLink.md: func aLinkOpensAReviewOnTopOfItsBook

  @Test func aLinkEndsTheEffectsOfWhatWasOpen() async throws {
    let book = LinkRecipe.Library.Path.State.book(Book.State(id: 1))
    let store = TestStore(initialState: Library.State(path: StackState([book]))) {
      Library()
    } withDependencies: {
      $0.continuousClock = TestClock()
    }
    let id = try #require(store.state.path.ids.first)
    await store.send(.path(.element(id: id, action: .book(.appeared))))
    await store.send(.linkOpened(try #require(URL(string: "app://library")))) { $0.path.removeAll() }
  }

  @Test(
    arguments: [
      ("app://library", .library), ("app://books/42", .book(id: 42)), ("app://books/42/review", .review(bookID: 42)),
      ("app://books/x", nil), ("app://books", nil), ("app://books/1/pages", nil), ("app://films/1", nil),
    ] as [(String, Link?)]
  )
  func links(text: String, link: Link?) throws {
    #expect(Link(try #require(URL(string: text))) == link)
  }
}

extension LinkRecipe.Library.Path.State: Equatable {}
