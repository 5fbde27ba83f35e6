import Dependencies
import Synchronization

/// A value in a state that shows what several states share. See ``StateSnapshot``.
package protocol SharedPart: NestedValue {
  /// Replaces what it shows by a copy that only this snapshot knows.
  mutating func detach(into snapshot: StateSnapshot)

  /// What it shows; `nil` for a copy that belongs to a snapshot.
  var snapshotSource: (any SnapshotSource)? { get }

  /// Makes it show what the copy is of, and gives that the copy's value.
  mutating func attach()
}

/// What holds a shared value.
package protocol SnapshotSource: AnyObject {
  /// The value.
  var snapshotValue: Any { get }

  /// Has a closure called, on any thread, each time after the value has changed.
  ///
  /// - Parameter id: Whose closure it is: there is one for each.
  func watch(_ id: ObjectIdentifier, _ onChange: @escaping @Sendable () -> Void)

  /// Has it called no more.
  func unwatch(_ id: ObjectIdentifier)
}

/// Copies of states stay as they are, but what a state shares with others does not: it is elsewhere, and goes on changing.
/// A snapshot makes a copy stay too. It keeps a copy of everything shared, so that what shows the same thing before shows
/// the same copy afterwards.
///
/// Inspectors, the test store, time travel and explorations see snapshots. For states that share nothing they are plain
/// copies, and cost the same.
///
/// `@unchecked Sendable`: it is filled and used by one task at a time.
@usableFromInline package final class StateSnapshot: @unchecked Sendable {
  private struct Entry {
    let source: any SnapshotSource
    let copy: any SnapshotSource
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  /// Values that differ from what there is to copy, by what they are values of.
  private let values: [ObjectIdentifier: Any]

  /// Whether a source is not to be copied.
  let keeps: (AnyObject) -> Bool

  /// - Parameter keeps: Says which sources are not to be copied, as others find them.
  @usableFromInline package init(
    values: [ObjectIdentifier: Any] = [:],
    keeping keeps: @escaping (AnyObject) -> Bool = { _ in false }
  ) {
    self.values = values
    self.keeps = keeps
  }

  /// Whether values of a type can share anything.
  @usableFromInline package static func canShare<State>(_ type: State.Type) -> Bool {
    !_isPOD(type) && NestedValues.of(type) != nil
  }

  /// Whether anything was ever shared in this process. Otherwise nobody has to look for it.
  @usableFromInline package static let isAnythingShared = Atomic(false)

  /// Makes a state show the copies of this snapshot.
  package func detach<State>(_ state: inout State) {
    func detach<Part: SharedPart>(_ part: UnsafeMutableRawPointer, of type: Part.Type) {
      part.assumingMemoryBound(to: Part.self).pointee.detach(into: self)
    }
    Self.forEachPart(of: &state) { detach($0, of: $1) }
  }

  /// A copy of a state that shows the copies of this snapshot.
  @usableFromInline package func detached<State>(_ state: State) -> State {
    var state = state
    detach(&state)
    return state
  }

  /// Makes the snapshot of a state a state again: what it shows is shared with others, for whom it becomes what it was when
  /// the snapshot was made.
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
      // Only parts of what is shared are looked for by this name.
      values.forEach(in: UnsafeMutableRawPointer(pointer)) { part, type in
        if let type = type as? any SharedPart.Type { body(part, type) }
      }
    }
  }

  /// The copy of a source. Made the first time, of the value that this snapshot was given for the source, if any.
  package func copy<Source: SnapshotSource, Value>(of source: Source, make: (_ value: Value?) -> Source) -> Source {
    if let known = entries[ObjectIdentifier(source)]?.copy as? Source { return known }
    let copy = make(values[ObjectIdentifier(source)].flatMap { $0 as? Value })
    entries[ObjectIdentifier(source)] = Entry(source: source, copy: copy)
    return copy
  }

  /// Whether a state shows something that is shared, or a copy of that.
  @usableFromInline package static func showsAnything<State>(_ state: State) -> Bool {
    let snapshot = StateSnapshot()
    _ = snapshot.detached(state)
    return !snapshot.entries.isEmpty
  }

  /// The values that a state shows, by their sources, which the state keeps.
  package static func values<State>(in state: State) -> [ObjectIdentifier: Any] {
    let snapshot = StateSnapshot()
    _ = snapshot.detached(state)
    return snapshot.entries.mapValues(\.copy.snapshotValue)
  }

  /// The values that the sources have now of what a state shows, by these sources, which the state keeps.
  package static func currentValues<State>(in state: State) -> [ObjectIdentifier: Any] {
    let snapshot = StateSnapshot()
    _ = snapshot.detached(state)
    return snapshot.entries.mapValues(\.source.snapshotValue)
  }

  /// What a state shows, and does not belong to a snapshot.
  package static func sources<State>(in state: State) -> [any SnapshotSource] {
    var sources: [any SnapshotSource] = []
    func collect<Part: SharedPart>(_ part: UnsafeMutableRawPointer, of type: Part.Type) {
      if let source = part.assumingMemoryBound(to: Part.self).pointee.snapshotSource { sources.append(source) }
    }
    var state = state
    forEachPart(of: &state) { collect($0, of: $1) }
    return sources
  }

  // MARK: Assertions

  /// The snapshot that a closure of a test changes. Whatever it shares is looked up there, also where that is not a part
  /// of the state.
  @TaskLocal private static var beingAsserted: StateSnapshot?
  private static let assertionCount = Atomic(0)

  /// The snapshot that the current task asserts, if it does.
  package static var asserted: StateSnapshot? {
    assertionCount.load(ordering: .relaxed) == 0 ? nil : beingAsserted
  }

  /// Calls a closure that reads and changes this snapshot instead of what is shared.
  package func assert<Result>(_ body: () throws -> Result) rethrows -> Result {
    Self.assertionCount.add(1, ordering: .relaxed)
    defer { Self.assertionCount.subtract(1, ordering: .relaxed) }
    return try Self.$beingAsserted.withValue(self, operation: body)
  }
}
