import DependenciesMacros
import Foundation
import Testing

// MARK: Effects and results

@DependencyClient struct Throwing { var load: () throws -> Int }
@DependencyClient struct ThrowingVoid { var save: () throws -> Void }
@DependencyClient struct Plain { var save: () -> Void }
@DependencyClient struct PlainUnit { var save: () -> () }
@DependencyClient struct PlainSwiftVoid { var save: () -> Swift.Void }
@DependencyClient struct Async { var save: () async -> Void }
@DependencyClient struct AsyncThrowing { var load: () async throws -> String }
@DependencyClient struct SendableAsyncThrowing { var load: @Sendable () async throws -> String }
@DependencyClient struct SendablePlain { var save: @Sendable () -> Void }
@DependencyClient struct TypedAnyError { var load: () throws(any Error) -> Int }
@DependencyClient struct TypedError { var load: () throws(CancellationError) -> Int = { 1 } }
@DependencyClient struct TypedErrorVoid { var save: () throws(CancellationError) -> Void }
@DependencyClient struct TypedErrorOptional { var load: () async throws(CancellationError) -> Int? }
@DependencyClient struct OptionalResult { var find: () -> Int? }
@DependencyClient struct OptionalFunctionResult { var find: (Int) async -> (Int, String)? }
@DependencyClient struct LongOptionalResult { var find: () -> Optional<Int> }
@DependencyClient struct DefaultResult { var isOn: () -> Bool = { false } }
@DependencyClient struct DefaultWithParameters { var isOn: (Int, String) -> Bool = { _, _ in false } }
@DependencyClient struct DefaultUsingParameters { var add: (Int, Int) -> Int = { $0 + $1 } }
@DependencyClient struct DefaultSendable { var isOn: @Sendable (Int) async -> Bool = { number in number > 0 } }
@DependencyClient struct DefaultThrowing { var load: @Sendable (_ id: Int) async throws -> Int = { id in id * 2 } }
@DependencyClient struct DefaultWithStatements {
  var text: (Int) -> String = { number in
    let text = "\(number)"
    return text + text
  }
}
@DependencyClient struct DefaultWithCapture { var isOn: () -> Bool = { [number = 1] in number == 1 } }
@DependencyClient struct DefaultFunction { var text: (Int) -> String = String.init(describing:) }
@DependencyClient struct DefaultVoid { var save: (Int) -> Void = { _ in } }
@DependencyClient struct DefaultUnimplemented { var load: () -> Int = unimplemented("mine", placeholder: 7) }
@DependencyClient struct DefaultNever { var crash: () -> Never = { fatalError() } }
@DependencyClient struct ReturnsFunction { var make: () throws -> (Int) -> String }
@DependencyClient struct ReturnsStream {
  var events: @Sendable () -> AsyncStream<Int> = { AsyncStream { $0.finish() } }
}
@DependencyClient struct ReturnsThrowingStream {
  var events: @Sendable (_ id: Int) async throws -> AsyncThrowingStream<Int, any Error>
}
@DependencyClient struct ReturnsExistential { var make: () throws -> any Error }
@DependencyClient struct ReturnsTuple { var pair: () throws -> (number: Int, text: String) }
@DependencyClient struct ReturnsArray { var list: () throws -> [Int]; var dictionary: () throws -> [String: [Int]] }
@DependencyClient struct ReturnsGeneric { var result: () throws -> Result<Int, any Error> }

// MARK: Parameters

