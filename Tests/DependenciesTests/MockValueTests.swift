import Testing

@testable import Dependencies

/// A key with a live value only. Each value is its own name.
private enum LiveOnlyKey: DependencyKey {
  static let liveValue = "live"
}

private enum LiveAndTestKey: DependencyKey {
  static let liveValue = "live"
  static let testValue = "test"
}

private enum LiveAndMockKey: DependencyKey {
  static let liveValue = "live"
  static let mockValue = "mock"
}

private enum LiveAndPreviewKey: DependencyKey {
  static let liveValue = "live"
  static let previewValue = "preview"
}

private enum TestOnlyKey: TestDependencyKey {
  static let testValue = "test"
}

private enum TestAndMockKey: TestDependencyKey {
  static let testValue = "test"
  static let mockValue = "mock"
}

private enum TestAndPreviewKey: TestDependencyKey {
  static let testValue = "test"
  static let previewValue = "preview"
}

/// A key whose values contain those of another key.
private enum OuterKey: DependencyKey {
  static let liveValue = "outer"
  static var mockValue: String { "mock with \(LiveAndTestKey.mockValue)" }
}

private struct Mail: DependencyKey {
  var send: @Sendable () -> String
  var fetch: @Sendable () -> String
  static let liveValue = Mail(send: { "sent" }, fetch: { "fetched" })
  static let testValue = Mail(send: unimplemented("Mail.send", placeholder: "unimplemented"), fetch: { "tested" })
}

@Suite struct MockValueTests {
  private func read<Key: TestDependencyKey>(
    _ key: Key.Type,
    in context: DependencyContext = .mock
  ) -> (value: Key.Value?, issues: [String]) {
    var value: Key.Value?
    let issues = withDependencies {
      $0.context = context
    } operation: {
      withCapturedIssues { value = DependencyValues.current[Key.self] }
    }
    return (value, issues.map { String($0.message.prefix { $0 != "\n" }) })
  }

  @Test func theMockValueIsReadByEitherName() {
    #expect(read(LiveAndMockKey.self) == ("mock", []))
    #expect(read(LiveAndPreviewKey.self) == ("preview", []))
    #expect(read(TestAndMockKey.self) == ("mock", []))
    #expect(read(TestAndPreviewKey.self) == ("preview", []))
  }

  @Test func eachNameStandsForTheOther() {
    let issues = withCapturedIssues {
      #expect(LiveAndMockKey.previewValue == "mock")
      #expect(LiveAndPreviewKey.mockValue == "preview")
      #expect(TestAndMockKey.previewValue == "mock")
      #expect(TestAndPreviewKey.mockValue == "preview")
      #expect(TestOnlyKey.previewValue == "test")
      #expect(LiveAndPreviewKey.testValue == "preview")
    }
    #expect(issues.isEmpty)
  }

  /// As in the Composable Architecture. No dependency is read here, so nothing is reported.
  @Test func namedByCodeThePreviewValueIsTheLiveValue() {
    let issues = withCapturedIssues {
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

  @Test func aMockValueThatNamesAPreviewValueWithoutOneIsReported() {
    enum OtherKey: DependencyKey {
      static let liveValue = "other"
      static var mockValue: String { "mock with \(LiveAndTestKey.previewValue)" }
    }
    let (value, issues) = read(OtherKey.self)
    #expect(value == "mock with live")
    #expect(
      issues == [
        "@Dependency(LiveAndTestKey.self) has no mock value, but it was read in a mock context without being overridden."
      ]
    )
  }

  @Test func aKeyThatHasNoLiveValueIsMockedByItsTestValue() {
    #expect(read(TestOnlyKey.self) == ("test", []))
  }

  @Test func liveCodeDoesNotRunWhereThereIsATestValue() {
    #expect(
      read(LiveAndTestKey.self) == (
        "test",
        [
          "@Dependency(LiveAndTestKey.self) has no mock value, but it was read in a mock context without being overridden."
        ]
      )
    )
  }

  @Test func aKeyWithoutMockValueIsReportedWhereItIsRead() {
    let line = #line + 1
    @Dependency(LiveOnlyKey.self) var liveOnly
    let issues = withDependencies {
      $0.context = .mock
    } operation: {
      withCapturedIssues {
        #expect(liveOnly == "live")
        #expect(liveOnly == "live")
      }
    }
    #expect(issues.map(\.line) == [line, line])
    #expect(
      issues.first?.message == """
        @Dependency(LiveOnlyKey.self) has no mock value, but it was read in a mock context without being overridden.

          Location: DependenciesTests/MockValueTests.swift:\(line)
               Key: DependenciesTests.LiveOnlyKey
             Value: Swift.String

        What runs on mock values must not touch the outside world by accident, so each dependency that it uses has one. \
        Override it:

          withDependencies { $0[LiveOnlyKey.self] = ... } operation: { ... }

        or give 'LiveOnlyKey' a 'mockValue'. The session went on with the live value.
        """
    )
  }

  @Test func testsSayWhichValueStandsIn() {
    func end<Key: TestDependencyKey>(_ key: Key.Type) -> Substring? {
      withCapturedIssues { _ = DependencyValues.current[Key.self] }.first?.message.split(separator: ". ").last
    }
    #expect(end(LiveOnlyKey.self) == "The test went on with the live value.")
    #expect(end(LiveAndPreviewKey.self) == "The test went on with the mock value.")
  }

  @Test func theKeyThatIsMissingIsNamedEvenIfAnotherOneReadIt() {
    #expect(
      read(OuterKey.self) == (
        "mock with test",
        [
          "@Dependency(LiveAndTestKey.self) has no mock value, but it was read in a mock context without being overridden."
        ]
      )
    )
  }

  @Test func replacingOneEndpointIsNoUseOfTheClient() {
    withDependencies {
      $0.context = .mock
      $0[Mail.self].fetch = { "mocked" }
    } operation: {
      @Dependency(Mail.self) var mail
      #expect(mail.fetch() == "mocked")
      withExpectedIssue {
        #expect(mail.send() == "unimplemented")
      } matching: {
        $0.message.hasPrefix("Unimplemented: Mail.send\n")
      }
    }
  }

  @Test func whatStandsInIsEvaluatedOnce() {
    final class Box: Sendable {}
    enum BoxKey: DependencyKey {
      static var liveValue: Box { Box() }
    }
    withDependencies {
      $0.context = .mock
    } operation: {
      withExpectedIssue {
        #expect(DependencyValues.current[BoxKey.self] === DependencyValues.current[BoxKey.self])
      }
    }
  }

  /// No dependency is read here, so the report can only name the key.
  @Test func askingByNameForWhatIsLiveOnlyIsReported() {
    let issues = withCapturedIssues {
      #expect(LiveOnlyKey.mockValue == "live")
      #expect(LiveOnlyKey.testValue == "live")
    }
    #expect(
      issues.map(\.message)
        == Array(
          repeating: """
            'LiveOnlyKey' was asked for its mock or test value, and has a live value only. That is what was returned.

            Give 'LiveOnlyKey' a 'mockValue' and a 'testValue', so that what runs on them does not touch the outside \
            world by accident.
            """,
          count: 2
        )
    )
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
