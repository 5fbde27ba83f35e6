import Dependencies

/// An enum whose cases can be named by key paths, like the properties of a struct.
///
/// A conformance lists one ``AnyCasePath`` for each case and makes them available through ``allCasePaths``. Key paths
/// into that list then stand for the cases: `\.loaded`, `\.child.row`.
///
/// ```swift
/// enum Loading<Row> {
///   case idle
///   case loaded([Row])
///   case failed(code: Int, message: String)
/// }
///
/// extension Loading: CasePathable {
///   struct AllCasePaths: Sendable {
///     var idle: AnyCasePath<Loading, Void> {
///       AnyCasePath(embed: { .idle }) {
///         guard case .idle = $0 else { return nil }
///         return ()
///       }
///     }
///     var loaded: AnyCasePath<Loading, [Row]> {
///       AnyCasePath(embed: { .loaded($0) }) {
///         guard case .loaded(let value) = $0 else { return nil }
///         return value
///       }
///     }
///     var failed: AnyCasePath<Loading, (code: Int, message: String)> {
///       AnyCasePath(embed: { .failed(code: $0.code, message: $0.message) }) {
///         guard case .failed(let code, let message) = $0 else { return nil }
///         return (code, message)
///       }
///     }
///   }
///   static var allCasePaths: AllCasePaths { AllCasePaths() }
/// }
/// ```
///
/// This is the form of every conformance, whether written by hand or generated:
///
/// - `AllCasePaths` is a nested, empty, `Sendable` struct with the access level of the enum, and `allCasePaths` returns
///   a new one;
/// - it has one computed property for each case, with the name of the case;
/// - the property's `Value` is `Void` for a case without payload, the payload itself if there is one value, and a tuple
///   with the payload's labels if there are several;
/// - the closures capture nothing.
///
/// If an enum is also marked `@dynamicMemberLookup`, `loading.loaded` is the payload, or `nil` in other cases.
public protocol CasePathable {
  /// The type that has a property for each case.
  associatedtype AllCasePaths

  /// The case paths of this enum.
  static var allCasePaths: AllCasePaths { get }
}

extension CasePathable {
  /// The root of the key paths to this enum's cases, for use where the compiler cannot infer it:
  /// `\Action.Cases.tapped`.
  public typealias Cases = Case<Self>

  /// The payload of a case, or `nil` if the value is in another case.
  ///
  /// ```swift
  /// let rows = loading[case: \.loaded]
  /// ```
  public subscript<Value>(case keyPath: CaseKeyPath<Self, Value>) -> Value? {
    AnyCasePath(keyPath).extract(from: self)
  }

  /// The payload of a case, or `nil` if the value is in another case, for paths whose type of payload is not known: see
  /// ``CasePathIterable``.
  @_disfavoredOverload
  public subscript(case keyPath: PartialCaseKeyPath<Self>) -> Any? {
    (Self.Cases()[keyPath: keyPath] as? any AnyCase)?.anyPayload(of: self)
  }

  /// Replaces the payload of a case. Does nothing if the value is in another case.
  ///
  /// To read the payload, use the overload that returns an optional.
  @_disfavoredOverload
  public subscript<Value>(case keyPath: CaseKeyPath<Self, Value>) -> Value {
    @available(*, unavailable, message: "The payload of a case is optional")
    get { fatalError("This getter is unavailable, so that no code can call it.") }
    set {
      let path = AnyCasePath(keyPath)
      guard path.extract(from: self) != nil else { return }
      self = path.embed(newValue)
    }
  }

  /// The payload of a case, or `nil` if the value is in another case: `loading.loaded`.
  ///
  /// Available on enums marked `@dynamicMemberLookup`.
  public subscript<Value>(dynamicMember keyPath: KeyPath<AllCasePaths, AnyCasePath<Self, Value>>) -> Value? {
    Self.allCasePaths[keyPath: keyPath].extract(from: self)
  }

  /// Returns whether the value is in a case: `loading.is(\.loaded)`, `action.is(\.row.tapped)`.
  public func `is`(_ keyPath: PartialCaseKeyPath<Self>) -> Bool {
    (Self.Cases()[keyPath: keyPath] as? any AnyCase)?.matches(self) ?? false
  }

  /// Changes the payload of a case in place. The payload is not copied, however large it is.
  ///
  /// ```swift
  /// loading.modify(\.loaded) { $0.append(row) }
  /// ```
  ///
  /// If the value is in another case, an issue is reported and nothing changes.
  public mutating func modify<Value>(
    _ keyPath: CaseKeyPath<Self, Value>,
    yield: (inout Value) -> Void,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    guard AnyCasePath(keyPath).modify(&self, yield) == nil else { return }
    reportIssue(
      """
      Can't modify '\(String(describing: self))' through '\(keyPath.caseDescription ?? "\(keyPath)")': the value is in another case.

      A payload can only be modified in place while the value is in its case. To change the case, assign the whole \
      value; to do nothing in other cases, check 'is' first.
      """,
      at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Unavailable: only the cases of a value can be patterns.
  ///
  /// With this declaration the compiler looks for a misspelled case in a `switch` in this type, and not among key
  /// paths, which are patterns too.
  @available(*, unavailable, message: "Only a value that is 'Equatable' can be a pattern.")
  @_disfavoredOverload
  public static func ~= (pattern: Self, value: Self) -> Bool {
    fatalError("This operator is unavailable, so that no code can call it.")
  }
}
