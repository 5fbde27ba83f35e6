import Store
import Testing

/// Children whose removal a reducer around them delays or drops. Their effects are cancelled at once, and nothing is
/// cancelled of the children that come in the meantime.
@MainActor @Suite(.timeLimit(.minutes(10))) struct DelayedRemovalTests {
  enum Delay: CaseIterable {
    case dropped, afterAStep, debounced, throttled, inAStepThatWaitsItself

    func callAsFunction(_ effect: Effect<Office.Action>, _ clock: TestClock<Duration>) -> Effect<Office.Action> {
      let pause = Effect<Office.Action>.run { _ in try await clock.sleep(for: .seconds(1)) }
      return switch self {
      case .dropped: .none
      case .afterAStep: .concatenate(pause, effect)
      case .debounced: effect.debounce(id: 0, for: .seconds(1), clock: clock)
      case .throttled: effect.throttle(id: 0, for: .seconds(1), clock: clock)
      case .inAStepThatWaitsItself:
        .concatenate(pause, .concatenate(pause, effect).debounce(id: 0, for: .seconds(1), clock: clock))
      }
    }
  }

  let clock = TestClock()
  let isDelaying = LockIsolated(false)

  /// Makes an office whose effects are delayed while `isDelaying` says so.
  func makeOffice(_ delay: Delay, isBuilt: Bool) -> RunningOffice {
    isDelaying.setValue(false)
    return RunningOffice(
      Around(Office(), isBuilt: isBuilt) { [clock, isDelaying] state, action, reduction in
        let effect = reduction(&state, action)
        return isDelaying.value ? delay(effect, clock) : effect
      },
      Office.State(branches: [Office.State(id: 1)])
    )
  }

  /// Sends an action whose effect is delayed. An effect of the office comes before it, which it may replace.
  func sendDelayed(_ action: Office.Action, to office: RunningOffice) -> StoreTask {
    isDelaying.setValue(true)
    defer { isDelaying.setValue(false) }
    office.send(.start("other"))
    return office.send(action)
  }

  @Test(arguments: Delay.allCases, JobPlace.allCases)
  func aChildThatComesLaterGoesOn(_ delay: Delay, _ place: JobPlace) async {
    // The child that comes later has the id of the one that was removed, or another one.
    for (isBuilt, id, isNested) in [(true, 1, false), (true, 3, true), (false, 1, true), (false, 3, false)] {
      let office = makeOffice(delay, isBuilt: isBuilt)
      func embed(_ action: Office.Action) -> Office.Action {
        isNested ? .branches(.element(id: 1, action: action)) : action
      }
      func start(_ name: String) -> StoreTask {
        let state = office.store.state
        return office.send(embed(place.embed(.start(name), in: isNested ? state.branches[0] : state)))
      }
      office.send(embed(place.set(Job.State(id: 1))))
      let removed = start("removed")
      let removal = sendDelayed(embed(place.set(nil)), to: office)
      #expect(await removed.isFinished, "built: \(isBuilt), id: \(id)")
      office.send(embed(place.set(Job.State(id: id))))
      let later = start("later")
      await clock.run()
      await removal.finish()
      #expect(await later.isFinished == false, "built: \(isBuilt), id: \(id)")
      // The operator has not lost sight of the child.
      office.send(embed(place.set(nil)))
      #expect(await later.isFinished, "built: \(isBuilt), id: \(id)")
    }
  }

  @Test(arguments: Delay.allCases, [true, false])
  func whatAChildStartsWithItsLastActionIsCancelled(_ delay: Delay, _ isBuilt: Bool) async {
    let office = makeOffice(delay, isBuilt: isBuilt)
    office.send(JobPlace.list.set(Job.State(id: 1)))
    let last = sendDelayed(JobPlace.list.embed(.leave("last"), in: office.store.state), to: office)
    office.send(JobPlace.list.set(Job.State(id: 1)))
    let later = office.send(.start("later"), to: .list)
    await clock.run()
    await last.finish()
    #expect(await later.isFinished == false)
  }

  /// What a delayed effect cancels lets a sequence of a child continue that came in the meantime. Its next step has
  /// begun after the delayed effect, but it is none of its own.
  @Test(arguments: [true, false], [1, 2]) func theNextStepOfALaterChildIsNotRemoved(isBuilt: Bool, id: Int) async {
    let office = RunningOffice(
      Around(Office(), isBuilt: isBuilt) { [clock, isDelaying] state, action, reduction in
        let effect = reduction(&state, action)
        guard isDelaying.value else { return effect }
        return .concatenate(.run { _ in try await clock.sleep(for: .seconds(1)) }, .merge(Job.stop(), effect))
      }
    )
    office.send(JobPlace.list.set(Job.State(id: 1)))
    let old = office.send(.start("old"), to: .list)
    isDelaying.setValue(true)
    let removal = office.send(JobPlace.list.set(nil))
    isDelaying.setValue(false)
    office.send(JobPlace.list.set(Job.State(id: id)))
    office.send(.startSequence("first", "second"), to: .list)
    #expect(await old.isFinished)
    #expect(office.running.contains("first"))
    await clock.advance(by: .seconds(1))
    await removal.finish()
    #expect(office.running == ["second"])
  }
}
