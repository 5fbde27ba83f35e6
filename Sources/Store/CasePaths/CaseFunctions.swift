/// A type that provides the functions of one case of an enum. As they are static, they capture nothing and can be
/// called from anywhere.
///
/// Used in place of `@Sendable` closures: if these mention a generic parameter with requirements, the compiler warns,
/// because the parameter's conformances could be isolated to an actor.
///
/// ```swift
/// enum Selection<Row: Hashable> {
///   case none
///   case rows(Set<Row>)
/// }
///
/// extension Selection: CasePathable {
///   struct AllCasePaths: Sendable {
///     var none: AnyCasePath<Selection, Void> { AnyCasePath(None.self) }
///     var rows: AnyCasePath<Selection, Set<Row>> { AnyCasePath(Rows.self) }
///
///     enum None: CaseFunctions {
///       static var functions: AnyCasePath<Selection, Void>.Functions {
///         ({ _ in .none }, { if case .none = $0 { () } else { nil } })
///       }
///     }
///
///     enum Rows: CaseFunctions {
///       static var functions: AnyCasePath<Selection, Set<Row>>.Functions {
///         (Selection.rows(_:), { if case .rows(let rows) = $0 { rows } else { nil } })
///       }
///     }
///   }
///   static var allCasePaths: AllCasePaths { AllCasePaths() }
/// }
/// ```
public protocol CaseFunctions<Root, Value>: SendableMetatype {
  /// The enum.
  associatedtype Root

  /// The payload of the case.
  associatedtype Value

  /// The functions that embed a payload in the case and extract it. See ``AnyCasePath/init(name:embed:extract:)``.
  static var functions: (embed: (Value) -> Root, extract: (Root) -> Value?) { get }
}
