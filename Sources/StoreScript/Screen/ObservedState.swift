import Store

/// The state that a screen is drawn from. It records which values are read: the screen is drawn again when one of these
/// has changed, and for no other change.
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

  /// Makes a state that does not change.
  ///
  /// - Parameter isRunning: Whether an effect runs under an id. By default none does.
  public init(_ value: Value, isRunning: @escaping (_ id: AnyHashable) -> Bool = { _ in false }) {
    source = FixedState(value: value, isRunning: isRunning)
  }

  /// Makes a state that reads from a store. Reads are recorded like those of the store itself: in a screen that is
  /// being drawn, or in `withObservationTracking`.
  public init<Action>(_ store: Store<Value, Action>) { source = StoreState(store: store, path: \.self) }

  private init(source: any StateSource<Value>) { self.source = source }

  /// Reads a value.
  public subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member { source.read(path) }

  /// Returns whether an effect runs under an id. The effect may belong to the feature that is drawn, or to a feature in
  /// it.
  public func isEffectRunning(id: some Hashable & Sendable) -> Bool { source.isRunning(id) }

  /// Returns a part of the state without reading it.
  public func part<Part>(_ path: KeyPath<Value, Part>) -> ObservedState<Part> {
    ObservedState<Part>(source: source.part(path))
  }
}

private protocol StateSource<Value> {
  associatedtype Value
  func read<Member>(_ path: KeyPath<Value, Member>) -> Member
  func part<Part>(_ path: KeyPath<Value, Part>) -> any StateSource<Part>
  func isRunning(_ id: some Hashable & Sendable) -> Bool
}

private struct FixedState<Value>: StateSource {
  let value: Value
  let isRunning: (_ id: AnyHashable) -> Bool

  func isRunning(_ id: some Hashable & Sendable) -> Bool { isRunning(AnyHashable(id)) }
  func read<Member>(_ path: KeyPath<Value, Member>) -> Member { value[keyPath: path] }
  func part<Part>(_ path: KeyPath<Value, Part>) -> any StateSource<Part> {
    FixedState<Part>(value: value[keyPath: path], isRunning: isRunning)
  }
}

private struct StoreState<Root, Action, Value>: StateSource {
  let store: Store<Root, Action>
  let path: KeyPath<Root, Value>

  func isRunning(_ id: some Hashable & Sendable) -> Bool { store.isEffectRunning(id: id) }
  func read<Member>(_ path: KeyPath<Value, Member>) -> Member {
    store[dynamicMember: self.path.appending(path: path)]
  }

  func part<Part>(_ path: KeyPath<Value, Part>) -> any StateSource<Part> {
    StoreState<Root, Action, Part>(store: store, path: self.path.appending(path: path))
  }
}
