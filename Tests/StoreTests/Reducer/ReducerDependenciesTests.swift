import Store
import Testing

private enum NameKey: TestDependencyKey { static let testValue = "test" }

private struct Greeting: TestDependencyKey {
  var text: String
  static let testValue = Greeting(text: "test")
}

extension DependencyValues {
  fileprivate var name: String {
    get { self[NameKey.self] }
    set { self[NameKey.self] = newValue }
  }
}

@MainActor @Suite(.timeLimit(.minutes(10))) struct ReducerDependenciesTests {
  typealias State = [String]

  @CasePathable enum Action: Sendable {
    case read, readByAction
    case readLater
    case readInEffect, overrideInEffect, received(String)
  }

  @Reducer struct Reader {
    @Dependency(\.name) fileprivate var name
    @Dependency(Greeting.self) fileprivate var greeting
    let label: String

    init(_ label: String = "") { self.label = label }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .read: state.append("\(label)\(name), \(greeting.text)")
      case .readByAction: return .send(.read)
      case .readLater:
        return .run { send in
          await Task.yield()
          await send(.read)
        }
      case .readInEffect: return .run { send in await send(.received("\(label)\(name), \(greeting.text)")) }
      case .overrideInEffect:
        return .run { send in
          await withDependencies {
            $0.name = "effect's"
          } operation: {
            await send(.received(name))
            await send(.read)
          }
        }
      case .received: break
      }
      return .none
    }
  }

  /// Makes a store whose state also records the actions that effects send.
  func makeStore<R: Reducer<State, Action>>(
    name: String? = nil,
    @ReducerBuilder<State, Action> _ reducer: () -> R
  ) -> Store<State, Action> {
    Store(initialState: State()) {
      reducer()
      Changes { state, action in if case .received(let text) = action { state.append("received \(text)") } }
    } withDependencies: {
      if let name { $0.name = name }
    }
  }

  private func withName<Result>(_ name: String, _ operation: () -> Result) -> Result {
    withDependencies({ $0.name = name }, operation: operation)
  }

  @Test func theInitialStateSeesTheStoresDependencies() {
    let store = Store(initialState: [DependencyValues.current.name]) {
      Reader()
    } withDependencies: {
      $0.name = "store's"
    }
    #expect(store.state == ["store's"])
  }

  @Test func theStoresDependenciesWinOverThoseThatAReducerCaptured() {
    let reader = withDependencies {
      $0.name = "captured"
      $0[Greeting.self] = Greeting(text: "captured")
    } operation: {
      Reader()
    }
    let store = makeStore(name: "store's") { reader }
    store.send(.read)
    #expect(store.state == ["store's, captured"])
  }

  @Test func aStoreKeepsTheDependenciesThatItWasMadeUnder() async {
    let store = withName("maker's") { makeStore { Reader() } }
    store.send(.read)
    await store.send(.readInEffect).finish()
    #expect(store.state == ["maker's, test", "received maker's, test"])
  }

  @Test(arguments: ["store's", nil]) func aReducerSeesWhatTheSenderOverrides(name: String?) async {
    let store = makeStore(name: name) { Reader() }
    let task = withName("sender's") {
      store.send(.read)
      store.send(.readByAction)
      return store.send(.readInEffect)
    }
    await task.finish()
    store.send(.read)
    #expect(store.state == ["sender's, test", "sender's, test", "received sender's, test", "\(name ?? "test"), test"])
  }

  @Test func whatAnEffectOverridesDoesNotReachReducers() async {
    let store = makeStore(name: "store's") { Reader() }
    await store.send(.overrideInEffect).finish()
    #expect(store.state == ["received effect's", "store's, test"])
  }

  @Test(arguments: ["store's", nil]) func whatTheFirstSenderOverridesDoesNotStay(name: String?) {
    // Its reader is made when the body of `Middle` is built, which is at the first action for it.
    struct Middle: Reducer { var body: some Reducer<State, Action> { Reader() } }
    struct Outer: Reducer {
      var body: some Reducer<State, Action> { Scope(state: \.self, action: \.self) { Middle() } }
    }
    func check<R: Reducer<State, Action>>(@ReducerBuilder<State, Action> _ reducer: () -> R) {
      let store = makeStore(name: name, reducer)
      withName("sender's") { _ = store.send(.read) }
      store.send(.read)
      #expect(store.state == ["sender's, test", "\(name ?? "test"), test"])
    }
    check { Scope(state: \.self, action: \.self) { Outer() } }
    check { Scope(state: \.self, action: \.self) { Outer().dependency(Greeting(text: "test")) } }
  }

  @Test func overridesReachTheirReducerAndItsEffectsOnly() async {
    let store = makeStore(name: "store's") {
      Reader("a: ")
      Reader("b: ").dependency(\.name, "b's")
      Reader("c: ").dependency(Greeting(text: "c's"))
      CombineReducers { Reader("d: ") }.transformDependency(\.name) { $0 += "!" }
    }
    let expected: [String] = ["a: store's, test", "b: b's, test", "c: store's, c's", "d: store's!, test"]
    store.send(.read)
    store.send(.read)
    #expect(store.state == expected + expected)
    await store.send(.readInEffect).finish()
    #expect(store.state.dropFirst(8).sorted() == expected.map { "received \($0)" })
    // An override does not go along with what the effects send.
    await store.send(.readLater).finish()
    let last: [String] = Array(store.state.suffix(16))
    #expect(last == expected + expected + expected + expected)
  }

  @Test func anInnerOverrideWinsOverAnOuterOne() {
    let store = makeStore {
      Reader().dependency(\.name, "inner").dependency(\.name, "outer")
      Reader().transformDependency(\.name) { $0 += ", inner" }.transformDependency(\.name) { $0 += ", outer" }
    }
    store.send(.read)
    #expect(store.state == ["inner, test", "test, outer, inner, test"])
    // What is there is transformed for each action.
    withName("sender's") { _ = store.send(.read) }
    #expect(store.state.suffix(2) == ["inner, test", "sender's, outer, inner, test"])
    // Also where a reducer is called by hand.
    var state: State = []
    _ = Reader().dependency(\.name, "by hand").reduce(into: &state, action: .read)
    #expect(state == ["by hand, test"])
  }

  @Test func aBodySeesWhatIsOverriddenForIt() {
    struct Conditional: Reducer {
      @Dependency(\.name) var name
      var body: some Reducer<State, Action> { if name == "override" { Reader() } }
    }
    let store = makeStore {
      Conditional().dependency(\.name, "override")
      Conditional()
    }
    store.send(.read)
    #expect(store.state == ["override, test"])
  }

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

  init(_ keyPath: any KeyPath<DependencyValues, Scale> & Sendable) { _scale = Dependency(keyPath) }

  func reduce(into state: inout Int, action: Void) -> Effect<Void> {
    state += scale.weight + scale.tare
    return .none
  }
}

/// Counts how often its values are evaluated; used by one test.
private enum ScaleKey: TestDependencyKey {
  static let evaluations = LockIsolated(0)

  static var testValue: Scale {
    evaluations.withValue { $0 += 1 }
    return Scale(weight: 1)
  }
}

private enum RareScaleKey: TestDependencyKey { static var testValue: Scale { Scale(weight: 1, tare: 40) } }

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
