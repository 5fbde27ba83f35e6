// Stores as servers and apps make them. The argument names the one to run. They work whatever the language mode and a
// module's default isolation are.
import Store

@Reducer struct Counter {
  struct State: Equatable { var count = 0 }
  enum Action { case add(Int), load }
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .add(let number):
      state.count += number
      return .none
    case .load:
      return .run { send in
        await Task.yield()
        await send(.add(41))
      }
    }
  }
}

extension Store where State == Counter.State, Action == Counter.Action {
  /// Uses the store on the actor that has it.
  nonisolated(nonsending) func use() async -> Int {
    send(.add(1))
    await send(.load).finish()
    return self.count
  }
}

actor PropertySession {
  #if hasFeature(IsolatedDefaultValues)
    let store = Store(initialState: Counter.State()) { Counter() }
    lazy var later = Store(initialState: Counter.State()) { Counter() }
  #else
    // In Swift 5 mode the compiler, 6.3, crashes at the "#isolation" of this argument in a property of an actor.
    let store = Store(initialState: Counter.State(), isolation: nil) { Counter() }
    lazy var later = Store(initialState: Counter.State(), isolation: nil) { Counter() }
  #endif

  func run() async -> Int { await store.use() }
  func runLater() async -> Int { await later.use() }
}

actor InitializerSession {
  let store: StoreOf<Counter>
  nonisolated let handle: StoreHandle<Counter.State, Counter.Action>

  init() {
    store = Store(initialState: Counter.State()) { Counter() }
    handle = store.handle
  }

  func run() async -> Int { await store.use() }
}

actor MethodSession {
  func run() async -> Int {
    let store = Store(initialState: Counter.State()) { Counter() }
    return await store.use()
  }
}

actor AsyncInitializerSession {
  let store: StoreOf<Counter>

  init() async {
    store = Store(initialState: Counter.State()) { Counter() }
    store.send(.add(0))
  }

  func run() async -> Int { await store.use() }
}

@MainActor final class Model {
  let store = Store(initialState: Counter.State()) { Counter() }

  func run() async -> Int { await store.use() }
}

@MainActor func respondOnTheMainActor() async -> Int {
  let store = Store(initialState: Counter.State()) { Counter() }
  return await store.use()
}

/// A handler as web frameworks have them. It belongs to no actor, whatever the module's default isolation is.
@concurrent nonisolated func respond() async -> Int {
  let store = Store(initialState: Counter.State()) { Counter() }
  return await store.use()
}

@main
struct Program {
  static func main() async {
    switch CommandLine.arguments.last {
    case "property": print(await PropertySession().run())
    case "initializer":
      let session = InitializerSession()
      let count = await session.run()
      await session.handle.send(.add(0))
      print(count)
    case "lazy": print(await PropertySession().runLater())
    case "method": print(await MethodSession().run())
    case "asyncInitializer": print(await AsyncInitializerSession().run())
    case "model": print(await Model().run())
    case "mainActor": print(await respondOnTheMainActor())
    default: print(await respond())
    }
  }
}
