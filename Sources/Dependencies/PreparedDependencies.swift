import Synchronization

/// What is overridden for the process as a whole.
@usableFromInline
enum PreparedDependencies {
  /// Set by ``prepareDependencies(_:fileID:filePath:line:column:)`` only, before the values in question are first used.
  /// Nodes that were ever set are never released: a reader needs no lock.
  private static let prepared = Atomic<Unmanaged<DependencyNode>?>(nil)

  @usableFromInline
  static var overrides: DependencyNode? { prepared.load(ordering: .acquiring)?.takeUnretainedValue() }

  /// Adds to what is overridden. What another thread has prepared meanwhile stays, unless it is overridden here.
  static func add(_ values: DependencyValues) {
    while true {
      let old = prepared.load(ordering: .acquiring)
      let merged = DependencyValues(overrides: old?.takeUnretainedValue()).merging(values).overrides
      let new = merged.map { Unmanaged.passRetained($0) }
      if prepared.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing).exchanged { return }
      new?.release()
    }
  }
}

/// Sets the values that the whole process runs on, once, where it starts.
///
/// ```swift
/// prepareDependencies {
///   $0.context = .mock
///   $0.uuid = .incrementing
/// }
/// ```
///
/// Call it before anything reads the values: what was read already stays as it was, so changing it is reported as an
/// issue. In a test it is reported too and does nothing, as the change would reach every other test: use
/// ``withDependencies(_:operation:)`` there.
public func prepareDependencies(
  _ update: (inout DependencyValues) throws -> Void,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) rethrows {
  guard DependencyContext.ofProcess != .test else {
    reportIssue(
      """
      prepareDependencies was called in a test, and was ignored.

      It changes the values of the whole process, so every other test would see the change. Override the values for this \
      test only, with 'withDependencies { ... } operation: { ... }'.
      """,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
    return
  }
  let old = PreparedDependencies.overrides
  var values = DependencyValues(overrides: old)
  try values.update(update)
  var node = values.overrides
  while let prepared = node, prepared !== old {
    if DefaultValueCache.ofProcess.contains(prepared.key) {
      reportIssue(
        """
        prepareDependencies changed a value that was read before.

        Whoever read it goes on with the old one. Call prepareDependencies first thing in the program.
        """,
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
      )
      break
    }
    node = prepared.next
  }
  PreparedDependencies.add(values)
}
