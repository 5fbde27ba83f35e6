import Dependencies
import Store
import Testing

private enum NameKey: DependencyKey {
  static let liveValue = "live"
  static let testValue = "test"
}

private struct Greeting: DependencyKey {
  var text: String
  static let liveValue = Greeting(text: "live")
  static let testValue = Greeting(text: "test")
}

extension DependencyValues {
  fileprivate var name: String {
    get { self[NameKey.self] }
    set { self[NameKey.self] = newValue }
  }
}

@MainActor
@Suite(.timeLimit(.minutes(10))) struct ReducerDependenciesTests {
  typealias State = [String]

  @CasePathable
  enum Action: Sendable {
    case read
    case readByAction
    /// Sends the action that reads, from an effect.
    case readLater
    case readInEffect
    case overrideInEffect
    case received(String)
  }

  /// Records the dependencies that it reads.
  @Reducer
  struct Reader {
    @Dependency(\.name) fileprivate var name
    @Dependency(Greeting.self) fileprivate var greeting
    let label: String

    init(_ label: String = "") {
      self.label = label
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .read:
        state.append("\(label)\(name), \(greeting.text)")
        return .none
      case .readByAction:
        return .send(.read)
      case .readLater:
        return .run { send in
          await Task.yield()
          await send(.read)
        }
      case .readInEffect:
        return .run { send in await send(.received("\(label)\(name), \(greeting.text)")) }
      case .overrideInEffect:
        return .run { send in
          await withDependencies {
            $0.name = "effect's"
          } operation: {
            await send(.received(name))
            await send(.read)
          }
        }
      case .received:
        return .none
      }
    }
  }

  /// Records the actions that effects send.
  @Reducer
  struct Receiver {
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      if case .received(let text) = action { state.append("received \(text)") }
      return .none
    }
  }

  func makeStore(name: String? = nil, _ reader: Reader = Reader()) -> Store<State, Action> {
    Store(initialState: State()) {
      reader
      Receiver()
    } withDependencies: {
      if let name { $0.name = name }
    }
  }

  // MARK: The store's

  @Test func theInitialStateSeesTheStoresDependencies() {
    let store = Store(initialState: [DependencyValues.current.name]) {
      Reader()
    } withDependencies: {
      $0.name = "store's"
    }
    #expect(store.state == ["store's"])
  }

  @Test func theStoresDependenciesWinOverThoseThatAReducerCaptured() {
    let store = makeStore(
      name: "store's",
      withDependencies {
        $0.name = "captured"
        $0[Greeting.self] = Greeting(text: "captured")
      } operation: {
        Reader()
      }
    )
    store.send(.read)
    #expect(store.state == ["store's, captured"])
  }

  @Test func aStoreKeepsTheDependenciesThatItWasMadeUnder() async {
    let store = withDependencies {
      $0.name = "maker's"
    } operation: {
      makeStore()
    }
    store.send(.read)
    await store.send(.readInEffect).finish()
    #expect(store.state == ["maker's, test", "received maker's, test"])
  }

  // MARK: The sender's

  @Test(arguments: ["store's", nil]) func aReducerSeesWhatTheSenderOverrides(name: String?) async {
    let store = makeStore(name: name)
    let task = withDependencies {
      $0.name = "sender's"
    } operation: {
      store.send(.read)
      store.send(.readByAction)
      return store.send(.readInEffect)
    }
    await task.finish()
    store.send(.read)
    #expect(
      store.state == [
        "sender's, test", "sender's, test", "received sender's, test", "\(name ?? "test"), test",
      ]
    )
  }

  @Test func whatAnEffectOverridesDoesNotReachReducers() async {
    let store = makeStore(name: "store's")
    await store.send(.overrideInEffect).finish()
    #expect(store.state == ["received effect's", "store's, test"])
  }

  @Test(arguments: ["store's", nil]) func whatTheFirstSenderOverridesDoesNotStay(name: String?) {
    // Its reader is made when the body of `Middle` is built, which is at the first action for it.
    struct Middle: Reducer {
      var body: some Reducer<State, Action> { Reader() }
    }
    struct Outer: Reducer {
      var body: some Reducer<State, Action> {
        Scope(state: \.self, action: \.self) { Middle() }
      }
    }
    func check<R: Reducer<State, Action>>(@ReducerBuilder<State, Action> _ reducer: () -> R) {
      let store = Store(initialState: State(), reducer: reducer) {
        if let name { $0.name = name }
      }
      withDependencies {
        $0.name = "sender's"
      } operation: {
        _ = store.send(.read)
      }
      store.send(.read)
      #expect(store.state == ["sender's, test", "\(name ?? "test"), test"])
    }
    check { Scope(state: \.self, action: \.self) { Outer() } }
    check { Scope(state: \.self, action: \.self) { Outer().dependency(Greeting(text: "test")) } }
  }

  // MARK: Operators

  @Test func overridesReachTheirReducerAndItsEffectsOnly() async {
    let store = Store(initialState: State()) {
      Reader("a: ")
      Reader("b: ").dependency(\.name, "b's")
      Reader("c: ").dependency(Greeting(text: "c's"))
      CombineReducers { Reader("d: ") }.transformDependency(\.name) { $0 += "!" }
      Receiver()
    } withDependencies: {
      $0.name = "store's"
    }
    let expected = ["a: store's, test", "b: b's, test", "c: store's, c's", "d: store's!, test"]
    store.send(.read)
    store.send(.read)
    #expect(store.state == expected + expected)
    await store.send(.readInEffect).finish()
    #expect(store.state.dropFirst(8).sorted() == expected.map { "received \($0)" })
    // An override does not go along with what the effects send.
    await store.send(.readLater).finish()
    #expect(store.state.suffix(16) == ArraySlice((0..<4).flatMap { _ in expected }))
  }

  @Test func anInnerOverrideWinsOverAnOuterOne() {
    let store = Store(initialState: State()) {
      Reader().dependency(\.name, "inner").dependency(\.name, "outer")
      Reader().transformDependency(\.name) { $0 += ", inner" }.transformDependency(\.name) { $0 += ", outer" }
    }
    store.send(.read)
    #expect(store.state == ["inner, test", "test, outer, inner, test"])
    // Also where a reducer is called by hand.
    var state: State = []
    _ = Reader().dependency(\.name, "by hand").reduce(into: &state, action: .read)
    #expect(state == ["by hand, test"])
  }

  @Test func aBodySeesWhatIsOverriddenForIt() {
    struct Conditional: Reducer {
      @Dependency(\.name) var name
      var body: some Reducer<State, Action> {
        if name == "override" { Reader() }
      }
    }
    let store = Store(initialState: State()) {
      Conditional().dependency(\.name, "override")
      Conditional()
    }
    store.send(.read)
    #expect(store.state == ["override, test"])
  }

  // MARK: Parts and accessors

  /// The weight after an action.
  private func weigh<R: Reducer<Int, Void>>(@ReducerBuilder<Int, Void> _ reducer: () -> R) -> Int {
    let store = Store(initialState: 0, reducer: reducer)
    store.send(())
    return store.state
  }

  /// When a property is set through a key path, the run time also reads it and discards the result.
  @Test func whatIsReplacedIsNotEvaluated() {
    #expect(weigh { Weigher(\.scale).dependency(\.scale, Scale(weight: 2)) } == 2)
    #expect(ScaleKey.evaluations.value == 0)
  }

  @Test func aPartThatIsReplacedLeavesTheRest() {
    #expect(weigh { Weigher(\.rareScale).dependency(\.rareScale.weight, 3) } == 43)
    #expect(weigh { Weigher(\.rareScale).dependency(\.rareScale.itself, Scale(weight: 4)) } == 44)
    #expect(weigh { Weigher(\.rareScale).transformDependency(\.rareScale) { $0.weight += 1 } } == 42)
  }

  @Test func aSetterCanReadWhatThePropertyWas() {
    #expect(weigh { Weigher(\.addedScale).dependency(\.addedScale, Scale(weight: 7)) } == 48)
  }
}

