import Store

/// A child that is at the end of all paths of ``GoneStateRoot``.
@Reducer struct GoneStateLeaf {
  struct State: Equatable, Identifiable, Sendable {
    var id = 0
    var n = 0
    var title = ""
    var items: [Int] = []
    @Shared(.inMemory("gone states")) var total = 0
  }
  enum Action: Sendable {
    case edit(seed: UInt64)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .edit(let seed):
      var random = SeededRandomNumberGenerator(seed: seed)
      state.edit(with: &random)
    }
    return .none
  }
}

extension GoneStateLeaf.State {
  init(with random: inout SeededRandomNumberGenerator) {
    self.init(id: random.next(below: 4))
    edit(with: &random)
  }

  mutating func edit(with random: inout SeededRandomNumberGenerator) {
    switch random.next(below: 4) {
    case 0: n = random.next(below: 3)
    case 1: title = "title \(random.next(below: 3))"
    case 2: items.append(random.next(below: 3))
    default: $total.withLock { [n = random.next(below: 3)] in $0 = n }
    }
  }
}

/// A child with children of its own.
@Reducer struct GoneStateNode {
  @Reducer enum Destination {
    case leaf(GoneStateLeaf)
    case other(GoneStateLeaf)
  }
  struct State: Equatable, Identifiable, Sendable {
    var id = 0
    var n = 0
    var always = GoneStateLeaf.State()
    var plain: GoneStateLeaf.State?
    @Presents var sheet: GoneStateLeaf.State?
    @Presents var destination: Destination.State?
    var rows: IdentifiedArrayOf<GoneStateLeaf.State> = []
  }
  enum Action: Sendable {
    case edit(seed: UInt64)
    case always(GoneStateLeaf.Action)
    case plain(GoneStateLeaf.Action)
    case sheet(PresentationAction<GoneStateLeaf.Action>)
    case destination(PresentationAction<Destination.Action>)
    case rows(IdentifiedActionOf<GoneStateLeaf>)
  }
  var body: some ReducerOf<Self> {
    Scope(state: \.always, action: \.always) { GoneStateLeaf() }
    Reduce { state, action in
      guard case .edit(let seed) = action else { return .none }
      var random = SeededRandomNumberGenerator(seed: seed)
      state.edit(with: &random)
      return .none
    }
    .ifLet(\.plain, action: \.plain) { GoneStateLeaf() }
    .ifLet(\.$sheet, action: \.sheet) { GoneStateLeaf() }
    .ifLet(\.$destination, action: \.destination)
    .forEach(\.rows, action: \.rows) { GoneStateLeaf() }
  }
}

extension GoneStateNode.Destination.State: Equatable, Sendable {}
extension GoneStateNode.Destination.Action: Sendable {}

extension GoneStateNode.State {
  init(with random: inout SeededRandomNumberGenerator) {
    self.init(id: random.next(below: 4))
    for _ in 0..<4 { edit(with: &random) }
  }

  mutating func edit(with random: inout SeededRandomNumberGenerator) {
    let isRemoval = random.next(below: 3) == 0
    switch random.next(below: 7) {
    case 0:
      n = random.next(below: 3)
    case 1:
      always.edit(with: &random)
    case 2:
      change(&plain, isRemoval, &random)
    case 3:
      change(&sheet, isRemoval, &random)
    case 4:
      switch (destination, random.next(below: 3)) {
      case (.leaf(var leaf), 0):
        leaf.edit(with: &random)
        destination = .leaf(leaf)
      case (_, 0): destination = nil
      case (_, 1): destination = .leaf(GoneStateLeaf.State(with: &random))
      default: destination = .other(GoneStateLeaf.State(with: &random))
      }
    default:
      rows.edit(isRemoval, with: &random) {
        GoneStateLeaf.State(with: &$0)
      } change: {
        $0.edit(with: &$1)
      }
    }
  }
}