@DependencyClient struct OneParameter { var load: (Int) throws -> Int }
@DependencyClient struct NamedParameter { var load: (_ id: Int) throws -> Int }
@DependencyClient struct NamedParameters { var load: (_ id: Int, _ page: Int) throws -> Int }
@DependencyClient struct PartlyNamed { var load: (Int, _ page: Int, String) throws -> Int }
@DependencyClient struct NamedSendable { var load: @Sendable (_ id: Int) async throws -> Int }
@DependencyClient struct NamedPlain { var save: @Sendable (_ text: String, _ name: String) -> Void }
@DependencyClient struct NamedAsync { var save: @Sendable (_ text: String) async -> Void }
@DependencyClient struct NamedDefault { var isOn: @Sendable (_ id: Int) -> Bool = { _ in true } }
@DependencyClient struct KeywordLabels { var find: (_ in: Int, _ for: String, _ `default`: Bool) throws -> Int }
@DependencyClient struct EscapedName { var `default`: (_ id: Int) throws -> Int; var `switch`: () throws -> Int }
@DependencyClient struct InoutParameter {
  var update: (inout Int) throws -> Void; var change: (_ value: inout Int) -> Void
}
@DependencyClient struct ClosureParameter {
  var run: (@escaping () -> Void) throws -> Void
  var runNamed: (_ body: @escaping @Sendable (Int) -> String) async throws -> Void
  var runNow: (() -> Void) -> Void
  var runNowNamed: (_ body: () -> Int) throws -> Int
}
@DependencyClient struct AutoclosureParameter {
  var log: (@autoclosure () -> String) -> Void; var logNamed: (_ text: @autoclosure () -> String) -> Void
}
@DependencyClient struct OptionalClosureParameter { var run: (_ body: (() -> Void)?) throws -> Void }
@DependencyClient struct TupleParameter {
  var load: (_ pair: (Int, String)) throws -> Int; var unnamed: ((Int, Int)) throws -> Int
}
@DependencyClient struct ManyParameters {
  var load: (_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int, _ f: Int, _ g: Int) throws -> Int
}
@DependencyClient struct GenericParameters {
  var load: (_ ids: [Int], _ names: [String: Set<Int>], _ result: Result<Int, any Error>) throws -> Int
}
@DependencyClient struct ExistentialParameters {
  var report: @Sendable (_ error: any Error) -> Void; var both: (_ value: any Hashable & Sendable) -> Void
}
@DependencyClient struct MetatypeParameter { var decode: (_ type: any Decodable.Type) throws -> Any }
@DependencyClient struct SendingParameter { var take: (sending NSObject) -> Void }
@DependencyClient struct ConsumingParameter {
  var take: (consuming String) throws -> Void; var named: (_ text: borrowing String) throws -> Void
}
@DependencyClient struct OptionalParameter { var find: (_ id: Int?) throws -> Int? }

// MARK: Isolation

@DependencyClient struct MainActorEndpoint {
  var show: @MainActor (_ text: String) throws -> Void; var hide: @MainActor () -> Void
}
@DependencyClient struct MainActorSendable { var show: @MainActor @Sendable (_ text: String) async throws -> Void }
@DependencyClient @MainActor struct MainActorClient { var show: (_ text: String) throws -> Void }
@DependencyClient struct ConcurrentEndpoint { var load: @concurrent (_ id: Int) async throws -> Int }
@DependencyClient struct NonisolatedEndpoint { var load: nonisolated(nonsending) (_ id: Int) async throws -> Int }

// MARK: Properties

@DependencyClient struct Several {
  var load: @Sendable (_ id: Int) async throws -> Int
  var save: @Sendable (_ id: Int, _ text: String) async throws -> Void
  var isOn: @Sendable () -> Bool = { false }
  var clear: @Sendable () -> Void
}
@DependencyClient struct OtherProperties {
  var load: () throws -> Int
  var name: String
  var count = 1
  var ratio = 1.5
  var isOn = true
  var text = "a"
  var optional: Int?
  var list: [Int] = [1, 2]
  let constant: Int
  let fixed = 2
  static let shared = 3
  static nonisolated(unsafe) var closure: () -> Void = {}
  var computed: Int { count + 1 }
  var computedClosure: () -> Int { { 1 } }
  var observed = 1 { didSet { count += 1 } }
  lazy var late = 1
  private var hidden = 5
  private(set) var readable = 6
  let constantClosure: () -> Int
  var optionalClosure: (() -> Int)?
}
@DependencyClient struct SeveralInOneLine {
  var a, b: Int; var load: () throws -> Int, save: (_ id: Int) throws -> Void
}
@DependencyClient struct ParenthesizedFunction {
  var load: ((Int) throws -> Int); var send: (@Sendable (_ id: Int) async throws -> Int)
}
@DependencyClient struct Ignored {
  var load: () throws -> Int
  @DependencyEndpointIgnored var transform: (Int) -> Int = { $0 }
}
@DependencyClient struct HoldsDependency {
  @Dependency(\.date) var date
  var load: () throws -> Int
}
@DependencyClient struct NoEndpoints { var name = "a" }
@DependencyClient struct NothingAtAll {}
@DependencyClient struct Documented {
  /// Loads.
  ///
  /// - Parameter id: What.
  var load: @Sendable (_ id: Int) async throws -> Int  // trailing
  /* before */ var save: /* between */ (_ id: Int) /* here */ throws -> Void
}

