import Dependencies
import Store
import Testing

@testable import StoreCore

/// Random changes of a tree of features, some of which are called by reducers around them, against a plain model.
@MainActor
@Suite struct RemovedChildrenModelTests {
  struct Node: Reducer {
    struct State: Identifiable {
      var id: Int
      var rows: IdentifiedArrayOf<State> = []
      @Presents var sheet: State?
      var path = StackState<State>()
    }
    @CasePathable indirect enum Action: Sendable {
      case start(String)
      case change(@Sendable (inout State) -> Void, then: String?)
      /// The parent removes the feature when it has returned its effect.
      case leave(String)
      case rows(IdentifiedAction<Int, Action>)
      case sheet(PresentationAction<Action>)
      case path(StackAction<State, Action>)
    }
    let wraps: [Bool]
    var level = 0

    private var isWrapped: Bool { wraps[level % wraps.count] }
    private var next: Node { Node(wraps: wraps, level: level + 1) }

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .start(let name): return hang(name)
        case .change(let change, let name):
          change(&state)
          return name.map(hang) ?? .none
        case .leave(let name): return hang(name)
        case .rows(.element(let id, .leave)): state.rows.remove(id: id)
        case .sheet(.presented(.leave)): state.sheet = nil
        case .path(.element(let id, .leave)): state.path.pop(from: id)
        case .rows, .sheet, .path: break
        }
        return .none
      }
      .forEach(\.rows, action: \.rows) { child }
      .ifLet(\.$sheet, action: \.sheet) { child }
      .forEach(\.path, action: \.path) { child }
    }

    @ReducerBuilder<State, Action> private var child: some Reducer<State, Action> {
      if isWrapped { Calling(base: next) } else { next }
    }

    private func hang(_ name: String) -> Effect<Action> { .run(name: name) { _ in try await Task.never() } }
  }

  /// Calls the reducer, so that its operators are made for each action.
  struct Calling: Reducer {
    let base: Node
    func reduce(into state: inout Node.State, action: Node.Action) -> Effect<Node.Action> {
      base.reduce(into: &state, action: action)
    }
  }

  /// How a feature is reached from the one around it.
  enum Step {
    case row(Int), sheet(Int), path(StackElementID)
  }

  /// The state at a place, if all on the way to it exist.
  func node(_ steps: some Sequence<Step>, in root: Node.State) -> Node.State? {
    var node: Node.State? = root
    for step in steps {
      switch step {
      case .row(let id): node = node?.rows[id: id]
      case .sheet(let id): node = node?.sheet?.id == id ? node?.sheet : nil
      case .path(let id): node = node?.path[id: id]
      }
    }
    return node
  }

  func places(_ node: Node.State, _ prefix: [Step] = []) -> [[Step]] {
    [prefix] + node.rows.flatMap { places($0, prefix + [.row($0.id)]) }
      + (node.sheet.map { places($0, prefix + [.sheet($0.id)]) } ?? [])
      + zip(node.path.ids, node.path).flatMap { places($1, prefix + [.path($0)]) }
  }

  func action(_ action: Node.Action, at place: [Step]) -> Node.Action {
    place.reversed().reduce(action) { action, step in
      switch step {
      case .row(let id): .rows(.element(id: id, action: action))
      case .sheet: .sheet(.presented(action))
      case .path(let id): .path(.element(id: id, action: action))
      }
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>) func runs(seed: UInt64) {
    var random = SeededRandomNumberGenerator(seed: seed)
    let wraps = (0..<3).map { _ in Bool.random(using: &random) }
    let isRootWrapped = Bool.random(using: &random)
    let root = Node(wraps: wraps)
    let store = makeStore(Node.State(id: 0)) {
      if isRootWrapped { Calling(base: root) } else { root }
    }
    /// The effects that have to be in flight, by their names, with the features that they belong to.
    var alive: [String: [Step]] = [:]
    var log: [String] = []
    for number in 0..<60 {
      let state = store.withState { $0 }
      let all = places(state).filter { $0.count < 5 }
      guard let place = all.randomElement(using: &random) else { continue }
      let name = "\(number)"
      let id = Int.random(in: 0..<3, using: &random)
      var sent: Node.Action
      var started: String?
      switch Int.random(in: 0..<12, using: &random) {
      case 0, 1, 2:
        (sent, started) = (.start(name), name)
      case 3: sent = .change({ if $0.rows[id: id] == nil { $0.rows.append(.init(id: id)) } }, then: nil)
      case 4: sent = .change({ $0.rows.remove(id: id) }, then: nil)
      case 5:
        (sent, started) = (.change({ $0.rows.remove(id: id) }, then: name), name)
      case 6: sent = .change({ if $0.sheet?.id != id { $0.sheet = .init(id: id) } }, then: nil)
      case 7: sent = .change({ $0.sheet = nil }, then: nil)
      case 8: sent = .change({ $0.path.append(.init(id: id)) }, then: nil)
      case 9: sent = .change({ if !$0.path.isEmpty { $0.path.removeLast() } }, then: nil)
      case 10 where !place.isEmpty: sent = .leave(name)
      default:
        // Rows without parts are removed and added again.
        sent = .change(
          { state in
            guard let row = state.rows[id: id], row.rows.isEmpty, row.sheet == nil, row.path.isEmpty else { return }
            state.rows.remove(id: id)
            state.rows.append(row)
          },
          then: nil
        )
      }
      store.send(action(sent, at: place))
      log.append("\(place) \(sent)")
      let after = store.withState { $0 }
      alive = alive.filter { node($0.value, in: after) != nil }
      if let started { alive[started] = place }
      let running = Set(store.root?.running.values.compactMap(\.run.name) ?? [])
      #expect(
        running == Set(alive.keys),
        "seed \(seed) \(wraps) \(isRootWrapped)\n\(log.suffix(12).joined(separator: "\n"))"
      )
      guard running == Set(alive.keys) else { return }
      #expect(store.root?.ledger.liveCount == alive.count)
    }
    store.send(
      .change(
        { state in
          state.rows = []
          state.sheet = nil
          state.path = .init()
        },
        then: nil
      )
    )
    alive = alive.filter { $0.value.isEmpty }
    #expect(store.root?.ledger.liveCount == alive.count)
  }
}