private struct Scale {
  var weight: Int
  var tare = 0

  /// A part with the type of the whole value.
  var itself: Scale {
    get { self }
    set { weight = newValue.weight }
  }
}

private struct Weigher: Reducer {
  @Dependency private var scale: Scale

  init(_ keyPath: any KeyPath<DependencyValues, Scale> & Sendable) {
    _scale = Dependency(keyPath)
  }

  func reduce(into state: inout Int, action: Void) -> Effect<Void> {
    state += scale.weight + scale.tare
    return .none
  }
}

/// Counts how often its values are evaluated; used by one test.
private enum ScaleKey: DependencyKey {
  static let evaluations = LockIsolated(0)

  static var liveValue: Scale {
    evaluations.withValue { $0 += 1 }
    return Scale(weight: 1)
  }
  static var testValue: Scale { liveValue }
}

private enum RareScaleKey: DependencyKey {
  static var liveValue: Scale { Scale(weight: 1, tare: 40) }
  static var testValue: Scale { liveValue }
}

extension DependencyValues {
  fileprivate var scale: Scale {
    get { self[ScaleKey.self] }
    set { self[ScaleKey.self] = newValue }
  }
  fileprivate var rareScale: Scale {
    get { self[RareScaleKey.self] }
    set { self[RareScaleKey.self] = newValue }
  }
  fileprivate var addedScale: Scale {
    get { self[RareScaleKey.self] }
    set { self[RareScaleKey.self].weight += newValue.weight }
  }
}
