import Dependencies
import Synchronization

/// A property of a state that refers to a shared value: a `Shared` or a `SharedReader`.
package protocol SharedPart: NestedValue {
  /// The value, without registering an observer.
  var sharedValue: Any { get }

  /// Whether the value is stored under a key. A property that is made with the same key has the same value.
  var isKept: Bool { get }

  /// Whether the property can only be read.
  var isReader: Bool { get }

  /// Identifies the value for several properties that share all of it; `nil` for a part of a value.
  var wholeSource: ObjectIdentifier? { get }

  /// Replaces the source of this part by a copy that belongs to the snapshot.
  mutating func detach(into snapshot: StateSnapshot)

  /// The source of the shared value; `nil` if it is a copy that belongs to a snapshot.
  var snapshotSource: (any SnapshotSource)? { get }

  /// Replaces a copy by its original, which gets the value of the copy.
  mutating func attach()
}

/// A source of a shared value.
package protocol SnapshotSource: AnyObject {
  var snapshotValue: Any { get }

  /// Whether a closure has set the value.
  var isChanged: Bool { get }

  /// The sources of the shared values that the value refers to.
  var nestedSources: [any SnapshotSource] { get }

  /// Registers a closure that is called on any thread, each time after the value has changed.
  ///
  /// - Parameter id: Identifies the closure. There is one closure for each id.
  func watch(_ id: ObjectIdentifier, _ onChange: @escaping @Sendable () -> Void)

  /// Removes the closure of an id.
  func unwatch(_ id: ObjectIdentifier)
}

