import Foundation
import Store
import Testing

// MARK: Payloads

@CasePathable enum NoCases {}
@CasePathable enum OneCase { case only }
@CasePathable enum TwoCases { case one, two }
@CasePathable enum SeparateCases {
  case one
  case two
}
@CasePathable enum OneValue { case value(Int) }
@CasePathable enum OneLabelledValue { case value(number: Int) }
@CasePathable enum TwoValues { case values(Int, String) }
@CasePathable enum TwoLabelledValues { case values(number: Int, text: String) }
@CasePathable enum PartlyLabelledValues { case values(Int, text: String), others(number: Int, String) }
@CasePathable enum ManyValues { case values(Int, b: Int, Int, d: Int, Int, f: Int, Int) }
@CasePathable enum ManyKinds { case none, value(Int), labelled(value: Int), values(a: Int, b: Int) }
@CasePathable enum TuplePayload {
  case pair((Int, String)), labelled((number: Int, text: String)), both((Int, Int), Int)
}
@CasePathable enum VoidPayload { case void(Void), unit(()), both(Void, Int) }
@CasePathable enum OptionalPayload { case short(Int?), long(Int?), nested(Int??), optional(Optional<String>) }
@CasePathable enum Collections {
  case array([Int]), dictionary([String: Int]), set(Set<Int>), nested([[String: [Int?]]])
}
@CasePathable enum FunctionPayload {
  case action(() -> Void)
  case transform((Int) -> String)
  case sendable(@Sendable (Int, _ b: String) async throws -> Void)
  case higher((@escaping (Int) -> Void) -> () -> Int)
  case labelled(run: () throws -> Void)
  case several(() -> Int, run: (Int) -> Int)
  case optional((() -> Void)?)
}
@CasePathable enum AutoclosurePayload { case lazy(@autoclosure () -> Int), labelled(value: @autoclosure () -> Int) }
@CasePathable enum SeveralAutoclosures { case lazy(@autoclosure () -> Int, value: @autoclosure () -> String) }
@CasePathable enum InoutFunction { case update((inout Int) -> Void) }
@CasePathable enum Existential {
  case error(any Error)
  case both(any Error & Sendable)
  case encodable(any Encodable, any Decodable & Sendable)
  case anything(Any)
  case object(AnyObject)
}
@CasePathable enum Metatype { case type(Int.Type), any(Any.Type), existential(any Equatable.Type) }
@CasePathable enum Uninhabited {
  case never(Never)
  case labelled(value: Never)
  case ok
}
@CasePathable enum Empty {}
@CasePathable enum HoldsUninhabited { case empty(Empty), optional(Empty?), ok(Int) }
@CasePathable enum DefaultValue {
  case one(Int = 1)
  case labelled(number: Int = 2)
  case several(Int = 1, text: String = "a, b)", [Int] = [1, 2])
  case closure(run: () -> Int = { 3 })
}
@CasePathable enum Underscored { case value(_ number: Int), values(_ a: Int, b: Int) }
@CasePathable enum Swifty { case int(Swift.Int), string(Swift.String), result(Swift.Result<Int, any Error>) }
@CasePathable enum Generics {
  case array(Array<Int>), nested(Dictionary<String, Array<Optional<Int>>>), result(Result<Int, Never>)
}
@CasePathable enum ParenthesizedType { case value((Int)), optional((Int)?) }
@CasePathable enum Ranges { case closed(ClosedRange<Int>), open(Range<Int>) }
@CasePathable enum FoundationTypes { case date(Date), uuid(UUID), data(Data) }
@CasePathable enum BigPayload {
  case values(Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int)
}
@CasePathable enum Nested {
  case inner(Inner), loading(ManyKinds)
  @CasePathable enum Inner {
    case value(Int), deeper(Deeper)
    @CasePathable enum Deeper { case a, b }
  }
}

// MARK: Names

