extension IssueLocation {
  /// While a default value is evaluated, where it is read: for the issues of test values that are made for each test.
  static var ofReader: IssueLocation {
    DefaultValueEvaluation.current?.location
      ?? IssueLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
  }
}

/// The values of a key that may be left out.
///
/// Only the default implementation of a property knows that it is the default, and it can be told nothing and can
/// return nothing but the value. So it leaves notes: for the default implementations that it calls in turn, that they
/// need not come back to it, and for the evaluation that is under way, that something is missing.
struct DefaultFace: OptionSet, Sendable {
  let rawValue: UInt8

  static let mock = DefaultFace(rawValue: 1)
  static let preview = DefaultFace(rawValue: 2)
  static let test = DefaultFace(rawValue: 4)
  /// Never left out. Noted where it stands in for the others.
  static let live = DefaultFace(rawValue: 8)

  /// Those that were asked for on the way to a substitute, and of which key.
  @TaskLocal private static var asked: (key: ObjectIdentifier, faces: DefaultFace)?

  /// What stands in for a value that a key without a live value leaves out: the other name of the mock value, or the
  /// test value.
  static func substitute<Key: TestDependencyKey>(for face: DefaultFace, of key: Key.Type) -> Key.Value {
    let asked = asked(face, of: key)
    if !asked.contains(.mock) { return asking(.mock, asked, of: key) { Key.mockValue } }
    if !asked.contains(.preview) { return asking(.preview, asked, of: key) { Key.previewValue } }
    return Key.testValue
  }

  /// What stands in for a value that a key leaves out: whichever of the others is given, in order of harmlessness.
  static func substitute<Key: DependencyKey>(for face: DefaultFace, of key: Key.Type) -> Key.Value {
    let evaluation = DefaultValueEvaluation.current
    evaluation?.note(face, of: key)
    let asked = asked(face, of: key)
    if !asked.contains(.mock) { return asking(.mock, asked, of: key) { Key.mockValue } }
    if !asked.contains(.preview) { return asking(.preview, asked, of: key) { Key.previewValue } }
    if !asked.contains(.test) { return asking(.test, asked, of: key) { Key.testValue } }
    if let evaluation { evaluation.note(.live, of: key) } else { reportOnlyLiveValue(of: key) }
    return Key.liveValue
  }

  private static func asked<Key: TestDependencyKey>(_ face: DefaultFace, of key: Key.Type) -> DefaultFace {
    guard let asked, asked.key == ObjectIdentifier(key) else { return face }
    return asked.faces.union(face)
  }

  private static func asking<Key: TestDependencyKey>(
    _ face: DefaultFace,
    _ asked: DefaultFace,
    of key: Key.Type,
    _ property: () -> Key.Value
  ) -> Key.Value {
    $asked.withValue((ObjectIdentifier(key), asked.union(face)), operation: property)
  }
}

/// A default value, and what has to be reported whenever it is read.
struct DefaultValue<Value: Sendable>: Sendable {
  let value: Value
  var missing: MissingValue?
}

/// Says that a default value is another one than was asked for.
struct MissingValue: Sendable {
  /// What was asked for.
  let context: DependencyContext
  /// The key that lacks it: the one that was read, or one that its value is made of.
  let key: any TestDependencyKey.Type
  /// What stands in for it.
  let substitute: DependencyContext
}

/// Finds out whether evaluating a key's `mockValue` or `testValue` came across a key that has none.
final class DefaultValueEvaluation: Sendable {
  @TaskLocal static var current: DefaultValueEvaluation?

  /// Where the value is read.
  let location: IssueLocation

  private let leftOut = Locked<[(key: any DependencyKey.Type, faces: DefaultFace)]>([])

  private init(location: IssueLocation) { self.location = location }

  /// Notes that a key leaves out a value.
  func note(_ face: DefaultFace, of key: any DependencyKey.Type) {
    leftOut.withLock { leftOut in
      if let index = leftOut.firstIndex(where: { $0.key == key }) {
        leftOut[index].faces.formUnion(face)
      } else {
        leftOut.append((key, face))
      }
    }
  }

  /// What the property for a context returns, and the key that lacks it, if the evaluation met one.
  static func evaluate<Value: Sendable>(
    in context: DependencyContext,
    at location: IssueLocation,
    _ property: () -> Value
  ) -> DefaultValue<Value> {
    let evaluation = DefaultValueEvaluation(location: location)
    let value = $current.withValue(evaluation, operation: property)
    return DefaultValue(value: value, missing: evaluation.missing(in: context))
  }

  private func missing(in context: DependencyContext) -> MissingValue? {
    let hasNone: DefaultFace = context == .test ? .test : [.mock, .preview]
    for (key, faces) in leftOut.withLock({ $0 }) where faces.contains(.live) || faces.isSuperset(of: hasNone) {
      let substitute: DependencyContext = context == .test ? .mock : .test
      return MissingValue(context: context, key: key, substitute: faces.contains(.live) ? .live : substitute)
    }
    return nil
  }
}
