#if os(Linux) || os(macOS)
  import Foundation
  import TestSupport
  import Testing

  /// The macros as users see them: the compiler, the plugin and the modules together.
  @Suite(.ownThreads) struct EndToEndTests {
    private static let usesEverything = Repository.root
      .appending(path: "Tests/Fixtures/OutsidePackage/Sources/Outside/Macros.swift")

    @Test(
      .enabled(if: Compiler.isAvailable, "There is no swiftc."),
      arguments: [
        ["-swift-version", "6"], ["-swift-version", "5"], ["-swift-version", "6", "-O", "-wmo"],
        ["-swift-version", "6", "-enable-testing", "-warnings-as-errors"],
      ]
    )
    func noWarnings(options: [String]) throws {
      let source = try String(contentsOf: Self.usesEverything, encoding: .utf8)
      let output = try Compiler.output(for: [("Macros.swift", source)], options: options)
      #expect(output == "")
    }

    /// Other packages can be built with library evolution, which has stricter rules for public declarations.
    @Test(.enabled(if: Compiler.isAvailable, "There is no swiftc."))
    func libraryEvolution() throws {
      let source = try String(contentsOf: Self.usesEverything, encoding: .utf8)
      let options = ["-swift-version", "6", "-enable-library-evolution"]
      let output = try Compiler.output(for: [("Macros.swift", source)], options: options)
      // That this package is not built with library evolution is not a fault of the expansions.
      let others = output.split(separator: "\n").filter { $0.contains(": error:") || $0.contains(": warning:") }
        .filter { !$0.contains("was not compiled with library evolution support") }
      #expect(others == [])
    }

    /// The code of README, with the main actor as the default isolation and without it.
    @Test(
      .enabled(if: Compiler.isAvailable, "There is no swiftc."),
      arguments: ["5", "6"],
      [
        [], ["-enable-upcoming-feature", "NonisolatedNonsendingByDefault"],
        ["-default-isolation", "MainActor"],
        [
          "-default-isolation", "MainActor", "-enable-upcoming-feature", "InferIsolatedConformances",
          "-enable-upcoming-feature", "NonisolatedNonsendingByDefault",
        ],
      ]
    )
    func defaultIsolation(version: String, options: [String]) throws {
      #expect(try output(for: "Tests/Fixtures/DefaultIsolation.swift", version, options) == "")
    }

    /// Sources for the Composable Architecture, whose features and keys belong to the main actor as all of the module.
    @Test(
      .enabled(if: Compiler.isAvailable, "There is no swiftc."),
      arguments: ["5", "6"],
      [
        ["-default-isolation", "MainActor"],
        [
          "-default-isolation", "MainActor", "-enable-upcoming-feature", "InferIsolatedConformances",
          "-enable-upcoming-feature", "NonisolatedNonsendingByDefault",
        ],
      ]
    )
    func featuresOfTheMainActor(version: String, options: [String]) throws {
      #expect(try output(for: "Tests/DefaultIsolationTests/Jukebox.swift", version, options) == "")
    }

    private func output(for path: String, _ version: String, _ options: [String]) throws -> String {
      let source = try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
      return try Compiler.output(
        for: [("Source.swift", source)],
        action: "-emit-sil",
        options: ["-swift-version", version] + options
      )
    }

    /// A store of another actor can't have a feature of the main actor, and an isolated key can't be read elsewhere.
    @Test(
      .enabled(if: Compiler.isAvailable, "There is no swiftc."),
      arguments: [[], ["-default-isolation", "MainActor"]]
    )
    func featuresOfTheMainActorStayThere(options: [String]) throws {
      let source = """
        import Store
        @MainActor @Reducer struct Isolated {
          struct State {}
          enum Action { case tapped }
          func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
        }
        @MainActor struct WithoutMacro: @MainActor Reducer {
          func reduce(into state: inout Int, action: Bool) -> Effect<Bool> { .none }
        }
        @Reducer struct Free {}
        @MainActor struct Client: Sendable {}
        extension Client: @MainActor DependencyKey {
          static let liveValue = Client()
          static let testValue = Client()
        }
        actor Session {
          lazy var store = Store(initialState: Free.State(), isolation: self) { Free() }
          func make() {
            _ = Store(initialState: Isolated.State(), isolation: self) { Isolated() }
          }
          func makeOther() {
            _ = Store(initialState: 1, isolation: self) { WithoutMacro() }
          }
        }
        nonisolated func read() { _ = Dependency(Client.self) }
        @MainActor func here() {
          _ = Store(initialState: Isolated.State()) { Isolated() }
          _ = Store(initialState: 1) { WithoutMacro() }
          _ = Store(initialState: Free.State()) { Free() }
          _ = Dependency(Client.self)
        }
        """
      let output = try Compiler.output(for: [("S.swift", source)], options: ["-swift-version", "6"] + options)
      let errors = output.split(separator: "\n").filter { $0.contains(": error: ") }
      for (line, type) in [(19, "Isolated"), (22, "WithoutMacro"), (25, "Client")] {
        #expect(
          errors.contains {
            $0.hasPrefix("S.swift:\(line):") && $0.contains("main actor-isolated conformance of '\(type)'")
          },
          "\(output)"
        )
      }
      #expect(errors.allSatisfy { error in [19, 22, 25].contains { error.hasPrefix("S.swift:\($0):") } }, "\(output)")
    }

    /// A public struct is not implicitly `Sendable`, but its effects use its dependencies, so the macro adds the
    /// conformance. If a stored property may not be `Sendable`, there is no error except where the reducer is captured.
    @Test(.enabled(if: Compiler.isAvailable, "There is no swiftc."))
    func publicReducersAreSendable() throws {
      let source = """
        public import Store
        @DependencyClient
        public struct Client: Sendable {
          public var load: @Sendable (_ id: Int) async throws -> Void
        }
        extension Client: DependencyKey { public static let liveValue = Client() }
        final class Cache {}
        public struct Other { public var id = 1 }
        @Reducer
        public struct Captured {
          @Dependency(Client.self) var client
          @Dependency(\\.uuid) private var uuid
          let limits: [Int]?, name: String
          var isOn = true
          let convert: @Sendable (Int) -> Int
          static let other = 1
          public enum Action { case tapped }
          public func reduce(into state: inout Int, action: Action) -> Effect<Action> {
            .run { _ in try await client.load(id: convert(limits?.first ?? 1)) }
          }
        }
        @Reducer public struct Generic<Value: Sendable> { @Dependency(Client.self) var client }
        @Reducer public struct WithClass { let cache = Cache(); let other: Other; let make: () -> Void }
        @Reducer public struct Declared: Sendable { let other = 1 }
        @Reducer public struct Extended {}
        extension Extended: Sendable {}
        @Reducer public struct Unchecked { let cache = Cache() }
        extension Unchecked: @unchecked Sendable {}
        @Reducer public struct Refused {}
        @available(*, unavailable) extension Refused: Sendable {}
        func expectSendable(_: any Sendable.Type...) {}
        func check() {
          expectSendable(Captured.self, Generic<Int>.self, Declared.self, Extended.self, Unchecked.self)
          expectSendable(WithClass.self)
        }
        """
      let output = try Compiler.output(for: [("S.swift", source)])
      let errors = output.split(separator: "\n").filter { $0.contains("S.swift:") && $0.contains("error: ") }
      #expect(errors.count == 1 && errors.first?.contains("type 'WithClass'") == true, "\(output)")
    }

    /// A mistake in a client is the only error: what makes the client compiles.
    @Test(.enabled(if: Compiler.isAvailable, "There is no swiftc."))
    func oneMistakeIsOneError() throws {
      let source = """
        import Store
        func now() -> Int { 0 }
        @DependencyClient struct Client {
          var isOn: @Sendable (_ id: Int) -> Bool
          var load: @Sendable () async throws -> Int
          let name: String
        }
        extension Client: DependencyKey {
          static var liveValue: Client { Client(isOn: { _ in true }, load: { 0 }, name: "live") }
          static var testValue: Client { Client(name: "test") }
        }
        @DependencyClient struct Other {
          var load: @Sendable () async throws -> Int
          var started = now()
        }
        extension Other: DependencyKey {
          static var liveValue: Other { Other(load: { 0 }) }
          static var testValue: Other { Other() }
        }
        """
      let output = try Compiler.output(for: [("S.swift", source)])
      let errors = output.split(separator: "\n").filter { $0.contains("error: ") && $0.hasPrefix("S.swift:") }
      #expect(errors.count == 2, "\(output)")
      #expect(errors.first?.hasPrefix("S.swift:4:7: error: 'isOn' needs a default value") == true, "\(output)")
      #expect(errors.last?.hasPrefix("S.swift:14:7: error: '@DependencyClient' needs to know") == true, "\(output)")
    }

    /// Diagnostics are at the tokens that they are about, even after characters of several bytes.
    @Test(.enabled(if: Compiler.isAvailable, "There is no swiftc."))
    func diagnostics() throws {
      let source = """
        import Store
        // «é»
        @CasePathable public struct NoEnum {}
        /* é */ @Reducer class Feature {}
        @Reducer(state: .equatable) struct Arguments {}
        @Reducer struct SideEffect {
          struct State {}
          enum Action {}
          var body: some ReducerOf<Self> {
            print("é"); EmptyReducer()
          }
        }
        @Reducer enum Values { case é(Int) }
        @DependencyClient struct Client {
          var isOn: (_ id: Int) -> Bool
        }
        struct Outer { @CasePathable private enum Hidden { case a } }
        @Reducer struct Child { let id: Int }
        @Reducer enum Unmakeable { case child(Child) }
        @CasePathable enum Overloads { case a(Int), a(b: Int) }
        """
      let output = try Compiler.output(for: [("S.swift", source)])
      func expectError(at place: String, _ message: String) {
        #expect(output.contains("S.swift:\(place): error: \(message)"), "\(output)")
      }
      expectError(at: "3:22", "'@CasePathable' can only be applied to an enum: it makes key paths to cases.")
      expectError(at: "4:19", "'@Reducer' can only be applied to a struct, or to an enum of reducers")
      expectError(at: "5:9", "'@Reducer' takes no arguments on a struct")
      expectError(at: "10:5", "A body only lists reducers.")
      expectError(at: "13:32", "'Int' is not a reducer.")
      expectError(at: "15:7", "'isOn' needs a default value: it returns 'Bool' and does not throw")
      expectError(at: "17:30", "'@CasePathable' adds an extension, which can't see the 'private' type 'Hidden'.")
      expectError(at: "20:45", "'@CasePathable' can't tell two cases named 'a' apart")
      // An error of the compiler about code in the source must not get lost.
      #expect(output.contains("error: missing argument for parameter 'id' in call"), "\(output)")
    }
  }
#endif
