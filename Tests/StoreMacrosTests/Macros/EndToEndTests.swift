#if os(Linux) || os(macOS)
  import Foundation
  import TestSupport
  import Testing

  /// The macros as users see them: the compiler, the plugin and the modules together.
  @Suite(.ownThreads) struct EndToEndTests {
    /// What a module may say of the isolation of its declarations.
    private static let isolations = [
      [], ["-enable-upcoming-feature", "IsolatedDefaultValues"],
      ["-enable-upcoming-feature", "NonisolatedNonsendingByDefault"], ["-default-isolation", "MainActor"],
      [
        "-default-isolation", "MainActor", "-enable-upcoming-feature", "InferIsolatedConformances",
        "-enable-upcoming-feature", "NonisolatedNonsendingByDefault",
      ],
    ]

    /// Other packages can be built with library evolution, which has stricter rules for public declarations.
    @Test(
      .enabled(if: Compiler.isAvailable, "There is no swiftc."),
      arguments: [
        ["-swift-version", "6"], ["-swift-version", "5"], ["-swift-version", "6", "-O", "-wmo"],
        ["-swift-version", "6", "-enable-testing", "-warnings-as-errors"],
        ["-swift-version", "6", "-enable-library-evolution"],
      ]
    )
    func noWarnings(options: [String]) throws {
      let source = try Repository.file("Tests/Fixtures/OutsidePackage/Sources/Outside/Macros.swift")
      let output = try Compiler.output(for: [(source.name, source.text)], options: options)
      guard options.contains("-enable-library-evolution") else {
        #expect(output == "")
        return
      }
      // That this package is not built with library evolution is not a fault of the expansions.
      let lines = output.split(separator: "\n").filter { $0.contains(": error:") || $0.contains(": warning:") }
      #expect(lines.filter { !$0.contains("was not compiled with library evolution support") } == [])
    }

    /// Sources whose module has the main actor as its default isolation, or not: the code of README. In one with that
    /// isolation, sources for the Composable Architecture, whose features and keys belong to the main actor.
    @Test(.enabled(if: Compiler.isAvailable, "There is no swiftc."), arguments: ["5", "6"], isolations)
    func defaultIsolation(version: String, options: [String]) throws {
      // Swift 6 has it in any case, and warns.
      if version == "6", options.contains("IsolatedDefaultValues") { return }
      let ofTheMainActor = options.contains("MainActor") ? ["Tests/DefaultIsolationTests/Jukebox.swift"] : []
      let sources = try (["Tests/Fixtures/DefaultIsolation.swift"] + ofTheMainActor).map(Repository.file)
      let output = try Compiler.output(
        for: sources.map { ($0.name, $0.text) },
        action: "-emit-sil",
        options: ["-swift-version", version, "-wmo"] + options
      )
      #expect(output == "")
    }

    /// The initializers of a client for each combination of conditions.
    @Test(.enabled(if: Compiler.isAvailable, "There is no swiftc."), arguments: [[], ["FIRST"], ["FIRST", "SECOND"]])
    func conditions(names: [String]) throws {
      let source = """
        import Store
        @DependencyClient struct Conditional {
          #if FIRST
            var first: @Sendable (_ id: Int) async throws -> Int
          #else
            var other = 0x10
          #endif
          #if SECOND
            var second: String
            #if FIRST
              var both: Int?
            #endif
          #endif
          var always: @Sendable () -> Void
        }
        func use() async throws {
          #if SECOND
            _ = Conditional(second: "", both: 1)
          #elseif FIRST
            _ = try await Conditional().first(id: 1)
          #else
            _ = Conditional(other: 1).other + Conditional().other
          #endif
        }
        """
      let options = ["-swift-version", "6"] + names.flatMap { ["-D", $0] }
      #expect(try Compiler.output(for: [("S.swift", source)], action: "-emit-sil", options: options) == "")
    }

    /// Stores in the shapes in which servers and apps make them, compiled with the settings that their modules have.
    @Test(.enabled(if: Compiler.isAvailable, "There is no swiftc."), arguments: ["5", "6"], isolations)
    func storesBelongToTheActorThatUsesThem(version: String, options: [String]) throws {
      if version == "6", options.contains("IsolatedDefaultValues") { return }
      let source = Repository.root.appending(path: "Tests/Fixtures/StoreShapes.swift")
      try Compiler.withProgram(source, options: ["-swift-version", version] + options) { program in
        let shapes = ["property", "initializer", "lazy", "method", "asyncInitializer", "model", "mainActor"]
        let each = "for shape in \(shapes.joined(separator: " ")); do echo $shape $(\(program) $shape); done"
        #expect(try Shell.run(each, in: Repository.root) == shapes.map { "\($0) 42\n" }.joined())
        // No actor: the only shape that can't work says so.
        let failure = #expect(throws: Shell.Failure.self) {
          try Shell.run("SWIFT_BACKTRACE=enable=no \(program) handler", in: Repository.root)
        }
        let line = try #require(failure?.output.firstMatch(of: #/was made at Program/StoreShapes.swift:(\d+),/#)).1
        let lines = try String(contentsOf: source, encoding: .utf8).components(separatedBy: "\n")
        let handler = try #require(lines.firstIndex { $0.contains("func respond()") })
        #expect(line == "\(handler + 2)", "\(failure?.output ?? "")")
      }
    }
  }
#endif
