import Dependencies

/// The orders in which the jobs of one step of a story can run, each tried once; orders that differ only in how independent
/// jobs follow one another count as one.
///
/// A task that has begun to run does so until it waits for something: when it leaves its actor and comes back, which makes a
/// job each time, nobody else runs in between. So these are the orders without preemptions of Musuvathi and Qadeer,
/// "Iterative Context Bounding for Systematic Testing of Multithreaded Programs" (PLDI 2007), and "a job" below is all that
/// a task does until it waits.
///
/// These are the sleep sets of Godefroid: "Using Partial Orders to Improve Automatic Verification Methods" (CAV 1990), and
/// chapter 5 of "Partial-Order Methods for the Verification of Concurrent Systems" (LNCS 1032, 1996). What depends on what is
/// seen as jobs run, as in Flanagan and Godefroid, "Dynamic Partial-Order Reduction for Model Checking Software" (POPL
/// 2005); of their algorithm no more is used, because it reaches all ends but not all states in between, where rules hold
/// too.
///
/// The orders are a tree: at each place one of the jobs that are ready runs. The tree is searched depth first. When a job
/// has been tried at a place and others are, it sleeps: it is not tried again below, until something has run that depends on
/// it. Where all that is ready sleeps, the order is given up.
///
/// Why nothing is lost: two orders are equivalent if one becomes the other by swapping neighbors that are independent. Such
/// neighbors lead to the same whichever runs first, so equivalent orders have the same end, and the same actions in the same
/// order on the way. Of all orders that are equivalent to some order, look at the one that the search would come to first.
/// Assume that it is given up, because it runs a job at a place where that job sleeps. Then the job was ready at a place
/// further up, was tried there before what this order runs there, and all that this order runs in between is independent of
/// it. Moving the job up to that place gives an equivalent order that the search comes to earlier, which contradicts the
/// choice. So the first order of each kind is never given up.
///
/// Jobs are independent if it is known of both for which effect they ran, these are not the same, in neither the store did
/// anything - reduce an action, begin or end an effect - and neither wrote a ``ModeledValue`` that the other one used. What
/// effects share besides, as when they use a lock of their own, is not seen, here as in what tells points apart.
@usableFromInline final class OrderSearch: Sendable {
  /// What a job did that others may notice.
  struct Footprint {
    var effects: Set<Int> = []
    /// Whether it had the store do something, or did what nobody saw.
    var isOpaque = false
    var reads: Set<ObjectIdentifier> = []
    var writes: Set<ObjectIdentifier> = []

    func isIndependent(of other: Footprint) -> Bool {
      !isOpaque && !other.isOpaque && !effects.isEmpty && !other.effects.isEmpty
        && effects.isDisjoint(with: other.effects)
        && writes.isDisjoint(with: other.reads.union(other.writes)) && reads.isDisjoint(with: other.writes)
    }
  }

  private struct Place {
    /// The numbers of the jobs that are ready, in the order in which they became so.
    let ready: [Int]
    /// Jobs that were tried already, here or further up.
    var asleep: [Int: Footprint]
    /// Which of them runs.
    var choice: Int
    /// What it does.
    var footprint = Footprint()
  }

  private struct State {
    var places: [Place] = []
    /// The places that the present run has come to.
    var count = 0
    var isRedundant = false
    /// Whether jobs did not become ready as they did before.
    var isUnsteady = false
    /// How deep calls that run jobs are nested where the order is open.
    var depth: Int?
    var decisions: [Int] = []
    /// The task that runs.
    var task = ""
  }

  private let isReduced: Bool
  /// The order that is to be run, if it is known.
  private let known: ScheduleDecisions?
  private let state = Locked(State())

  /// - Parameter isReduced: Whether orders that differ only in independent jobs count as one.
  @usableFromInline init(isReduced: Bool = true) {
    self.isReduced = isReduced
    known = nil
  }

