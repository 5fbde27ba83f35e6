import StoreCore

/// A step of a story: an event from outside of the feature, and the order in which ready jobs run after it.
@usableFromInline struct StoryMove<Action: Sendable>: Sendable {
  @usableFromInline enum Event: Sendable {
    /// The person does an action: the one at this position among the possible actions.
    case send(Int, Action)
    /// The call at a position among the waiting calls is answered with the alternative at a position.
    case answer(call: Int, alternative: Int)
    /// The clock is moved to the next deadline.
    case advanceClock
  }

  @usableFromInline var event: Event
  /// The order in which jobs run: the position of the job that runs, for each time that several are ready. Empty for
  /// the order in which they became ready. See ``OrderSearch``.
  @usableFromInline var order: [Int] = []

  @inlinable init(event: Event) { self.event = event }

  @inlinable static func send(_ index: Int, _ action: Action) -> Self { Self(event: .send(index, action)) }
  @inlinable static func answer(call: Int, alternative: Int) -> Self {
    Self(event: .answer(call: call, alternative: alternative))
  }
  @inlinable static var advanceClock: Self { Self(event: .advanceClock) }

  /// The code of the step, for a story that can be run again.
  var code: String {
    var code = ""
    spell { part in
      switch part {
      case .sign(let byte): code.unicodeScalars.append(Unicode.Scalar(byte))
      case .number(let number): code += String(number)
      }
    }
    return code
  }

  /// Passes on the parts of the step's code.
  @inlinable func spell(_ body: (StoryCodePart) -> Void) {
    switch event {
    case .send(let index, _):
      body(.sign(UInt8(ascii: "s")))
      body(.number(index))
    case .answer(let call, let alternative):
      body(.sign(UInt8(ascii: "a")))
      body(.number(call))
      body(.sign(UInt8(ascii: ".")))
      body(.number(alternative))
    case .advanceClock: body(.sign(UInt8(ascii: "c")))
    }
    for (position, choice) in order.enumerated() {
      body(.sign(UInt8(ascii: position == 0 ? "@" : ".")))
      body(.number(choice))
    }
  }

  /// A description in words.
  ///
  /// - Parameter answer: The call that was answered, and the position of the alternative.
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

/// A part of the code of a step: an ASCII character or a number that is not negative.
@usableFromInline enum StoryCodePart {
  case sign(UInt8)
  case number(Int)
}

/// The code of a step, before it is known which action or call it means.
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
