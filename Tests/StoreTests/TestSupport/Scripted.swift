import Dependencies
import Store

/// A feature whose actions contain the code to run, with a child of every kind.
@Reducer
struct Scripted {
  struct State: Equatable {
    var count = 0
    var other = 0
    var log: [String] = []
    var pane = Pane()
    var detail: Pane?
    var rows: IdentifiedArrayOf<Row> = []
    var total: Int { count + other }
    var frame: Pane { Pane(count: count * 10, leaf: pane.leaf) }
    var shownDetail: Pane? { count > 0 ? detail : nil }
    var longRows: IdentifiedArrayOf<Row> { IdentifiedArray(uniqueElements: rows.filter { $0.count > 10 }) }
  }

  struct Pane: Equatable {
    var count = 0
    var leaf: Leaf?
    var rows: IdentifiedArrayOf<Row> = []
  }

  struct Leaf: Equatable { var count = 0 }

  struct Row: Equatable, Identifiable {
    let id: Int
    var count = 0
    var name = ""
    var leaf: Leaf?
  }

  enum Action {
    /// Changes the state and runs an effect.
    case act(String, @Sendable (inout State) -> Effect<Action>)
    case pane(PaneAction)
    case detail(PaneAction)
    case rows(IdentifiedAction<Int, RowAction>)

    static func note(_ name: String) -> Self { .act(name) { _ in .none } }
    static func change(_ change: @escaping @Sendable (inout State) -> Void) -> Self {
      .act("change") { state in
        change(&state)
        return .none
      }
    }
    /// An action with an effect that stops the program unless it runs on the actor.
    static func check(_ actor: any Actor) -> Self {
      .run("run") { send in
        actor.assertIsolated()
        await Task.detached {}.value
        actor.assertIsolated()
        await send(.note("sent"))
      }
    }
    static func run(_ name: String, _ operation: @escaping @Sendable (Send<Action>) async throws -> Void) -> Self {
      .act(name) { _ in .run(name: name, operation: operation) }
    }
  }

  @CasePathable
  enum PaneAction: Equatable {
    case add(Int)
    case leaf(LeafAction)
    case rows(IdentifiedAction<Int, RowAction>)
  }

  enum LeafAction: Equatable { case add(Int) }

  @CasePathable
  enum RowAction: Equatable {
    case add(Int)
    case leaf(LeafAction)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .act(let name, let perform):
      state.log.append(name)
      return perform(&state)
    case .pane(let action): Self.reduce(&state.pane, action)
    case .detail(let action):
      var detail = state.detail ?? Pane()
      Self.reduce(&detail, action)
      if state.detail != nil { state.detail = detail }
    case .rows(let action): Self.reduce(&state.rows, action)
    }
    return .none
  }

  private static func reduce(_ pane: inout Pane, _ action: PaneAction) {
    switch action {
    case .add(let amount): pane.count += amount
    case .leaf(.add(let amount)): pane.leaf?.count += amount
    case .rows(let action): reduce(&pane.rows, action)
    }
  }

  private static func reduce(_ rows: inout IdentifiedArrayOf<Row>, _ action: IdentifiedAction<Int, RowAction>) {
    switch action {
    case .element(let id, .add(let amount)): rows[id: id]?.count += amount
    case .element(let id, .leaf(.add(let amount))): rows[id: id]?.leaf?.count += amount
    }
  }
}

/// Makes a store of as many rows, which are numbered from 0.
@MainActor func makeRows(_ count: Int) -> StoreOf<Scripted> {
  makeStore(Scripted.State(rows: IdentifiedArray(uniqueElements: (0..<count).map { Scripted.Row(id: $0) }))) {
    Scripted()
  }
}

/// Lets `Sendable` functions refer to a store, as a dependency's closure might.
@MainActor final class StoreBox { var store: StoreOf<Scripted>? }
