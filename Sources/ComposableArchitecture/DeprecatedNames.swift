import Store
import StoreTesting

// Names that TCA has deprecated. Each says what to write instead. Those that stay as they are keep old sources compiling;
// the others only explain themselves.

/// The old name of ``Effect``.
@available(*, deprecated, renamed: "Effect")
public typealias EffectTask<Action> = Effect<Action>

/// The old name of ``Effect``.
@available(*, unavailable, message: "Write 'Effect<Action>'.")
public typealias EffectPublisher<Action, Failure> = Effect<Action>

/// The old name of ``Reducer``.
@available(*, deprecated, message: "Write '@Reducer' before the type.")
public typealias ReducerProtocol = Reducer

/// The old name of ``ReducerOf``.
@available(*, deprecated, renamed: "ReducerOf")
public typealias ReducerProtocolOf<R: Reducer> = Reducer<R.State, R.Action>

/// A store as views once observed it.
@available(*, unavailable, message: "A store is observable itself: read 'store.count', and send with 'store.send'.")
public struct ViewStore<ViewState, ViewAction> {
  /// Makes a view store of a store.
  public init(_ store: Store<ViewState, ViewAction>) {}

  /// Makes a view store of a part of a store.
  public init<State>(_ store: Store<State, ViewAction>, observe: @escaping (State) -> ViewState) {}
}

/// A property that views could write.
@available(*, unavailable, message: "Write 'var name' without the attribute: every property of a state can be bound.")
@propertyWrapper
public struct BindingState<Value> {
  /// The value of the property.
  public var wrappedValue: Value

  /// Makes a property with a value.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

/// The old name of ``LockIsolated``, whose functions are not asynchronous.
@available(*, deprecated, message: "Write 'LockIsolated', without 'await'.")
public typealias ActorIsolated = LockIsolated

/// The old name of ``expectNoDifference(_:_:_:fileID:filePath:line:column:)``.
@available(*, deprecated, renamed: "expectNoDifference")
public func XCTAssertNoDifference<Value: Equatable>(
  _ first: @autoclosure () throws -> Value,
  _ second: @autoclosure () throws -> Value,
  _ message: @autoclosure () -> String = "",
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  expectNoDifference(
    try first(),
    try second(),
    message().isEmpty ? nil : message(),
    fileID: fileID,
    filePath: filePath,
    line: line,
    column: column
  )
}
