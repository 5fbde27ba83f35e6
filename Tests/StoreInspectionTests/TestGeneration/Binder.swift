import Dependencies
import Store

@testable import StoreInspection

/// A feature with a stack of an enum's cases and a stack of structs.
@Reducer
struct Binder {
  @Reducer
  enum Path {
    case page(Page)
    case memo(Memo)
  }

  struct State: Equatable, Encodable {
    var path = StackState<Path.State>()
    var pile = StackState<Memo.State>()
    @Presents var memo: Memo.State?
    var pages: [String: StackState<Memo.State>] = [:]
  }

  enum Action: Equatable, Codable {
    case pageAdded(String), memoAdded(String), pagesReplaced([String]), pushedAndPopped(String)
    case lowestRemoved, cleared
    case path(StackActionOf<Path>)
    case pile(StackActionOf<Memo>)
    case memo(PresentationAction<Memo.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .pageAdded(let title): state.path.append(.page(Page.State(title: title)))
      case .memoAdded(let text): state.pile.append(Memo.State(text: text))
      case .pagesReplaced(let titles): state.path = StackState(titles.map { .page(Page.State(title: $0)) })
      case .pushedAndPopped(let title):
        state.path.append(.page(Page.State()))
        state.path.removeLast()
        state.path.append(.page(Page.State(title: title)))
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

  /// A program for the feature.
  static var program: StoreCommandLine<Binder> { StoreCommandLine(of: Binder(), Binder.State()) }
}

extension Binder.Path.State: Equatable, Codable {}
extension Binder.Path.Action: Equatable, Codable {}

@Reducer
struct Page {
  struct State: Equatable, Codable {
    var title = ""
  }

  enum Action: Equatable, Codable {
    case titleChanged(String)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if case .titleChanged(let title) = action { state.title = title }
    return .none
  }
}

@Reducer
struct Memo {
  struct State: Equatable, Codable {
    var text = ""
  }

  enum Action: Equatable, Codable {
    case textChanged(String)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if case .textChanged(let text) = action { state.text = text }
    return .none
  }
}
