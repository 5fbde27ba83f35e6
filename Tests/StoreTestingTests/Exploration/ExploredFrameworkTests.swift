import TestSupport
import Testing

@testable import StoreTesting

/// Explores the framework's bookkeeping, with a model of it as a part of the state.
@Suite struct ExploredFrameworkTests {
  /// With ``DeeperExplorations``, stories are longer, with as many more actions of the person.
  private static func bounds(depth: Int, actions: Int? = nil) -> ExplorationBounds {
    ExplorationBounds(
      depth: depth + DeeperExplorations.steps,
      actions: actions.map { $0 + DeeperExplorations.steps },
      points: 10_000_000,
      time: DeeperExplorations.time ?? .seconds(100_000)
    )
  }

  @Test(arguments: RateLimited.Kind.allCases)
  func effectsStartWhenTheirLimitAllows(kind: RateLimited.Kind) async {
    let report = await exploreStates(of: RateLimited.State(), within: Self.bounds(depth: 8, actions: 4)) {
      RateLimited(kind: kind)
    } actions: { state in
      RateLimited.Action.tapped
      RateLimited.Action.cancelled
      if !state.isPassing { RateLimited.Action.pass }
    } whenSettled: { state in
      #expect(state.held == nil && state.starting == nil)
    }
    #expect(report.counterexample == nil && report.settledPoints > 10)
  }

  @Test func whatIsSharedIsOneValue() async {
    let report = await exploreStates(of: Sharing.State(), within: Self.bounds(depth: 6)) {
      Sharing()
    } actions: { state in
      if state.model.volume < 2 { Sharing.Action.volumeChanged }
      if state.child == nil {
        Sharing.Action.opened
      } else {
        Sharing.Action.closed
        if state.model.names.count < 3 { Sharing.Action.childAppended }
        Sharing.Action.childReset
      }
      if !state.isWriting { Sharing.Action.write }
    } always: { state in
      #expect(state.settings == state.model)
      if let child = state.child {
        #expect(child.settings == state.model && child.names == state.model.names && child.volume == state.model.volume)
      }
    } whenSettled: { state in
      #expect(!state.isWriting)
    }
    #expect(report.counterexample == nil && report.settledPoints > 10)
  }

  @Test(arguments: [false, true])
  func effectsRunUntilTheyAreCancelled(cancelsInFlight: Bool) async {
    let report = await exploreStates(of: Cancelling.State(), within: Self.bounds(depth: 5, actions: 3)) {
      Cancelling(cancelsInFlight: cancelsInFlight)
    } actions: { _ in
      for id in 0...1 { Cancelling.Action.start(id) }
      Cancelling.Action.cancel(0)
      Cancelling.Action.startBoth
    } whenSettled: { state in
      #expect(state.running == [:])
    } noEffectsWhen: { state in
      state.running == [:]
    }
    #expect(report.counterexample == nil && report.settledPoints > 10)
  }
}

/// A value that features share, and a model of it.
@Reducer
struct Sharing {
  struct Settings: Equatable {
    var volume = 0
    var names: [Int] = []
  }

  struct Child: Equatable {
    @Shared var names: [Int]
    @SharedReader var volume: Int
    @Shared var settings: Settings
  }

  struct State: Equatable {
    @Shared(.inMemory("ExploredFrameworkTests.settings")) var settings = Settings()
    var child: Child?
    var model = Settings()
    var isWriting = false
  }

  enum Action: Equatable {
    case volumeChanged
    case opened
    case closed
    case childAppended
    case childReset
    case write
    case wrote
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .volumeChanged:
      state.$settings.withLock { $0.volume += 1 }
      state.model.volume += 1
    case .opened:
      state.child = Child(
        names: state.$settings.names,
        volume: SharedReader(state.$settings.volume),
        settings: state.$settings
      )
    case .closed: state.child = nil
    case .childAppended:
      state.child?.$names.withLock { $0.append($0.count) }
      state.model.names.append(state.model.names.count)
    case .childReset:
      state.child?.$settings.withLock { $0 = Settings() }
      state.model = Settings()
    case .write:
      state.isWriting = true
      return .run { [settings = state.$settings] send in
        let volume = await choose("volume", 7, 9)
        settings.volume.withLock { $0 = volume }
        settings.withLock { $0.names.insert(volume, at: 0) }
        await send(.wrote)
      }
    case .wrote:
      // The value is the one that the effect wrote, because nothing else has changed it since.
      state.isWriting = false
      state.model.volume = state.settings.volume
      state.model.names.insert(state.settings.volume, at: 0)
    }
    return .none
  }
}

