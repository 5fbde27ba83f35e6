#if os(Linux) || os(macOS)
  @testable import Dependencies
  import Foundation
  import Testing

  /// A value that is made from another dependency.
  private enum DerivedKey: DependencyKey {
    static var liveValue: Int { Dependency(NumberKey.self).wrappedValue * 10 }
    static var mockValue: Int { liveValue }
  }

  private enum HenKey: DependencyKey {
    static var liveValue: Int { Dependency(EggKey.self).wrappedValue }
    static var testValue: Int { Dependency(EggKey.self).wrappedValue }
  }

  private enum EggKey: DependencyKey {
    static var liveValue: Int { Dependency(HenKey.self).wrappedValue }
    static var testValue: Int { Dependency(HenKey.self).wrappedValue }
  }

  /// Tests that need a process of their own.
  @Suite struct ProcessTests {
    /// What a program keeps does not depend on who read it first.
    @Test func programsAreLiveAndKeepTheirValues() async {
      await #expect(processExitsWith: .success) {
        setenv("SWIFT_DEPENDENCIES_CONTEXT", "live", 1)
        #expect(DependencyValues.current.context == .live)
        let box = Dependency(BoxKey.self).wrappedValue
        withDependencies({ _ in }) { #expect(Dependency(BoxKey.self).wrappedValue === box) }
        await Task.detached {
          #expect(Dependency(BoxKey.self).wrappedValue === box)
        }.value
        withDependencies({ $0.number = 5 }) { #expect(Dependency(DerivedKey.self).wrappedValue == 10) }
        // What is mocked is made from what is mocked.
        withDependencies({ $0.context = .mock }) { #expect(Dependency(DerivedKey.self).wrappedValue == 20) }
        #expect(Dependency(DerivedKey.self).wrappedValue == 10)
      }
    }

    @Test func preparingReachesTheWholeProcess() async {
      await #expect(processExitsWith: .success) {
        setenv("SWIFT_DEPENDENCIES_CONTEXT", "live", 1)
        let early = Dependency(NumberKey.self)
        prepareDependencies { $0.context = .mock }
        prepareDependencies { $0.uuid = .constant(UUID(7)) }
        #expect(DependencyValues.current.isRoot)
        #expect(early.wrappedValue == 2)
        await Task.detached {
          #expect(DependencyValues.current.context == .mock)
          #expect(Dependency(NumberKey.self).wrappedValue == 2)
          #expect(Dependency(\.uuid).wrappedValue() == UUID(7))
        }.value
        withDependencies({ $0.context = .live }) { #expect(early.wrappedValue == 1) }
      }
    }

    /// The inner call stands for another thread that prepares dependencies at the same time.
    @Test func preparingWhilePreparingLosesNothing() async {
      await #expect(processExitsWith: .success) {
        setenv("SWIFT_DEPENDENCIES_CONTEXT", "live", 1)
        prepareDependencies {
          $0.number = 5
          prepareDependencies {
            $0.number = 4
            $0.uuid = .constant(UUID(7))
          }
        }
        #expect(Dependency(NumberKey.self).wrappedValue == 5)
        #expect(Dependency(\.uuid).wrappedValue() == UUID(7))
      }
    }

    @Test func preparingTooLateIsReported() async { await #expect(processExitsWith: .success) { prepareTooLate() } }

    @Test func valuesThatNeedEachOtherAreNamed() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        setenv("SWIFT_DEPENDENCIES_CONTEXT", "live", 1)
        _ = Dependency(EggKey.self).wrappedValue
      }
      let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(
        output.contains(
          """
          Default values of dependencies need each other, so none of them can be made:

            EggKey.liveValue -> HenKey.liveValue -> EggKey.liveValue

          Each of them reads the next one while it is evaluated. Have one of them read the next one later: in the \
          closures of the client that it makes, each time they are called.
          """
        ),
        "\(output)"
      )
    }

    @Test func testValuesThatNeedEachOtherAreNamedOutsideOfScopesToo() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Dependency(HenKey.self).wrappedValue
      }
      let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(output.contains("\n  HenKey.testValue -> EggKey.testValue -> HenKey.testValue\n"), "\(output)")
    }

    @Test func reportersThatPrintAndStopTellTheFileAsItsModuleKnowsIt() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        IssueRouting.pass(IssueReporterTests.issue("Out of paper."), to: [StandardErrorReporter()])
        FatalErrorReporter().reportIssue(
          "Low on space.",
          fileID: "M/F.swift",
          filePath: "/built/F.swift",
          line: 3,
          column: 1
        )
      }
      let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(output.contains(#/M/F\.swift:3.*Out of paper\./#), "\(output)")
      #expect(output.contains("M/F.swift:3: Fatal error: Low on space."), "\(output)")
      #expect(!output.contains("/built/"), "\(output)")
    }

    /// A detached task belongs to no test: the run fails, and standard error contains the place.
    @Test func issuesOfDetachedTasksAreNotLost() async throws {
      var result: ExitTest.Result?
      await withKnownIssue {
        result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
          await Task.detached { reportTwice() }.value
        }
      } matching: {
        $0.comments.contains("Detached.") && $0.sourceLocation?.line == lineOfReport
      }
      let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(output.components(separatedBy: "\(#fileID):\(lineOfReport):18: issue: Detached.\n").count == 2)
    }
  }

  // Outside of the tests, because lines in the body of an exit test are not lines of this file.

  private func prepareTooLate() {
    setenv("SWIFT_DEPENDENCIES_CONTEXT", "live", 1)
    #expect(Dependency(NumberKey.self).wrappedValue == 1)
    let line = #line + 1
    let issues = withCapturedIssues { prepareDependencies { $0.number = 5 } }
    #expect(issues.map(\.line) == [line])
    let message = """
      prepareDependencies changed a value that was read before.

      Whoever read it goes on with the old one. Call prepareDependencies first thing in the program.
      """
    #expect(issues.map(\.message) == [message])
    // What was prepared can be prepared again.
    for title in ["first", "second"] {
      #expect(withCapturedIssues { prepareDependencies { $0[LiveOnlyKey.self] = title } }.map(\.message) == [])
      #expect(Dependency(LiveOnlyKey.self).wrappedValue == title)
    }
  }

  private let lineOfReport = #line + 4

  private func reportTwice() {
    for _ in 0..<2 {
      reportIssue("Detached.")
    }
  }
#endif
