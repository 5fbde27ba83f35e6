import Dependencies
import Store
import Testing

/// Whatever a feature does with its stack, ids are not used again, and effects run exactly as long as their elements
/// exist.
@MainActor
@Suite struct StackPropertyTests {
  /// An element with an effect that runs until it is cancelled.
  @Reducer
  struct Element {
    enum Action { case started }

    func reduce(into state: inout Int, action: Action) -> Effect<Action> {
      .run { _ in try await Task.never() }
    }
  }

  struct State: Equatable {
    var path = StackState<Int>()
    var other = StackState<Int>()
  }
  typealias Action = ParentAction<State, StackActionOf<Element>>

  @Test(arguments: 0..<12) func randomActions(seed: UInt64) async {
    var random = SeededRandomNumberGenerator(seed: seed)
    let store = Store(initialState: State(path: [0, 1])) {
      Changer<State, StackActionOf<Element>>().forEach(\.path, action: \.child) { Element() }
    }
    /// The element that each id has ever named. No two elements are equal.
    var history: [StackElementID: Int] = [0: 0, 1: 1]
    var tasks: [StackElementID: StoreTask] = [:]
    var saved: [StackState<Int>] = []
    var number = 1

    for step in 0..<250 {
      let before = store.path
      let someID = before.ids.randomElement(using: &random) ?? 1_000_000
      var new: [Int] = []
      func make(_ range: ClosedRange<Int>) -> [Int] {
        new = (0..<Int.random(in: range, using: &random)).map { _ in
          number += 1
          return number
        }
        return new
      }
      switch Int.random(in: 0..<14, using: &random) {
      case 0, 1:
        let elements = make(1...3)
        store.send(.change { $0.path.append(contentsOf: elements) })
      case 2:
        store.send(.child(.push(id: before.nextID, state: make(1...1)[0])))
      case 3 where !before.isEmpty:
        store.send(.child(.popFrom(id: someID)))
      case 4:
        store.send(.change { $0.path.pop(to: someID) })
      case 5:
        store.send(.change { $0.path[id: someID] = nil })
      case 6 where before.count < 6:
        let elements = make(0...3)
        store.send(.change { $0.path = StackState(elements) })
      case 7:
        let elements = make(0...2)
        let start = Int.random(in: 0...before.count, using: &random)
        let end = Int.random(in: start...before.count, using: &random)
        store.send(.change { $0.path.replaceSubrange(start..<end, with: elements) })
      case 8:
        saved.append(before)
      case 9:
        guard let path = saved.randomElement(using: &random) else { continue }
        let elements = make(0...2)
        store.send(
          .change {
            $0.path = path
            $0.path.append(contentsOf: elements)
          }
        )
      case 10:
        // A stack that moves to the other property for the first time gets new ids there. When it returns, it has its
        // old ids.
        store.send(.change { swap(&$0.path, &$0.other) })
      default:
        guard !before.isEmpty else { continue }
        tasks[someID] = store.send(.child(.element(id: someID, action: .started)))
      }

      let path = store.path
      let ids = Set(path.ids)
      #expect(ids.count == path.count, "step \(step): an id is there twice")
      #expect(path.ids.allSatisfy { path[id: $0] == path[path.index(id: $0) ?? -1] })
      for (id, element) in zip(path.ids, path) {
        #expect(history[id, default: element] == element, "step \(step): \(id) was used again")
        history[id] = element
      }
      #expect(Set(new).isSubset(of: path), "step \(step): elements are missing")
      #expect(history[path.nextID] == nil, "step \(step): the next id was used before")
      for (id, task) in tasks {
        if !ids.contains(id) {
          #expect(await task.isFinished, "step \(step): \(id) is gone, but its effects are not")
          tasks[id] = nil
        } else {
          #expect(await !task.isFinished, "step \(step): \(id) is there, but its effects are not")
        }
      }
    }
    #expect(history.count > 60)
    store.send(.change { $0.path = [] })
    for task in tasks.values { #expect(await task.isFinished) }
  }
}

/// A stack that has no address in the state.
@MainActor @Suite struct StackInAnObjectTests {
  final class Holder {
    var path = StackState<Int>([1, 2])
    var writes = 0
    var computed: StackState<Int> {
      get { path }
      set {
        path = newValue
        writes += 1
      }
    }
  }

  struct State {
    var holder = Holder()
  }

  @Reducer struct Element {
    let holder: Holder

    enum Action { case doubled }

    func reduce(into state: inout Int, action: Action) -> Effect<Action> {
      // Reads the stack while its element runs.
      state *= holder.path.count
      return .none
    }
  }

  @Test(arguments: [true, false]) func elementsMayReadTheObject(isComputed: Bool) {
    let state = State()
    let keyPath = isComputed ? \State.holder.computed : \State.holder.path
    let store = Store(initialState: state) {
      EmptyReducer<State, StackActionOf<Element>>()
        .forEach(keyPath, action: \.self) { Element(holder: state.holder) }
    }
    store.send(.element(id: 1, action: .doubled))
    #expect(state.holder.path == [1, 4])
    let writes = state.holder.writes
    withExpectedIssue { _ = store.send(.element(id: 7, action: .doubled)) }
    #expect(state.holder.writes == writes)
  }
}
