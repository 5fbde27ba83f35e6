/// Runs an operation, for sources that were written for the Composable Architecture.
///
/// There it moves the tasks of the whole process to the main actor, so that they run one after the other. Here it only
/// runs the operation. Tests need no more: `TestStore` runs effects one after the other, in the same order each time,
/// on an executor of its own.
public func withMainSerialExecutor<Result>(operation: () throws -> Result) rethrows -> Result {
  try operation()
}

/// Runs an asynchronous operation, for sources that were written for the Composable Architecture.
///
/// There it moves the tasks of the whole process to the main actor, so that they run one after the other. Here it only
/// runs the operation. Tests need no more: `TestStore` runs effects one after the other, in the same order each time,
/// on an executor of its own.
@MainActor
public func withMainSerialExecutor(operation: @isolated(any) () async throws -> Void) async rethrows {
  try await operation()
}

/// Always `false`: tasks of the process run wherever Swift runs them. Setting it has no effect.
///
/// Tests need no more: `TestStore` runs effects one after the other, in the same order each time, on an executor of its
/// own.
public var uncheckedUseMainSerialExecutor: Bool {
  get { false }
  set {}
}
