/// Overrides dependencies during an operation.
///
/// ```swift
/// let ids = withDependencies {
///   $0.uuid = .incrementing
/// } operation: {
///   makeIDs()
/// }
/// ```
///
/// The overrides apply to everything that `operation` calls and to all child tasks that it starts. They do not apply to
/// closures that are called later: for these, use ``withEscapedDependencies(_:)``.
@discardableResult
@inlinable
public func withDependencies<R>(
  _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> R
) rethrows -> R {
  var values = DependencyValues.current.scoped()
  try values.update(update)
  return try withDependencyValues(values, operation)
}

/// Overrides dependencies during an asynchronous operation.
@discardableResult
@inlinable
public func withDependencies<R>(
  _ update: (inout DependencyValues) async throws -> Void,
  operation: () async throws -> R
) async rethrows -> R {
  var values = DependencyValues.current.scoped()
  values.access = .update
  try await update(&values)
  return try await withDependencyValues(values.scoped(), operation)
}

/// Overrides dependencies during an operation, starting from those of a model.
///
/// ```swift
/// struct Parent: Sendable {
///   @Dependency(\.date) var date
///
///   func makeChild() -> Child {
///     // The child captures the dependencies that the parent was made with.
///     withDependencies(from: self) {
///       $0.uuid = .incrementing
///     } operation: {
///       Child()
///     }
///   }
/// }
/// ```
///
/// - Parameter model: A value or object with a `@Dependency` property. If it has none, an issue is reported, and the
///   operation runs with the current dependencies.
@discardableResult
public func withDependencies<Model, R>(
  from model: Model,
  _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> R,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) rethrows -> R {
  let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  var values = DependencyValues.captured(by: model, at: location).scoped()
  try values.update(update)
  return try withDependencyValues(values, operation)
}

/// Overrides dependencies during an asynchronous operation, starting from those of a model.
@discardableResult
public func withDependencies<Model, R>(
  from model: Model,
  _ update: (inout DependencyValues) async throws -> Void,
  operation: () async throws -> R,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async rethrows -> R {
  let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  var values = DependencyValues.captured(by: model, at: location).scoped()
  values.access = .update
  try await update(&values)
  return try await withDependencyValues(values.scoped(), operation)
}

/// Runs an operation with the dependencies of a model.
@discardableResult
public func withDependencies<Model, R>(
  from model: Model,
  operation: () throws -> R,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) rethrows -> R {
  let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  return try withDependencyValues(DependencyValues.captured(by: model, at: location).scoped(), operation)
}

/// Runs an asynchronous operation with the dependencies of a model.
@discardableResult
public func withDependencies<Model, R>(
  from model: Model,
  operation: () async throws -> R,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async rethrows -> R {
  let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  return try await withDependencyValues(DependencyValues.captured(by: model, at: location).scoped(), operation)
}

/// Binds exactly these values during an operation.
@inlinable
package func withDependencyValues<R>(
  _ values: DependencyValues,
  _ operation: () throws -> R
) rethrows -> R {
  try DependencyValues.bound.withValue(values.overrides, operation: operation)
}

/// Binds exactly these values during an asynchronous operation, which stays on the caller's actor.
@inlinable
package func withDependencyValues<R>(
  _ values: DependencyValues,
  _ operation: () async throws -> R
) async rethrows -> R {
  try await DependencyValues.bound.withValue(values.overrides, operation: operation)
}

extension DependencyValues {
  @inlinable
  package mutating func update(_ update: (inout DependencyValues) throws -> Void) rethrows {
    access = .update
    defer { access = nil }
    try update(&self)
    // The closure may have replaced all values, including the cache for default values.
    self = scoped()
  }

  /// Returns the values that a model's first `@Dependency` captured, overridden by those of the current task.
  static func captured<Model>(by model: Model, at location: IssueLocation) -> DependencyValues {
    var mirror: Mirror? = Mirror(reflecting: model)
    while let reflected = mirror {
      for child in reflected.children {
        if let holder = child.value as? any DependencyHolder { return holder.captured.merging(.current) }
      }
      mirror = reflected.superclassMirror
    }
    reportIssue(
      """
      withDependencies(from:) was given a '\(Model.self)', which holds no dependencies.

      It takes them from a property marked '@Dependency', and '\(Model.self)' has none. The operation ran with the \
      current dependencies. Add such a property, or leave out 'from:'.
      """,
      at: location,
      article: .dependencies
    )
    return .current
  }
}
