import Synchronization

/// The overrides of the process.
@usableFromInline
enum PreparedDependencies {
  /// Set only by ``prepareDependencies(_:)``, before the values are first used. Nodes are
  /// never released, so a reader needs no lock.
  private static let prepared = Atomic<Unmanaged<DependencyNode>?>(nil)

  @usableFromInline
  static var overrides: DependencyNode? { prepared.load(ordering: .acquiring)?.takeUnretainedValue() }

  /// Adds overrides. Overrides that another thread has prepared meanwhile stay, except for the same keys.
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

/// Sets the values of the whole process, once at its start.
///
/// ```swift
/// prepareDependencies {
///   $0.context = .mock
///   $0.uuid = .incrementing
/// }
/// ```
///
/// Call it before anything reads the values. A default value that was read stays the same, so changing it reports an
/// issue. A value that was prepared can be prepared again, without an issue: code that has read it may continue with
/// the previous one. In a test it reports an issue and has no effect, because the change would reach all other tests.
/// Use ``withDependencies(_:operation:)`` there.
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
      at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      article: .dependencies
    )
    return
  }
  let old = PreparedDependencies.overrides
  var values = DependencyValues(overrides: old)
  try values.update(update)
  var node = values.overrides
  while let prepared = node, prepared !== old {
    if DefaultValueCache.ofProcess.contains(prepared.key), old?.first(prepared.key) == nil {
      reportIssue(
        """
        prepareDependencies changed a value that was read before.

        Whoever read it goes on with the old one. Call prepareDependencies first thing in the program.
        """,
        at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column),
        article: .dependencies
      )
      break
    }
    node = prepared.next
  }
  PreparedDependencies.add(values)
}
