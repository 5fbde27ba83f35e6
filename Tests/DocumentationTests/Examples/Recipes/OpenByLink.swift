import Foundation
import StoreTesting
import Testing

@Suite struct LinkRecipe {
  enum Link: Equatable {
    case library
    case book(id: Int)
    case review(bookID: Int)

    init?(_ url: URL) {
      let parts = url.pathComponents.filter { $0 != "/" }
      switch (url.host(), parts.count) {
      case ("library", 0):
        self = .library
      case ("books", 1...2):
        guard let id = Int(parts[0]) else { return nil }
        if parts.count == 1 {
          self = .book(id: id)
        } else if parts[1] == "review" {
          self = .review(bookID: id)
        } else {
          return nil
        }
      default:
        return nil
      }
    }
  }

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

  @Reducer
  struct Library {
    @Reducer
    enum Path {
      case book(Book)
      case review(Review)
    }

    struct State: Equatable {
      var path = StackState<Path.State>()
    }

    enum Action {
      case linkOpened(URL)
      case path(StackActionOf<Path>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        guard case .linkOpened(let url) = action, let link = Link(url) else { return .none }
        state.path.removeAll()
        switch link {
        case .library:
          break
        case .book(let id):
          state.path.append(.book(Book.State(id: id)))
        case .review(let id):
          state.path.append(.book(Book.State(id: id)))
          state.path.append(.review(Review.State(bookID: id)))
        }
        return .none
      }
      .forEach(\.path, action: \.path)
    }
  }

  @Test func aLinkOpensAReviewOnTopOfItsBook() async throws {
    let store = TestStore(initialState: Library.State()) { Library() }
    store.exhaustivity = .off

    let link = try #require(URL(string: "app://books/42/review"))
    await store.send(.linkOpened(link))
    #expect(Array(store.state.path) == [.book(Book.State(id: 42)), .review(Review.State(bookID: 42))])
  }

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