/// Effects with a rate limit, and a model of the limit.
@Reducer
struct RateLimited {
  enum Kind: CaseIterable {
    case debounce, throttle, firstThrottle
  }

  struct State: Equatable {
    var taps = 0
    /// The effect that must start at once.
    var starting: Int?
    /// The effect that waits, and its deadline.
    var held: Int?
    var due = Duration.zero
    /// The time at which the interval of the limit began.
    var mark: Duration?
    var isPassing = false
  }

  enum Action: Equatable {
    case tapped
    case cancelled
    case pass
    case passed
    case started(Int)
  }

  @Dependency(\.continuousClock) var clock
  let kind: Kind

  private var now: Duration { (clock as? TestClock<Duration>)?.now.offset ?? .zero }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .tapped:
      state.taps += 1
      expect(state.taps, &state)
      let effect = Effect.send(Action.started(state.taps))
      switch kind {
      case .debounce: return effect.debounce(id: 0, for: .seconds(1))
      case .throttle: return effect.throttle(id: 0, for: .seconds(1))
      case .firstThrottle: return effect.throttle(id: 0, for: .seconds(1), latest: false)
      }
    case .cancelled:
      state.held = nil
      return .cancel(id: 0)
    case .pass:
      state.isPassing = true
      return .run { [clock] send in
        try await clock.sleep(for: .milliseconds(600))
        await send(.passed)
      }
    case .passed:
      state.isPassing = false
      return .none
    case .started(let number):
      if state.starting == number {
        state.starting = nil
      } else if state.held == number, state.due == now {
        state.held = nil
        state.mark = now
      } else {
        reportIssue("Effect \(number) has started.")
      }
      return .none
    }
  }

  private func expect(_ number: Int, _ state: inout State) {
    let isFree = state.mark.map { now - $0 >= .seconds(1) } ?? true
    switch kind {
    case .debounce:
      (state.held, state.due) = (number, now + .seconds(1))
    case .throttle, .firstThrottle:
      guard !isFree else {
        (state.starting, state.mark) = (number, now)
        return
      }
      if kind == .throttle || state.held == nil { state.held = number }
      state.due = (state.mark ?? .zero) + .seconds(1)
    }
  }
}

/// Effects with ids, and a model of those that must run.
@Reducer
struct Cancelling {
  struct State: Equatable {
    var lastNumber = 0
    /// The ids of the running effects, by the numbers of the effects.
    var running: [Int: Int] = [:]
  }

  enum Action: Equatable {
    case start(Int)
    case startBoth
    case cancel(Int)
    case ended(Int)
  }

  let cancelsInFlight: Bool

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start(let id): return start(id, &state)
    case .startBoth: return .merge(start(0, &state), start(1, &state))
    case .cancel(let id):
      state.running = state.running.filter { $0.value != id }
      return .cancel(id: id)
    case .ended(let number):
      if state.running.removeValue(forKey: number) == nil { reportIssue("Effect \(number) has ended.") }
      return .none
    }
  }

  private func start(_ id: Int, _ state: inout State) -> Effect<Action> {
    state.lastNumber += 1
    let number = state.lastNumber
    if cancelsInFlight { state.running = state.running.filter { $0.value != id } }
    state.running[number] = id
    return .run { send in
      _ = try await choose("effect \(number)", .success(()))
      await send(.ended(number))
    }
    .cancellable(id: id, cancelInFlight: cancelsInFlight)
  }
}
