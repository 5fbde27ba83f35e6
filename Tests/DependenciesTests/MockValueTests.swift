import Testing

@testable import Dependencies

private enum LiveAndTestKey: DependencyKey {
  static let liveValue = "live"
  static let testValue = "test"
}

private enum LiveAndPreviewKey: DependencyKey {
  static let liveValue = "live"
  static let previewValue = "preview"
}

private enum TestAndMockKey: TestDependencyKey {
  static let testValue = "test"
  static let mockValue = "mock"
}

private enum TestAndPreviewKey: TestDependencyKey {
  static let testValue = "test"
  static let previewValue = "preview"
}

@Suite struct MockValueTests {
  private func read<Key: TestDependencyKey>(
    _ key: Key.Type,
    in context: DependencyContext = .mock
  ) -> (value: Key.Value?, issues: [String]) {
    var value: Key.Value?
    let issues = withDependencies({ $0.context = context }) {
      withCapturedIssues { value = DependencyValues.current[Key.self] }
    }
    return (value, issues.map(\.headline))
  }

  private let missing =
    "@Dependency(LiveAndTestKey.self) has no mock value, but it was read in a mock context without being overridden."

  @Test func theMockValueIsReadByEitherName() {
    #expect(read(LiveAndMockKey.self) == ("mock", []))
    #expect(read(LiveAndPreviewKey.self) == ("preview", []))
    #expect(read(TestAndMockKey.self) == ("mock", []))
    #expect(read(TestAndPreviewKey.self) == ("preview", []))
    // Live code does not run where there is a test value.
    #expect(read(TestOnlyKey.self) == ("test", []))
    #expect(read(LiveAndTestKey.self) == ("test", [missing]))
  }

  @Test func eachNameStandsForTheOther() {
    let issues = withCapturedIssues {
      #expect(LiveAndMockKey.previewValue == "mock")
      #expect(LiveAndPreviewKey.mockValue == "preview")
      #expect(TestOnlyKey.previewValue == "test")
      #expect(TestAndMockKey.previewValue == "mock")
      #expect(TestAndPreviewKey.mockValue == "preview")
      #expect(LiveAndPreviewKey.testValue == "preview")
      // As in the Composable Architecture. No dependency is read here, so nothing is reported.
      #expect(LiveOnlyKey.previewValue == "live")
      #expect(LiveAndTestKey.previewValue == "live")
    }
    #expect(issues.isEmpty)
  }

  @Test func aTestValueMayNameThePreviewValue() {
    enum SameKey: DependencyKey {
      static let liveValue = "live"
      static var testValue: String { previewValue }
    }
    #expect(read(SameKey.self, in: .test) == ("live", []))
    enum OtherKey: DependencyKey {
      static let liveValue = "other"
      static var testValue: String { "test with \(LiveAndTestKey.previewValue)" }
    }
    #expect(read(OtherKey.self, in: .test) == ("test with live", []))
  }

  @Test func theKeyThatIsMissingIsNamedEvenIfAnotherOneReadIt() {
    enum TestKey: DependencyKey {
      static let liveValue = "outer"
      static var testValue: String { LiveOnlyKey.testValue }
    }
    let missingInTest = "@Dependency(LiveOnlyKey.self) has no test value, but a test read it without overriding it."
    #expect(read(TestKey.self, in: .test) == ("live", [missingInTest]))
    enum MockKey: DependencyKey {
      static let liveValue = "outer"
      static var mockValue: String { "mock with \(LiveAndTestKey.mockValue)" }
    }
    #expect(read(MockKey.self) == ("mock with test", [missing]))
    enum PreviewKey: DependencyKey {
      static let liveValue = "outer"
      static var mockValue: String { "mock with \(LiveAndTestKey.previewValue)" }
    }
    #expect(read(PreviewKey.self) == ("mock with live", [missing]))
  }

  @Test func testsSayWhichValueStandsIn() {
    func end<Key: TestDependencyKey>(_ key: Key.Type) -> Substring? {
      withCapturedIssues { _ = DependencyValues.current[Key.self] }.first?.message.split(separator: ". ").last
    }
    #expect(end(LiveOnlyKey.self) == "The test went on with the live value.")
    #expect(end(LiveAndPreviewKey.self) == "The test went on with the mock value.")
  }

  /// No dependency is read here, so the report can only name the key.
  @Test func askingByNameForWhatIsLiveOnlyIsReported() {
    let issues = withCapturedIssues {
      #expect(LiveOnlyKey.mockValue == "live")
      #expect(LiveOnlyKey.testValue == "live")
    }
    let message = """
      'LiveOnlyKey' was asked for its mock or test value, and has a live value only. That is what was returned.

      Give 'LiveOnlyKey' a 'mockValue' and a 'testValue', so that what runs on them does not touch the outside world by \
      accident.
      """
    #expect(issues.map(\.message) == [message, message])
  }

  @Test func aMockValueThatNamesItsOtherNameEnds() {
    enum TangledKey: DependencyKey {
      static let liveValue = "live"
      static var mockValue: String { previewValue }
      static let testValue = "test"
    }
    #expect(TangledKey.mockValue == "live")
    #expect(TangledKey.previewValue == "live")
  }
}
