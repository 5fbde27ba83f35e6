extension DependencyValues {
  /// Starts work that nobody waits for, such as sending an event to an analytics service.
  ///
  /// ```swift
  /// @Dependency(\.fireAndForget) var fireAndForget
  ///
  /// await fireAndForget { try await tracker.track("signed up") }
  /// ```
  ///
  /// In a program it returns at once, and errors are ignored. In a test it returns when the work is done, so that the
  /// test sees all of it, and reports errors.
  public var fireAndForget: FireAndForget { self[FireAndForgetKey.self] }
}

/// Starts work that nobody waits for. See ``DependencyValues/fireAndForget``.
public struct FireAndForget: Sendable {
  fileprivate let start: @Sendable (String?, TaskPriority?, @escaping @Sendable () async throws -> Void) async -> Void

  /// Starts an operation.
  ///
  /// - Parameters:
  ///   - name: The name of its task, for debuggers.
  ///   - priority: The priority of its task.
  ///   - operation: The work.
  public func callAsFunction(
    name: String? = nil,
    priority: TaskPriority? = nil,
    @_inheritActorContext _ operation: @escaping @Sendable () async throws -> Void
  ) async {
    await start(name, priority, operation)
  }
}

private enum FireAndForgetKey: DependencyKey {
  static let liveValue = FireAndForget { name, priority, operation in
    Task(name: name, priority: priority) { try await operation() }
  }
  static var mockValue: FireAndForget { liveValue }
  static let testValue = FireAndForget { name, priority, operation in
    await Task(name: name, priority: priority) {
      do { try await operation() } catch { if !wasReported(error) { reportIssue(error) } }
    }.value
  }
}
