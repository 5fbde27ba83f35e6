extension DependencyValues {
  /// Reports that a test or a mock session read a key without a value. Does nothing while a scope is set up.
  func report(_ missing: MissingValue, at location: IssueLocation) {
    guard access?.isUpdate != true else { return }
    let key = missing.key
    let whatHappened: String
    let why: String
    let reader: String
    switch missing.context {
    case .test:
      whatHappened = "but a test read it without overriding it"
      why = """
        Tests must not touch the outside world by accident, so a test provides each dependency that it uses. Override \
        it for this test:
        """
      reader = "test"
    case .mock, .live:
      whatHappened = "but it was read in a mock context without being overridden"
      why = """
        What runs on mock values must not touch the outside world by accident, so each dependency that it uses has \
        one. Override it:
        """
      reader = "session"
    }
    reportIssue(
      """
      @Dependency(\(key).self) has no \(missing.context) value, \(whatHappened).

      \(describeDependency(key, at: location))

      \(why)

        withDependencies { $0[\(key).self] = ... } operation: { ... }

      or give '\(key)' a '\(missing.context)Value'. The \(reader) went on with the \(missing.substitute) value.
      """,
      at: location,
      article: .dependencies
    )
  }

  /// Reports that a program read a key without a live value.
  func reportMissingLiveValue(of key: DescribedKey, at location: IssueLocation) {
    reportIssue(
      """
      @Dependency(\(key).self) has no live value, but it was read in a live context.

      \(describeDependency(key, at: location))

      '\(key)' conforms to 'TestDependencyKey' only. Make it conform to 'DependencyKey', with a 'liveValue', in a module \
      that the program links. The program went on with the test value.
      """,
      at: location,
      article: .dependencies
    )
  }
}

extension DefaultFace {
  /// Reports that code used a key's mock or test value by name and got the live value. The place is unknown, because a
  /// property does not receive its caller's.
  static func reportOnlyLiveValue(
    of key: DescribedKey,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    reportIssue(
      """
      '\(key)' was asked for its mock or test value, and has a live value only. That is what was returned.

      Give '\(key)' a 'mockValue' and a 'testValue', so that what runs on them does not touch the outside world by \
      accident.
      """,
      at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      article: .dependencies
    )
  }
}

/// A description of a key for messages. It is `Sendable` even if the key belongs to an actor.
struct DescribedKey: CustomStringConvertible, Sendable {
  let type: Any.Type
  let valueType: Any.Type

  init<Key: TestDependencyKey>(_ key: Key.Type) {
    type = key
    valueType = Key.Value.self
  }

  var description: String { "\(type)" }
}

private func describeDependency(_ key: DescribedKey, at location: IssueLocation) -> String {
  """
    Location: \(location)
         Key: \(qualifiedName(of: key.type))
       Value: \(qualifiedName(of: key.valueType))
  """
}

/// Returns the name of a type with its module, but without the address that identifies the file of a private type.
private func qualifiedName(of type: Any.Type) -> String {
  String(reflecting: type).replacing(#/\(unknown context at [^)]*\)\./#, with: "")
}
