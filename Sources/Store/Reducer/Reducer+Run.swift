import Dependencies

extension Reducer {
  /// An effect that reads and changes the feature's state while it runs.
  ///
  /// ``FeatureStore`` has an example. The effect is started, cancelled and tested like
  /// ``Effect/run(priority:name:operation:catch:cancelled:)``. Each ``FeatureStore/modify(_:_:)`` is a step of its own:
  /// inspectors see it, recordings contain it, and a test receives it by its name.
  ///
  /// The operation stays on the store's actor, because the store that it gets is not `Sendable`.
  ///
  /// > Important: With Swift 6.2 and 6.3, because of a compiler bug, the compiler rejects a closure with a capture list
  /// > here. Copy the value into a constant before the closure: `let id = state.id`.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task, or `nil` for that of the sender.
  ///   - name: A name that is shown in traces, test failures and debuggers.
  ///   - operation: The work. Its argument reads and changes the state, and sends actions.
  ///   - handler: Called with the error that the operation threw, unless it was a `CancellationError` or
  ///     ``FeatureGone``.
  ///   - cancelled: Returns an action to send if the effect is cancelled with the ``StoreTask`` of its action. Its own
  ///     effects belong to no task.
  public func run(
    priority: TaskPriority? = nil,
    name: String? = nil,
    operation: @escaping @Sendable (_ store: FeatureStore<State, Action>) async throws -> Void,
    catch handler: (@Sendable (_ error: any Error, _ store: FeatureStore<State, Action>) async throws -> Void)? = nil,
    cancelled: (@Sendable () -> Action)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Effect<Action> {
    let handle: (@Sendable (any Error, Send<Action>) async throws -> Void)?
    if let handler {
      handle = { error, send in try await handler(error, try FeatureStore(send)) }
    } else {
      handle = nil
    }
    return Effect(
      .run(
        RunOperation(
          priority: priority,
          name: name,
          location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column),
          usesState: true,
          operation: { send in try await operation(try FeatureStore(send)) },
          handler: handle,
          cancelled: cancelled
        )
      )
    )
  }
}
