import Store

/// A state that a screen is drawn from. What is read of it is noted: the screen is drawn again when that has changed, and
/// for no other change.
///
/// ```swift
/// func countScreen(_ state: ObservedState<Count.State>, _ context: ScreenContext) -> Screen<Count.Action> {
///   var screen = Screen<Count.Action>("Count", width: context.width)
///   screen.line("\(state.count)")
///   return screen
/// }
/// ```
@dynamicMemberLookup
public struct ObservedState<Value> {
  private let source: any StateSource<Value>

  /// A state that does not change.
  public init(_ value: Value) { source = FixedState(value: value) }

  /// The state of a store. What is read of it is noted where a read of the store itself would be: in a screen that is
  /// being drawn, or under `withObservationTracking`.
  public init<Action>(_ store: Store<Value, Action>) { source = StoreState(store: store, path: \.self) }

  private init(source: any StateSource<Value>) { self.source = source }

  /// Reads a value.
  public subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member { source.read(path) }

  /// A part of the state, of which nothing has been read yet.
  public func part<Part>(_ path: KeyPath<Value, Part>) -> ObservedState<Part> {
    ObservedState<Part>(source: source.part(path))
  }
}

private protocol StateSource<Value> {
  associatedtype Value
  func read<Member>(_ path: KeyPath<Value, Member>) -> Member
  func part<Part>(_ path: KeyPath<Value, Part>) -> any StateSource<Part>
}

private struct FixedState<Value>: StateSource {
  let value: Value

  func read<Member>(_ path: KeyPath<Value, Member>) -> Member { value[keyPath: path] }
  func part<Part>(_ path: KeyPath<Value, Part>) -> any StateSource<Part> {
    FixedState<Part>(value: value[keyPath: path])
  }
}

private struct StoreState<Root, Action, Value>: StateSource {
  let store: Store<Root, Action>
  let path: KeyPath<Root, Value>

  func read<Member>(_ path: KeyPath<Value, Member>) -> Member {
    store[dynamicMember: self.path.appending(path: path)]
  }

  func part<Part>(_ path: KeyPath<Value, Part>) -> any StateSource<Part> {
    StoreState<Root, Action, Part>(store: store, path: self.path.appending(path: path))
  }
}
