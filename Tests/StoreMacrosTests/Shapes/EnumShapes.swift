import Store
import Testing

// Each way in which a case, a name or a declaration can differ for the macro is here once.

// MARK: Payloads

@CasePathable enum NoCases {}
@CasePathable enum OneCase { case only }
@CasePathable enum Payloads {
  case none, value(Int), labelled(number: Int), underscored(_ number: Int)
  case values(Int, String), partlyLabelled(Int, text: String, _ last: Int)
  case many(Int, b: Int, Int, d: Int, Int, f: Int, Int)
  case tuple((Int, text: String)), tupleAndMore((Int, Int), Int), parenthesized((Int)), void(Void), voids((), Void)
  case optional(Int?), optionals(Int??, Optional<String>), unwrapped(Int!), unwrappedAndMore(Int!, a: Int!)
  case nested([[String: Set<Int?>]]), generic(Dictionary<String, Array<Optional<Int>>>), qualified(Swift.Int)
  case error(any Error), both(any Error & Sendable, any Encodable), anything(Any), object(AnyObject)
  case never(Never), labelledNever(value: Never), holdsNothing(NoCases)
  case defaultValue(Int = 1), defaultValues(Int = 1, text: String = "a, b)", [Int] = [1, 2])
  case inner(Inner)

  @CasePathable enum Inner {
    case value(Int), deeper(Deeper)
    @CasePathable enum Deeper { case a, b }
  }
}
@CasePathable enum Functions {
  case action(() -> Void), labelled(run: () throws -> Void), optional((() -> Void)?), transform((Int) -> String)
  case sendable(@Sendable (Int, _ b: String) async throws -> Void), higher((@escaping (Int) -> Void) -> () -> Int)
  case several(() -> Int, run: (Int) -> Int), update((inout Int) -> Void), withDefault(run: () -> Int = { 3 })
  case lazy(@autoclosure () -> Int), labelledLazy(value: @autoclosure () -> Int)
  case severalLazy(@autoclosure () -> Int, value: @autoclosure () -> String)
  case type(Int.Type), existentialType(any Equatable.Type)
}

// MARK: Names

@CasePathable enum Keywords { case `default`, `in`, `nil`, `init`, `self`, `Type`, `Protocol`, `Self`, `super`, `Any` }
@CasePathable enum KeywordsWithPayload {
  case `default`(Int), `init`(Int), `self`(Int), `Type`(Int), `Protocol`(Int), `Self`(Int), `var`(`let`: Int)
}
@CasePathable enum KeywordPairs { case `init`(Int, Int), `self`(a: Int, Int), `for`(`in`: Int, `if`: Int) }
@CasePathable enum NamesOfMembers {
  case name(String), embed(Int), extract(Int), identity(Int), root(Int), `case`(Int), value(Int), payload(Int)
  case map, hash, hashValue, description, modify, get, some
}
@CasePathable enum UnicodeNames { case größe(Int), 日本, π(Double), 🎉(Int, Int) }
@CasePathable enum `Type` { case a, b(Int) }
@CasePathable enum `default` {
  case a(`default`.Inner), b
  enum Inner { case x }
}
@CasePathable enum `a-b` { case `1st`(`2nd`: Int, `a-b`: String), `a b`(x: Int), `c`(`3rd`: Int), `a-c` }
/// Within the paths, a sequence, `Element` and `Iterator` would be its own.
enum NamesOfSequences {
  @CasePathable indirect enum Element<Iterator> { case a(Element), b([Iterator], a: Substring.Element) }
}

// MARK: Declarations

@CasePathable public enum PublicEnum { case a, b(Int) }
@CasePathable fileprivate enum FileprivateEnum { case a, b(Int) }
@CasePathable private enum PrivateEnum { case a, b(PrivatePayload) }
private struct PrivatePayload {}
func expectPrivateEnums() {
  CasesOf<FileprivateEnum>.expect([.init(\.a, .a), .init(\.b, .b(1))])
  CasesOf<PrivateEnum>.expect([.init(\.a, .a), .init(\.b, .b(PrivatePayload()))])
}
@Store.CasePathable() @dynamicMemberLookup enum DynamicMembers { case a(Int), b(String) }
/// Documented.
@CasePathable  // and commented
@frozen
public enum Commented {
  /// The first.
  case a  // a comment, b
  /* a /* nested */ comment */
  case b(Int /* the number */), c( /* before */String)
  // case d
}
// swift-format-ignore
@CasePathable enum
  Spaced   {   case   a   ; case   b   (   number  :  Int  ,
      text:
        String
    )   ; case c(
    Int
  )   }
