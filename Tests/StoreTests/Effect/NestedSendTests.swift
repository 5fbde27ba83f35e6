import Dependencies
import Store
import Testing

@testable import StoreCore

/// Actions that effects send while they are being started, and that observers send while they are being told.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct NestedSendTests {
  @TaskLocal static var name = "nobody"

  struct State: Equatable {
    var log: [String] = []
    var ticks = 0
    var isStopped = false
  }

  enum Action: Sendable {
    case run(Effect<Action>)
    case log(String)
    case tick
    case tickInOrder
    case stop
  }

  @MainActor final class Owner {
    var store: Store<State, Action>?
  }

  let owner = Owner()
  let log = Log()

  init() {
    owner.store = makeStore(State(), of: Action.self) { state, action in
      switch action {
      case .run(let effect): return effect
      case .log(let entry): state.log.append(entry)
      case .tick:
        state.ticks += 1
        return state.isStopped ? .none : .run { await $0(.tick) }
      case .tickInOrder:
        state.ticks += 1
        return state.isStopped ? .none : .concatenate(.run { _ in }, .send(.tickInOrder))
      case .stop: state.isStopped = true
      }
      return .none
    }
  }

  /// An effect that logs the task-local name under which it runs.
  static func sign(_ entry: String) -> Effect<Action> {
    .run { await $0(.log("\(entry) for \(name)")) }
  }

  @Test func anEffectSeesTheTaskLocalValuesOfItsOwnSender() async throws {
    let store = try #require(owner.store)
    let task = Self.$name.withValue("the sender") {
      store.send(
        .run(
          .merge(
            .run { send in
              await Self.$name.withValue("the effect") {
                await send(.run(Self.sign("nested")))
                await send(.log("sent by the effect"))
              }
              await send(.run(Self.sign("second")))
            },
            Self.sign("next")
          )
        )
      )
    }
    await task.finish()
    #expect(
      Set(store.log) == [
        "sent by the effect", "next for the sender", "nested for the effect", "second for the sender",
      ]
    )
  }

  @Test func anEffectOfAnObserversActionSeesItsTaskLocalValues() async throws {
    let store = try #require(owner.store)
    let log = log
    withObservationTracking {
      _ = store.ticks
    } onChange: { [owner] in
      MainActor.assumeIsolated {
        Self.$name.withValue("the observer") {
          _ = owner.store?.send(
            .run(
              .run { send in
                await send(.log("told \(Self.name)"))
                log.append("told")
              }
            )
          )
        }
      }
    }
    store.send(.stop)
    Self.$name.withValue("the sender") { _ = store.send(.tick) }
    await log.wait(for: "told")
    #expect(store.log == ["told the observer"])
  }

  @Test func anEffectOfAnObserversActionBeginsAfterTheSendThatToldTheObserver() async throws {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let store = try #require(owner.store)
    let log = log
    @Sendable func effect(_ name: String) -> Action { .run(.run { _ in log.append(name) }) }
    withObservationTracking {
      _ = store.isStopped
    } onChange: { [owner] in
      MainActor.assumeIsolated {
        _ = owner.store?.send(effect("observer's effect"))
        log.append("observer")
      }
    }
    store.send(effect("effect"))
    store.send(.stop)
    log.append("sent")
    await log.wait(for: "observer's effect")
    #expect(log.entries == ["effect", "observer", "sent", "observer's effect"])
  }

  @Test(arguments: [Action.tick, .tickInOrder]) func aChainOfEffectsLetsOthersRun(action: Action) async throws {
    let store = try #require(owner.store)
    let stopping = Task { store.send(.stop) }
    let task = store.send(action)
    #expect(!store.isStopped)
    _ = await stopping.value
    await task.finish()
    #expect(store.isStopped)
    #expect(store.core.isAtRest)
  }

  /// All effects of one action start during its `send`, however many they are.
  @Test func manyEffectsOfOneActionStartAtOnce() async throws {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let store = try #require(owner.store)
    let effects = (0..<1000).map { number in Effect<Action>.run { await $0(.log("\(number)")) } }
    store.send(.run(.merge(effects)))
    #expect(store.log == (0..<1000).map { "\($0)" })
  }
}