@CasePathable enum Keywords {
  case `default`, `switch`, `case`, `return`, `in`, `is`, `as`, `func`, `class`, `static`, `throws`, `nil`, `true`
}
@CasePathable enum KeywordsWithPayload {
  case `default`(Int), `init`(Int), `self`(Int), `Type`(Int), `Protocol`(Int), `Self`(Int), `var`(`let`: Int)
}
@CasePathable enum SpecialNames { case `init`, `self`, `Type`, `Protocol`, `Self`, `super`, `Any` }
@CasePathable enum SpecialPairs { case `init`(Int, Int), `self`(a: Int, Int), `for`(`in`: Int, `if`: Int) }
@CasePathable enum NotEscaped {
  case get, set, willSet, left, right, async, await, actor, some, any, none, each, repeating
}
@CasePathable enum MemberNames {
  case name(String), embed(Int), extract(Int), identity(Int), root(Int), `case`(Int), value(Int)
}
@CasePathable enum PathNames { case map, flatMap, hash, description, hashValue, modify, appending }
@CasePathable enum UnicodeNames { case größe(Int), 日本, π(Double), 🎉(Int, Int) }
@CasePathable enum `Type` { case a, b(Int) }
@CasePathable enum `default` {
  case a(`default`.Inner), b
  enum Inner { case x }
}
@CasePathable enum lowercase { case A, B(Int) }
@CasePathable enum Underscore { case _private, __a(Int), a_b(Int) }
@CasePathable enum Numbered { case a1, a2(Int), a3(b1: Int, b2: Int) }
@CasePathable enum `a name` { case `first case`, `second case`(Int), `third case`(a: Int, b: Int) }

// MARK: Declarations

