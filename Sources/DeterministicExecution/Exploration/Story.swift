import Dependencies
import Dispatch
import Foundation
import StoreCore

/// An effect of a story that is in flight. It knows no types, as it is looked at after each step.
struct StoryEffect {
  let id: Int
  /// The number of the action for which it was returned.
  let causeStep: Int
  /// Which of the effects of its action it is.
  let ordinal: Int
  /// What it was told since it began, and when: what it does next depends on nothing else.
  var inputs: [Int] = []
  /// The numbers of the state in which it was started, and of the action.
  var start: (state: Int, action: Int)?
}

/// A feature that runs, step by step. It is used on one thread, by a job of the executor.
final class Story<State: Equatable & Sendable, Action: Sendable> {
  /// What the store's inspector writes to.
  final class Recorder {
    var effects: [StoryEffect] = []
    /// Those of the effects, in their order.
    var descriptions: [EffectDescription<Action>] = []
    /// What led to effects, by the number of the action.
    var reductions: [Reduction] = []
    /// What happened since it was last looked at, if anybody wants to know.
    var events: [Event]?
    var failure: StoryFailure?
    /// Actions that were reduced since the step began.
    var reducedCount = 0
    /// What decides in which order jobs run, and is told what they do.
    var search: OrderSearch?
    /// Ends a chain of actions that does not come to an end by itself.
    var halt: (() -> Void)?
  }

  struct Reduction {
    let before: State
    let action: Action
    var startedEffects = 0
  }

  enum Event {
    case reduced(Action, isReceived: Bool, before: State, after: State)
  }

  let feature: ExploredFeature<State, Action>
  let world: StoryWorld
  let calls: PendingCalls
  let clock: TestClock<Duration>
  let store: Store<State, Action>
  let recorder = Recorder()
  private let runsWholeTasks: Bool
  private let executor: TestExecutor
  private let suspensions: SuspensionRecorder
  private let interceptor: IssueInterceptor

  init(
    _ feature: ExploredFeature<State, Action>,
    from start: StoryStart<State>,
    executor: TestExecutor,
    actor: TestActor,
    interceptor: IssueInterceptor,
    runsWholeTasks: Bool
  ) {
    self.runsWholeTasks = runsWholeTasks
    self.feature = feature
    self.executor = executor
    self.interceptor = interceptor
    let world = StoryWorld(models: start.models)
    self.world = world
    calls = PendingCalls(world: world)
    suspensions = world.recorder(calls) { executor.runReadyJobs() }
    let dismissal = Dismissal()
    let defaultClock = TestClock(now: start.now)
    let configuration = StoreConfiguration(
      executor: executor,
      recorder: suspensions,
      dismissRoot: dismissal.note
    )
    self.dismissal = dismissal
    let store = SuspensionRecorder.$current.withValue(suspensions) {
      feature.makeStore(start.state, actor, configuration, defaultClock)
    }
    self.store = store
    // A test clock that the feature was given is moved; it is the story's alone if it was made for it.
    let clock = store.dependencies.continuousClock as? TestClock<Duration>
    self.clock = clock ?? defaultClock
    if self.clock.sleeperCount > 0 {
      recorder.failure = StoryFailure(
        headline: "Stories share a TestClock.",
        details: [
          "Make the clock in \"withDependencies\", which is called for each story, or leave it to the exploration."
        ]
      )
    }
    self.clock.set(to: start.now)
    // Not by a weak reference in the inspector, which would make each use of the store slower.
    recorder.halt = { store.halt() }
    let recorder = recorder
    let rules = feature.rules
    store.inspect(
      with: Inspector { [world, interceptor, limit = executor.limits.steps] inspection in
        recorder.search?.noteStep()
        switch inspection {
        case .reduced(let action, let origin, let before, let after):
          recorder.reductions.append(Reduction(before: before, action: action))
          recorder.reducedCount += 1
          if recorder.reducedCount > limit {
            // Actions that send one another leave the executor no chance to see it.
            recorder.halt?()
            executor.stop()
          }
          var isReceived = true
          if case .user = origin { isReceived = false }
          if recorder.events != nil {
            recorder.events?.append(.reduced(action, isReceived: isReceived, before: before, after: after))
          }
          if recorder.failure == nil {
            recorder.failure = Self.failure(of: action, isReceived, after, rules, world, interceptor)
          }
        case .effectStarted(let effect):
          let index = effect.causeStep - 1
          guard recorder.reductions.indices.contains(index) else { return }
          let ordinal = recorder.reductions[index].startedEffects
          recorder.reductions[index].startedEffects += 1
          recorder.effects.append(StoryEffect(id: effect.id, causeStep: effect.causeStep, ordinal: ordinal))
          recorder.descriptions.append(effect)
        case .sharedStateChanged: break
        case .effectFinished(let effect), .effectCancelled(let effect):
          if let index = recorder.effects.firstIndex(where: { $0.id == effect.id }) {
            recorder.effects.remove(at: index)
            recorder.descriptions.remove(at: index)
          }
        }
      }
    )
  }