@CasePathable indirect enum IndirectEnum {
  case leaf, one(Self), two(Self, right: Self), many([Self]), function((Self) -> Self?), other(IndirectEnum.Selfie)
  struct Selfie {}
}
@CasePathable enum IndirectCase { case leaf(Int); indirect case node(left: IndirectCase, right: IndirectCase) }
@CasePathable enum StringValues: String { case a, b = "x, y", c = "case d(Int)" }
@CasePathable enum Conforming: Error, Codable, Hashable, CasePathable { case a, b(Int), c(x: Int, y: String) }
@CasePathable enum Members {
  case a
  static let first = Members.a
  init?(_ text: String) { guard text == "a" else { return nil }; self = .a }
  case b(Value), c(Root.Value)
  subscript(index: Int) -> Int { index }
  typealias Value = Int
  struct Root { struct Value {} }
  var isA: Bool { if case .a = self { return true } else { return false } }
}
@CasePathable enum OwnAllCasePaths {
  case a
  struct AllCasePaths: IdentifiedCases, Sendable {
    var a: AnyCasePath<OwnAllCasePaths, Void> { AnyCasePath(embed: { .a }) { _ in () } }
    func identity(of root: OwnAllCasePaths) -> CaseIdentity { CaseIdentity(0) }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

// MARK: Generics

@CasePathable indirect enum Generic<Value, Row: Identifiable & Hashable & Sendable> where Row.ID: Comparable {
  case none, some(Value), optional(Value?, Value), row(Row), id(Row.ID), rows([Row.ID: Row]), both(Row, value: Value)
  case node(Generic, Generic<Value, Row>), own(Self), load(@Sendable (Row) async throws -> Value)
}
@CasePathable enum WhereClause<A, B> where A: Collection, B: Equatable, A.Element == B { case a(A), b(B), c(A.Index) }
@CasePathable enum Defaulted<Value: ExpressibleByIntegerLiteral> { case a(Value = 0) }
struct GenericOuter<Row: Identifiable> {
  @CasePathable enum Inner<Other: Hashable> { case row(Row), id(Row.ID), both(Row, Other) }
}

// MARK: Places

struct Outer {
  struct Row { var id = 1 }
  @CasePathable fileprivate enum Hidden {
    case row(Row), hidden(Secret)
    static func check() { CasesOf<Self>.expect([.init(\.row, .row(Row())), .init(\.hidden, .hidden(Secret()))]) }
  }
  fileprivate struct Secret {}
  static func checkHidden() { Hidden.check() }
}
extension Outer {
  @CasePathable enum InExtension { case row(Row), rows([Row]) }
}
public extension PublicEnum {
  @CasePathable enum ImplicitlyPublic { case a, b(Int) }
}
@MainActor struct OnMainActor { @CasePathable enum Inner { case a, b(Int) } }
@MainActor @CasePathable enum MainActorEnum { case a, b(Int) }
extension Array {
  @CasePathable enum Change { case inserted(Element), removed(at: Index) }
}

// MARK: Conditions and availability

@CasePathable enum Conditional {
  case a
  #if true
    #if NEVER
      case b(Missing)
    #else
      case b(Int)
    #endif
    var isA: Bool { if case .a = self { true } else { false } }
  #endif
  #if swift(>=5.9) && compiler(>=6) && canImport(Foundation) && !os(WASI)
    case modern
  #elseif NEVER
    case c(Missing)
  #endif
}
@CasePathable enum OnlyConditional {
  #if true
    case a
  #endif
}
@available(macOS 15, iOS 18, *)
@available(tvOS 18, *)
@CasePathable enum Available {
  case a(Int)
  @available(macOS 15, iOS 18, *) case b
  @available(swift, introduced: 5) case c
  @available(*, unavailable, message: "no") case d(Int)
}
@CasePathable enum DeprecatedCase {
  case new(Int)
  @available(*, deprecated, message: "Use new, please") case old(Int)
  @available(*, deprecated, renamed: "new") case oldest(a: Int, b: Int)
}
@available(*, deprecated) @CasePathable enum DeprecatedEnum { case a, b(Int) }
@available(macOS 15, *) struct AvailableOuter { @CasePathable enum Inner { case a, b(Int) } }

// MARK: Bindable

struct WrittenState { var text = "" }
@CasePathable enum BindableShape: BindableAction {
  case binding(BindingAction<WrittenState>)
  case tapped
}
#if compiler(>=6.3)
  @CasePathable enum QualifiedBindable: Store::BindableAction, Sendable {
    typealias State = WrittenState
    case binding(Store::BindingAction<WrittenState>)
  }
#endif
@CasePathable enum NotBindable { case binding(Int), other }
@CasePathable enum NotDeclaredBindable { case binding(BindingAction<WrittenState>) }
extension NotDeclaredBindable: BindableAction {}
