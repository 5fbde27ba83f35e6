import Store

/// A child in every kind of place.
@Reducer
struct Places {
  @Reducer(state: .equatable) enum Destination {
    case leaf(PlacedLeaf)
    case other(PlacedLeaf)
  }
  struct State: Equatable {
    var always = PlacedLeaf.State()
    var plain: PlacedLeaf.State? = PlacedLeaf.State()
    @Presents var sheet: PlacedLeaf.State? = PlacedLeaf.State()
    @Presents var destination: Destination.State? = .leaf(PlacedLeaf.State())
    var rows: IdentifiedArrayOf<PlacedLeaf.State> = [PlacedLeaf.State(), PlacedLeaf.State(id: 2)]
    var path = StackState([PlacedLeaf.State()])
  }
  enum Action {
    case always(PlacedLeaf.Action)
    case plain(PlacedLeaf.Action)
    case sheet(PresentationAction<PlacedLeaf.Action>)
    case destination(PresentationAction<Destination.Action>)
    case rows(IdentifiedActionOf<PlacedLeaf>)
    case path(StackActionOf<PlacedLeaf>)
  }
  var body: some ReducerOf<Self> {
    Scope(state: \.always, action: \.always) { PlacedLeaf() }
    EmptyReducer()
      .ifLet(\.plain, action: \.plain) { PlacedLeaf() }
      .ifLet(\.$sheet, action: \.sheet) { PlacedLeaf() }
      .ifLet(\.$destination, action: \.destination)
      .forEach(\.rows, action: \.rows) { PlacedLeaf() }
      .forEach(\.path, action: \.path) { PlacedLeaf() }
  }
}

@Reducer
struct PlacedLeaf {
  struct State: Equatable, Identifiable {
    var id = 1
    var n = 1
    var title = "new"
    var items = [1]
    var isRunning: Bool?
    @Shared(.inMemory("placed leaves")) var total = 0

    /// Every number changes some of the values.
    mutating func edit(_ number: Int) {
      switch number % 4 {
      case 0: n += number
      case 1: title = "title \(number)"
      case 2: items.append(number)
      default: $total.withLock { $0 = number }
      }
    }
  }
  enum Action { case edit(Int), load(AsyncStream<Void>), cancel, look }
  enum CancelID { case load, other }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .edit(let number):
      state.edit(number)
      return .none
    case .load(let stream): return .run { _ in for await _ in stream {} }.cancellable(id: CancelID.load)
    case .cancel: return .cancel(id: CancelID.load)
    case .look:
      return run { store in
        let isRunning = try store.isEffectRunning(id: CancelID.load)
        try store.modify("Look") { $0.isRunning = isRunning }
      }
    }
  }
}
