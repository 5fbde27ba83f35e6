import Store

// A larger example: folders that are browsed on a stack, previewed in one another as deep as one likes, renamed in a
// sheet and deleted after a question. Everything is written with the macros; `FileBrowserTests` proves all of it.

@DependencyClient
struct FileClient: Sendable {
  var contents: @Sendable (_ path: String) async throws -> [File]
  var rename: @Sendable (_ path: String, _ name: String) async throws -> Void
  var delete: @Sendable (_ path: String) async throws -> Void
}

extension FileClient: TestDependencyKey {
  static let testValue = FileClient()
}

extension DependencyValues {
  var fileClient: FileClient {
    get { self[FileClient.self] }
    set { self[FileClient.self] = newValue }
  }
}

struct File: Equatable, Identifiable, Sendable {
  let path: String
  var isFolder = false
  var id: String { path }
}

/// One folder. It can preview another one, which can preview another one, and so on.
@Reducer
struct Folder {
  @Reducer
  enum Destination {
    case preview(Folder)
    case rename(Rename)
    case alert(AlertState<Alert>)

    @CasePathable
    enum Alert: Equatable {
      case deletionConfirmed(path: String)
    }
  }

  struct State: Equatable, Identifiable {
    let path: String
    var files: IdentifiedArrayOf<File> = []
    var isLoading = false
    var problem: String?
    @Presents var destination: Destination.State?
    var id: String { path }
  }

  enum Action {
    case appeared
    case contentsLoaded([File])
    case failed(String)
    case previewButtonTapped(path: String)
    case renameButtonTapped(path: String)
    case deleteButtonTapped(path: String)
    case deleted(path: String)
    case closeButtonTapped
    case destination(PresentationAction<Destination.Action>)
  }

  enum CancelID { case load }

  @Dependency(\.fileClient) var fileClient
  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      let path = state.path
      switch action {
      case .appeared:
        state.isLoading = true
        return .run { send in
          await send(.contentsLoaded(try await fileClient.contents(path: path)))
        } catch: { error, send in
          await send(.failed("\(error)"))
        }
        .cancellable(id: CancelID.load, cancelInFlight: true)

      case .contentsLoaded(let files):
        state.isLoading = false
        state.files = IdentifiedArray(uniqueElements: files)
        return .none

      case .failed(let problem):
        state.isLoading = false
        state.problem = problem
        return .none

      case .previewButtonTapped(let path):
        state.destination = .preview(Folder.State(path: path))
        return .none

      case .renameButtonTapped(let path):
        state.destination = .rename(Rename.State(path: path))
        return .none

      case .deleteButtonTapped(let path):
        state.destination = .alert(.deletion(path: path))
        return .none

      case .deleted(let path):
        state.files.remove(id: path)
        return .none

      case .closeButtonTapped:
        return .run { _ in await dismiss() }

      case .destination(.presented(.alert(.deletionConfirmed(let path)))):
        return .run { send in
          try await fileClient.delete(path: path)
          await send(.deleted(path: path))
        } catch: { error, send in
          await send(.failed("\(error)"))
        }

      case .destination(.presented(.rename(.renamed(let oldPath, let newPath)))):
        guard let file = state.files.remove(id: oldPath) else { return .none }
        state.files.append(File(path: newPath, isFolder: file.isFolder))
        return .none

      case .destination:
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension Folder.Destination.State: Equatable {}

extension AlertState where Action == Folder.Destination.Alert {
  static func deletion(path: String) -> Self {
    AlertState {
      TextState("Delete \(path)?")
    } actions: {
      ButtonState(role: .destructive, action: .deletionConfirmed(path: path)) { TextState("Delete") }
      ButtonState(role: .cancel) { TextState("Cancel") }
    }
  }
}

/// The sheet in which a file gets another name. It ends itself.
@Reducer
struct Rename {
  struct State: Equatable {
    let path: String
    var name = ""
    var problem: String?
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case doneButtonTapped
    case renamed(from: String, to: String)
    case failed(String)
  }

  @Dependency(\.fileClient) var fileClient
  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding:
        state.problem = nil
        return .none

      case .doneButtonTapped:
        let (path, name) = (state.path, state.name)
        return .run { send in
          try await fileClient.rename(path: path, name: name)
          await send(.renamed(from: path, to: name))
          await dismiss()
        } catch: { error, send in
          await send(.failed("\(error)"))
        }

      case .renamed:
        return .none

      case .failed(let problem):
        state.problem = problem
        return .none
      }
    }
  }
}

/// The window: a root folder, and those that were opened from it.
@Reducer
struct FileBrowser {
  @Reducer(state: .equatable)
  enum Path {
    case folder(Folder)
    @ReducerCaseIgnored case file(File)
  }

  struct State: Equatable {
    var root = Folder.State(path: "/")
    var path = StackState<Path.State>()
  }

  enum Action {
    case opened(File)
    case homeButtonTapped
    case root(Folder.Action)
    case path(StackActionOf<Path>)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.root, action: \.root) { Folder() }
    Reduce { state, action in
      switch action {
      case .opened(let file):
        state.path.append(file.isFolder ? .folder(Folder.State(path: file.path)) : .file(file))
        return .none

      case .homeButtonTapped:
        state.path.removeAll()
        return .none

      case .path(.element(let id, .folder(.deleted(let path)))):
        // What was opened of it goes too.
        let opened = state.path.ids.first { state.path[id: $0, case: \.folder]?.path == path }
        if let opened, opened != id { state.path.pop(from: opened) }
        return .none

      case .root, .path:
        return .none
      }
    }
    .forEach(\.path, action: \.path)
  }
}
