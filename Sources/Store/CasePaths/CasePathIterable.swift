/// An enum whose case paths can be iterated. `@CasePathable` conforms enums to it.
///
/// ```swift
/// @CasePathable
/// enum Field {
///   case title(String)
///   case isLive
/// }
///
/// let paths = Array(Field.allCasePaths)  // [\.title, \.isLive]
/// ```
///
/// A path can be called with a payload to make a value of its case. It returns `nil` if the types do not match:
///
/// ```swift
/// let fields = Field.allCasePaths.compactMap { path in path("Hello") }  // [.title("Hello")]
/// ```
///
/// The order is that of the declaration. Cases that are not available on every system on which the enum is available
/// are left out.
public protocol CasePathIterable: CasePathable
where AllCasePaths: Sequence, AllCasePaths.Element == PartialCaseKeyPath<Self> {}

extension _AppendKeyPath {
  /// Returns the enum's value with a payload in this case, or `nil` if the payload is of another type. The payload of a
  /// case without one is `()`.
  @_disfavoredOverload
  public func callAsFunction<Enum: CasePathable>(_ payload: Any) -> Enum? where Self == PartialCaseKeyPath<Enum> {
    (Case<Enum>()[keyPath: self] as? any AnyCase)?.embed(payload, in: Enum.self)
  }
}
