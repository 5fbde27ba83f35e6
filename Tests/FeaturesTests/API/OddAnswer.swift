import Features
import LoopbackServer
import Testing

/// A server's answer, and the outcome that it should have.
struct OddAnswer: Sendable, CustomTestStringConvertible {
  enum Outcome: Sendable, Equatable {
    case value(status: Int, body: String)
    case header(String, String)
    case error(APIError)
    /// One of these errors or a value, depending on the library.
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
