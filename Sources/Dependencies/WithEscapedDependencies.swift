/// Passes the current dependencies to closures that are called later, outside of this scope.
///
/// Child tasks inherit dependencies. Callbacks of timers, dispatch queues and other libraries do not:
///
/// ```swift
/// withEscapedDependencies { dependencies in
///   DispatchQueue.global().async {
///     dependencies.yield { refresh() }
///   }
/// }
/// ```
public func withEscapedDependencies<R>(
  _ operation: (DependencyValues.Continuation) throws -> R
) rethrows -> R {
  try operation(DependencyValues.Continuation(values: .current.scoped()))
}

/// Passes the current dependencies to closures that are called later, outside of this scope.
public func withEscapedDependencies<R>(
  _ operation: (DependencyValues.Continuation) async throws -> R
) async rethrows -> R {
  try await operation(DependencyValues.Continuation(values: .current.scoped()))
}

extension DependencyValues {
  /// The dependencies of the scope in which it was made. Use it any number of times, from any task or thread.
  public struct Continuation: Sendable {
    let values: DependencyValues

    /// Runs an operation with these dependencies.
    public func yield<R>(_ operation: () throws -> R) rethrows -> R {
      try withDependencyValues(values, operation)
    }

    /// Runs an asynchronous operation with these dependencies.
    public func yield<R>(_ operation: () async throws -> R) async rethrows -> R {
      try await withDependencyValues(values, operation)
    }
  }
}
