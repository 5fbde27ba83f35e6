import Dependencies
import Store
import Testing

@testable import StoreCore

/// Cancellation ids are values of users. Their `==`, `hash(into:)` and `deinit` may run any code, such as sending to
/// the store that is comparing, hashing or releasing them.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct IDReentrancyTests {
  enum Action: Sendable {
    case perform(Effect<Action>)
    case count
  }

  /// Sends an action whenever an id is used, and counts the actions.
  @MainActor final class Sender {
    weak var store: Store<Int, Action>?
    var sent = 0
    var isSilent = false

    func send() {
      guard let store, !isSilent else { return }
      sent += 1
      // Every other action has an effect with an id of its own.
      store.send(sent.isMultiple(of: 2) ? .count : .perform(.merge(.send(.count), .cancel(id: "other"))))
    }

    nonisolated func sendOnActor() {
      MainActor.assumeIsolated { send() }
    }
  }

  final class Token: Sendable {
    let sender: Sender
    init(_ sender: Sender) { self.sender = sender }
    deinit { sender.sendOnActor() }
  }

  struct ID: Hashable, Sendable {
    let value: Int
    let token: Token

    static func == (first: ID, second: ID) -> Bool {
      first.token.sender.sendOnActor()
      return first.value == second.value
    }

    func hash(into hasher: inout Hasher) {
      token.sender.sendOnActor()
      hasher.combine(value)
    }
  }

  let sender = Sender()

  func id(_ value: Int) -> ID { ID(value: value, token: Token(sender)) }

  func hang() -> Effect<Action> {
    .run { _ in try await Task.never() }
  }

  @Test(arguments: StoreVariant.allCases) func idsThatSend(_ variant: StoreVariant) async {
    let store = makeStore(0, variant, of: Action.self) { count, action in
      switch action {
      case .perform(let effect): return effect
      case .count:
        count += 1
        return .none
      }
    }
    sender.store = store
    let clock = TestClock()
    var tasks: [StoreTask] = []
    var random = SeededRandomNumberGenerator(seed: 1)
    for _ in 0..<300 {
      let value = Int.random(in: 0..<8, using: &random)
      let effect: Effect<Action> =
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1: hang().cancellable(id: id(value))
        case 2: hang().cancellable(id: id(value), cancelInFlight: true)
        case 3: .cancel(id: id(value))
        case 4: hang().debounce(id: id(value), for: .seconds(1), clock: clock)
        case 5: hang().throttle(id: id(value), for: .seconds(1), clock: clock)
        case 6: .concatenate(hang().cancellable(id: id(value)), hang()).cancellable(id: id(value + 1))
        default: .merge(hang(), .cancel(id: id(value)), hang()).cancellable(id: id(value))
        }
      tasks.append(store.send(.perform(effect)))
    }
    await Task { await clock.advance(by: .seconds(1)) }.value
    #expect((store.core as? RootCore)?.ledger.isEmpty == false)
    for value in 0..<9 { store.send(.perform(.cancel(id: id(value)))) }
    for task in tasks {
      task.cancel()
      await task.finish()
    }
    #expect((store.core as? RootCore)?.ledger.isEmpty == true)
    #expect((store.core as? RootCore)?.running.isEmpty == true)
    #expect(sender.sent > 300)
    // Each action that was sent was reduced.
    #expect(store.state == sender.sent)
    sender.isSilent = true
  }
}