  deinit { recorder.halt = nil }

  private let dismissal: Dismissal

  private final class Dismissal: Sendable {
    private let flag = Locked(false)

    var isDismissed: Bool { flag.withLock { $0 } }

    func note() { flag.withLock { $0 = true } }
  }

  var state: State { store.stateSnapshot }

  /// Whether the feature has dismissed itself, so that nobody can send it anything.
  var isDismissed: Bool { dismissal.isDismissed }

  var failure: StoryFailure? { recorder.failure }

  /// Whether nothing is under way.
  var isSettled: Bool { recorder.effects.isEmpty }

  /// What is waited for.
  var waits: [String] { calls.answerable.map(\.label) + (clock.nextDeadline == nil ? [] : ["the clock"]) }

  // MARK: Steps

  /// What can happen next, the answers first, and the usual ones of these.
  func moves() -> [StoryMove<Action>] {
    var moves: [StoryMove<Action>] = []
    for (index, call) in calls.answerable.enumerated() {
      for alternative in 0..<call.count { moves.append(.answer(call: index, alternative: alternative)) }
    }
    if clock.nextDeadline != nil { moves.append(.advanceClock) }
    if !isDismissed {
      let state = state
      for (index, action) in bound({ feature.actions(state) }).enumerated() { moves.append(.send(index, action)) }
    }
    return moves
  }

  /// Runs what can run at the beginning.
  func begin() {
    settle()
    if recorder.failure == nil {
      recorder.failure = Self.check(feature.rules.always, .always, state, world, interceptor, within: bound)
    }
  }

  /// - Parameters:
  ///   - search: Decides in which order jobs run, instead of the step itself.
  ///   - label: Is told what call is answered, and how.
  /// - Returns: Whether there is such a step here.
  @discardableResult
  func perform(
    _ move: StoryMove<Action>,
    search: OrderSearch? = nil,
    label: ((PendingCall, Int) -> Void)? = nil
  ) -> Bool {
    recorder.reducedCount = 0
    executor.beginTurn()
    // Also where the order is the usual one: without a search, tasks take turns wherever they leave their actor.
    if let search = search ?? (runsWholeTasks ? OrderSearch(order: move.order) : nil) { order(by: search) }
    defer { if recorder.search != nil { order(by: nil) } }
    switch move.event {
    case .send(_, let action):
      bound { feature.send(store, action) }
    case .answer(let index, let alternative):
      let answerable = calls.answerable
      guard answerable.indices.contains(index), alternative < answerable[index].count else { return false }
      let call = answerable[index]
      label?(call, alternative)
      note(input: [call.label.hashValue, alternative], of: call.effect)
      calls.answer(call, with: alternative)
    case .advanceClock:
      let before = clock.now
      guard clock.nextDeadline != nil else { return false }
      clock.wakeNext()
      let time = before.duration(to: clock.now)
      // Time has passed for every effect.
      for index in recorder.effects.indices { recorder.effects[index].inputs += [-1, time.hashValue] }
    }
    settle()
    return true
  }

  private func order(by search: OrderSearch?) {
    executor.order(by: search)
    world.order(by: search)
    recorder.search = search
  }

  private func note(input: [Int], of effect: Int?) {
    guard let index = recorder.effects.firstIndex(where: { $0.id == effect }) else { return }
    recorder.effects[index].inputs += input
  }

  private func bound<Result>(_ body: () -> Result) -> Result {
    SuspensionRecorder.$current.withValue(suspensions) {
      withDependencyValues(store.dependencies, body)
    }
  }

