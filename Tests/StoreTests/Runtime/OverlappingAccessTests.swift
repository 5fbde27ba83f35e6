import Dependencies
import Foundation
import Store
import Testing

/// User code that reads the store or sends to it while its state is being changed or read.
@MainActor @Suite(.timeLimit(.minutes(10))) struct OverlappingAccessTests {
  // MARK: Reading while a reducer runs

  @Test(arguments: Use.allCases) func readingInAReducerStopsTheProgram(_ use: Use) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [use] in
      await use.perform()
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    for words in use.names + ["was read while a reducer was changing the state."] {
      #expect(output.contains(words), "\(output)")
    }
  }

  enum Use: String, CaseIterable, Codable {
    case state, property, withState, childsProperty, scope, scopeOptional, states, observer, handle
    case deinitOfAnElement, equality, hash, descriptionOfTheAction, actionThatWaited

    /// The store that was read, and the action that was being reduced.
    var names: [String] {
      switch self {
      case .childsProperty: ["Store<Novel, Novel.Action>", "Shelf.Action.perform"]
      case .deinitOfAnElement: ["Store<Novel, Novel.Action>", "Shelf.Action.removeFirst"]
      // A description that reads can't be used, so the type stands for the action.
      case .descriptionOfTheAction: ["Store<Int, Curious>"]
      case .actionThatWaited: ["Store<Shelf, Shelf.Action>", "Shelf.Action.readTitle"]
      default: ["Store<Shelf, Shelf.Action>", "Shelf.Action.perform"]
      }
    }

    @MainActor func perform() {
      let store = Shelf.store(count: 20)
      let rows = store.scope(state: \.novels, action: \.novels).map { $0 }
      func reduce(_ body: @escaping () -> Void) { store.send(.perform(body)) }
      switch self {
      case .state: reduce { _ = store.state }
      case .property: reduce { _ = store.title }
      case .withState: reduce { store.withState { _ in } }
      case .childsProperty: reduce { _ = rows[1].title }
      case .scope: reduce { _ = store.scope(state: \.novels, action: \.novels) }
      case .scopeOptional: reduce { _ = store.scope(state: \.favorite, action: \.favorite) }
      case .states: reduce { _ = store.states.makeAsyncIterator() }
      case .observer: reduce { _ = observe { _ = store.title } }
      case .handle:
        reduce {
          guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return _ = store.title }
          Task.immediate { [handle = store.handle] in _ = await handle.state(\.title) }
        }
      case .deinitOfAnElement:
        for _ in rows {
          store.send(.setToken(ReleaseToken { _ = rows.map(\.title) }))
          store.send(.removeFirst)
        }
      case .equality: reduce { _ = Watch { _ = store.title } == Watch() }
      case .hash: reduce { _ = Watch { _ = store.title }.hashValue }
      case .descriptionOfTheAction:
        let store = Store<Int, Curious>(initialState: 0) {
          Reduce { _, action in
            action.look()
            return .none
          }
        }
        store.send(Curious { _ = store.state })
      case .actionThatWaited:
        reduce {
          reduce { store.send(.setTitle("")) }
          store.send(.readTitle { store.title })
        }
      }
    }
  }

  // MARK: What is possible while a reducer runs

  @Test func sendingWhileAReducerRunsWaits() {
    let store = Shelf.store()
    let row = store.scope(state: \.novels, action: \.novels)[id: 1]
    let favorite = store.scope(state: \.favorite, action: \.favorite)
    store.send(
      .perform {
        row?.send(.setTitle("B"))
        favorite?.send(.setTitle("F"))
        store.bound = "bound"
        store.send(.setTitle("A"))
      }
    )
    #expect(store.state.title == "A")
    #expect(store.bound == "bound")
    #expect(store.state.novels[id: 1]?.title == "B")
    #expect(store.favorite?.title == "F")
  }

  @Test func anElementsDeinitThatSendsWaits() {
    let store = Shelf.store(count: 3)
    let rows = store.scope(state: \.novels, action: \.novels).map { $0 }
    store.send(.setToken(ReleaseToken { rows[2].send(.setTitle("last")) }))
    store.send(.removeFirst)
    #expect(store.state.novels.map(\.title) == ["1", "last"])
  }

  @Test func anElementsDeinitMayNotSendToTheElementThatIsGone() {
    let store = Shelf.store(count: 1)
    let row = store.scope(state: \.novels, action: \.novels)[0]
    store.send(.setToken(ReleaseToken { row.send(.setTitle("gone")) }))
    withExpectedIssue {
      store.send(.removeFirst)
    } matching: {
      $0.message.contains("\"forEach\" at") && $0.message.contains("for an element that is not there")
    }
    #expect(store.state.novels.isEmpty)
  }

  @Test func anInspectorReads() {
    let store = Shelf.store()
    var titles: [String] = []
    store.inspect(
      with: Inspector { [weak store] _, _ in
        guard let store else { return }
        titles.append(store.title)
        if titles.count == 1 { store.send(.setTitle("B")) }
      }
    )
    store.send(.setTitle("A"))
    #expect(titles == ["A", "B"])
  }

  @Test func anotherStoreIsRead() {
    let first = Shelf.store()
    let second = Shelf.store()
    first.send(.perform { second.send(.setTitle(second.title + "!")) })
    #expect(second.title == "!")
  }

  // MARK: Sending while somebody reads

  @Test func withStateSeesOneState() {
    let store = Shelf.store()
    let (before, after) = store.withState { state in
      let before = state.title
      store.send(.setTitle("A"))
      #expect(store.title == "")
      store.withState { _ in _ = store.send(.appendToTitle("B")) }
      return (before, state.title)
    }
    #expect(before == "" && after == "")
    #expect(store.title == "AB")
  }

  @Test func aChildsWithStateSeesOneState() throws {
    let store = Shelf.store(count: 3)
    let row = store.scope(state: \.novels, action: \.novels)[2]
    let title = row.withState { book in
      store.send(.removeFirst)
      store.send(.removeFirst)
      row.send(.setTitle("A"))
      return book.title
    }
    #expect(title == "2")
    #expect(row.title == "A")
    #expect(store.novels.map(\.title) == ["A"])
  }

  @Test func whatIsSentInAClosureThatThrowsIsNotLost() {
    let store = Shelf.store()
    #expect(throws: Failure.self) {
      try store.withState { _ in
        store.send(.setTitle("A"))
        throw Failure()
      }
    }
    #expect(store.title == "A")
  }

  @Test func aComputedPropertySends() {
    let store = Shelf.store()
    store.send(.setToken(ReleaseToken()))
    store.send(.setOnRead { store.send(.appendToTitle("A")) })
    #expect(store.titleThatSends == "")
    #expect(store.title == "A")
    #expect(store.scope(state: \.child, action: \.child).titleThatSends == "A")
    #expect(store.title == "AA")
    // The state retains the store that it belongs to.
    store.send(.setOnRead {})
  }

  @Test func comparisonsThatSendWhenTheStoreLooksForChanges() {
    let store = Shelf.store()
    let changes = Log()
    func observe() {
      withObservationTracking {
        _ = store.watch
      } onChange: {
        changes.append("changed")
      }
    }
    var isFirst = true
    store.send(.setWatch(Watch(number: 1)))
    observe()
    let watch = Watch(number: 2) {
      if isFirst {
        isFirst = false
        store.send(.setWatch(Watch(number: 3)))
      }
    }
    store.send(.setWatch(watch))
    #expect(changes.entries == ["changed"])
    #expect(store.state.watch.number == 3)
    #expect(!isFirst)
    store.send(.setWatch(Watch()))
  }

  @Test func effectsOfWhatIsSentWhileReading() async {
    let store = Shelf.store()
    var task: StoreTask?
    store.withState { _ in
      task = store.send(.run { await $0(.setTitle("A")) })
    }
    await task?.finish()
    #expect(store.title == "A")
  }

  @Test func cancellingWhileReading() async {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let store = Shelf.store()
    let task = store.send(.run { _ in try await Task.sleep(for: .seconds(1000)) })
    let finishing = Task.immediate { await task.finish() }
    store.withState { _ in task.cancel() }
    await finishing.value
  }
}

