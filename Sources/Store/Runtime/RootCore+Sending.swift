import Dependencies
import Synchronization

// The way of an action through a store, from top to bottom: it is queued, the reducer runs, the effects of children that
// went are cancelled, the returned effect is started, and observers are notified.

extension RootCore {
  // MARK: 1. Sending

  @inlinable func send(_ action: Action) -> StoreTask {
    guard runtime.flags.isEmpty, !DependencyValues.mayBeOwned else { return enqueue(action) }
    // The fast path: nothing else is going on and nobody observes, so reducing is all there is to do.
    runtime.flags = [.reducing, .modifying]
    let effect = reduceInPlace(action)
    if effect.isNone, runtime.flags == [.reducing, .modifying] {
      runtime.flags = []
      return StoreTask()
    }
    runtime.flags.remove(.modifying)
    return finishSend(effect, of: action)
  }

  /// Does the rest of a send that has an effect or removes a child, or during which something was queued.
  @inlinable func finishSend(_ effect: Effect<Action>, of action: Action) -> StoreTask {
    runtime.flags.insert(.changed)
    let group = makeGroup()
    sender = .present
    cancelRemovedChildren()
    performReturned(effect, of: action, group, stepCount)
    drain()
    startEffectsAndNotify()
    return task(of: group)
  }

  @inlinable func makeGroup() -> EffectLedger.GroupID {
    lastGroupID += 1
    return lastGroupID
  }

  @inlinable func enqueue(_ action: Action) -> StoreTask {
    requireActor()
    if runtime.flags.contains(.mountPending) { mount() }
    return enqueue(.action(action), origin: .user, group: makeGroup(), sender: isBusy ? .past(.current) : .present)
  }

  @inlinable func receive(_ action: Action, from effect: RunningEffect<State, Action>) {
    _ = enqueue(.action(action), origin: .effect(effect), group: effect.context.group, sender: .effect)
  }

  /// Lets an effect change the state, at once unless the core is busy.
  func modify(_ modification: Modification) {
    let effect = modification.effect
    _ = enqueue(
      .modification(modification),
      origin: .effect(effect),
      group: effect.context.group,
      sender: .effect
    )
  }

  @inlinable func enqueue(
    _ work: Work,
    origin: Origin,
    group: EffectLedger.GroupID,
    sender: Sender
  ) -> StoreTask {
    if runtime.flags.contains(.halted) { return StoreTask() }
    queue.append(QueuedWork(work, origin: origin, group: group, sender: sender))
    runtime.flags.insert(.queued)
    // A reducer, a reader or other code that the core has called sent this. The core drains the queue when that
    // returns.
    if isBusy || runtime.flags.contains(.locked) { return StoreTask(group: Group(id: group, core: self)) }
    resume()
    return task(of: group)
  }

  @inlinable func task(of group: EffectLedger.GroupID) -> StoreTask {
    isFinished(group: group) ? StoreTask() : StoreTask(group: Group(id: group, core: self))
  }

  // MARK: 2. Reducing what is queued

  /// Changes the records of effects, then reduces the actions and starts the effects that follow from the change.
  @inlinable func change(_ body: () -> Void) {
    runtime.flags.insert(.reducing)
    if runtime.watchesEffects { runtime.flags.insert(.changed) }
    body()
    drain()
    startEffectsAndNotify()
  }

  /// Reduces the actions in the queue in the order of their arrival, including those that arrive while it runs.
  @inlinable func drain() {
    runtime.flags.insert(.reducing)
    var actionsToReport = runtime.configuration.endlessCount
    while !runtime.flags.contains(.locked), let next = queue.popFirst() {
      if runtime.flags.contains(.halted) { continue }
      actionsToReport -= 1
      if actionsToReport == 0 { reportEndlessSends(next.work) }
      sender = next.sender
      let effect = reduce(next)
      runtime.flags.insert(.changed)
      cancelRemovedChildren()
      if !effect.isNone {
        performReturned(effect, of: next.work.cause, next.group, next.work.isStep ? stepCount : 0)
      }
    }
    sender = .effect
    if runtime.flags.contains(.halted), isInvalidated { endEffects() }
    runtime.flags.remove(queue.isEmpty ? [.reducing, .queued] : .reducing)
  }