// MARK: Method names

@DependencyClient struct Methods {
  @DependencyEndpoint(method: "fetch") var fetchByID: (_ id: Int) throws -> String
  @DependencyEndpoint(method: "fetch") var fetchByName: @Sendable (_ name: String) async throws -> String
  @DependencyEndpoint(method: "ping") var pinging: () -> Void
  @DependencyEndpoint(method: "count") var counting: (String) -> Int = { $0.count }
  @DependencyEndpoint var plain: (_ id: Int) throws -> Int
  var other: (_ id: Int) throws -> Int
}
@DependencyClient struct MethodsSendable: Sendable {
  @DependencyEndpoint(method: "go") var goes: @Sendable (_ to: Int) -> Bool = { _ in false }
}
struct OnlyEndpoint {
  @DependencyEndpoint var load: (_ id: Int) throws -> Int
  @DependencyEndpoint var isOn: () -> Bool = { true }
}
struct EndpointsWithMemberwiseInitializer {
  @DependencyEndpoint var load: @Sendable (_ id: Int) async throws -> Int
  @DependencyEndpoint var save: () -> Void
}

// MARK: Declarations

@DependencyClient public struct PublicClient: Sendable {
  public var load: @Sendable (_ id: Int) async throws -> Int
  public var isOn: @Sendable () -> Bool = { false }
  @DependencyEndpoint(method: "named") public var withName: @Sendable (_ name: String) -> Void
}
@DependencyClient public struct PublicWithInternal {
  public var load: () throws -> Int; var save: (_ id: Int) throws -> Void
}
@DependencyClient package struct PackageClient { package var load: (_ id: Int) throws -> Int }
@DependencyClient public struct PackageEndpoint {
  public var load: (_ id: Int) throws -> Int; package var save: () -> Void
}
@DependencyClient private struct PrivateClient { var load: (_ id: Int) throws -> Int }
@DependencyClient fileprivate struct FileprivateClient { var load: (_ id: Int) throws -> Int }
@DependencyClient struct PrivateEndpoint {
  private var load: (_ id: Int) throws -> Int
  static func make() -> Self { Self(load: { $0 }) }
  func twice(_ id: Int) throws -> Int { try load(id: id) * 2 }
}
@DependencyClient struct SendableClient: Sendable { var load: @Sendable (_ id: Int) async throws -> Int }
@DependencyClient struct GenericClient<Value: Sendable> {
  var load: @Sendable (_ id: Int) async throws -> Value; var save: (Value) -> Void
}
@DependencyClient struct ConstrainedClient<Value> where Value: Codable & Sendable {
  var load: @Sendable (_ id: Int) async throws -> Value
  var decode: (_ value: Value) throws -> Value?
}
@DependencyClient struct MembersOfClient {
  var load: (_ id: Int) throws -> Int
  struct Value {}
  func loadTwice() throws -> Int { try load(id: 1) + load(id: 2) }
  static func live() -> Self { Self { $0 } }
}
@available(macOS 15, *) @DependencyClient struct AvailableClient { var load: (_ id: Int) throws -> Int }
enum Clients {
  @DependencyClient struct Inner { var load: (_ value: Value) throws -> Value }
  struct Value {}
}
extension Clients {
  @DependencyClient struct InExtension { var load: (_ value: Value) throws -> Inner }
}
public extension Clients_Public {
  @DependencyClient struct ImplicitlyPublic { public var load: (_ id: Int) throws -> Int }
}
public enum Clients_Public {}

func expectPrivateClients() throws {
  #expect(try PrivateClient { $0 }.load(id: 1) == 1)
  #expect(try FileprivateClient { $0 }.load(id: 1) == 1)
}
