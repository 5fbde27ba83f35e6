#if os(Linux) || os(macOS)
  import Foundation
  import TestSupport
  import Testing

  /// Stores in the shapes in which servers and apps make them, compiled with the settings that their modules have.
  @Suite(.ownThreads) struct StoreShapeTests {
    @Test(
      .enabled(if: Compiler.isAvailable, "There is no swiftc."),
      arguments: ["5", "6"],
      [
        [], ["-enable-upcoming-feature", "IsolatedDefaultValues"],
        ["-enable-upcoming-feature", "NonisolatedNonsendingByDefault"], ["-default-isolation", "MainActor"],
        [
          "-default-isolation", "MainActor", "-enable-upcoming-feature", "InferIsolatedConformances",
          "-enable-upcoming-feature", "NonisolatedNonsendingByDefault",
        ],
      ]
    )
    func storesBelongToTheActorThatUsesThem(version: String, options: [String]) throws {
      let source = Repository.root.appending(path: "Tests/Fixtures/StoreShapes.swift")
      try Compiler.withProgram(source, options: ["-swift-version", version] + options) { program in
        for shape in ["property", "initializer", "lazy", "method", "asyncInitializer", "model", "mainActor"] {
          #expect(try Shell.run("\(program) \(shape)", in: Repository.root) == "42\n", "\(shape)")
        }
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