  /// Reported while the loop runs, because the program may never return from `send`.
  @usableFromInline func reportEndlessSends(_ work: Work) {
    reportIssue(
      """
      A store has reduced \(runtime.configuration.endlessCount) actions in one call of "send", and goes on.

        Action:
      \(work.cause.map { indentedDump($0) } ?? "    None: an effect changes the state.")
        Store:  \(typeName(Store<State, Action>.self))

      This usually is an action whose effect sends the same action again, such as ".send(.tick)" in reply to ".tick". \
      Nothing else of the store's actor runs until it ends. Send it from a ".run" effect that waits in between, or only as \
      long as there is something to do.
      """,
      at: IssueLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column),
      article: .effects
    )
  }

  @inlinable func reduce(_ next: QueuedWork) -> Effect<Action> {
    guard runtime.flags.contains(.inspected) else { return reduceWithDependencies(next) }
    let before = snapshot()
    let start = ContinuousClock.now
    let effect = reduceWithDependencies(next)
    let duration = ContinuousClock.now - start
    let step: (_ after: State) -> StoreStep<State, Action>
    switch next.work {
    case .action(let action):
      step = { .reduced(action: action, origin: next.origin.description, before: before, after: $0) }
    case .modification(let modification):
      if modification.isGone { return effect }
      step = { .modified(name: modification.name, by: modification.effect.description, before: before, after: $0) }
    case .lifetimes:
      return effect
    }
    stepCount += 1
    let after = snapshot()
    sharedWatch?.record(after)
    tell(step(after), cause: next.origin.step, duration: duration)
    return effect
  }

  /// Runs the reducer with its store's dependencies. The sender's overrides take precedence, as they do for a
  /// `@Dependency` that the reducer captured. But the overrides of an effect stay in that effect, and the dependencies
  /// that another store binds stay in that store.
  @inlinable func reduceWithDependencies(_ next: QueuedWork) -> Effect<Action> {
    if case .present = next.sender, isAmbientInForce { return modifyState(next) }
    let ambient = DependencyValues.current
    let values =
      switch next.sender {
      case .present: dependencies.overridden(by: ambient)
      case .past(let sender): dependencies.overridden(by: sender)
      case .effect: dependencies
      }
    if ambient.isIdentical(to: values) { return modifyState(next) }
    return withDependencyValues(values) { modifyState(next) }
  }

  /// Whether the reducer sees the sender's dependencies unchanged: the store has no overrides, and no other store's
  /// dependencies are bound.
  @inlinable var isAmbientInForce: Bool {
    !runtime.flags.contains(.bindsDependencies) && !DependencyValues.mayBeOwned
  }

  @inlinable func modifyState(_ next: QueuedWork) -> Effect<Action> {
    let effect = change(for: next)
    return runtime.flags.contains(.hasLifetimes) ? visitLifetimes().merge(with: effect) : effect
  }

  @inlinable func change(for next: QueuedWork) -> Effect<Action> {
    runtime.flags.insert(.modifying)
    sharedWatch?.signal.isReducing.store(true, ordering: .sequentiallyConsistent)
    defer {
      runtime.flags.remove(.modifying)
      sharedWatch?.signal.isReducing.store(false, ordering: .sequentiallyConsistent)
    }
    return switch next.work {
    case .action(let action): reduceInPlace(action)
    case .modification(let modification): make(modification)
    case .lifetimes: .none
    }
  }

  @usableFromInline func make(_ modification: Modification) -> Effect<Action> {
    runtime.reductionCount &+= 1
    runtime.reducedAction = nil
    return modification(&address.pointee)
  }

  /// Runs the reducer on the state in place. The flag `modifying` keeps all other code from accessing the state.
  @inlinable func reduceInPlace(_ action: Action) -> Effect<Action> {
    runtime.reductionCount &+= 1
    return runtime.reducing(action) {
      let previous = CurrentObject.replace(with: owner)
      let effect = reduction(&address.pointee, action)
      CurrentObject.restore(previous)
      return effect
    }
  }

  // MARK: 3. Acting on what the reducer returned

  /// Cancels the effects of children that the reducer has removed. Before the returned effect is performed, so that a
  /// child that comes back keeps its new effects.
  @inlinable func cancelRemovedChildren() {
    if runtime.flags.contains(.reported) { cancelReportedChildren() }
  }

  @usableFromInline func cancelReportedChildren() {
    let consequences = ledger.cancel(runtime.removeReports())
    for case .stop(let id) in consequences { running[id]?.isOfGoneChild = true }
    carryOut(consequences)
  }

  /// Performs the effect that a reducer returned for an action.
  @inlinable func performReturned(
    _ effect: Effect<Action>,
    of cause: Action?,
    _ group: EffectLedger.GroupID,
    _ step: Int
  ) {
    // A single action needs no context: making one takes longer than queueing the action.
    if case .send(let action) = effect.operation {
      append(action, cause: cause, step: step, group: group)
    } else {
      perform(effect, EffectContext(group: group, cause: cause, step: step))
    }
  }

  /// Queues an action that a reducer returned as an effect.
  @inlinable func append(_ action: Action, cause: Action?, step: Int, group: EffectLedger.GroupID) {
    queue.append(
      QueuedWork(.action(action), origin: .reducer(cause: cause, step: step), group: group, sender: sender)
    )
  }

  // MARK: 4. Starting effects and notifying observers

  /// Starts effects and notifies observers, until nothing is left to do.
  ///
  /// Only the outermost call loops. Actions that effects and observers send are reduced at once, in nested calls, and
  /// their effects become tasks. So neither the stack nor the duration of the outermost call grows with a chain of
  /// effects.
  @inlinable func startEffectsAndNotify() {
    guard !runtime.flags.contains(.settling) else { return }
    runtime.flags.insert(.settling)
    // Effects that wait now are started at once, and so are a limited number that follow from them.
    var startsLeft: Int?
    while true {
      startWaitingEffects(&startsLeft)
      guard runtime.flags.remove(.changed) != nil else { break }
      announceChanges()
    }
    runtime.flags.remove(.settling)
    resumeWaiters()
  }

  /// How many effects that follow from the first ones are started at once in the same call. Further ones become tasks,
  /// so that a chain of effects lets other work of the actor run.
  @inlinable static var followersStartedAtOnce: Int { 128 }

  @inlinable func resumeWaiters() {
    guard !groupWaiters.isEmpty else { return }
    while let group = finishedGroups.popFirst() {
      guard isFinished(group: group) else { continue }
      for waiter in groupWaiters.removeValue(forKey: group) ?? [] { waiter.resume() }
    }
  }

  @usableFromInline func announceChanges() {
    updateSharedWatch()
    guard let observation else { return }
    var changes: [ObservationCell] = []
    _ = withState { observation.collectChanges(from: $0, into: &changes) }
    let keyPaths = runtime.flags.contains(.inspected) ? observedKeyPaths(of: changes) : []
    // Announced after the search of the tree, because observers may send actions and read under observation.
    for cell in changes { cell.announce() }
    if !keyPaths.isEmpty { tell(.observersNotified(of: keyPaths)) }
  }
}
