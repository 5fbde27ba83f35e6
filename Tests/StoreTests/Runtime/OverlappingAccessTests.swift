import Dependencies
import Foundation
import Store
import Testing

/// User code that reads the store or sends to it while its state is being changed or read.
@MainActor @Suite(.timeLimit(.minutes(10))) struct OverlappingAccessTests {
  @Test(arguments: Use.allCases) func readingInAReducerStopsTheProgram(_ use: Use) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [use] in
      await use.perform()
    }
    expectOutput(of: result, contains: use.names + ["was read while a reducer was changing the state."])
  }

  enum Use: String, CaseIterable, Codable {
    case state, property, withState, childsProperty, scope, scopeOptional, states, observer, handle
    case deinitOfAnElement, equality, hash, descriptionOfTheAction, actionThatWaited

    /// The store that was read, and the action that was being reduced.
    var names: [String] {
      switch self {
      case .childsProperty, .deinitOfAnElement: ["Store<Novel, Novel.Action>", "Shelf.Action.act"]
      // A description that reads can't be used, so the type stands for the action.
      case .descriptionOfTheAction: ["Store<Int, Curious>"]
      case .actionThatWaited: ["Store<Shelf, Shelf.Action>", "Shelf.Action.favorite"]
      default: ["Store<Shelf, Shelf.Action>", "Shelf.Action.act"]
      }
    }

    @MainActor func perform() {
      let store = Shelf.store(count: 20)
      let rows = store.scope(state: \.novels, action: \.novels).map { $0 }
      func reduce(_ body: @escaping () -> Void) { store.send(.act { _ in body() }) }
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
          store.send(.act { $0.novels[0].token = ReleaseToken { _ = rows.map(\.title) } })
          store.send(.act { $0.novels.removeFirst() })
        }
      case .equality: reduce { _ = Watch { _ = store.title } == Watch {} }
      case .hash: reduce { _ = Watch { _ = store.title }.hashValue }
      case .descriptionOfTheAction:
        let store = makeStore(0, of: Curious.self) { _, action in
          action.look()
          return .none
        }
        store.send(Curious { _ = store.state })
      case .actionThatWaited:
        reduce {
          reduce { store.send(.setTitle("")) }
          store.send(.favorite(.act { _ in _ = store.title }))
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
      .act { _ in
        row?.send(.setTitle("B"))
        favorite?.send(.setTitle("F"))
        store.bound = "bound"
        store.send(.setTitle("A"))
      }
    )
    #expect(store.title == "A" && store.bound == "bound")
    #expect(store.novels[id: 1]?.title == "B" && store.favorite?.title == "F")
  }

  @Test func anElementsDeinitThatSendsWaits() {
    let store = Shelf.store(count: 3)
    let rows = store.scope(state: \.novels, action: \.novels).map { $0 }
    store.send(.act { $0.novels[0].token = ReleaseToken { rows[2].send(.setTitle("last")) } })
    store.send(.act { $0.novels.removeFirst() })
    #expect(store.state.novels.map(\.title) == ["1", "last"])
  }

  @Test func anElementsDeinitMayNotSendToTheElementThatIsGone() {
    let store = Shelf.store(count: 1)
    let row = store.scope(state: \.novels, action: \.novels)[0]
    store.send(.act { $0.novels[0].token = ReleaseToken { row.send(.setTitle("gone")) } })
    let issues = withCapturedIssues { store.send(.act { $0.novels.removeFirst() }) }
    #expect(issues.count == 1)
    for part in ["\"forEach\" at", "for an element that is not there"] {
      #expect(issues.first?.message.contains(part) == true, "\(issues)")
    }
    #expect(store.state.novels.isEmpty)
  }

  // MARK: Sending while somebody reads

  @Test func withStateSeesOneState() {
    let store = Shelf.store()
    let (before, after) = store.withState { state in
      let before = state.title
      store.send(.setTitle("A"))
      #expect(store.title == "")
      store.withState { _ in _ = store.send(.act { $0.title += "B" }) }
      return (before, state.title)
    }
    #expect(before == "" && after == "" && store.title == "AB")
  }

  @Test func aChildsWithStateSeesOneState() throws {
    let store = Shelf.store(count: 3)
    let row = store.scope(state: \.novels, action: \.novels)[2]
    let title = row.withState { book in
      for _ in 1...2 { store.send(.act { $0.novels.removeFirst() }) }
      row.send(.setTitle("A"))
      return book.title
    }
    #expect(title == "2" && row.title == "A")
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
    let append = Shelf.Action.act {
      $0.title += "A"
      $0.child.title += "A"
    }
    store.send(.act { $0.child.onRead = { store.send(append) } })
    #expect(store[dynamicMember: \.child.titleThatSends] == "")
    #expect(store.title == "A")
    #expect(store.scope(state: \.child, action: \.child).titleThatSends == "A")
    #expect(store.title == "AA")
    // The state retains the store that it belongs to.
    store.send(.act { $0.child.onRead = {} })
  }

  @Test func cancellingWhileReading() async {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let store = Shelf.store()
    let task = store.send(.run)
    let finishing = Task.immediate { await task.finish() }
    store.withState { _ in task.cancel() }
    await finishing.value
  }

  // MARK: Code that readers run: getters, `==` of values, and the `deinit` of key paths and ids

  /// Runs a closure once.
  private final class Hook: Sendable {
    private let body = Locked<(@MainActor @Sendable () -> Void)?>(nil)

    func set(_ body: @escaping @MainActor @Sendable () -> Void) { self.body.withLock { $0 = body } }

    func run() {
      let body = body.withLock { $0.take() }
      if let body { MainActor.assumeIsolated { body() } }
    }
  }

  private struct Counter {
    var count = 0
    let hook = Hook()
    var doubled: Int {
      hook.run()
      return count * 2
    }
  }

  @Test func theNewestValueIsDeliveredIfTheGetterSends() async {
    let store = makeStore(Counter()) { Changer<Counter, Never>() }
    store.state.hook.set { store.send(.change { $0.count = 1 }) }
    let values = store.states(\.doubled).makeAsyncIterator()
    #expect(await values.next() == 2)
  }

  private struct Loud: Equatable {
    var hook = Hook()

    static func == (left: Loud, right: Loud) -> Bool {
      left.hook.run()
      return true
    }
  }

  private struct Row: Identifiable {
    let id: Int
    var count = 0
    var loud = Loud()
  }

  @CasePathable fileprivate enum RowsAction { case rows(IdentifiedAction<Int, Void>) }

  /// The states of elements end, too, if comparing one of them invalidates the store.
  @Test func theStatesOfAnElementEndIfComparingItInvalidatesTheStore() async {
    let store = makeStore(IdentifiedArray(uniqueElements: [Row(id: 1)]), of: RowsAction.self) { rows, _ in
      rows[id: 1]?.count += 1
      return .none
    }
    let row = store.scope(state: \.self, action: \.rows)[0]
    let counts = row.states(\.count).makeAsyncIterator()
    let louds = row.states(\.loud).makeAsyncIterator()
    #expect(await counts.next() == 0)
    #expect(await louds.next() != nil)
    row.loud.hook.set { store.invalidate() }
    row.send(())
    #expect(await counts.next() == 1)
    #expect(await counts.next() == nil)
    #expect(await louds.next() == nil)
  }

  private final class Key: Hashable, Sendable {
    let number: Int
    private let token: ReleaseToken

    init(_ number: Int, onRelease: @escaping @MainActor @Sendable () -> Void = {}) {
      (self.number, token) = (number, ReleaseToken(onRelease))
    }

    static func == (left: Key, right: Key) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  private struct Keyed {
    var count = 0
    subscript(key: Key) -> Int {
      get { count }
      set { count = newValue }
    }
  }

  @CasePathable fileprivate enum KeyedAction { case child(Int) }

  /// Released key paths are removed in between, which releases what is in their subscripts.
  @Test func aKeyPathCanScopeWhenItIsReleased() {
    let store = makeStore(Keyed(), of: KeyedAction.self) { _, _ in .none }
    var released = 0
    for number in 0..<2_000 {
      let key = Key(number) {
        released += 1
        for other in 0..<20 {
          let key = Key(10_000 + 100 * number + other)
          #expect(store.scope(state: \.[key], action: \.child).state == 0)
        }
      }
      #expect(store.scope(state: \.[key], action: \.child).state == 0)
    }
    #expect(released > 100)
  }
}

