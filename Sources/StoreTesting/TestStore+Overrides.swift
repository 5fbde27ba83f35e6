import Dependencies
import Store

extension TestStore {
  /// Runs a part of a test with another exhaustivity.
  ///
  /// ```swift
  /// await store.withExhaustivity(.off) {
  ///   await store.send(.logIn)
  ///   await store.receive(\.loggedIn)
  /// }
  /// ```
  @discardableResult
  public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity,
    operation: () throws -> Result
  ) rethrows -> Result {
    let previous = self.exhaustivity
    defer { self.exhaustivity = previous }
    self.exhaustivity = exhaustivity
    return try operation()
  }

  /// Runs an asynchronous part of a test with another exhaustivity.
  @discardableResult
  public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    let previous = self.exhaustivity
    defer { self.exhaustivity = previous }
    self.exhaustivity = exhaustivity
    return try await operation()
  }

  /// Runs a part of a test with other dependencies of the store.
  @discardableResult
  public func withDependencies<Result>(
    _ update: (inout DependencyValues) throws -> Void,
    operation: () throws -> Result
  ) rethrows -> Result {
    let previous = dependencies
    defer { dependencies = previous }
    var values = previous
    try values.update(update)
    dependencies = values
    return try operation()
  }

  /// Runs an asynchronous part of a test with other dependencies of the store.
  @discardableResult
  public func withDependencies<Result>(
    _ update: (inout DependencyValues) throws -> Void,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    let previous = dependencies
    defer { dependencies = previous }
    var values = previous
    try values.update(update)
    dependencies = values
    return try await operation()
  }
}
