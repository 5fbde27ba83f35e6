import Dependencies
import Store
import Testing

@testable import StoreCore

/// Reading a store runs code of its users: getters, `==` of values, and the `deinit` of key paths and ids.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct ReadingReentrancyTests {
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
    let store = makeStore(Counter(), of: Int.self) { state, action in
      state.count = action
      return .none
    }
    store.state.hook.set { store.send(1) }
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

  @CasePathable fileprivate enum RowsAction {
    case rows(IdentifiedAction<Int, Void>)
  }

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
      self.number = number
      token = ReleaseToken(onRelease)
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

  @CasePathable fileprivate enum KeyedAction {
    case child(Int)
  }

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
