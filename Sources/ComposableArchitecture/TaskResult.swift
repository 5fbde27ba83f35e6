/// What an asynchronous operation returned or threw.
///
/// Its only use was that errors could be compared: actions need not be `Equatable` for a test store, and `Result` can be
/// made in the same way.
///
/// ```swift
/// case response(Result<[String], any Error>)
///
/// await send(.response(Result { try await client.fetch() }))
/// ```
@available(
  *,
  deprecated,
  message: """
    Use 'Result': 'Result { try await ... }' makes one, and a test store does not need actions to be 'Equatable'.
    """
)
@CasePathable
public enum TaskResult<Success: Sendable>: Sendable {
  /// The operation returned a value.
  case success(Success)
  /// The operation threw an error.
  case failure(any Error)

  /// Runs an operation and keeps what it returns or throws.
  public init(catching body: @Sendable () async throws -> Success) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }

  /// Converts a result.
  public init<Failure>(_ result: Result<Success, Failure>) {
    switch result {
    case .success(let value): self = .success(value)
    case .failure(let error): self = .failure(error)
    }
  }

  /// The value. It throws the error if there is none.
  public var value: Success {
    get throws { try Result(self).get() }
  }

  /// Returns the result with another value.
  public func map<NewSuccess>(_ transform: (Success) -> NewSuccess) -> TaskResult<NewSuccess> {
    TaskResult<NewSuccess>(Result(self).map(transform))
  }

  /// Returns the error, or else the result that a function makes of the value.
  public func flatMap<NewSuccess>(_ transform: (Success) -> TaskResult<NewSuccess>) -> TaskResult<NewSuccess> {
    TaskResult<NewSuccess>(Result(self).flatMap { Result(transform($0)) })
  }
}

@available(*, deprecated, message: "Use 'Result'.")
extension TaskResult: Equatable where Success: Equatable {
  /// Errors are equal if they are of the same type and equal, or if they are described in the same way.
  public static func == (first: Self, second: Self) -> Bool {
    switch (first, second) {
    case (.success(let first), .success(let second)): first == second
    case (.failure(let first), .failure(let second)): areEqual(first, second)
    default: false
    }
  }

  private static func areEqual(_ first: any Error, _ second: any Error) -> Bool {
    func areEqual<E: Equatable>(_ first: E) -> Bool { (second as? E) == first }
    if let first = first as Any as? any Equatable { return areEqual(first) }
    return type(of: first) == type(of: second) && String(customDumping: first) == String(customDumping: second)
  }
}

@available(*, deprecated, message: "Use 'Result'.")
extension TaskResult: Hashable where Success: Hashable {
  /// Hashes the value, or that the operation failed.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .success(let value): hasher.combine(value)
    case .failure: hasher.combine(0)
    }
  }
}

extension Result where Success: Sendable, Failure == any Error {
  /// Converts a `TaskResult`.
  @available(*, deprecated, message: "Use 'Result' from the beginning.")
  public init(_ result: TaskResult<Success>) {
    switch result {
    case .success(let value): self = .success(value)
    case .failure(let error): self = .failure(error)
    }
  }
}
