import Foundation
import Store
import Testing

/// Stores that are made where the compiler does not know the actor.
@MainActor @Suite(.timeLimit(.minutes(10))) struct UnprovenIsolationTests {
  @MainActor private final class Model {
    static let shared = Store(initialState: Scripted.State()) { Scripted() }
    let store = Store(initialState: Scripted.State()) { Scripted() }
  }

  private struct App { let store = Store(initialState: Scripted.State()) { Scripted() } }

  private let store = Store(initialState: Scripted.State()) { Scripted() }

  @Test func onTheMainActorTheyBelongToIt() async {
    for store in [store, Model().store, Model.shared, App().store, global, makeStore()] {
      await store.send(.check(MainActor.shared)).finish()
      #expect(store.log == ["run", "sent"])
      #expect(await store.handle.state(\.log) == ["run", "sent"])
    }
  }

  /// All uses of such a store, on the actor to which it belongs.
  @Test(arguments: Use.allCases) func theyAreUsedOnTheMainActor(_ use: Use) {
    use.perform(makeStore(), makeScopedStores().value)
  }

  @Test func aStoreThatWasMadeElsewhereCanBeHandedToTheMainActor() async {
    #expect(await makeElsewhere() == ["sent"])
  }

  @Test(arguments: Use.allCases) func whereTheyDoNotBelongTheProgramStopsAndSaysWhy(_ use: Use) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [use = use as Use] in
      let scoped = await makeScopedStores()
      await Task.detached { use.perform(scoped.value.store, scoped.value) }.value
    }
    let message = """
      "\(use.store)" was used by code that does not run on the store's actor, "MainActor".

      \(whereItWasMade) \
      Such a store belongs to the actor that first sends to it, be it through its handle. The synchronous initializer \
      of an actor does not run on the actor: send in a method, or make the initializer "async" and the store with \
      "isolation: self". Code elsewhere sends and reads through the store's "handle", which is taken on the store's \
      actor.
      """
    expectOutput(of: result, contains: [message])
  }

  /// A function that belongs to no actor sends to a store of its own.
  @Test func withoutAnActorTheProgramStopsAtTheFirstSendAndSaysWhy() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await Task.detached {
        let store = makeStore()
        print(store.count)
        store.send(.note("sent"))
      }.value
    }
    let message = """
      "Store<Scripted.State, Scripted.Action>" received an action from code that runs on no actor.

      \(whereItWasMade) \
      Such a store belongs to the actor that uses it first, and its effects run there. This usually means that an \
      "async" function of a server, a task or a test that belongs to no actor makes a store for itself. Let an actor \
      hold the store:

        actor Session {
          let store = Store(initialState: Feature.State()) { Feature() }

          func receive(_ action: Feature.Action) {
            store.send(action)
          }
        }

      Or let the function belong to an actor:

        @MainActor func respond() async {
          let store = Store(initialState: Feature.State()) { Feature() }
          await store.send(.started).finish()
        }

      See "Stores on actors and servers"
      """
    expectOutput(of: result, contains: [message])
  }

  /// Code can turn off the compiler's checks. Then the store stops the program when it starts effects.
  @Test(arguments: [true, false])
  func aStoreThatWasCarriedAwayFromItsActorStopsTheProgramAndSaysWhy(isOnMainActor: Bool) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [isOnMainActor = isOnMainActor as Bool] in
      // Retains the actor.
      let owner = await Owner()
      let store = isOnMainActor ? await makeOnTheMainActor() : await owner.smuggledStore
      await Task.detached { _ = store.value?.send(.run("run") { _ in }) }.value
      withExtendedLifetime(owner) {}
    }
    let message = """
      "Store<Scripted.State, Scripted.Action>" was used by code that does not run on the store's actor, \
      "\(isOnMainActor ? "MainActor" : "Owner")".

      The compiler refuses this where it can see it. This usually means that "nonisolated(unsafe)", \
      "@unchecked Sendable", "@preconcurrency" or a module in Swift 5 mode has carried the store away from its actor.
      """
    expectOutput(of: result, contains: [message])
  }

  enum Use: String, CaseIterable, Codable {
    case send, read, readState, withState, snapshot, scope, scopeAgain, scopeOptional, scopeElements, states, handle
    case inspect, stopInspecting, invalidate, describeChild, sendToChild, readChild, sendToRow

    var store: String {
      switch self {
      case .describeChild, .readChild: "Store<Scripted.Pane, Scripted.PaneAction>"
      case .sendToRow: "Store<Scripted.Row, Scripted.RowAction>"
      default: "Store<Scripted.State, Scripted.Action>"
      }
    }

    func perform(_ store: StoreOf<Scripted>, _ scoped: ScopedStores) {
      switch self {
      case .send: store.send(.note("sent"))
      case .read: _ = store.count
      case .readState: _ = store.state
      case .withState: store.withState { _ in }
      case .snapshot: _ = store.stateSnapshot
      case .scope: _ = store.scope(state: \.pane, action: \.pane)
      case .scopeAgain: _ = scoped.store.scope(state: \.pane, action: \.pane)
      case .scopeOptional: _ = store.scope(state: \.detail, action: \.detail)
      case .scopeElements: _ = store.scope(state: \.rows, action: \.rows)
      case .states: _ = store.states.makeAsyncIterator()
      case .handle: _ = store.handle
      case .inspect: store.inspect(with: Inspector { _ in })
      case .stopInspecting: scoped.token.cancel()
      case .invalidate: store.invalidate()
      case .describeChild: _ = scoped.pane.state
      case .sendToChild: scoped.pane.send(.add(1))
      case .readChild: _ = scoped.pane.count
      case .sendToRow: scoped.row.send(.add(1))
      }
    }
  }
}

