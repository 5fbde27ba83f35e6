import StoreCore

/// A step of a story: an event from outside of the feature, and the order in which ready jobs run after it.
struct StoryMove<Action: Sendable>: Sendable {
  enum Event: Sendable {
    /// The person does an action: the one at this position among the possible actions.
    case send(Int, Action)
    /// The call at a position among the waiting calls is answered with the alternative at a position.
    case answer(call: Int, alternative: Int)
    /// The clock is moved to the next deadline.
    case advanceClock
  }

  var event: Event
  /// The order in which jobs run. Each time that several jobs are ready, one number is the position of the job that
  /// runs. Empty if jobs run in the order in which they became ready. See ``OrderSearch``.
  var order: [Int] = []

  /// The code of the step, for a story that can be run again.
  var code: String {
    var code =
      switch event {
      case .send(let index, _): "s\(index)"
      case .answer(let call, let alternative): "a\(call).\(alternative)"
      case .advanceClock: "c"
      }
    for (position, choice) in order.enumerated() { code += (position == 0 ? "@" : ".") + String(choice) }
    return code
  }

  /// Describes the step in a sentence.
  ///
  /// - Parameter answer: The call that was answered, and the position of the alternative.
  func description(answering answer: (call: PendingCall, alternative: Int)?) -> String {
    let event =
      switch event {
      case .send(_, let action): valueDump(action)
      case .answer: answer.map { "\"\($0.call.label)\" answers \($0.call.describe($0.alternative))" } ?? ""
      case .advanceClock: "the clock moves on"
      }
    return event + orderDescription
  }

  /// Describes the step in a few words, for a line of a graph.
  func caption(answering answer: (call: PendingCall, alternative: Int)?) -> String {
    switch event {
    case .send(_, let action): valueDump(action).replacing(/^[\w.]*Action\./, with: ".")
    case .answer:
      answer.map { call, alternative in
        "\(call.label.prefix { $0 != "(" }): \(call.describe(alternative).prefix { $0 != "," })"
      } ?? ""
    case .advanceClock: "the clock"
    }
  }

  var orderDescription: String { order.isEmpty ? "" : ", and what is ready runs in the order \(order)" }

  var isOfPerson: Bool { if case .send = event { true } else { false } }
  var isAnswer: Bool { if case .answer = event { true } else { false } }
}
