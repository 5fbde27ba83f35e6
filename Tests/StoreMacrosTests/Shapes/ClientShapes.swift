import DependenciesMacros
import Foundation
import Testing

// Each way in which an endpoint, a property or a declaration can differ for the macro is here once.

// MARK: Endpoints

@DependencyClient struct Results {
  var throwing: () throws -> Int
  var throwingNothing: () throws -> Void
  var nothing: () -> Void
  var unit: () -> ()
  var swiftVoid: () -> Swift.Void
  var parenthesizedVoid: () -> (Void)
  var emptyTuple: () -> (())
  var sendable: @Sendable () async throws -> String
  var anyError: () throws(any Error) -> Int
  var swiftError: () throws(any Swift.Error) -> Int
  var ownError: () throws(CancellationError) -> Void
  var ownErrorOrOptional: () async throws(CancellationError) -> Int?
  var optional: () -> Int?
  var optionalTuple: (Int) async -> (Int, String)?
  var longOptional: () -> Optional<Int>
  var swiftOptional: () -> Swift.Optional<Int>
  var parenthesizedOptional: () -> ((Int)?)
  var function: () throws -> (Int) -> String
  var existential: () throws -> any Error
  var tuple: () throws -> (number: Int, text: String)
  var collection: () throws -> [String: [Int]]
  var generic: () throws -> Result<Int, any Error>
}
@DependencyClient struct Defaults {
  var value: () -> Bool = { false }
  var ignoring: (Int, String) -> Bool = { _, _ in false }
  var using: (Int, Int) -> Int = { $0 + $1 }
  var sendable: @Sendable (Int) async -> Bool = { number in number > 0 }
  var throwing: @Sendable (_ id: Int) async throws -> Int = { id in id * 2 }
  var ownError: () throws(CancellationError) -> Int = { 1 }
  var statements: (Int) -> String = { number in
    let text = "\(number)"
    return text + text
  }
  var capture: () -> Bool = { [number = 1] in number == 1 }
  var function: (Int) -> String = String.init(describing:)
  var nothing: (Int) -> Void = { _ in }
  var never: () -> Never = { fatalError() }
  var stream: @Sendable () -> AsyncStream<Int> = { AsyncStream { $0.finish() } }
  var reported: () -> Int = unimplemented("mine", placeholder: 7)
}
@DependencyClient struct Parameters {
  var unnamed: (Int) throws -> Int
  var named: (_ id: Int, _ page: Int) throws -> Int
  var partlyNamed: (Int, _ page: Int, String) throws -> Int
  var sendable: @Sendable (_ id: Int) async throws -> Int
  var nothing: @Sendable (_ text: String) -> Void
  var answered: @Sendable (_ id: Int) -> Bool = { _ in true }
  var keywords: (_ in: Int, _ for: String, _ `default`: Bool) throws -> Int
  var `default`: (_ id: Int) throws -> Int
  var `1st`: @Sendable (_ `2nd`: Int) throws -> Int
  @DependencyEndpoint var `a-b`: @Sendable (_ x: Int) -> Void
  var inOut: (inout Int) throws -> Void
  var namedInOut: (_ value: inout Int) -> Void
  var escaping: (@escaping () -> Void) throws -> Void
  var namedEscaping: (_ body: @escaping @Sendable (Int) -> String) async throws -> Void
  var closure: (() -> Void) -> Void
  var namedClosure: (_ body: () -> Int) throws -> Int
  var optionalClosure: (_ body: (() -> Void)?) throws -> Void
  var autoclosure: (@autoclosure () -> String) -> Void
  var namedAutoclosure: (_ text: @autoclosure () -> String) -> Void
  var tuple: (_ pair: (Int, String)) throws -> Int
  var unnamedTuple: ((Int, Int)) throws -> Int
  var collections: (_ ids: [Int], _ names: [String: Set<Int>], _ result: Result<Int, any Error>) throws -> Int
  var existential: @Sendable (_ value: any Hashable & Sendable) -> Void
  var metatype: (_ type: any Decodable.Type) throws -> Any
  var optional: (_ id: Int?) throws -> Int?
  var sent: (sending NSObject) -> Void
  var consumed: (consuming String) throws -> Void
  var borrowed: (_ text: borrowing String) throws -> Void
  var variadic: @Sendable (_ numbers: Int...) throws -> Void
  var anyActor: @isolated(any) @Sendable (_ id: Int) throws -> Void
  var anyActorAnswered: @isolated(any) () async -> Int = { 1 }
  var convention: @convention(c) (_ number: Int32) -> Void
}
@DependencyClient struct MainActorEndpoint {
  var show: @MainActor (_ text: String) throws -> Void; var hide: @MainActor () -> Void
  var showLater: @MainActor @Sendable (_ text: String) async throws -> Void
}
@DependencyClient @MainActor struct MainActorClient { var show: (_ text: String) throws -> Void }
@DependencyClient struct ConcurrentEndpoint { var load: @concurrent (_ id: Int) async throws -> Int }
@DependencyClient struct NonisolatedEndpoint { var load: nonisolated(nonsending) (_ id: Int) async throws -> Int }