typealias PaneStore = Store<Scripted.Pane, Scripted.PaneAction>
typealias RowStore = Store<Scripted.Row, Scripted.RowAction>
typealias ScopedStores = (store: StoreOf<Scripted>, pane: PaneStore, row: RowStore, token: InspectorToken)

private actor Owner {
  private var store: StoreOf<Scripted>?

  init() async { store = Store(initialState: Scripted.State(), isolation: self) { Scripted() } }

  var smuggledStore: Smuggled<StoreOf<Scripted>?> { Smuggled(value: store) }
}

/// Passes a value that is not `Sendable` to another actor.
///
/// `@unchecked Sendable`: tests wait for each use before the next one.
struct Smuggled<Value>: @unchecked Sendable { let value: Value }

@MainActor private let global = Store(initialState: Scripted.State()) { Scripted() }

/// What messages say about the stores of the function below, which belongs to no actor.
private let whereItWasMade =
  "The store was made at StoreTests/UnprovenIsolationTests.swift:\(#line + 2), where the compiler saw no actor."

private func makeStore() -> StoreOf<Scripted> { Store(initialState: Scripted.State()) { Scripted() } }

@concurrent private func makeElsewhere() async -> [String] { await sendOnTheMainActor(makeStore()) }

@MainActor private func makeScopedStores() -> Smuggled<ScopedStores> {
  let store = makeStore()
  store.send(.change { $0.rows = [Scripted.Row(id: 1)] })
  let pane = store.scope(state: \.pane, action: \.pane)
  let row = store.scope(state: \.rows, action: \.rows)[0]
  return Smuggled(value: (store, pane, row, store.inspect(with: Inspector { _ in })))
}

@MainActor private func makeOnTheMainActor() -> Smuggled<StoreOf<Scripted>?> {
  Smuggled(value: Store(initialState: Scripted.State()) { Scripted() })
}

@MainActor private func sendOnTheMainActor(_ store: StoreOf<Scripted>) -> [String] {
  store.send(.note("sent"))
  return store.log
}
