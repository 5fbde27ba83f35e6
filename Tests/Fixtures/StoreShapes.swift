// Stores as servers and apps make them. The argument names the one to run. They work whatever the language mode and a
// module's default isolation are.
import Store

@Reducer
struct Counter {
  struct State: Equatable {
    var count = 0
  }

  enum Action {
    case add(Int)
    case load
  }

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

actor PropertySession {
  #if hasFeature(IsolatedDefaultValues)
    let store = Store(initialState: Counter.State()) { Counter() }
  #else
    // In Swift 5 mode the compiler, 6.3, crashes at the "#isolation" of this argument in a property of an actor.
    let store = Store(initialState: Counter.State(), isolation: nil) { Counter() }
  #endif

  func run() async -> Int {
    store.send(.add(1))
    await store.send(.load).finish()
    return store.count
  }
}

actor InitializerSession {
  let store: StoreOf<Counter>
  nonisolated let handle: StoreHandle<Counter.State, Counter.Action>

  init() {
    store = Store(initialState: Counter.State()) { Counter() }
    handle = store.handle
  }

  func run() async -> Int {
    store.send(.add(1))
    await store.send(.load).finish()
    return store.count
  }
}

actor LazySession {
  #if hasFeature(IsolatedDefaultValues)
    lazy var store = Store(initialState: Counter.State()) { Counter() }
  #else
    lazy var store = Store(initialState: Counter.State(), isolation: nil) { Counter() }
  #endif

  func run() async -> Int {
    store.send(.add(1))
    await store.send(.load).finish()
    return store.count
  }
}

actor MethodSession {
  func run() async -> Int {
    let store = Store(initialState: Counter.State()) { Counter() }
    store.send(.add(1))
    await store.send(.load).finish()
    return store.count
  }
}

actor AsyncInitializerSession {
  let store: StoreOf<Counter>

  init() async {
    store = Store(initialState: Counter.State()) { Counter() }
    store.send(.add(1))
  }

  func run() async -> Int {
    await store.send(.load).finish()
    return store.count
  }
}

@MainActor final class Model {
  let store = Store(initialState: Counter.State()) { Counter() }

  func run() async -> Int {
    store.send(.add(1))
    await store.send(.load).finish()
    return store.count
  }
}

@MainActor func respondOnTheMainActor() async -> Int {
  let store = Store(initialState: Counter.State()) { Counter() }
  store.send(.add(1))
  await store.send(.load).finish()
  return store.count
}

/// A handler as web frameworks have them. It belongs to no actor, whatever the module's default isolation is.
@concurrent nonisolated func respond() async -> Int {
  let store = Store(initialState: Counter.State()) { Counter() }
  store.send(.add(1))
  await store.send(.load).finish()
  return store.count
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
    case "lazy": print(await LazySession().run())
    case "method": print(await MethodSession().run())
    case "asyncInitializer": print(await AsyncInitializerSession().run())
    case "model": print(await Model().run())
    case "mainActor": print(await respondOnTheMainActor())
    default: print(await respond())
    }
  }
}