// MARK: - What is tried

/// A value that calls a closure when it is compared or hashed.
private struct Watch: Hashable {
  let onUse: () -> Void

  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.onUse()
    return true
  }

  func hash(into hasher: inout Hasher) { onUse() }
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

  enum Action {
    case act((inout Novel) -> Void)
    static func setTitle(_ title: String) -> Self { .act { $0.title = title } }
  }
}

private struct Shelf {
  var title = ""
  var bound = ""
  var novels: IdentifiedArrayOf<Novel> = []
  var favorite: Novel?
  var child = Child()

  struct Child {
    var onRead: () -> Void = {}
    var title = ""
    var titleThatSends: String {
      onRead()
      return title
    }
  }

  @CasePathable enum Action: BindableAction {
    case act((inout Shelf) -> Void)
    /// Runs an effect until it is cancelled.
    case run
    case novels(IdentifiedAction<Int, Novel.Action>)
    case favorite(Novel.Action)
    case child(Never)
    case binding(BindingAction<Shelf>)

    static func setTitle(_ title: String) -> Self { .act { $0.title = title } }
  }

  @MainActor static func store(count: Int = 2) -> Store<Shelf, Action> {
    let novels = (0..<count).map { Novel(id: $0, title: "\($0)") }
    let state = Shelf(novels: IdentifiedArray(uniqueElements: novels), favorite: Novel(id: 100, title: ""))
    let novel = Reduce<Novel, Novel.Action> { novel, action in
      if case .act(let body) = action { body(&novel) }
      return .none
    }
    return makeStore(state) {
      BindingReducer()
      Reduce<Shelf, Action> { state, action in
        switch action {
        case .act(let body): body(&state)
        case .run: return .run { _ in try await Task.never() }
        case .novels, .favorite, .binding: break
        }
        return .none
      }
      .forEach(\.novels, action: \.novels) { novel }
      .ifLet(\.favorite, action: \.favorite) { novel }
    }
  }
}
