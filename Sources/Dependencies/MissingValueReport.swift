extension DependencyValues {
  /// Reports that a test read a key without a test value. Silent while a scope is being set up.
  func reportMissingTestValue(
    of missing: any TestDependencyKey.Type,
    readAs key: any TestDependencyKey.Type,
    at location: IssueLocation
  ) {
    guard !isUpdating else { return }
    report(missing: "test", of: missing, at: location)
  }

  /// Reports that a key has no value for the context that it was read in.
  func report(missing context: String, of key: any TestDependencyKey.Type, at location: IssueLocation) {
    let name = read?.name ?? "@Dependency(\(key).self)"
    let value = valueType(of: key)
    let reading = """
        Location: \(location)
             Key: \(String(reflecting: key))
           Value: \(value)
      """
    switch context {
    case "test":
      reportIssue(
        """
        \(name) has no test value, but a test read it without overriding it.

        \(reading)

        Tests must not touch the outside world by accident, so a test provides each dependency that it uses. Override \
        it for this test:

          withDependencies { $0[\(key).self] = ... } operation: { ... }

        or give '\(key)' a 'testValue'. This test went on with the mock value.
        """,
        at: location
      )
    default:
      reportIssue(
        """
        \(name) has no live value, but it was read in a live context.

        \(reading)

        '\(key)' conforms to 'TestDependencyKey' only. Make it conform to 'DependencyKey' with a 'liveValue' in a module \
        that the program links. The program went on with the test value.
        """,
        at: location
      )
    }
  }

  private func valueType(of key: any TestDependencyKey.Type) -> String {
    func open<Key: TestDependencyKey>(_ key: Key.Type) -> String { String(reflecting: Key.Value.self) }
    return open(key)
  }
}
