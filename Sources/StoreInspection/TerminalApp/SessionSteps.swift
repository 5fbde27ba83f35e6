import Store
import StoreTrace

/// The steps of a session so far, as its trace has them, and the states of the latest ones. Used only on the store's
/// actor.
///
/// Steps count from 1, and 0 is the start. If the session goes on from a state of another session, the earlier steps are
/// forgotten, and the start has the number of the last one. After a jump to an earlier step, new steps are added after
/// the last one. So the step before another one need not be the one with the previous number: it is the `parent`.
final class SessionSteps<State> {
  struct Step {
    /// The action on one line.
    let text: String
    /// Whether an effect or a reducer made the step.
    let isReceived: Bool
    /// The number of the step before this one.
    let parent: Int
  }

  /// The states before and after a step, and their redacted encodings.
  private struct Change {
    let before: State
    let after: State
    let old: JSONValue
    let new: JSONValue
  }

  /// The number of steps whose states are kept.
  static var limit: Int { 1_000 }

  /// Receives the steps of the recording.
  let record = LatestRecord()
  /// Called after each step, jump and cancellation.
  var onStep: () -> Void = {}
  /// The number of the start.
  private(set) var start = 0
  private var steps: [Step] = []
  private var changes: [Change] = []
  /// The encoded state after the last record.
  private var latest = JSONValue.null
  /// The number of the step whose state the session has.
  private(set) var position = 0
  /// The number of effects that were cancelled.
  private(set) var cancelledCount = 0

  /// The number of the last step, or of the start.
  var last: Int { start + steps.count }

  /// The step with a number; `nil` for the start.
  subscript(number: Int) -> Step? {
    let index = number - 1 - start
    return steps.indices.contains(index) ? steps[index] : nil
  }

  /// Follows a store that is being recorded.
  func follow<Action: Encodable>(_ store: Store<State, Action>) {
    latest = record.startState
    store.inspect(with: Inspector { self.note($0) })
  }

  private func note<Action: Encodable>(_ step: StoreStep<State, Action>) {
    if case .effectCancelled = step { cancelledCount += 1 }
    guard let content = record.take() else { return }
    switch (step, content) {
    case (.reduced(let action, _, let before, let after), .action(let record)):
      // An action that can't be encoded has only a name.
      let isEncoded = if case .null = record.action.value { false } else { true }
      let text = isEncoded ? ActionText(action, json: record.action.value).condensed().description : record.name
      append(text, isReceived: record.origin != .user, before, after, record.patch)
    case (.modified(_, _, let before, let after), .modified(let record)):
      append(ActionText(modification: record.name).description, isReceived: true, before, after, record.patch)
    case (.restored(let number, _, _), .jump(_, let patch)):
      try? patch.apply(to: &latest)
      position = number
      // The state of no step: that of another session.
      if number == last, json(after: number) != latest { (start, steps, changes) = (number, [], []) }
    default: break
    }
    onStep()
  }

  private func append(_ text: String, isReceived: Bool, _ before: State, _ after: State, _ patch: JSONPatch) {
    let old = latest
    // A patch fits the state of the record before it.
    try? patch.apply(to: &latest)
    steps.append(Step(text: text.printable, isReceived: isReceived, parent: position))
    changes.append(Change(before: before, after: after, old: old, new: latest))
    if changes.count > Self.limit { changes.removeFirst() }
    position = last
  }

  private func change(_ number: Int) -> Change? {
    let index = number - 1 - (last - changes.count)
    return changes.indices.contains(index) ? changes[index] : nil
  }

  /// The change of the next step, if that step came directly after this one.
  private func nextChange(after number: Int) -> Change? {
    self[number + 1]?.parent == number ? change(number + 1) : nil
  }

  /// The state before a step; `nil` if it is not kept.
  func state(before number: Int) -> State? { change(number)?.before }

  /// The state after a step; `nil` if it is not kept.
  func state(after number: Int) -> State? { change(number)?.after ?? nextChange(after: number)?.before }

  /// The redacted encoding of the state after a step; `nil` if it is not kept.
  func json(after number: Int) -> JSONValue? {
    change(number)?.new ?? nextChange(after: number)?.old ?? (steps.isEmpty ? latest : nil)
  }

  /// The difference that a step has made; `nil` if it is not kept.
  func difference(of number: Int) -> JSONDifference? {
    change(number).map { JSONDifference(from: $0.old, to: $0.new) } ?? (number == start ? JSONDifference(nil) : nil)
  }

  /// The numbers in a range of the steps that have led to the present state. The others were undone.
  func path(in range: Range<Int>) -> Set<Int> {
    var path: Set<Int> = []
    var number = position
    while number >= range.lowerBound {
      if range.contains(number) { path.insert(number) }
      guard let step = self[number] else { break }
      number = step.parent
    }
    return path
  }
}
