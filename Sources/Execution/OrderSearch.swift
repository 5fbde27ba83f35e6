import Dependencies

/// Tries, once each, the orders in which the jobs of one step of a story can run. Orders that differ only in the
/// sequence of independent jobs count as one.
///
/// A task that has begun to run continues until it waits for something. When it leaves its actor and comes back, which
/// makes a job each time, no other task runs in between. So these are the orders without preemptions of Musuvathi and
/// Qadeer, "Iterative Context Bounding for Systematic Testing of Multithreaded Programs" (PLDI 2007), and "a job" below
/// is all that a task does until it waits.
///
/// The search uses the sleep sets of Godefroid: "Using Partial Orders to Improve Automatic Verification Methods" (CAV
/// 1990), and chapter 5 of "Partial-Order Methods for the Verification of Concurrent Systems" (LNCS 1032, 1996).
/// Dependencies between jobs are observed while the jobs run, as in Flanagan and Godefroid, "Dynamic Partial-Order
/// Reduction for Model Checking Software" (POPL 2005). The rest of their algorithm is not used, because it reaches all
/// final states but not all states in between, where rules must hold too.
///
/// The orders form a tree: at each place one of the ready jobs runs. The tree is searched depth first. When a job has
/// been tried at a place, it sleeps while other jobs are tried there: it is not tried again below that place, until a
/// job has run that depends on it. If all ready jobs sleep, the order is given up.
///
/// Why nothing is lost: two orders are equivalent if one becomes the other by swapping neighbors that are independent.
/// Such neighbors lead to the same state whichever runs first, so equivalent orders have the same end, and the same
/// actions in the same order on the way. Of all orders that are equivalent to some order, consider the one that the
/// search would reach first. Assume that it is given up, because it runs a job at a place where that job sleeps. Then
/// the job was ready at a place further up, it was tried there before the job that this order runs there, and all jobs
/// that this order runs in between are independent of it. Moving the job up to that place gives an equivalent order
/// that the search reaches earlier, which contradicts the choice. So the first order of each class is never given up.
///
/// Jobs are independent if all of this is true: the effects for which they ran are known and different; during neither
/// job did the store reduce an action, or begin or end an effect; and neither wrote a ``ModeledValue`` that the other
/// used. The search does not see anything else that effects share, such as a lock of their own. Neither do the keys of
/// points.
package final class OrderSearch: Sendable {
  /// The traces of a job that other jobs may depend on.
  struct Footprint {
    var effects: Set<Int> = []
    /// Whether the store did something during the job, or the job did something that was not observed.
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
    /// The numbers of the ready jobs, in the order in which they became ready.
    let ready: [Int]
    /// Jobs that sleep, because they were tried already, here or further up.
    var asleep: [Int: Footprint]
    /// The position in `ready` of the job that runs.
    var choice: Int
    /// The footprint of this job.
    var footprint = Footprint()
  }

  private struct State {
    var places: [Place] = []
    /// The number of places that the current run has reached.
    var count = 0
    var isRedundant = false
    /// Whether a run had different ready jobs than the run before it at the same place.
    var isUnsteady = false
    /// The nesting depth of the calls that run jobs in the order that is searched.
    var depth: Int?
    var decisions: [Int] = []
    /// The name of the task that runs.
    var task = ""
  }

  private let isReduced: Bool
  /// The order to run, if it is known.
  private let known: ScheduleDecisions?
  private let state = Locked(State())

  /// - Parameter isReduced: Whether orders that differ only in independent jobs count as one.
  package init(isReduced: Bool = true) {
    self.isReduced = isReduced
    known = nil
  }

  /// Makes a search that only runs a known order: the position of the job that runs, for each time that several are
  /// ready. After the last number, the job that became ready first runs.
  package init(order: [Int]) {
    isReduced = false
    known = ScheduleDecisions(order)
  }

  // MARK: Running

  /// Returns the position of the job that runs next.
  ///
  /// - Parameters:
  ///   - ready: The numbers of the ready jobs.
  ///   - depth: The nesting depth of the calling function in calls that run jobs.
  ///   - task: Returns the name of the task of the job at a position.
  func next(of ready: [Int], depth: Int, task: (Int) -> String = { _ in "" }) -> Int {
    state.withLock { state in
      if state.depth == nil { state.depth = depth }
      guard state.depth == depth else {
        // A job runs other jobs before it continues. They count as a part of it.
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

  /// Whether the last run was given up, because an equivalent order was run before.
  package var isRedundant: Bool { state.withLock { $0.isRedundant } }

  /// The order that was run, for `init(order:)`.
  package var order: [Int] {
    state.withLock { state in
      let last = state.decisions.lastIndex { $0 != 0 }
      return last.map { Array(state.decisions[...$0]) } ?? []
    }
  }

  /// The beginning of the order that the next run will have, as far as it is known.
  package var planned: [Int] {
    state.withLock { state in
      state.places.compactMap { $0.ready.count > 1 ? $0.choice : nil }
    }
  }

  /// Whether orders were left out, because a run had different ready jobs than the run before it.
  package var isUnsteady: Bool { state.withLock { $0.isUnsteady } }

  /// Continues with the next order.
  ///
  /// - Returns: Whether there is one.
  package func advance() -> Bool {
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

  private func updateFootprint(_ change: (inout Footprint) -> Void) {
    guard known == nil else { return }
    state.withLock { state in
      if state.count > 0, !state.isRedundant { change(&state.places[state.count - 1].footprint) }
    }
  }

  /// Called when the store has reduced an action, or an effect began or ended. Other jobs may depend on it.
  package func recordStep() { updateFootprint { $0.isOpaque = true } }

  package func record(effect: Int) { updateFootprint { $0.effects.insert(effect) } }

  package func record(model: ObjectIdentifier, isWritten: Bool) {
    updateFootprint { if isWritten { $0.writes.insert(model) } else { $0.reads.insert(model) } }
  }
}
