import StoreTrace

/// Something that a page asks for.
enum LiveCommand: Equatable, Sendable {
  /// Sends an action, as scripts write it: its path and payload.
  case send(String)
  /// Restores the state after a step.
  case jump(step: Int, cancellingEffects: Bool)
  /// Continues as if a step had not happened.
  case skip(step: Int)
  /// Makes actions wait, or lets them continue.
  case lock(Bool)
  /// Forgets the steps so far.
  case commit

  enum Outcome: Equatable, Sendable {
    case done(String? = nil)
    case refused(String)
  }

  /// Reads a command from JSON such as `{"command": "jump", "step": 3, "effects": "cancel"}`.
  init(_ json: JSONValue) throws(LiveCommandError) {
    func step() throws(LiveCommandError) -> Int {
      guard case .integer(let number)? = json["step"], number >= 0 else {
        throw LiveCommandError("`step` has to be the number of a step.")
      }
      return Int(number)
    }
    switch json["command"] {
    case .string("send"):
      guard case .string(let text)? = json["action"] else {
        throw LiveCommandError("`action` has to be the path of an action with its payload.")
      }
      self = .send(text)
    case .string("jump"):
      self = .jump(step: try step(), cancellingEffects: json["effects"] != .string("go on"))
    case .string("skip"): self = .skip(step: try step())
    case .string("lock"): self = .lock(true)
    case .string("unlock"): self = .lock(false)
    case .string("commit"): self = .commit
    default: throw LiveCommandError("`command` has to be send, jump, skip, lock, unlock or commit.")
    }
  }
}

struct LiveCommandError: Error, Equatable {
  let message: String

  init(_ message: String) { self.message = message }
}
