extension DependencyValues {
  /// Reports that a test read a key without a test value. Silent while a scope is being set up.
  func reportMissingTestValue(of key: any TestDependencyKey.Type, at location: IssueLocation) {
    guard access !== DependencyAccess.update else { return }
    reportIssue(
      """
      @Dependency(\(key).self) has no test value, but a test read it without overriding it.

      \(description(of: key, at: location))

      Tests must not touch the outside world by accident, so a test provides each dependency that it uses. Override it \
      for this test:

        withDependencies { $0[\(key).self] = ... } operation: { ... }

      or give '\(key)' a 'testValue'. The test went on with the mock value.
      """,
      at: location
    )
  }

  /// Reports that a program read a key that has no live value.
  func reportMissingLiveValue(of key: any TestDependencyKey.Type, at location: IssueLocation) {
    reportIssue(
      """
      @Dependency(\(key).self) has no live value, but it was read in a live context.

      \(description(of: key, at: location))

      '\(key)' conforms to 'TestDependencyKey' only. Make it conform to 'DependencyKey', with a 'liveValue', in a module \
      that the program links. The program went on with the test value.
      """,
      at: location
    )
  }

  private func description(of key: any TestDependencyKey.Type, at location: IssueLocation) -> String {
    func valueType<Key: TestDependencyKey>(of key: Key.Type) -> Any.Type { Key.Value.self }
    return """
        Location: \(location)
             Key: \(qualifiedName(of: key))
           Value: \(qualifiedName(of: valueType(of: key)))
      """
  }

  /// The name of a type with its module, and without the address that stands for the file of a private type.
  private func qualifiedName(of type: Any.Type) -> String {
    String(reflecting: type).replacing(#/\(unknown context at [^)]*\)\./#, with: "")
  }
}
