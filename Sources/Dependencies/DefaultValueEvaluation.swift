extension IssueLocation {
  /// The place that reads the default value under evaluation, for issues of test values that are made for each test.
  package static var ofReader: IssueLocation {
    DefaultValueEvaluation.current?.location
      ?? IssueLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
  }
}

/// The default values of a key that may be missing.
///
/// Only the default implementation of a property knows that the value is missing, and it can only return a value. So it
/// records the missing value twice: in `asked`, which keeps the default implementations that it calls from calling it
/// back, and in the current evaluation, which reports the missing value.
struct DefaultFace: OptionSet, Sendable {
  let rawValue: UInt8

  static let mock = DefaultFace(rawValue: 1)
  static let preview = DefaultFace(rawValue: 2)
  static let test = DefaultFace(rawValue: 4)
  /// The live value, which is never missing. It is noted when it substitutes for the others.
  static let live = DefaultFace(rawValue: 8)
  /// Not a value: code named the preview value, which stands for the live value, as in the Composable Architecture.
  private static let named = DefaultFace(rawValue: 16)

  /// The values that were requested on the way to a substitute, and their key.
  @TaskLocal private static var asked: (key: ObjectIdentifier, faces: DefaultFace)?

  /// Returns a substitute for a missing value of a key without a live value: the mock, preview or test value, in this
  /// order.
  static func substitute<Key: TestDependencyKey>(for face: DefaultFace, of key: Key.Type) -> Key.Value {
    let asked = asked(face, of: key)
    if !asked.contains(.mock) { return asking(.mock, asked, of: key) { Key.mockValue } }
    if !asked.contains(.preview) { return asking(.preview, asked, of: key) { Key.previewValue } }
    return Key.testValue
  }

  /// Returns a substitute for a missing value of a key: the mock, preview, test or live value, in this order. Code that
  /// names the preview value gets the mock or live value.
  static func substitute<Key: DependencyKey>(for face: DefaultFace, of key: Key.Type) -> Key.Value {
    let evaluation = DefaultValueEvaluation.current
    evaluation?.note(face, of: key)
    var asked = asked(face, of: key)
    if asked == .preview { asked.insert(.named) }
    if !asked.contains(.mock) { return asking(.mock, asked, of: key) { Key.mockValue } }
    if !asked.contains(.preview) { return asking(.preview, asked, of: key) { Key.previewValue } }
    if asked.contains(.named) {
      if let evaluation, evaluation.context != .test { evaluation.note(.live, of: key) }
      return Key.liveValue
    }
    if !asked.contains(.test) { return asking(.test, asked, of: key) { Key.testValue } }
    if let evaluation { evaluation.note(.live, of: key) } else { reportOnlyLiveValue(of: DescribedKey(key)) }
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

/// A default value, and an issue to report at each read.
struct DefaultValue<Value: Sendable>: Sendable {
  let value: Value
  var missing: MissingValue?
}

/// A default value that was substituted for a missing one.
struct MissingValue: Sendable {
  /// The context of the missing value.
  let context: DependencyContext
  /// The key without the value: the key that was read, or one that its value depends on.
  let key: DescribedKey
  /// The context of the substitute.
  let substitute: DependencyContext
}

/// Records whether evaluating a key's `mockValue` or `testValue` used a key without one.
final class DefaultValueEvaluation: Sendable {
  @TaskLocal static var current: DefaultValueEvaluation?

  /// The place that reads the value.
  let location: IssueLocation

  /// The context that the value is for.
  let context: DependencyContext

  private let leftOut = Locked<[(key: DescribedKey, faces: DefaultFace)]>([])

  private init(location: IssueLocation, context: DependencyContext) {
    self.location = location
    self.context = context
  }

  /// Records that a key lacks a value.
  func note(_ face: DefaultFace, of key: (some DependencyKey).Type) {
    let key = DescribedKey(key)
    leftOut.withLock { leftOut in
      if let index = leftOut.firstIndex(where: { $0.key.type == key.type }) {
        leftOut[index].faces.formUnion(face)
      } else {
        leftOut.append((key, face))
      }
    }
  }

  /// Evaluates the property for a context. The result contains the first key that lacks a value, if there is one.
  static func evaluate<Value: Sendable>(
    in context: DependencyContext,
    at location: IssueLocation,
    _ property: () -> Value
  ) -> DefaultValue<Value> {
    let evaluation = DefaultValueEvaluation(location: location, context: context)
    let value = $current.withValue(evaluation, operation: property)
    return DefaultValue(value: value, missing: evaluation.missing)
  }

  private var missing: MissingValue? {
    let hasNone: DefaultFace = context == .test ? .test : [.mock, .preview]
    for (key, faces) in leftOut.withLock({ $0 }) where faces.contains(.live) || faces.isSuperset(of: hasNone) {
      let substitute: DependencyContext = context == .test ? .mock : .test
      return MissingValue(context: context, key: key, substitute: faces.contains(.live) ? .live : substitute)
    }
    return nil
  }
}
