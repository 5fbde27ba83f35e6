import Features
import LoopbackServer
import Testing

/// What a server says, and what is to come of it.
struct OddAnswer: Sendable, CustomTestStringConvertible {
  enum Outcome: Sendable, Equatable {
    case value(status: Int, body: String)
    case header(String, String)
    case error(APIError)
    /// What libraries may see in one way or the other.
    case either([APIError], body: String)
  }

  let name: String
  let answer: LoopbackAnswer
  let outcome: Outcome

  init(_ name: String, _ answer: LoopbackAnswer, _ outcome: Outcome) {
    self.name = name
    self.answer = answer
    self.outcome = outcome
  }

  init(_ name: String, _ text: String, _ outcome: Outcome) {
    self.init(name, .bytes(Array(text.utf8)), outcome)
  }

  var testDescription: String { name }
}