  /// Runs all that can run, and looks at what has come of it.
  private func settle() {
    executor.runReadyJobs()
    if !executor.isStuck { waitForOutside() }
    for read in world.takeReads() {
      note(input: [read.model.hashValue, AnyHashable(read.value).hashValue], of: read.effect)
    }
    guard recorder.failure == nil else { return }
    if executor.isStuck {
      recorder.failure = StoryFailure(
        headline: "Effects do not come to rest: they were stopped after \(executor.limits.steps) steps.",
        details: [recorder.effects.isEmpty ? "Actions send one another." : effectList]
      )
    }
    let issues = interceptor.takeReported().map { "\($0.location): \($0.message)" } + world.takeIssues()
    if recorder.failure == nil, !issues.isEmpty {
      recorder.failure = StoryFailure(headline: "An issue was reported.", details: issues)
    }
    if recorder.failure == nil, !recorder.effects.isEmpty, let noEffectsWhen = feature.rules.noEffectsWhen {
      let state = state
      if bound({ noEffectsWhen(state) }) {
        recorder.failure = StoryFailure(
          rule: .noEffectsWhen,
          headline: "The feature is done, and \(effectCount) still running.",
          details: [effectList]
        )
      }
    }
  }

  private func waitForOutside() {
    guard someEffectWaitsForOutside else { return }
    let deadline = ContinuousClock.now + .milliseconds(executor.limits.outsidePatience)
    repeat {
      // Jobs that others enqueue meanwhile are this thread's to run.
      Thread.sleep(forTimeInterval: 0.0002)
      executor.runReadyJobs()
      if executor.isStuck || !someEffectWaitsForOutside { return }
    } while ContinuousClock.now < deadline
    recorder.failure = StoryFailure(
      headline: "An effect waits for something that the exploration does not control.",
      details: [
        effectList,
        """
        An exploration can only go on from what it controls: a client has to answer at once or with "choose", and sleep on \
        a TestClock. The network, files, streams that nothing here feeds, and other threads are no part of a story.
        """,
      ]
    )
  }

  /// Whether an effect waits for nothing that the explorer knows of.
  private var someEffectWaitsForOutside: Bool {
    recorder.effects.contains { !world.isSuspended(effect: $0.id) }
  }

  private var effectCount: String {
    recorder.effects.count == 1 ? "1 effect is" : "\(recorder.effects.count) effects are"
  }

  var effectList: String {
    recorder.descriptions.list { bullet($0.summary, world.reason(effect: $0.id), startedBy: $0.cause) }
  }

  // MARK: Rules

  /// Checks the rule for points where nothing is under way.
  func checkSettled() {
    guard recorder.failure == nil else { return }
    recorder.failure = Self.check(feature.rules.whenSettled, .whenSettled, state, world, interceptor, within: bound)
  }

  func holds(_ property: @Sendable (State) -> Bool) -> Bool {
    let state = state
    return bound { property(state) }
  }

  private static func failure(
    of action: Action,
    _ isReceived: Bool,
    _ after: State,
    _ rules: ExplorationRules<State, Action>,
    _ world: StoryWorld,
    _ interceptor: IssueInterceptor
  ) -> StoryFailure? {
    if let never = rules.never, never(action) {
      return StoryFailure(
        rule: .never,
        headline: "An action \(isReceived ? "came" : "was sent") that may never come.",
        details: [indentedDump(action)]
      )
    }
    return check(rules.always, .always, after, world, interceptor) { $0() }
  }

  private static func check(
    _ rule: (@Sendable (State) throws -> Void)?,
    _ name: ExplorationRules<Never, Never>.Name,
    _ state: State,
    _ world: StoryWorld,
    _ interceptor: IssueInterceptor,
    within bound: (() -> Void) -> Void
  ) -> StoryFailure? {
    guard let rule else { return nil }
    var details: [String] = []
    // What was reported before is not the rule's.
    let earlier = interceptor.takeReported().map { "\($0.location): \($0.message)" } + world.takeIssues()
    if !earlier.isEmpty { return StoryFailure(headline: "An issue was reported.", details: earlier) }
    world.checking {
      bound {
        do {
          try rule(state)
        } catch let error as BrokenRule {
          details.append(error.name)
        } catch {
          details.append("It threw: \(error)")
        }
      }
    }
    details += world.takeIssues() + interceptor.takeReported().map { "\($0.location): \($0.message)" }
    guard !details.isEmpty else { return nil }
    return StoryFailure(rule: name, headline: "\"\(name.rawValue)\" does not hold.", details: details)
  }

  // MARK: Ending

  /// Ends all effects.
  func end() {
    if executor.isStuck { executor.resume() }
    executor.beginTurn()
    // What is cancelled now is no part of the story.
    store.removeInspectors()
    store.cancelAllEffects()
    calls.endAll()
    executor.runReadyJobs()
    _ = interceptor.takeReported()
  }
}
