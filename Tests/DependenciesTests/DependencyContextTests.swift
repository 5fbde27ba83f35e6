import Testing

@testable import Dependencies

@Suite struct DependencyContextTests {
  @Test(
    arguments: [
      // The programs that run tests are known by their names, ...
      (["/build/debug/AppPackageTests.xctest"], [:], .test), (["C:\\build\\AppPackageTests.xctest"], [:], .test),
      (["/usr/bin/xctest"], [:], .test), (["xctest"], [:], .test),
      (["/usr/libexec/swiftpm-testing-helper"], [:], .test),
      // ... Swift Testing is known by its arguments, and Xcode by its variables.
      (["/App", "--testing-library", "swift-testing"], [:], .test),
      (["/App"], ["XCTestBundlePath": "x"], .test), (["/App"], ["XCTestConfigurationFilePath": "x"], .test),
      (["/App"], ["XCTestSessionIdentifier": "x"], .test), (["app"], ["XCODE_RUNNING_FOR_PREVIEWS": "1"], .mock),
      (["/usr/bin/app"], ["PATH": "/bin"], .live), (["app", "xctest"], [:], .live),
      (["/home/me/xctests/app"], [:], .live), ([], [:], .live),
      (["app"], ["SWIFT_DEPENDENCIES_CONTEXT": "production"], .live),
    ] as [([String], [String: String], DependencyContext)]
  )
  func theContextIsThatOfTheProcess(arguments: [String], environment: [String: String], context: DependencyContext) {
    #expect(DependencyContext.ofProcess(arguments: arguments, environment: environment) == context)
  }

  @Test(arguments: [("live", DependencyContext.live), ("mock", .mock), ("preview", .mock), ("test", .test)])
  func theEnvironmentDecides(name: String, context: DependencyContext) {
    let environment = ["SWIFT_DEPENDENCIES_CONTEXT": name]
    #expect(DependencyContext.ofProcess(arguments: ["app"], environment: environment) == context)
    #expect(DependencyContext.ofProcess(arguments: ["a.xctest"], environment: environment) == context)
  }
}
