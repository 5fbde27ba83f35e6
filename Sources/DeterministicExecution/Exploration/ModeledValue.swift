import Dependencies

/// A value that stands for a server, a database, a file: clients read and write it, rules compare with it.
///
/// ```swift
/// let server = ModeledValue([Int]())
/// await exploreStates(of: Notes.State(), within: ExplorationBounds(depth: 6)) {
///   Notes()
/// } withDependencies: {
///   $0[NoteClient.self].save = { note in
///     try await choose("save \(note)", .success(()), .failure(NotConnected()))
///     server.withValue { $0.append(note) }
///   }
/// } actions: { _ in
///   Notes.Action.addButtonTapped
/// } whenSettled: { state in
///   #expect(state.notes == server.value)
/// }
/// ```
///
/// Each story of an exploration begins with the value that it was made with, whatever others did to it, and explorations
/// tell states apart in which the value differs. Elsewhere it is one value, as that of a `LockIsolated`.
public final class ModeledValue<Value: Hashable & Sendable>: Sendable {
  private let initial: Value
  private let own: Locked<Value>

  /// Makes a value.
  public init(_ value: Value) {
    initial = value
    own = Locked(value)
  }

  /// The value.
  public var value: Value { withValue { $0 } }

  /// Reads or changes the value. What effects know of it counts as something that they were told.
  ///
  /// In an exploration, a change of the same value from within `body` is lost.
  @discardableResult
  public func withValue<Result: Sendable>(_ body: @Sendable (inout Value) throws -> Result) rethrows -> Result {
    if let world = PendingCalls.current?.world {
      return try world.withModel(ObjectIdentifier(self), initial: initial, body)
    }
    return try own.withLock { try body(&$0) }
  }
}
