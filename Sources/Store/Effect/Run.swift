import Dependencies

extension Effect {
  /// An effect that runs an asynchronous operation, which can send any number of actions.
  ///
  /// The operation starts on the store's actor and leaves it only where a function that it calls does. It sees the
  /// dependencies that were in force when the effect was made.
  ///
  /// > Important: With Swift 6.2 and 6.3, because of a compiler bug, a closure with a capture list starts off the
  /// > store's actor and after `send` has returned. `await send` returns to the actor. Copy the value into a constant
  /// > before the closure: `let id = state.id`.
  ///
  /// The operation starts at once: ``Store/send(_:)`` returns when it has reached its first suspension. In these cases it
  /// starts as soon as the actor is free, in the order in which the effects were returned:
  ///
  /// - The action was sent while other effects were being started or observers notified.
  /// - Very many effects followed from one another in the same call.
  /// - The system can't start a task immediately (Apple's systems before version 26).
  ///
  /// ```swift
  /// return .run { send in
  ///   for await event in client.events() {
  ///     await send(.received(event))
  ///   }
  /// } catch: { error, send in
  ///   await send(.failed(APIError(error)))
  /// }
  /// ```
  ///
  /// A `CancellationError` ends the effect silently. Any other error goes to `catch`; without one it is reported as an
  /// issue that names the action which caused the effect.
  ///
  /// An effect that is cancelled sends nothing more. Of most cancellations the reducer knows: by an id, or with the child
  /// that it has removed. Of one it does not: that of the ``StoreTask`` which ``Store/send(_:)`` returned, for example
  /// when SwiftUI ends the task of `refreshable`. A state that says "loading" would say so forever. For this case, name
  /// an action with `cancelled`:
  ///
  /// ```swift
  /// return .run { send in
  ///   await send(.loaded(try await client.names()))
  /// } cancelled: {
  ///   .loadingCancelled
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - priority: The priority of the task, or `nil` for that of the sender.
  ///   - name: A name that is shown in traces, test failures and debuggers.
  ///   - operation: The work. Its argument sends actions to the store.
  ///   - handler: Called with the error that the operation threw, unless it was a `CancellationError`.
  ///   - cancelled: Returns an action to send if the effect is cancelled with the ``StoreTask`` of its action. Its own
  ///     effects belong to no task.
  public static func run(
    priority: TaskPriority? = nil,
    name: String? = nil,
    operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
    catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
    cancelled: (@Sendable () -> Action)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    Self(
      .run(
        RunOperation(
          priority: priority,
          name: name,
          location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column),
          operation: operation,
          handler: handler,
          cancelled: cancelled
        )
      )
    )
  }
}

/// A `.run` effect that has not started. A class, so that an effect stays one word.
@usableFromInline final class RunOperation<Action>: Sendable {
  @usableFromInline let priority: TaskPriority?
  @usableFromInline let name: String?
  /// The dependencies that were in force when the effect was made.
  @usableFromInline let dependencies: DependencyValues
  @usableFromInline let location: IssueLocation
  @usableFromInline let operation: @Sendable (Send<Action>) async throws -> Void
  @usableFromInline let handler: (@Sendable (any Error, Send<Action>) async throws -> Void)?
  let cancelled: (@Sendable () -> Action)?
  /// Whether the operation reads or changes the state, so that it needs the way there.
  @usableFromInline let usesState: Bool

  init(
    priority: TaskPriority? = nil,
    name: String? = nil,
    dependencies: DependencyValues = .current,
    location: IssueLocation,
    usesState: Bool = false,
    operation: @escaping @Sendable (Send<Action>) async throws -> Void,
    handler: (@Sendable (any Error, Send<Action>) async throws -> Void)? = nil,
    cancelled: (@Sendable () -> Action)? = nil
  ) {
    self.priority = priority
    self.name = name
    self.dependencies = dependencies
    self.location = location
    self.usesState = usesState
    self.operation = operation
    self.handler = handler
    self.cancelled = cancelled
  }

  func map<NewAction>(
    _ transform: @escaping @Sendable (Action) -> NewAction,
    _ extend: AccessExtension<NewAction, Action>?
  ) -> RunOperation<NewAction> {
    let operation = operation
    let mappedCancelled: (@Sendable () -> NewAction)?
    if let cancelled { mappedCancelled = { transform(cancelled()) } } else { mappedCancelled = nil }
    let mappedHandler: (@Sendable (any Error, Send<NewAction>) async throws -> Void)?
    if let handler {
      mappedHandler = { error, send in try await handler(error, send.pullback(transform, extend)) }
    } else {
      mappedHandler = nil
    }
    return RunOperation<NewAction>(
      priority: priority,
      name: name,
      dependencies: dependencies,
      location: location,
      usesState: usesState,
      operation: { send in try await operation(send.pullback(transform, extend)) },
      handler: mappedHandler,
      cancelled: mappedCancelled
    )
  }
}
