import Testing

@testable import Dependencies

@Suite struct DependencyContextTests {
  @Test(arguments: [
    "/build/debug/AppPackageTests.xctest", "/usr/bin/xctest", "xctest", "/usr/libexec/swiftpm-testing-helper",
    "C:\\build\\AppPackageTests.xctest",
  ])
  func testRunnersAreKnownByName(program: String) {
    #expect(DependencyContext.ofProcess(arguments: [program], environment: [:]) == .test)
  }

  @Test(arguments: ["XCTestBundlePath", "XCTestConfigurationFilePath", "XCTestSessionIdentifier"])
  func xcodeIsKnownByItsVariables(variable: String) {
    #expect(DependencyContext.ofProcess(arguments: ["/App"], environment: [variable: "x"]) == .test)
  }

  @Test func swiftTestIsKnownByItsArguments() {
    let arguments = ["/App", "--testing-library", "swift-testing"]
    #expect(DependencyContext.ofProcess(arguments: arguments, environment: [:]) == .test)
  }

  @Test(arguments: [["/usr/bin/app"], ["app", "xctest"], ["/home/me/xctests/app"], []])
  func programsAreLive(arguments: [String]) {
    #expect(DependencyContext.ofProcess(arguments: arguments, environment: ["PATH": "/bin"]) == .live)
  }

  @Test(arguments: [("live", DependencyContext.live), ("mock", .mock), ("preview", .mock), ("test", .test)])
  func theEnvironmentDecides(name: String, context: DependencyContext) {
    let environment = ["SWIFT_DEPENDENCIES_CONTEXT": name]
    #expect(DependencyContext.ofProcess(arguments: ["app"], environment: environment) == context)
    #expect(DependencyContext.ofProcess(arguments: ["a.xctest"], environment: environment) == context)
  }

  @Test func previewsRunOnMocks() {
    let environment = ["XCODE_RUNNING_FOR_PREVIEWS": "1"]
    #expect(DependencyContext.ofProcess(arguments: ["app"], environment: environment) == .mock)
  }

  @Test func otherWordsInTheEnvironmentAreIgnored() {
    let environment = ["SWIFT_DEPENDENCIES_CONTEXT": "production"]
    #expect(DependencyContext.ofProcess(arguments: ["app"], environment: environment) == .live)
  }
}
