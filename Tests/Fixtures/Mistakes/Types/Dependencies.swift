// What goes wrong with dependencies.
import Store

struct Misspelled {
  @Dependency(\.typo) var typo
  // 4: 'init(_:)' is unavailable: 'DependencyValues' has no such property. Look for a misspelling, or for an
  //   import that is missing.
  @Dependency(\.date.noow) var now
  // 4: 'init(_:)' is unavailable: 'DependencyValues' has no such property. Look for a misspelling, or for an
  //   import that is missing.
  @Dependency(NotEquatable.self) var value
  // 4: initializer 'init(_:fileID:filePath:line:column:)' requires that 'NotEquatable' conform to 'TestDependencyKey'
  @Dependency(\.uuid) var uuid: Int
  // 4: 'init(_:)' is unavailable: 'DependencyValues' has no such property of this type. Look for a
  //   misspelling, for an import that is missing, and at the type.
}

struct NoLiveValue: Sendable {}

extension NoLiveValue: DependencyKey {
  // 1: type 'NoLiveValue' does not conform to protocol 'DependencyKey'; protocol requires property
  //   'liveValue' with type 'NoLiveValue'
  static let testValue = NoLiveValue()
}

final class NotSendableValue {}

enum NotSendableKey: DependencyKey {
  // 6: type 'NotSendableValue' does not conform to the 'Sendable' protocol
  static let liveValue = NotSendableValue()
  // 14: static property 'liveValue' is not concurrency-safe because non-'Sendable' type 'NotSendableValue'
  //   may have shared mutable state [#MutableGlobalVariable]
}

extension DependencyValues {
  var noKey: NotEquatable {
    self[NotEquatable.self]
    // 9: subscript 'subscript(_:fileID:filePath:line:column:)' requires that 'NotEquatable' conform to
    //   'TestDependencyKey'
  }
}

func override() {
  withDependencies {
    $0.typo = 1
    // 8: value of type 'DependencyValues' has no member 'typo'
  } operation: {
  }
  withDependencies {
    $0.uuid = 1
    // 15: cannot assign value of type 'Int' to type 'UUIDGenerator'
  } operation: {
  }
}
