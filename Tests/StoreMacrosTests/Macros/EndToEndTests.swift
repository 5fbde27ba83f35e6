#if os(Linux) || os(macOS)
  import Foundation
  import Testing

  /// What people see of the macros: the compiler, the plugin and the modules together.
  @Suite struct EndToEndTests {
    private static let usesEverything = SwiftFiles.package
      .appending(path: "Tests/Fixtures/OutsidePackage/Sources/Outside/Macros.swift")

    @Test(
      .enabled(if: Compiler.isAvailable, "There is no swiftc."),
      arguments: [
        ["-swift-version", "6"], ["-swift-version", "5"], ["-swift-version", "6", "-O", "-wmo"],
        ["-swift-version", "6", "-enable-testing", "-warnings-as-errors"],
      ]
    )
    func noWarnings(options: [String]) async throws {
      let output = try await onOwnThread {
        let source = try String(contentsOf: Self.usesEverything, encoding: .utf8)
        return try Compiler.output(for: [("Macros.swift", source)], options: options)
      }
      #expect(output == "")
    }

    /// Other packages can be built for a stable interface, which has stricter rules for what is public.
    @Test(.enabled(if: Compiler.isAvailable, "There is no swiftc."))
    func libraryEvolution() async throws {
      let output = try await onOwnThread {
        let source = try String(contentsOf: Self.usesEverything, encoding: .utf8)
        let options = ["-swift-version", "6", "-enable-library-evolution"]
        return try Compiler.output(for: [("Macros.swift", source)], options: options)
      }
      // That this package is not built so is no fault of the expansions.
      let others = output.split(separator: "\n").filter { $0.contains(": error:") || $0.contains(": warning:") }
        .filter { !$0.contains("was not compiled with library evolution support") }
      #expect(others == [])
    }

    /// Where everything belongs to the main actor unless it says otherwise, features do.
    @Test(.enabled(if: Compiler.isAvailable, "There is no swiftc."))
    func defaultIsolation() async throws {
      let source = """
        import Store

        @CasePathable enum Choice { case a, b(Int) }
        @DependencyClient struct Client { var load: (_ id: Int) throws -> Int }
        @Reducer nonisolated struct Feature {
          struct State: Equatable { @Presents var destination: Destination.State? }
          enum Action { case destination(PresentationAction<Destination.Action>) }
          @Reducer(state: .equatable) nonisolated enum Destination { case feature(Feature), other(Int, Int) }
          var body: some ReducerOf<Self> {
            EmptyReducer().ifLet(\\.$destination, action: \\.destination)
          }
        }
        @MainActor func use() {
          _ = Store(initialState: Feature.State()) { Feature() }
          _ = Choice.b(1).is(\\.b)
        }
        """
      let output = try await onOwnThread {
        let options = ["-swift-version", "6", "-default-isolation", "MainActor"]
        return try Compiler.output(for: [("Source.swift", source)], options: options)
      }
      #expect(output == "")
    }

    /// Diagnostics stand at the tokens that they are about, after characters of several bytes too.
    @Test(.enabled(if: Compiler.isAvailable, "There is no swiftc."))
    func diagnostics() async throws {
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
      let output = try await onOwnThread { try Compiler.output(for: [("S.swift", source)]) }
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
      // The compiler's own, about code of ours: it must not be lost.
      #expect(output.contains("error: missing argument for parameter 'id' in call"), "\(output)")
    }
  }
#endif