// MARK: Properties

@DependencyClient struct OtherProperties {
  var load: () throws -> Int
  var name: String
  var count = 1
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
@DependencyClient struct Literals {
  var a = 0x10, b = 0b1010, c = -1.5, d = 0o7, e = 1e3, f = -3, g = 1_000, h = 0x1p3, i = +1, j = #"a"#, k = false
  var save: @Sendable () -> Void
}
@DependencyClient struct Written {
  var a, b: Int; var first: () throws -> Int, second: (_ id: Int) throws -> Void
  /// Loads.
  ///
  /// - Parameter id: What.
  var load: @Sendable (_ id: Int) async throws -> Int  // trailing
  /* before */ var save: /* between */ (_ id: Int) /* here */ throws -> Void
  var unnamed: ((Int) throws -> Int), named: (@Sendable (_ id: Int) async throws -> Int)
  @DependencyEndpointIgnored var ignored: (Int) -> Int = { $0 }
  @Dependency(\.date) var date
}
@DependencyClient struct NoEndpoints { var name = "a" }

// MARK: Methods

@DependencyClient struct Methods {
  @DependencyEndpoint(method: "fetch") var fetchByID: (_ id: Int) throws -> String
  @DependencyEndpoint(method: "fetch") var fetchByName: @Sendable (_ name: String) async throws -> String
  @DependencyEndpoint(method: "ping") var pinging: () -> Void
  @DependencyEndpoint(method: "count") var counting: (String) -> Int = { $0.count }
  @DependencyEndpoint var plain: (_ id: Int) throws -> Int
  var other: (_ id: Int) throws -> Int
}
struct OnlyEndpoint {
  @DependencyEndpoint var load: @Sendable (_ id: Int) async throws -> Int
  @DependencyEndpoint var isOn: () -> Bool = { true }
}
struct EndpointsWithMemberwiseInitializer {
  @DependencyEndpoint var load: @Sendable (_ id: Int) async throws -> Int
  @DependencyEndpoint var save: () -> Void
}

// MARK: Declarations

@DependencyClient private struct PrivateClient { var load: (_ id: Int) throws -> Int }
@DependencyClient fileprivate struct FileprivateClient { var load: (_ id: Int) throws -> Int }
@DependencyClient struct PrivateEndpoint {
  private var load: (_ id: Int) throws -> Int
  struct Value {}
  static func make() -> Self { Self { $0 } }
  func twice(_ id: Int) throws -> Int { try load(id: id) * 2 }
}
@DependencyClient struct GenericClient<Value> where Value: Codable & Sendable {
  var load: @Sendable (_ id: Int) async throws -> Value
  var decode: (_ value: Value) throws -> Value?
  var save: (Value) -> Void
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
