import Testing

@testable import Dependencies

private enum NumberKey: DependencyKey {
  static let liveValue = 1
  static let mockValue = 2
  static let testValue = 3
}

private enum LiveOnlyKey: DependencyKey {
  static let liveValue = "live"
}

private enum LiveAndMockKey: DependencyKey {
  static let liveValue = "live"
  static let mockValue = "mock"
}

private enum TestOnlyKey: TestDependencyKey {
  static let testValue = "test"
}

extension DependencyValues {
  fileprivate var lengthOfName: Int {
    get { self[NumberKey.self] }
    set {
      _ = self[LiveAndMockKey.self]
      self[NumberKey.self] = newValue
    }
  }
}

private struct Endpoints: DependencyKey, Sendable {
  var fetch: @Sendable () -> Int
  var store: @Sendable () -> Int
  static let liveValue = Endpoints(fetch: { 1 }, store: { 2 })
}

extension DependencyValues {
  fileprivate var liveOnly: String {
    get { self[LiveOnlyKey.self] }
    set { self[LiveOnlyKey.self] = newValue }
  }
  fileprivate var endpoints: Endpoints {
    get { self[Endpoints.self] }
    set { self[Endpoints.self] = newValue }
  }
}

@Suite struct DependencyValuesTests {
  @Test(arguments: [(DependencyContext.live, 1), (.mock, 2), (.test, 3)])
  func contextDecidesWhichDefaultIsRead(context: DependencyContext, expected: Int) {
    withDependencies {
      $0.context = context
    } operation: {
      #expect(DependencyValues.current[NumberKey.self] == expected)
      #expect(DependencyValues.current.context == context)
    }
  }

  @Test func testIsTheDefaultUnderATestRunner() {
    #expect(DependencyValues.current.context == .test)
    #expect(DependencyValues.current[NumberKey.self] == 3)
  }

  @Test func valuesOfAContextReplaceAllOverrides() {
    final class Box: Sendable {}
    enum BoxKey: DependencyKey {
      static var liveValue: Box { Box() }
      static var mockValue: Box { Box() }
      static var testValue: Box { Box() }
    }
    for (values, context) in [(DependencyValues.live, DependencyContext.live), (.preview, .mock), (.test, .test)] {
      withDependencies {
        $0[NumberKey.self] = 42
        $0 = values
      } operation: {
        #expect(DependencyValues.current.context == context)
        #expect(DependencyValues.current[NumberKey.self] != 42)
        // There is still a cache for default values.
        #expect(DependencyValues.current[BoxKey.self] === DependencyValues.current[BoxKey.self])
      }
    }
    #expect(DependencyContext.preview == .mock)
  }

  @Test func overridesWinInEveryContext() {
    for context in [DependencyContext.live, .mock, .test] {
      withDependencies {
        $0.context = context
        $0[NumberKey.self] = 42
      } operation: {
        #expect(DependencyValues.current[NumberKey.self] == 42)
      }
    }
  }

  /// A setter may read another property, and a property is set before anything runs with the new values.
  @Test func settersMayReadKeysWithoutTestValue() {
    let issues = withCapturedIssues {
      var values = DependencyValues()
      DependencyReplacement(\.lengthOfName, with: 7)(&values)
      #expect(values.lengthOfName == 7)
    }
    #expect(issues.isEmpty)
  }

