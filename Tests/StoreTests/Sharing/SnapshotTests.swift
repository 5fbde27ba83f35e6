import Store
import Testing

/// Copies of states that keep their values, wherever the state contains shared values.
@Suite struct SnapshotTests {
  enum Child: Equatable {
    case none, counter(Shared<Int>, name: String), other(String)
    indirect case boxed(Shared<Int>)
  }

  struct Box<Value: Equatable>: Equatable {
    enum Kind: Equatable { case empty, value(Value), two(Value, Value) }

    var kind = Kind.empty
  }

  struct Row: Equatable, Identifiable {
    let id: Int
    @Shared var count: Int
  }

  struct State: Equatable {
    @Shared var count: Int
    @SharedReader var read: Int
    var name = "Blob"
    var optional: Shared<Int>?
    var array: [Row] = []
    var dictionary: [String: Row] = [:]
    var rows: IdentifiedArrayOf<Row> = []
    var path = StackState<Row>()
    @PresentationState var presented: Row?
    var child = Child.none
    var box = Box<Shared<Int>>()
    var tuple: Pair
    var text: String? = "text"

    struct Pair: Equatable {
      var pair: (Int, Shared<Int>)
      static func == (lhs: Self, rhs: Self) -> Bool { lhs.pair == rhs.pair }
    }

    init(_ shared: Shared<Int>) {
      _count = shared
      _read = SharedReader(shared)
      tuple = Pair(pair: (0, shared))
    }

    var values: [Int?] {
      let child: Int? = if case .counter(let count, _) = child { count.wrappedValue } else { nil }
      let boxed: Int? = if case .two(_, let count) = box.kind { count.wrappedValue } else { nil }
      return [
        count, read, optional?.wrappedValue, array.last?.count, dictionary["a"]?.count, rows.last?.count,
        path.last?.count, presented?.count, child, boxed, tuple.pair.1.wrappedValue,
      ]
    }
  }

  private static func state(_ shared: Shared<Int>) -> State {
    var state = State(shared)
    let row = Row(id: 1, count: shared)
    state.optional = shared
    state.array = [Row(id: 2, count: Shared(value: 0)), row]
    state.dictionary = ["a": row]
    state.rows = [row]
    state.path = StackState([row])
    state.presented = row
    state.child = .counter(shared, name: "name")
    state.box.kind = .two(Shared(value: 0), shared)
    return state
  }

  @MainActor @Test func aSnapshotStaysWhatItWasUntilItIsAttached() {
    let shared = Shared(value: 1)
    let store = Store(initialState: Self.state(shared)) { EmptyReducer<State, Void>() }
    let (snapshot, other, copy) = (store.stateSnapshot, store.stateSnapshot, store.state)
    func expect(_ state: State, _ value: Int, location: SourceLocation = #_sourceLocation) {
      #expect(state.values == [Int?](repeating: value, count: 11), sourceLocation: location)
    }
    #expect(snapshot == copy)
    shared.withLock { $0 = 2 }
    expect(snapshot, 1)
    for state in [copy, store.state] { expect(state, 2) }
    #expect(snapshot != copy)
    // Its places share among themselves.
    snapshot.$count.withLock { $0 = 5 }
    expect(snapshot, 5)
    expect(other, 1)
    #expect(shared.wrappedValue == 2)
    // Attached, they show the original again.
    let attached = StateSnapshot.attached(snapshot)
    for state in [attached, store.state] { expect(state, 5) }
    shared.withLock { $0 = 3 }
    expect(attached, 3)
    expect(snapshot, 5)
  }

  private enum Choice: Equatable {
    case first(Shared<Int>), second(Shared<Int>)

    var count: Shared<Int> {
      switch self {
      case .first(let count), .second(let count): count
      }
    }
  }

  /// Bits of the reference say which case it is.
  @MainActor @Test func anEnumThatIsNoLargerThanItsReference() {
    #expect(MemoryLayout<Choice>.size == MemoryLayout<Shared<Int>>.size)
    let count = Shared(value: 0)
    for choice in [Choice.first(count), .second(count)] {
      let store = Store(initialState: choice) { EmptyReducer<Choice, Void>() }
      count.withLock { $0 = 1 }
      let snapshot = store.stateSnapshot
      count.withLock { $0 = 2 }
      #expect((snapshot.count.wrappedValue, store.withState { $0.count.wrappedValue }) == (1, 2))
      #expect((snapshot == .first(snapshot.count)) == (choice == .first(count)), "the case stays")
    }
  }

  private struct Document: Equatable {
    @Shared var count: Int
    var text = ""
  }

  private struct Documents: Equatable {
    @Shared var document: Document
    @Shared var count: Int
  }

  @MainActor @Test func nestedSharedValuesStayWhatTheyWere() {
    let count = Shared(value: 1)
    let state = Documents(document: Shared(value: Document(count: count)), count: count)
    #expect(StateSnapshot.sources(in: state).count == 2)
    let store = Store(initialState: state) { EmptyReducer<Documents, Void>() }
    let snapshot = store.stateSnapshot
    count.withLock { $0 = 2 }
    state.$document.withLock { $0.text = "new" }
    #expect(snapshot.document == Document(count: Shared(value: 1)))
    #expect(store.stateSnapshot.document == Document(count: Shared(value: 2), text: "new"))
    #expect(snapshot != store.stateSnapshot)
    // Both show the same copy.
    snapshot.document.$count.withLock { $0 = 5 }
    #expect((snapshot.count, count.wrappedValue) == (5, 2))
    // Travelling back in time restores both.
    let attached = StateSnapshot.attached(snapshot)
    #expect(count.wrappedValue == 5 && state.document == Document(count: Shared(value: 5)))
    attached.document.$count.withLock { $0 = 6 }
    #expect(count.wrappedValue == 6)
  }

  @Test func typesThatShareNothingAreKnown() {
    struct Plain {
      var text = ""
      var child: [String: [Int]]? = [:]
      var result = Result<String, CancellationError>.success("")
      var state = Box<[Int]>()
    }
    #expect(StateSnapshot.canShare(State.self) && StateSnapshot.canShare([Child?].self))
    #expect(!StateSnapshot.canShare(Plain.self) && !StateSnapshot.canShare(Int.self))
    #expect(!StateSnapshot.canShare([Box<String>].self))
  }

  @MainActor @Test func inspectorsSeeAndPrintersShowWhatItWas() {
    struct Counter: Equatable { @Shared(.inMemory("count")) var count = 0 }
    var seen: [[Int]] = []
    var printed: [String] = []
    let store = Store(initialState: Counter()) {
      Changes<Counter, Int> { state, amount in
        state.$count.withLock { $0 += amount }
      }
      ._printChanges(_ReducerPrinter { _, old, new in printed.append(diff(old, new) ?? "nothing") })
    }
    store.inspect(
      with: Inspector { step in
        if case .reduced(_, _, let before, let after) = step { seen.append([before.count, after.count]) }
      }
    )
    for amount in 1...2 { store.send(amount) }
    #expect(seen == [[0, 1], [1, 3]])
    #expect(printed.first == "- SnapshotTests.Counter(count: 0)\n+ SnapshotTests.Counter(count: 1)")
  }
}
