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
@Suite struct DependencyReducerTests {
  typealias State = [String]
  enum Action {
    case read
    case readByAction
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

  @Test func aReducerMadeElsewhereSeesTheStoresDependencies() {
    let reader = Reader()
    let store = Store(initialState: State()) {
      reader
    } withDependencies: {
      $0.name = "store's"
    }
    store.send(.read)
    #expect(store.state == ["store's, test"])
  }

  @Test func theStoresDependenciesWinOverThoseThatAReducerCaptured() {
    let reader = withDependencies {
      $0.name = "captured"
      $0[Greeting.self] = Greeting(text: "captured")
    } operation: {
      Reader()
    }
    let store = Store(initialState: State()) {
      reader
    } withDependencies: {
      $0.name = "store's"
    }
    store.send(.read)
    #expect(store.state == ["store's, captured"])
  }

  @Test(arguments: [false, true])
  func aReducerSeesWhatTheSenderOverrides(storeOverridesToo: Bool) async {
    let store = Store(initialState: State()) {
      Reader()
      Receiver()
    } withDependencies: {
      if storeOverridesToo { $0.name = "store's" }
    }
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
        "sender's, test",
        "sender's, test",
        "received sender's, test",
        storeOverridesToo ? "store's, test" : "test, test",
      ]
    )
  }

  @Test func whatAnEffectOverridesDoesNotReachReducers() async {
    let store = Store(initialState: State()) {
      Reader()
      Receiver()
    } withDependencies: {
      $0.name = "store's"
    }
    await store.send(.overrideInEffect).finish()
    #expect(store.state == ["received effect's", "store's, test"])
  }

  /// Four readers of one store, three of them with overrides of their own.
  func makeStore() -> Store<State, Action> {
    Store(initialState: State()) {
      Reader("a: ")
      Reader("b: ").dependency(\.name, "b's")
      Reader("c: ").dependency(Greeting(text: "c's"))
      CombineReducers { Reader("d: ") }.transformDependency(\.name) { $0 += "!" }
      Receiver()
    } withDependencies: {
      $0.name = "store's"
    }
  }

  @Test func overridesReachTheirReducerOnly() {
    let store = makeStore()
    store.send(.read)
    store.send(.read)
    let expected = ["a: store's, test", "b: b's, test", "c: store's, c's", "d: store's!, test"]
    #expect(store.state == expected + expected)
  }

  @Test func overridesReachTheEffectsOfTheirReducer() async {
    let store = makeStore()
    await store.send(.readInEffect).finish()
    let expected = ["a: store's, test", "b: b's, test", "c: store's, c's", "d: store's!, test"]
    #expect(store.state.sorted() == expected.map { "received \($0)" })
  }

  @Test func anInnerOverrideWinsOverAnOuterOne() {
    let store = Store(initialState: State()) {
      Reader().dependency(\.name, "inner").dependency(\.name, "outer")
      Reader().transformDependency(\.name) { $0 += ", inner" }.transformDependency(\.name) { $0 += ", outer" }
    }
    store.send(.read)
    #expect(store.state == ["inner, test", "test, outer, inner, test"])
  }

  @Test func anOverrideReachesAReducerThatIsCalledByHand() {
    var state: State = []
    _ = Reader().dependency(\.name, "by hand").reduce(into: &state, action: .read)
    #expect(state == ["by hand, test"])
  }

  /// When a property is set through a key path, the run time also reads it and discards the result.
  @Test func whatIsReplacedIsNotEvaluated() {
    let store = Store(initialState: 0) {
      Weigher(\.scale).dependency(\.scale, Scale(weight: 2))
    }
    store.send(())
    store.send(())
    #expect(store.state == 4)
    #expect(ScaleKey.evaluations.value == 0)
  }

  @Test func aPartThatIsReplacedLeavesTheRest() {
    let store = Store(initialState: 0) {
      Weigher(\.rareScale).dependency(\.rareScale.weight, 3)
      Weigher(\.rareScale).dependency(\.rareScale.itself, Scale(weight: 4))
    }
    store.send(())
    #expect(store.state == 43 + 44)
  }

  @Test func whatIsTransformedIsRead() {
    let store = Store(initialState: 0) {
      Weigher(\.rareScale).transformDependency(\.rareScale) { $0.weight += 1 }
    }
    store.send(())
    #expect(store.state == 42)
  }

  @Test func aSetterCanReadWhatThePropertyWas() {
    let store = Store(initialState: 0) {
      Weigher(\.addedScale).dependency(\.addedScale, Scale(weight: 1))
    }
    store.send(())
    #expect(store.state == 8)
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
  static var testValue: Scale { Scale(weight: 1, tare: 40) }
}

private enum AddedScaleKey: DependencyKey {
  static var liveValue: Scale { Scale(weight: 7) }
  static var testValue: Scale { Scale(weight: 7) }
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
    get { self[AddedScaleKey.self] }
    set { self[AddedScaleKey.self].weight += newValue.weight }
  }
}
