import Dependencies
import Store

extension TestStore {
  /// Unavailable: the action has no such case.
  @available(*, unavailable, message: "The action has no such case without payload, or an enum lacks '@CasePathable'.")
  @_disfavoredOverload
  @discardableResult
  public func send(
    _ action: KeyPath<UnknownMember, UnknownMember>,
    assert update: ((_ state: inout State) throws -> Void)? = nil
  ) async -> TestStoreTask {
    TestStoreTask()
  }

  /// Unavailable: the action has no such case.
  @available(*, unavailable, message: "The action has no such case, or an enum lacks '@CasePathable'.")
  @_disfavoredOverload
  public func receive(
    _ action: KeyPath<UnknownMember, UnknownMember>,
    timeout: Duration? = nil,
    assert update: ((_ state: inout State) throws -> Void)? = nil
  ) async {}

  /// Unavailable: the action has no such case, or its payload has another type.
  @available(*, unavailable, message: "The action has no such case with a payload of this type that is 'Equatable'.")
  @_disfavoredOverload
  public func receive<Value>(
    _ action: KeyPath<UnknownMember, UnknownMember>,
    _ value: Value,
    timeout: Duration? = nil,
    assert update: ((_ state: inout State) throws -> Void)? = nil
  ) async {}
}