  @Test func readingAKeyWithoutTestValueReportsWhereAndHowToFixIt() throws {
    let line = #line + 2
    let issues = withCapturedIssues {
      #expect(DependencyValues.current[LiveAndMockKey.self] == "mock")
    }
    let issue = try #require(issues.first)
    #expect(issues.count == 1)
    #expect(issue.fileID == "DependenciesTests/DependencyValuesTests.swift")
    #expect(issue.filePath == #filePath)
    #expect(issue.line == line)
    #expect(
      issue.message == """
        @Dependency(LiveAndMockKey.self) has no test value, but a test read it without overriding it.

          Location: DependenciesTests/DependencyValuesTests.swift:\(line)
               Key: DependenciesTests.LiveAndMockKey
             Value: Swift.String

        Tests must not touch the outside world by accident, so a test provides each dependency that it uses. Override \
        it for this test:

          withDependencies { $0[LiveAndMockKey.self] = ... } operation: { ... }

        or give 'LiveAndMockKey' a 'testValue'. The test went on with the mock value.
        """
    )
  }

  @Test func everyReadWithoutTestValueIsReported() {
    let line = #line + 1
    @Dependency(\.liveOnly) var liveOnly
    let issues = withDependencies { _ in
    } operation: {
      withCapturedIssues {
        #expect(liveOnly == "live")
        #expect(liveOnly == "live")
      }
    }
    #expect(issues.count == 2)
    #expect(issues.allSatisfy { $0.line == line })
    #expect(issues.allSatisfy { $0.message.hasPrefix("@Dependency(LiveOnlyKey.self) has no test value") })
  }

  @Test func replacingOneEndpointOfAClientWithoutTestValueIsNoUseOfIt() {
    withDependencies {
      $0.endpoints.fetch = { 10 }
    } operation: {
      @Dependency(\.endpoints) var endpoints
      #expect(endpoints.fetch() == 10)
      #expect(endpoints.store() == 2)
    }
  }

  @Test func liveContextNeverReports() {
    withDependencies {
      $0.context = .live
    } operation: {
      @Dependency(\.liveOnly) var liveOnly
      #expect(liveOnly == "live")
      #expect(DependencyValues.current[LiveAndMockKey.self] == "live")
    }
  }

  @Test func readingATestOnlyKeyInLiveContextReportsOnce() throws {
    let line = #line + 5
    let issues = withDependencies {
      $0.context = .live
    } operation: {
      withCapturedIssues {
        #expect(DependencyValues.current[TestOnlyKey.self] == "test", "the first read")
        #expect(DependencyValues.current[TestOnlyKey.self] == "test")
      }
    }
    #expect(issues.count == 1)
    #expect(
      try #require(issues.first).message == """
        @Dependency(TestOnlyKey.self) has no live value, but it was read in a live context.

          Location: DependenciesTests/DependencyValuesTests.swift:\(line)
               Key: DependenciesTests.TestOnlyKey
             Value: Swift.String

        'TestOnlyKey' conforms to 'TestDependencyKey' only. Make it conform to 'DependencyKey', with a 'liveValue', in \
        a module that the program links. The program went on with the test value.
        """
    )
  }

  /// The same value in and out of scopes, in child tasks, and in each context, but not in another test or test case.
  @Test(arguments: [DependencyContext.test, .live, .mock], ["a", "b", "c"])
  func aTestHasOneDefaultValue(context: DependencyContext, name: String) async {
    final class Names: Sendable {
      let names = Log<String>()
    }
    enum NamesKey: DependencyKey {
      static var liveValue: Names { Names() }
      static var mockValue: Names { Names() }
      static var testValue: Names { Names() }
    }
    @Sendable func read() -> Names { DependencyValues.current[NamesKey.self] }
    @Sendable func readInScope() -> Names {
      withDependencies {
        $0.context = context
      } operation: {
        let names = read()
        withDependencies {
          $0.uuid = .incrementing
        } operation: {
          #expect(read() === names)
        }
        return names
      }
    }
    let first = context == .test ? read() : readInScope()
    #expect(readInScope() === first)
    #expect(await Task { readInScope() }.value === first)
    if context == .test { #expect(read() === first) }
    let own = withDependencyValues(DependencyValues.current.withOwnDefaultValues()) { readInScope() }
    #expect(own !== first)
    // The test of a detached task is unknown.
    #expect(await Task.detached { readInScope() }.value !== first)
    first.names.append(name)
    await Task.yield()
    #expect(first.names.all == [name])
  }

  @Test func theValueThatStandsInForATestValueIsEvaluatedOnce() {
    final class Box: Sendable {}
    enum BoxKey: DependencyKey {
      static var liveValue: Box { Box() }
    }
    withDependencies { _ in
    } operation: {
      withExpectedIssue {
        #expect(DependencyValues.current[BoxKey.self] === DependencyValues.current[BoxKey.self])
      }
    }
  }

  @Test func theKeyThatIsMissingIsNamedEvenIfAnotherOneReadIt() throws {
    enum OuterKey: DependencyKey {
      static var liveValue: String { "outer" }
      static var testValue: String { LiveOnlyKey.testValue }
    }
    let issues = withCapturedIssues {
      #expect(DependencyValues.current[OuterKey.self] == "live")
    }
    #expect(try #require(issues.first).message.contains("or give 'LiveOnlyKey' a 'testValue'"))
  }

  @Test func settingAKeyTwiceReplacesIt() {
    var values = DependencyValues()
    values[NumberKey.self] = 1
    values[LiveOnlyKey.self] = "a"
    let before = values
    values[NumberKey.self] = 2
    values[LiveOnlyKey.self] = "b"
    values[LiveOnlyKey.self] = "c"
    #expect(values[NumberKey.self] == 2)
    #expect(values[LiveOnlyKey.self] == "c")
    #expect(before[NumberKey.self] == 1)
    #expect(before[LiveOnlyKey.self] == "a")
    #expect(count(values.overrides) == 2)
  }

  @Test func identityTellsCopiesFromChanges() {
    var values = DependencyValues.current
    #expect(values.isRoot)
    #expect(values.isIdentical(to: .current))
    values[NumberKey.self] = 1
    #expect(!values.isRoot)
    #expect(!values.isIdentical(to: .current))
    let copy = values
    #expect(copy.isIdentical(to: values))
    values[NumberKey.self] = 1
    #expect(!copy.isIdentical(to: values))
    withDependencyValues(copy) {
      #expect(DependencyValues.current.isIdentical(to: copy))
    }
  }

  @Test func scopedValuesAreScopedOnce() {
    let scoped = DependencyValues.current.scoped()
    #expect(scoped.scoped().isIdentical(to: scoped))
    #expect(!scoped.isRoot)
  }

  /// Merges every pair of sets of values with three keys, made from a common base or not, and compares the results with
  /// those of dictionaries.
  @Test func mergingLetsTheOtherValuesWin() {
    enum A: TestDependencyKey { static let testValue = 0 }
    enum B: TestDependencyKey { static let testValue = 0 }
    enum C: TestDependencyKey { static let testValue = 0 }
    func values(_ numbers: [Int?], on base: DependencyValues) -> DependencyValues {
      var values = base
      if let number = numbers[0] { values[A.self] = number }
      if let number = numbers[1] { values[B.self] = number }
      if let number = numbers[2] { values[C.self] = number }
      return values
    }
    let choices: [[Int?]] = (0..<8).map { bits in (0..<3).map { bits >> $0 & 1 == 1 ? bits * 10 + $0 + 1 : nil } }
    let base = values([100, nil, 300], on: DependencyValues())
    for first in choices {
      for second in choices {
        for (left, right, inherited) in [
          (values(first, on: DependencyValues()), values(second, on: DependencyValues()), [nil, nil, nil]),
          (values(first, on: base), values(second, on: base), [100, nil, 300]),
        ] {
          let merged = left.merging(right)
          let expected = (0..<3).map { second[$0] ?? inherited[$0] ?? first[$0] ?? 0 }
          #expect([merged[A.self], merged[B.self], merged[C.self]] == expected)
          #expect(count(merged.overrides) == expected.count { $0 != 0 })
        }
      }
    }
  }

  @Test func mergingReturnsTheVeryValuesThatWereMadeFromTheseOnes() {
    var base = DependencyValues()
    base[NumberKey.self] = 1
    var derived = base
    derived[LiveOnlyKey.self] = "a"
    #expect(base.merging(derived).isIdentical(to: derived))
    #expect(base.merging(base).isIdentical(to: base))
    #expect(DependencyValues().merging(base).isIdentical(to: base))
    #expect(base.merging(DependencyValues()).isIdentical(to: base))
  }

  @Test func settingTheSameKeysAgainAndAgainKeepsTheListShort() {
    enum Key<let index: Int>: TestDependencyKey { static var testValue: Int { 0 } }
    var values = DependencyValues()
    for round in 0..<100_000 {
      values[Key<0>.self] = round
      let copy = values
      values[Key<1>.self] = round
      _ = copy
    }
    #expect(values[Key<0>.self] == 99_999)
    #expect(count(values.overrides) == 2)
  }

  private func count(_ node: DependencyNode?) -> Int {
    sequence(first: node, next: { $0?.next }).prefix { $0 != nil }.count { _ in true }
  }
}