// MARK: - What is tried

/// A value that calls a closure when it is compared or hashed.
private struct Watch: Hashable {
  var number = 0
  var onUse: () -> Void = {}

  init(number: Int = 0, _ onUse: @escaping () -> Void = {}) {
    self.number = number
    self.onUse = onUse
  }

  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.onUse()
    rhs.onUse()
    return lhs.number == rhs.number
  }

  func hash(into hasher: inout Hasher) {
    onUse()
    hasher.combine(number)
  }
}

/// An action that reads the store when it is described.
private struct Curious: CustomReflectable {
  let look: () -> Void
  var customMirror: Mirror {
    look()
    return Mirror(self, children: [])
  }
}

private struct Novel: Identifiable {
  let id: Int
  var title: String
  var token: ReleaseToken?

  enum Action { case setTitle(String) }
}

private struct Shelf {
  var title = ""
  var bound = ""
  var novels: IdentifiedArrayOf<Novel> = []
  var favorite: Novel?
  var child = Child()
  var watch = Watch()
  var onRead: () -> Void = {}

  var titleThatSends: String {
    onRead()
    return title
  }

  struct Child {
    var onRead: () -> Void = {}
    var title = ""
    var titleThatSends: String {
      onRead()
      return title
    }
  }

  @CasePathable enum Action: BindableAction {
    case perform(() -> Void)
    case readTitle(() -> String)
    case run(@Sendable (Send<Action>) async throws -> Void)
    case setTitle(String)
    case appendToTitle(String)
    case setToken(ReleaseToken)
    case setWatch(Watch)
    case setOnRead(() -> Void)
    case removeFirst
    case novels(IdentifiedAction<Int, Novel.Action>)
    case favorite(Novel.Action)
    case child(Never)
    case binding(BindingAction<Shelf>)
  }

