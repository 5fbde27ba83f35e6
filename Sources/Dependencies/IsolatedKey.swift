/// Detects the use of a key outside of the actor that its values belong to. In a module whose default isolation is the
/// main actor, all keys belong to the main actor unless they say otherwise.
///
/// The compiler lets only code of that actor name such a key. But a `@Dependency` is `Sendable`, and can be carried
/// elsewhere and read there.
enum IsolatedKey {
  fileprivate struct Probe<Key> {}

  /// Stops the program if the key's values belong to an actor and this code does not run on it.
  static func check<Key: TestDependencyKey>(_ key: Key.Type, at location: IssueLocation) {
    // The cast fails if the key's conformance belongs to another actor. It also fails on the main actor outside of
    // tasks, and in tasks that a test store runs on the main queue: the run time does not recognize the main actor
    // there.
    guard !isUsable(key), !MainQueue.isCurrent else { return }
    fatalError(
      """
      The default value of '\(key)' belongs to an actor, and was read elsewhere, with the @Dependency at \(location).

      It is declared in code that belongs to an actor: in a module whose default isolation is the main actor, everything \
      does that isn't 'nonisolated'. Read it on that actor, or write 'nonisolated' before the extension that makes it a \
      'DependencyKey'.
      """
    )
  }

  /// Separate from its caller: in code that knows the conformance, the compiler warns that this cast always succeeds.
  private static func isUsable<Key>(_ key: Key.Type) -> Bool { (Probe<Key>() as Any) is any UsableKey }
}

private protocol UsableKey {}

extension IsolatedKey.Probe: UsableKey where Key: TestDependencyKey {}