/// A copy of a state does not change, but the shared values that it refers to do, because they are stored elsewhere. A
/// snapshot copies these too. Parts of the state that refer to the same shared value refer to the same copy in the
/// snapshot.
///
/// Inspectors, the test store, time travel and explorations receive snapshots. For states without shared values a
/// snapshot is a plain copy, at the same cost.
///
/// `@unchecked Sendable`: it is filled and used by one task at a time.
@usableFromInline package final class StateSnapshot: @unchecked Sendable {
  private struct Entry {
    let source: any SnapshotSource
    let copy: any SnapshotSource
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  /// Values for the copies that differ from those of the sources, by the sources' identities.
  private let values: [ObjectIdentifier: Any]

  /// Whether a source is left in place instead of being copied.
  let keeps: (AnyObject) -> Bool

  /// - Parameter keeps: Returns whether a source is left in place, because other code finds the same source.
  @usableFromInline package init(
    values: [ObjectIdentifier: Any] = [:],
    keeping keeps: @escaping (AnyObject) -> Bool = { _ in false }
  ) {
    self.values = values
    self.keeps = keeps
  }

  /// Returns whether values of a type can contain shared values.
  @usableFromInline package static func canShare<State>(_ type: State.Type) -> Bool {
    !_isPOD(type) && NestedValues.of(type) != nil
  }

  /// Whether there was ever a shared value in this process. If not, states need not be searched.
  @usableFromInline package static let isAnythingShared = Atomic(false)

  /// Makes a state refer to this snapshot's copies.
  package func detach<State>(_ state: inout State) {
    func detach<Part: SharedPart>(_ part: UnsafeMutableRawPointer, of type: Part.Type) {
      part.assumingMemoryBound(to: Part.self).pointee.detach(into: self)
    }
    Self.forEachPart(of: &state) { detach($0, of: $1) }
  }

  /// Returns a copy of a state that refers to this snapshot's copies.
  @usableFromInline package func detached<State>(_ state: State) -> State {
    var state = state
    detach(&state)
    return state
  }

  /// Returns a state made from a snapshot of one. It refers to the original sources again, which get the values that
  /// they had when the snapshot was made. Other code that shares them sees those values too.
  package static func attached<State>(_ state: State) -> State {
    func attach<Part: SharedPart>(_ part: UnsafeMutableRawPointer, of type: Part.Type) {
      part.assumingMemoryBound(to: Part.self).pointee.attach()
    }
    var state = state
    forEachPart(of: &state) { attach($0, of: $1) }
    return state
  }

  private static func forEachPart<State>(
    of state: inout State,
    _ body: (UnsafeMutableRawPointer, any SharedPart.Type) -> Void
  ) {
    guard isAnythingShared.load(ordering: .relaxed), !_isPOD(State.self) else { return }
    guard let values = NestedValues.of(State.self) else { return }
    withUnsafeMutablePointer(to: &state) { pointer in
      // All nested values are parts that refer to shared values, so this cast succeeds.
      values.forEach(in: UnsafeMutableRawPointer(pointer)) { part, type in
        if let type = type as? any SharedPart.Type { body(part, type) }
      }
    }
  }

  /// Returns the copy of a source, made on first use, with the value from `values` if there is one.
  ///
  /// - Parameter prepare: Called with a new copy, which is found from then on.
  package func copy<Source: SnapshotSource, Value>(
    of source: Source,
    make: (_ value: Value?) -> Source,
    prepare: (Source) -> Void
  ) -> Source {
    if let known = entries[ObjectIdentifier(source)]?.copy as? Source { return known }
    let copy = make(values[ObjectIdentifier(source)].flatMap { $0 as? Value })
    entries[ObjectIdentifier(source)] = Entry(source: source, copy: copy)
    prepare(copy)
    return copy
  }

  /// Whether a closure has set the value of a copy, even to the value that it had.
  package var isChanged: Bool { entries.values.contains { $0.copy.isChanged } }

  /// Returns whether a state refers to any shared value, or a copy of one.
  package static func showsAnything<State>(_ state: State) -> Bool {
    let snapshot = StateSnapshot()
    _ = snapshot.detached(state)
    return !snapshot.entries.isEmpty
  }

  /// Returns the shared values that a state refers to, by their sources, which the state keeps alive.
  package static func values<State>(in state: State) -> [ObjectIdentifier: Any] {
    let snapshot = StateSnapshot()
    _ = snapshot.detached(state)
    return snapshot.entries.mapValues(\.copy.snapshotValue)
  }

  /// Returns the current values of the sources that a state refers to, by these sources, which the state keeps alive.
  package static func currentValues<State>(in state: State) -> [ObjectIdentifier: Any] {
    let snapshot = StateSnapshot()
    _ = snapshot.detached(state)
    return snapshot.entries.mapValues(\.source.snapshotValue)
  }

  /// Returns the sources of the shared values that a state refers to, also within other shared values, without copies
  /// that belong to a snapshot.
  package static func sources<State>(in state: State) -> [any SnapshotSource] {
    var sources = ownSources(in: state)
    var seen = Set(sources.map { ObjectIdentifier($0) })
    var index = 0
    while index < sources.count {
      sources += sources[index].nestedSources.filter { seen.insert(ObjectIdentifier($0)).inserted }
      index += 1
    }
    return sources
  }

  /// Returns the sources of the shared values that are in a value itself.
  static func ownSources<Value>(in value: Value) -> [any SnapshotSource] {
    var sources: [any SnapshotSource] = []
    func collect<Part: SharedPart>(_ part: UnsafeMutableRawPointer, of type: Part.Type) {
      if let source = part.assumingMemoryBound(to: Part.self).pointee.snapshotSource { sources.append(source) }
    }
    var value = value
    forEachPart(of: &value) { collect($0, of: $1) }
    return sources
  }

  // MARK: Assertions

  /// The snapshot that a test's closure changes. All shared values are looked up in it, even those that are not a part
  /// of the state.
  @TaskLocal private static var beingAsserted: StateSnapshot?
  private static let assertionCount = Atomic(0)

  /// The snapshot that the current task's closure changes, or `nil` if there is none.
  package static var asserted: StateSnapshot? {
    assertionCount.load(ordering: .relaxed) == 0 ? nil : beingAsserted
  }

  /// Calls a closure in which reading and changing shared values reads and changes this snapshot instead.
  package func assert<Result>(_ body: () throws -> Result) rethrows -> Result {
    Self.assertionCount.add(1, ordering: .relaxed)
    defer { Self.assertionCount.subtract(1, ordering: .relaxed) }
    return try Self.$beingAsserted.withValue(self, operation: body)
  }
}
