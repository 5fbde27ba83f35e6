/// The functions of one case of an enum, listed by a type: so they capture nothing, and can be called from anywhere.
///
/// It takes the place of `@Sendable` closures, which the compiler warns of where they mention a generic parameter with
/// requirements: its conformances might belong to an actor.
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

  /// Puts a payload into the case, and takes it out. See ``AnyCasePath/init(name:embed:extract:)``.
  static var functions: (embed: (Value) -> Root, extract: (Root) -> Value?) { get }
}