  @MainActor static func store(count: Int = 2) -> StoreOf<ShelfFeature> {
    var state = Shelf()
    for id in 0..<count { state.novels.append(Novel(id: id, title: "\(id)")) }
    state.favorite = Novel(id: 100, title: "")
    return Store(initialState: state) { ShelfFeature() }
  }
}

private struct NovelFeature: Reducer {
  func reduce(into state: inout Novel, action: Novel.Action) -> Effect<Novel.Action> {
    switch action {
    case .setTitle(let title):
      state.title = title
      return .none
    }
  }
}

private struct ShelfFeature: Reducer {
  typealias State = Shelf
  typealias Action = Shelf.Action

  var body: some Reducer<Shelf, Shelf.Action> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .perform(let body):
        body()
      case .readTitle(let body):
        state.title = body()
      case .run(let operation):
        return .run { try await operation($0) }
      case .setTitle(let title):
        state.title = title
        state.child.title = title
      case .appendToTitle(let title):
        state.title += title
        state.child.title += title
      case .setToken(let token):
        if !state.novels.isEmpty { state.novels[0].token = token }
      case .setWatch(let watch):
        state.watch = watch
      case .setOnRead(let onRead):
        state.onRead = onRead
        state.child.onRead = onRead
      case .removeFirst:
        if !state.novels.isEmpty { state.novels.removeFirst() }
      case .novels, .favorite, .binding:
        break
      }
      return .none
    }
    .forEach(\.novels, action: \.novels) { NovelFeature() }
    .ifLet(\.favorite, action: \.favorite) { NovelFeature() }
  }
}
