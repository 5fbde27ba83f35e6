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
/// A path makes values of its case from what the case holds, where the types fit:
///
/// ```swift
/// let fields = Field.allCasePaths.compactMap { path in path("Hello") }  // [.title("Hello")]
/// ```
///
/// The order is that of the declaration. Cases that are not available on every system that the enum is available on are
/// left out.
public protocol CasePathIterable: CasePathable
where AllCasePaths: Sequence, AllCasePaths.Element == PartialCaseKeyPath<Self> {}

extension _AppendKeyPath {
  /// Makes the enum's value from the payload of this case, or returns `nil` where the payload is of another type. The
  /// payload of a case that has none is `()`.
  @_disfavoredOverload
  public func callAsFunction<Enum: CasePathable>(_ payload: Any) -> Enum? where Self == PartialCaseKeyPath<Enum> {
    (Case<Enum>()[keyPath: self] as? any AnyCase)?.embed(payload, in: Enum.self)
  }
}
