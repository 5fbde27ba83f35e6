import Foundation
import StoreTesting
import Testing

struct Draft: Codable, Equatable, Identifiable {
  let id: UUID
  var title = ""
}

extension SharedKey where Self == FileStorageKey<IdentifiedArrayOf<Draft>>.Default {
  static var drafts: Self {
    Self[.fileStorage(URL(filePath: "drafts.json")), default: []]
  }
}

@Reducer
struct Drafts {
  struct State: Equatable {
    @Shared(.drafts) var drafts
    @Presents var editor: DraftEditor.State?
  }

  enum Action {
    case addTapped
    case draftTapped(id: Draft.ID)
    case editor(PresentationAction<DraftEditor.Action>)
  }

  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addTapped:
        state.$drafts.withLock { _ = $0.append(Draft(id: uuid())) }
        return .none
      case .draftTapped(let id):
        state.editor = Shared(state.$drafts[id: id]).map { DraftEditor.State(draft: $0) }
        return .none
      case .editor:
        return .none
      }
    }
    .ifLet(\.$editor, action: \.editor) { DraftEditor() }
  }
}

@Reducer
struct DraftEditor {
  struct State: Equatable {
    @Shared var draft: Draft
  }

  enum Action {
    case titleChanged(String)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .titleChanged(let title):
      state.$draft.withLock { $0.title = title }
      return .none
    }
  }
}

extension SharedKey where Self == InMemoryKey<Int>.Default {
  static var count: Self { Self[.inMemory("count"), default: 0] }
}

extension SharedKey where Self == AppStorageKey<Bool>.Default {
  static var isSoundOn: Self { Self[.appStorage("isSoundOn"), default: true] }
}

extension UserDefaults {
  var volume: Double {
    get { double(forKey: "volume") }
    set { set(newValue, forKey: "volume") }
  }
}

struct EnvironmentKey: SharedReaderKey, Hashable {
  let name: String

  func load(context: LoadContext<String>, continuation: LoadContinuation<String>) {
    if let value = ProcessInfo.processInfo.environment[name] {
      continuation.resume(returning: value)
    } else {
      continuation.resumeReturningInitialValue()
    }
  }

  func subscribe(context: LoadContext<String>, subscriber: SharedSubscriber<String>) -> SharedSubscription {
    // It does not change.
    SharedSubscription {}
  }
}

private enum Sound {
  struct Settings: Reducer {
    struct State: Equatable {
      @Shared(.appStorage("isSoundOn")) var isSoundOn = true
    }
    enum Action { case soundToggled }
    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.$isSoundOn.withLock { $0.toggle() }
        return .none
      }
    }
  }
}

private enum Reading {
  struct Settings {
    struct State: Equatable {
      @SharedReader(.appStorage("isSoundOn")) var isSoundOn = true
    }
  }
}

private struct Message: Equatable, Identifiable {
  let id: Int
  var isRead = false
}

private enum Detail {
  struct State: Equatable {
    @Shared var row: Message
  }
}

private struct Settings {
  var name = ""
}

@Suite struct SharingExamples {
  @Test func editing() async throws {
    let store = TestStore(initialState: Drafts.State()) {
      Drafts()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    await store.send(.addTapped) {
      $0.$drafts.withLock { $0 = [Draft(id: UUID(0))] }
    }
    await store.send(.draftTapped(id: UUID(0))) {
      $0.editor = DraftEditor.State(draft: Shared(value: Draft(id: UUID(0))))
    }
    await store.send(\.editor.titleChanged, "Shopping") {
      $0.$drafts.withLock { $0[id: UUID(0)]?.title = "Shopping" }
    }
  }

  @Test func keys() {
    @Shared(.count) var count
    #expect(count == 0)
    @Shared(.isSoundOn) var isSoundOn
    #expect(isSoundOn)
    @Shared(.appStorage(\.volume)) var volume = 0.0
    #expect(volume == 0)
    @SharedReader(EnvironmentKey(name: "HOME")) var home = "/"
    #expect(home == ProcessInfo.processInfo.environment["HOME"] ?? "/")
    @Shared(.inMemory("isSignedIn")) var isSignedIn = false
    #expect(!isSignedIn)
  }

  @Test func files() {
    @Shared(.fileStorage(URL(filePath: "drafts.json"))) var drafts: [Draft] = []
    #expect(drafts.isEmpty)
  }

  @Test func values() {
    let settings = Shared(value: Settings())
    settings.name.withLock { $0 = "Blob" }
    #expect(settings.wrappedValue.name == "Blob")
  }

  @Test func changes() {
    @Shared(.inMemory("count")) var count = 0
    $count.withLock { $0 += 1 }
    #expect(count == 1)
  }

  @Test func elements() {
    @Shared(value: [Message(id: 1)]) var rows: IdentifiedArrayOf<Message>
    struct Parent { var detail: Detail.State? }
    var state = Parent()
    let id = 1
    if let row = Shared($rows[id: id]) {
      state.detail = Detail.State(row: row)
    }
    #expect(state.detail?.row == Message(id: 1))
    for row in Array($rows) {
      row.withLock { $0.isRead = true }
    }
    #expect(rows[id: 1]?.isRead == true)
  }

  @Test func effects() async {
    struct State: Equatable {
      @Shared(value: 0) var count
    }
    let store = TestStore(initialState: State()) {
      Reduce<State, Void> { state, _ in
        return .run { [count = state.$count] _ in
          count.withLock { $0 += 1 }
        }
      }
    }
    await store.send(())
    store.assert { $0.$count.withLock { $0 = 1 } }
  }

  @MainActor @Test func snapshots() {
    let store = Store(initialState: Sound.Settings.State()) { Sound.Settings() }
    var history: [Sound.Settings.State] = []
    history.append(store.stateSnapshot)
    store.send(.soundToggled)
    #expect(history[0].isSoundOn)
    #expect(!store.isSoundOn)
    #expect(Reading.Settings.State().isSoundOn == false)
  }

  func otherDefaults() {
    prepareDependencies {
      $0.defaultAppStorage = UserDefaults(suiteName: "group.example") ?? .standard
    }
  }
}
