extension DependencyValues {
  /// Reports that a test read a key without a test value. Silent while a scope is being set up.
  func reportMissingTestValue(of key: any TestDependencyKey.Type, at location: IssueLocation) {
    guard access !== DependencyAccess.update else { return }
    reportIssue(
      """
      \(name(of: key)) has no test value, but a test read it without overriding it.

      \(description(of: key, at: location))

      Tests must not touch the outside world by accident, so a test provides each dependency that it uses. Override it \
      for this test:

        withDependencies { $0[\(key).self] = ... } operation: { ... }

      or give '\(key)' a 'testValue'. The test went on with the mock value.
      """,
      at: location)
  }

  /// Reports that a program read a key that has no live value.
  func reportMissingLiveValue(of key: any TestDependencyKey.Type, at location: IssueLocation) {
    reportIssue(
      """
      \(name(of: key)) has no live value, but it was read in a live context.

      \(description(of: key, at: location))

      '\(key)' conforms to 'TestDependencyKey' only. Make it conform to 'DependencyKey', with a 'liveValue', in a module \
      that the program links. The program went on with the test value.
      """,
      at: location)
  }

  private func name(of key: any TestDependencyKey.Type) -> String {
    access?.name ?? "@Dependency(\(key).self)"
  }

  private func description(of key: any TestDependencyKey.Type, at location: IssueLocation) -> String {
    func valueType<Key: TestDependencyKey>(of key: Key.Type) -> String { String(reflecting: Key.Value.self) }
    return """
        Location: \(location)
             Key: \(String(reflecting: key))
           Value: \(valueType(of: key))
      """
  }
}