@CasePathable public enum PublicEnum { case a, b(Int) }
@CasePathable package enum PackageEnum { case a, b(Int) }
@CasePathable internal enum InternalEnum { case a, b(Int) }
@CasePathable fileprivate enum FileprivateEnum { case a, b(Int) }
@CasePathable private enum PrivateEnum { case a, b(PrivatePayload) }
private struct PrivatePayload {}
func expectPrivateEnums() {
  CasesOf<FileprivateEnum>.expect([.init(\.a, .a), .init(\.b, .b(1))])
  CasesOf<PrivateEnum>.expect([.init(\.a, .a), .init(\.b, .b(PrivatePayload()))])
}
@CasePathable @frozen public enum FrozenEnum { case a, b(Int) }
@CasePathable @usableFromInline enum UsableFromInline { case a, b(Int) }
@CasePathable @usableFromInline internal enum UsableFromInlineInternal { case a }
@CasePathable
@frozen
public enum AttributesOnLines { case a, b(Int) }
@dynamicMemberLookup @CasePathable enum DynamicMembers { case a(Int), b(String) }
@CasePathable @dynamicMemberLookup enum DynamicMembersAfter { case a(Int), b(String) }
@Store.CasePathable enum QualifiedAttribute { case a(Int) }
@CasePathable() enum EmptyArguments { case a(Int) }
/// Documented.
@CasePathable  // and commented
enum Commented {
  /// The first.
  case a  // a comment, b
  /* a /* nested */ comment */
  case b(Int /* the number */), c( /* before */String)
  // case d
}
// swift-format-ignore
@CasePathable enum   Spaced   {   case   a   (   Int   )   ,   b   (   number  :  Int  ,   String   )   }
// swift-format-ignore
@CasePathable
enum
  LineBreaks
{
  case
    a,
    b(
      Int,
      text:
        String
    )
  case c(
    Int
  )
}
// swift-format-ignore
@CasePathable enum Semicolons { case a; case b(Int); case c(x: Int, y: Int) }
@CasePathable indirect enum IndirectEnum { case leaf(Int), node(IndirectEnum, IndirectEnum) }
@CasePathable enum IndirectCase {
  case leaf(Int); indirect case node(left: IndirectCase, right: IndirectCase); indirect case one(IndirectCase)
}
@CasePathable indirect enum SelfReference {
  case leaf, one(Self), two(Self, right: Self), many([Self]), function((Self) -> Self?)
}
@CasePathable indirect enum NestedSelf {
  case own(Self), other(NestedSelf.Selfie), array(Array<Self>)
  struct Selfie {}
}
@CasePathable enum RawValues: Int { case a = 1, b, c = 10 }
@CasePathable enum StringValues: String { case a, b = "x, y", c = "case d(Int)" }
@CasePathable enum Conforming: Equatable, Hashable, Codable, Sendable { case a, b(Int), c(x: Int, y: String) }
@CasePathable enum ErrorEnum: Error, Equatable { case notFound, status(Int) }
@CasePathable enum Iterable: CaseIterable { case a, b, c }
@CasePathable enum Described: CustomStringConvertible {
  case a, b(Int)
  var description: String {
    switch self {
    case .a: "A";
    case .b(let value): "B\(value)"
    }
  }
}
@CasePathable enum Members {
  case a, b(Int)
  static let first = Members.a
  static func make(_ value: Int) -> Members { .b(value) }
  init?(_ text: String) { guard text == "a" else { return nil }; self = .a }
  var isA: Bool { if case .a = self { true } else { false } }
  func next() -> Members {
    switch self {
    case .a: .b(0);
    case .b(let value): .b(value + 1)
    }
  }
  subscript(index: Int) -> Int { index }
  typealias Value = Int
  struct Inside { var x = 1 }
}
@CasePathable enum MembersBetween {
  case a
  var isA: Bool { if case .a = self { return true } else { return false } }
  case b(Int)
  struct Payload { let x: Int }
  case c(Payload)
}
@CasePathable enum OwnTypes {
  case a(Value), b(Alias), c([Value])
  struct Value { let x: Int }
  typealias Alias = String
}
@CasePathable enum NamesOfTypes {
  case a(Root), b(Root.Value), c(Path)
  struct Root { struct Value {} }
  struct Path {}
}
@CasePathable enum OwnAllCasePaths {
  case a
  struct AllCasePaths: IdentifiedCases, Sendable {
    var a: AnyCasePath<OwnAllCasePaths, Void> { AnyCasePath(embed: { .a }) { _ in () } }
    func identity(of root: OwnAllCasePaths) -> CaseIdentity { CaseIdentity(0) }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
@CasePathable enum DeclaredConformance: CasePathable { case a, b(Int) }

// MARK: Generics

@CasePathable enum Generic<Value> { case none, some(Value), list([Value]) }
@CasePathable enum TwoParameters<First, Second> { case first(First), second(Second), both(First, second: Second) }
@CasePathable enum Constrained<Row: Identifiable> { case row(Row), id(Row.ID), none }
@CasePathable enum Composed<Row: Identifiable & Hashable & Sendable> where Row.ID: Comparable {
  case row(Row), rows([Row.ID: Row])
}
@CasePathable enum WhereClause<A, B> where A: Collection, B: Equatable, A.Element == B { case a(A), b(B), c(A.Index) }
@CasePathable indirect enum GenericTree<Value> { case leaf(Value), node(GenericTree, GenericTree<Value>), own(Self) }
@CasePathable enum GenericFunction<Value: Sendable> {
  case load(@Sendable () async throws -> Value), use((Value) -> Void)
}
@CasePathable enum Defaulted<Value: ExpressibleByIntegerLiteral> { case a(Value = 0) }
@CasePathable enum OptionalGeneric<Value> { case a(Value?), b(Value?, Value) }
@CasePathable enum GenericClosure<Value: Equatable> { case a((Value, Value) -> Bool), b(Value) }
@CasePathable enum GenericError<Failure: Error> { case failed(Failure), ok }
struct GenericOuter<Row: Identifiable> {
  @CasePathable enum Inner { case row(Row), id(Row.ID) }
  @CasePathable enum Deeper<Other: Hashable> { case row(Row), other(Other), both(Row, Other) }
}
@CasePathable enum NonCopyableConstraint<Value: Copyable> { case a(Value) }

// MARK: Places

struct Outer {
  struct Row { var id = 1 }
  @CasePathable enum Inner {
    case row(Row), rows([Row]), deep(Deep)
    enum Deep { case x }
  }
  @CasePathable fileprivate enum Hidden {
    case row(Row), hidden(Secret)
    static func check() {
      CasesOf<Self>.expect([.init(\.row, .row(Row())), .init(\.hidden, .hidden(Secret()))])
    }
  }
  fileprivate struct Secret {}
  static func checkHidden() { Hidden.check() }
}
extension Outer {
  @CasePathable enum InExtension { case row(Row), inner(Inner) }
}
public extension PublicEnum {
  @CasePathable enum ImplicitlyPublic { case a, b(Int) }
  @CasePathable internal enum ExplicitlyInternal { case a, b(Int) }
}
package extension PackageEnum {
  @CasePathable enum ImplicitlyPackage { case a, b(Int) }
}
final class OuterClass {
  @CasePathable enum Inner {
    case object(OuterClass), weak(Weak)
    struct Weak { weak var object: OuterClass? }
  }
}
actor OuterActor {
  @CasePathable enum Inner { case a, b(Int) }
}
enum OuterEnum {
  case outer(Inner)
  @CasePathable enum Inner {
    case a(Value), b
    struct Value {}
  }
}
@MainActor struct OnMainActor {
  @CasePathable enum Inner { case a, b(Int) }
}
@MainActor @CasePathable enum MainActorEnum { case a, b(Int) }
extension Array {
  @CasePathable enum Change { case inserted(Element), removed(at: Index) }
}
extension Dictionary where Value: Equatable {
  @CasePathable enum Change { case inserted(Key, Value), removed(Key) }
}

// MARK: Conditions and availability

@CasePathable enum Conditional {
  case a
  #if DEBUG || RELEASE || true
    case b(Int)
  #endif
  #if NEVER
    case c(Missing)
  #endif
  case d
}
@CasePathable enum ConditionalElse {
  #if NEVER
    case a(Missing)
  #elseif os(Linux)
    case a(Int)
  #else
    case a(Int)
  #endif
}
@CasePathable enum NestedConditions {
  #if true
    #if NEVER
      case a
    #else
      case b(Int)
    #endif
    case c
  #endif
}
@CasePathable enum OnlyConditional {
  #if true
    case a
  #endif
}
@CasePathable enum ConditionalMembers {
  case a
  #if true
    var isA: Bool { if case .a = self { true } else { false } }
  #endif
}
@CasePathable enum CompilerConditions {
  #if swift(>=5.9) && compiler(>=6) && canImport(Foundation) && !os(WASI)
    case modern(Int)
  #else
    case old
  #endif
}
@available(macOS 15, *) @CasePathable enum Available { case a, b(Int) }
@available(macOS 15, iOS 18, *)
@available(tvOS 18, *)
@CasePathable enum AvailableTwice { case a(Int) }
@CasePathable enum AvailableCases {
  case a(Int)
  @available(macOS 15, iOS 18, *) case b
  @available(swift, introduced: 5) case c
}
@CasePathable enum DeprecatedCase {
  case new(Int)
  @available(*, deprecated, message: "Use new, please") case old(Int)
  @available(*, deprecated) case older
  @available(*, deprecated, renamed: "new") case oldest(a: Int, b: Int)
}
@CasePathable enum UnavailableCase {
  case a(Int)
  @available(*, unavailable) case b(Int)
  @available(*, unavailable, message: "no") case c
}
@available(*, deprecated) @CasePathable enum DeprecatedEnum { case a, b(Int) }
@available(macOS 15, *) struct AvailableOuter {
  @CasePathable enum Inner { case a, b(Int) }
}

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
