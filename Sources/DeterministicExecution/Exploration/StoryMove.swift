import StoreCore

/// A step of a story: what happens next from outside of the feature.
enum StoryMove<Action: Sendable>: Sendable {
  /// The person does an action: the one at this place among those that are possible.
  case send(Int, Action)
  /// A call is answered: the one at this place among those that wait, by the alternative at that one.
  case answer(call: Int, alternative: Int)
  /// The clock is moved to the next deadline.
  case advanceClock

  /// As it is written in a story that can be run again.
  var code: String {
    switch self {
    case .send(let index, _): "s\(index)"
    case .answer(let call, let alternative): "a\(call).\(alternative)"
    case .advanceClock: "c"
    }
  }

  /// What it is, in words.
  ///
  /// - Parameter answer: The call that was answered, and by which alternative.
  func description(answering answer: (call: PendingCall, alternative: Int)?) -> String {
    switch self {
    case .send(_, let action): valueDump(action)
    case .answer: answer.map { "\"\($0.call.label)\" answers \($0.call.describe($0.alternative))" } ?? ""
    case .advanceClock: "the clock moves on"
    }
  }

  var isOfPerson: Bool { if case .send = self { true } else { false } }
  var isAnswer: Bool { if case .answer = self { true } else { false } }
}

/// A step as it is written, where it is not known yet what it stands for.
enum StoryCode: Equatable {
  case send(Int)
  case answer(call: Int, alternative: Int)
  case advanceClock

  init?(_ word: Substring) {
    let rest = word.dropFirst()
    switch word.first {
    case "c" where rest.isEmpty: self = .advanceClock
    case "s":
      guard let index = Int(rest), index >= 0 else { return nil }
      self = .send(index)
    case "a":
      let numbers = rest.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 2, let call = numbers[0], let alternative = numbers[1], call >= 0, alternative >= 0 else {
        return nil
      }
      self = .answer(call: call, alternative: alternative)
    default: return nil
    }
  }
}