private func change(_ leaf: inout GoneStateLeaf.State?, _ isRemoval: Bool, _ random: inout SeededRandomNumberGenerator)
{
  if isRemoval {
    leaf = nil
  } else if leaf == nil || random.next(below: 4) == 0 {
    leaf = GoneStateLeaf.State(with: &random)
  } else {
    leaf?.edit(with: &random)
  }
}

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  mutating func edit(
    _ isRemoval: Bool,
    with random: inout SeededRandomNumberGenerator,
    make: (inout SeededRandomNumberGenerator) -> Element,
    change: (inout Element, inout SeededRandomNumberGenerator) -> Void
  ) {
    switch random.next(below: 8) {
    case 0 where isRemoval:
      removeAll()
    case 1:
      self = IdentifiedArray(uniqueElements: reversed().dropFirst())
    case 2, 3:
      let element = make(&random)
      self[id: element.id] = element
    case _ where isEmpty:
      break
    case _ where isRemoval:
      remove(at: random.next(below: count))
    default:
      let id = ids[random.next(below: count)]
      if var element = self[id: id] {
        change(&element, &random)
        self[id: id] = element
      }
    }
  }
}

extension SeededRandomNumberGenerator {
  mutating func next(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
}

/// Has children in all kinds of places.
@Reducer struct GoneStateRoot {
  struct State: Equatable, Sendable {
    @Presents var node: GoneStateNode.State?
    /// No operator runs this one.
    var bare: GoneStateNode.State?
    var list: IdentifiedArrayOf<GoneStateNode.State> = []
    var path = StackState<GoneStateNode.State>()
  }
  enum Action: Sendable {
    case edit(seed: UInt64)
    /// Changes the state in a reducer that runs before the operators.
    case editFirst(seed: UInt64)
    case set(node: GoneStateNode.State?)
    case node(PresentationAction<GoneStateNode.Action>)
    case bare(GoneStateNode.Action)
    case list(IdentifiedActionOf<GoneStateNode>)
    case path(StackActionOf<GoneStateNode>)
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .editFirst(let seed):
        var random = SeededRandomNumberGenerator(seed: seed)
        state.edit(with: &random)
        return .none
      case .bare(let action):
        guard state.bare != nil else { return .none }
        return state.bare.modifyIfThere { GoneStateNode().reduce(into: &$0, action: action) }.map { .bare($0) }
      case .set(let node):
        state.node = node
        return .none
      default:
        return .none
      }
    }
    Reduce { state, action in
      guard case .edit(let seed) = action else { return .none }
      var random = SeededRandomNumberGenerator(seed: seed)
      state.edit(with: &random)
      return .none
    }
    .ifLet(\.$node, action: \.node) { GoneStateNode() }
    .forEach(\.list, action: \.list) { GoneStateNode() }
    .forEach(\.path, action: \.path) { GoneStateNode() }
  }
}

extension Optional {
  fileprivate mutating func modifyIfThere<Action>(_ body: (inout Wrapped) -> Effect<Action>) -> Effect<Action> {
    guard var wrapped = take() else { return .none }
    defer { self = wrapped }
    return body(&wrapped)
  }
}

extension GoneStateRoot.State {
  mutating func edit(with random: inout SeededRandomNumberGenerator) {
    let isRemoval = random.next(below: 3) == 0
    switch random.next(below: 4) {
    case 0: change(&node, isRemoval, &random)
    case 1: change(&bare, isRemoval, &random)
    case 2:
      list.edit(isRemoval, with: &random) {
        GoneStateNode.State(with: &$0)
      } change: {
        $0.edit(with: &$1)
      }
    default:
      switch random.next(below: 4) {
      case 0 where !path.isEmpty: path.removeLast(random.next(below: path.count) + 1)
      case 1 where !path.isEmpty: if let id = path.ids.last { path[id: id]?.edit(with: &random) }
      case 2 where isRemoval: path = StackState([GoneStateNode.State(with: &random)])
      default: path.append(GoneStateNode.State(with: &random))
      }
    }
  }
}

private func change(
  _ node: inout GoneStateNode.State?,
  _ isRemoval: Bool,
  _ random: inout SeededRandomNumberGenerator
) {
  if isRemoval {
    node = nil
  } else if node == nil || random.next(below: 4) == 0 {
    node = GoneStateNode.State(with: &random)
  } else {
    node?.edit(with: &random)
  }
}