  /// An order that is known: each time that several jobs are ready, the place of the one that runs. After the last number, the
  /// one that became ready first runs.
  @usableFromInline init(order: [Int]) {
    isReduced = false
    known = ScheduleDecisions(order)
  }

  // MARK: Running

  /// Says which of some jobs runs next.
  ///
  /// - Parameters:
  ///   - ready: The numbers of the jobs.
  ///   - depth: How deep the call that asks is nested in others that run jobs.
  ///   - task: The name of the task that the job at a place belongs to.
  func next(of ready: [Int], depth: Int, task: (Int) -> String = { _ in "" }) -> Int {
    state.withLock { state in
      if state.depth == nil { state.depth = depth }
      guard state.depth == depth else {
        // A job runs others before it goes on. Both count as one.
        if state.count > 0, !state.isRedundant { state.places[state.count - 1].footprint.isOpaque = true }
        return 0
      }
      if !state.task.isEmpty, let same = ready.indices.last(where: { task($0) == state.task }) { return same }
      let position = known?.next(of: ready.count) ?? choice(of: ready, &state)
      if ready.count > 1 { state.decisions.append(position) }
      state.task = task(position)
      return position
    }
  }

  private func choice(of ready: [Int], _ state: inout State) -> Int {
    guard !state.isRedundant else { return 0 }
    if state.count < state.places.count {
      if state.places[state.count].ready == ready {
        defer { state.count += 1 }
        state.places[state.count].footprint = Footprint()
        return state.places[state.count].choice
      }
      state.isUnsteady = true
      state.places.removeSubrange(state.count...)
    }
    var asleep: [Int: Footprint] = [:]
    if isReduced, let last = state.places.last {
      asleep = last.asleep.filter { $0.value.isIndependent(of: last.footprint) }
    }
    guard let choice = ready.firstIndex(where: { asleep[$0] == nil }) else {
      state.isRedundant = true
      return 0
    }
    state.places.append(Place(ready: ready, asleep: asleep, choice: choice))
    state.count += 1
    return choice
  }

  /// Whether the run that is over was given up: its end is that of another one.
  @usableFromInline var isRedundant: Bool { state.withLock { $0.isRedundant } }

  /// The order that was run, for another search that knows it.
  @usableFromInline var order: [Int] {
    state.withLock { state in
      let last = state.decisions.lastIndex { $0 != 0 }
      return last.map { Array(state.decisions[...$0]) } ?? []
    }
  }

  /// The order that is going to be run, as far as it is known.
  @usableFromInline var planned: [Int] {
    state.withLock { state in
      state.places.compactMap { $0.ready.count > 1 ? $0.choice : nil }
    }
  }

  /// Whether orders were left out, because jobs did not become ready as they did before.
  @usableFromInline var isUnsteady: Bool { state.withLock { $0.isUnsteady } }

  /// Goes on to the next order.
  ///
  /// - Returns: Whether there is one.
  @usableFromInline func advance() -> Bool {
    state.withLock { state in
      state.count = 0
      state.depth = nil
      state.decisions = []
      state.task = ""
      state.isRedundant = false
      guard !state.isUnsteady else { return false }
      while var place = state.places.popLast() {
        place.asleep[place.ready[place.choice]] = place.footprint
        if let choice = place.ready.firstIndex(where: { place.asleep[$0] == nil }) {
          place.choice = choice
          place.footprint = Footprint()
          state.places.append(place)
          return true
        }
      }
      return false
    }
  }

  // MARK: What jobs do

  private func note(_ change: (inout Footprint) -> Void) {
    guard known == nil else { return }
    state.withLock { state in
      if state.count > 0, !state.isRedundant { change(&state.places[state.count - 1].footprint) }
    }
  }

  /// The store reduced an action, or an effect began or ended, which others may follow.
  @usableFromInline func noteStep() { note { $0.isOpaque = true } }

  func note(effect: Int) { note { $0.effects.insert(effect) } }

  func note(model: ObjectIdentifier, isWritten: Bool) {
    note { if isWritten { $0.writes.insert(model) } else { $0.reads.insert(model) } }
  }
}
