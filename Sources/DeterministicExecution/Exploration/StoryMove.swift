import StoreCore

/// A step of a story: what happens next from outside of the feature, and how what is ready runs after it.
@usableFromInline struct StoryMove<Action: Sendable>: Sendable {
  @usableFromInline enum Event: Sendable {
    /// The person does an action: the one at this place among those that are possible.
    case send(Int, Action)
    /// A call is answered: the one at this place among those that wait, by the alternative at that one.
    case answer(call: Int, alternative: Int)
    /// The clock is moved to the next deadline.
    case advanceClock
  }

  @usableFromInline var event: Event
  /// The order in which jobs run: each time that several are ready, the place of the one that does, in the order in which
  /// they became so. It is empty if that is their order. See ``OrderSearch``.
  @usableFromInline var order: [Int] = []

  @inlinable init(event: Event) { self.event = event }

  @inlinable static func send(_ index: Int, _ action: Action) -> Self { Self(event: .send(index, action)) }
  @inlinable static func answer(call: Int, alternative: Int) -> Self {
    Self(event: .answer(call: call, alternative: alternative))
  }
  @inlinable static var advanceClock: Self { Self(event: .advanceClock) }

  /// As it is written in a story that can be run again.
  var code: String {
    let event =
      switch event {
      case .send(let index, _): "s\(index)"
      case .answer(let call, let alternative): "a\(call).\(alternative)"
      case .advanceClock: "c"
      }
    return order.isEmpty ? event : event + "@" + order.map(String.init).joined(separator: ".")
  }

  /// What it is, in words.
  ///
  /// - Parameter answer: The call that was answered, and by which alternative.
  @usableFromInline func description(answering answer: (call: PendingCall, alternative: Int)?) -> String {
    let event =
      switch event {
      case .send(_, let action): valueDump(action)
      case .answer: answer.map { "\"\($0.call.label)\" answers \($0.call.describe($0.alternative))" } ?? ""
      case .advanceClock: "the clock moves on"
      }
    return event + Self.description(of: order)
  }

  static func description(of order: [Int]) -> String {
    order.isEmpty ? "" : ", and what is ready runs in the order \(order)"
  }

  @inlinable var isOfPerson: Bool { if case .send = event { true } else { false } }
  @inlinable var isAnswer: Bool { if case .answer = event { true } else { false } }
}

/// A step as it is written, where it is not known yet what it stands for.
struct StoryCode: Equatable {
  enum Event: Equatable {
    case send(Int)
    case answer(call: Int, alternative: Int)
    case advanceClock
  }

  let event: Event
  var order: [Int] = []

  init?(_ word: Substring) {
    let parts = word.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let event = parts.first.flatMap(Event.init) else { return nil }
    self.event = event
    guard parts.count == 2 else { return }
    guard let order = Self.numbers(parts[1]) else { return nil }
    self.order = order
  }

  fileprivate static func numbers(_ text: Substring) -> [Int]? {
    let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    return numbers.allSatisfy { $0 ?? -1 >= 0 } ? numbers.compactMap(\.self) : nil
  }
}

extension StoryCode.Event {
  fileprivate init?(_ word: Substring) {
    let rest = word.dropFirst()
    switch word.first {
    case "c" where rest.isEmpty: self = .advanceClock
    case "s":
      guard let index = Int(rest), index >= 0 else { return nil }
      self = .send(index)
    case "a":
      guard let numbers = StoryCode.numbers(rest), numbers.count == 2 else { return nil }
      self = .answer(call: numbers[0], alternative: numbers[1])
    default: return nil
    }
  }
}
