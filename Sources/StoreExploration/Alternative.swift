import StoreCore

/// One of the ways in which a client's call may end. `choose` takes a list of them.
public enum Alternative<Value: Sendable>: Sendable {
  /// The call returns a value.
  case success(Value)
  /// The call throws an error.
  case failure(any Error & Sendable)
  /// The call never answers. It ends only when the effect that made it is cancelled.
  case never

  var description: String {
    switch self {
    case .success(let value): Value.self == Void.self ? ".success(())" : ".success(\(valueDump(value)))"
    case .failure(let error): ".failure(\(valueDump(error)))"
    case .never: ".never"
    }
  }
}
