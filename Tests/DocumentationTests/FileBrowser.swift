import Store

// Folders that are previewed in one another as deep as one likes, and opened on a stack.

/// One folder. It can preview another one, which can preview another one, and so on.
@Reducer
struct Folder {
  @Reducer
  enum Destination {
    case preview(Folder)
    case alert(AlertState<Never>)
  }

  struct State: Equatable {
    let path: String
    @Presents var destination: Destination.State?
  }

  enum Action {
    case previewButtonTapped(path: String)
    case lockedFolderTapped
    case closeButtonTapped
    case destination(PresentationAction<Destination.Action>)
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .previewButtonTapped(let path):
        state.destination = .preview(Folder.State(path: path))
        return .none
      case .lockedFolderTapped:
        state.destination = .alert(AlertState { TextState("This folder is locked.") })
        return .none
      case .closeButtonTapped:
        return .run { _ in await dismiss() }
      case .destination:
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension Folder.Destination.State: Equatable {}

/// The window: the folders that were opened.
@Reducer
struct FileBrowser {
  struct State: Equatable {
    var path = StackState<Folder.State>()
  }

  enum Action {
    case opened(path: String)
    case path(StackActionOf<Folder>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .opened(let path) = action { state.path.append(Folder.State(path: path)) }
      return .none
    }
    .forEach(\.path, action: \.path) { Folder() }
  }
}
