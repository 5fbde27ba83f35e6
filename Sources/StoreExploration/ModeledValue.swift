import Dependencies

/// A value that models a server, a database or a file: clients read and write it, and rules compare states with it.
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
/// In an exploration, each story begins with the initial value, no matter what other stories wrote. Points at which the
/// value differs are distinct. Elsewhere there is one value, as in a `LockIsolated`.
public final class ModeledValue<Value: Hashable & Sendable>: Sendable {
  private let initial: Value
  private let own: LockIsolated<Value>

  /// Makes a value. Stories begin with it.
  public init(_ value: Value) {
    initial = value
    own = LockIsolated(value)
  }

  /// The current value.
  public var value: Value {
    if PendingCalls.current?.world != nil { return withValue { $0 } }
    return own.value
  }

  /// Reads or changes the value. In an exploration, the value that an effect reads here counts as an input of the
  /// effect.
  ///
  /// In an exploration, a change of the same value from within `body` is lost.
  @discardableResult
  public func withValue<Result: Sendable>(_ body: @Sendable (inout Value) throws -> Result) rethrows -> Result {
    if let world = PendingCalls.current?.world {
      return try world.withModel(ObjectIdentifier(self), initial: initial, body)
    }
    return try own.withValue(body)
  }
}
