import Testing

@testable import Dependencies

private struct Endpoints: DependencyKey, Sendable {
  var fetch: @Sendable () -> Int
  var store: @Sendable () -> Int
  static let liveValue = Endpoints(fetch: { 1 }, store: { 2 })
}

private enum Key<let index: Int>: TestDependencyKey { static var testValue: Int { 0 } }

extension DependencyValues {
  fileprivate var lengthOfName: Int {
    get { self[NumberKey.self] }
    set {
      _ = self[LiveAndMockKey.self]
      self[NumberKey.self] = newValue
    }
  }
  fileprivate var endpoints: Endpoints {
    get { self[Endpoints.self] }
    set { self[Endpoints.self] = newValue }
  }
}

@Suite struct DependencyValuesTests {
  @Test(arguments: [(DependencyContext.live, 1), (.mock, 2), (.test, 3)])
  func contextDecidesWhichDefaultIsRead(context: DependencyContext, expected: Int) {
    #expect(DependencyValues.current.context == .test)
    withDependencies({ $0.context = context }) {
      #expect(DependencyValues.current.number == expected)
      #expect(DependencyValues.current.context == context)
      withDependencies({ $0.number = 42 }) { #expect(DependencyValues.current.number == 42) }
    }
  }

  /// In a detached task, whose test is unknown, so that only the scope can have a cache for default values.
  @Test(arguments: [(DependencyValues.live, DependencyContext.live), (.preview, .mock), (.test, .test)])
  func valuesOfAContextReplaceAllOverrides(values: DependencyValues, context: DependencyContext) async {
    let model = Dependency(\.number)
    let results = await Task.detached {
      let replace: (inout DependencyValues) -> Void = {
        $0.number = 42
        $0 = values
      }
      let replaceLater: (inout DependencyValues) async -> Void = { replace(&$0) }
      func check() -> Bool {
        let values = DependencyValues.current
        return values.context == context && values.number != 42 && values[BoxKey.self] === values[BoxKey.self]
      }
      return [
        withDependencies({ replace(&$0) }) { check() }, await withDependencies(replaceLater) { check() },
        await withDependencies(from: [model], replaceLater) { check() },
      ]
    }.value
    #expect(results == [true, true, true])
    #expect(DependencyContext.preview == .mock)
  }

  /// A setter may read another property, and a property is set before anything runs with the new values.
  @Test func settersMayReadKeysWithoutTestValue() async {
    let model = Dependency(\.number)
    let issues = await withCapturedIssues {
      let update: (inout DependencyValues) async -> Void = { $0.lengthOfName = 7 }
      #expect(await withDependencies(update) { DependencyValues.current.lengthOfName } == 7)
      #expect(await withDependencies(from: [model], update) { DependencyValues.current.lengthOfName } == 7)
      var values = DependencyValues()
      DependencyReplacement(\.lengthOfName, with: 7)(&values)
      #expect(values.lengthOfName == 7)
    }
    #expect(issues.isEmpty)
  }

  @Test(arguments: [
    (
      DependencyContext.test, "test", "but a test read it without overriding it.", "test went on",
      "Tests must not touch the outside world by accident, so a test provides each dependency that it uses. Override it "
        + "for this test:"
    ),
    (
      .mock, "mock", "but it was read in a mock context without being overridden.", "session went on",
      "What runs on mock values must not touch the outside world by accident, so each dependency that it uses has one. "
        + "Override it:"
    ),
  ])
  func eachReadOfAKeyWithoutValueReportsWhereAndHowToFixIt(
    _ context: DependencyContext,
    name: String,
    mistake: String,
    end: String,
    reason: String
  ) {
    let line = #line + 1
    @Dependency(LiveOnlyKey.self) var liveOnly
    let issues = withDependencies({ $0.context = context }) {
      withCapturedIssues { #expect([liveOnly, liveOnly] == ["live", "live"]) }
    }
    #expect(issues.map(\.line) == [line, line] && issues.allSatisfy { $0.filePath == #filePath })
    #expect(
      issues.first?.message == """
        @Dependency(LiveOnlyKey.self) has no \(name) value, \(mistake)

          Location: DependenciesTests/DependencyValuesTests.swift:\(line)
               Key: DependenciesTests.LiveOnlyKey
             Value: Swift.String

        \(reason)

          withDependencies { $0[LiveOnlyKey.self] = ... } operation: { ... }

        or give 'LiveOnlyKey' a '\(name)Value'. The \(end) with the live value.
        """
    )
  }

  @Test(arguments: [DependencyContext.test, .mock])
  func replacingOneEndpointOfAClientWithoutValueIsNoUseOfIt(_ context: DependencyContext) {
    withDependencies {
      $0.context = context
      $0.endpoints.fetch = { 10 }
    } operation: {
      @Dependency(\.endpoints) var endpoints
      #expect(endpoints.fetch() == 10)
      #expect(endpoints.store() == 2)
    }
  }

  @Test func aLiveContextReportsOnlyKeysWithoutLiveValueAndOnce() {
    let line = #line + 5
    let issues = withDependencies({ $0.context = .live }) {
      withCapturedIssues {
        #expect(DependencyValues.current[LiveOnlyKey.self] == "live")
        #expect(DependencyValues.current[LiveAndMockKey.self] == "live")
        #expect(DependencyValues.current[TestOnlyKey.self] == "test", "the first read")
        #expect(DependencyValues.current[TestOnlyKey.self] == "test")
      }
    }
    let message = issues.first?.message ?? ""
    #expect(issues.count == 1 && message.contains("swift:\(line)\n       Key: DependenciesTests.TestOnlyKey\n"))
    #expect(message.hasPrefix("@Dependency(TestOnlyKey.self) has no live value, but it was read in a live context."))
    let end = """
      'TestOnlyKey' conforms to 'TestDependencyKey' only. Make it conform to 'DependencyKey', with a 'liveValue', in a \
      module that the program links. The program went on with the test value.
      """
    #expect(message.hasSuffix("\n\n\(end)"), "\(message)")
  }

  /// The same value in and out of scopes, in child tasks, and in each context, but not in another test or test case.
  @Test(arguments: [DependencyContext.test, .live, .mock], ["a", "b", "c"])
  func aTestHasOneDefaultValue(context: DependencyContext, name: String) async {
    final class Names: Sendable { let names = Log<String>() }
    enum NamesKey: DependencyKey {
      static var liveValue: Names { Names() }
      static var mockValue: Names { Names() }
      static var testValue: Names { Names() }
    }
    @Sendable func read() -> Names { DependencyValues.current[NamesKey.self] }
    @Sendable func readInScope() -> Names {
      withDependencies({ $0.context = context }) {
        let names = read()
        withDependencies({ $0.uuid = .incrementing }) { #expect(read() === names) }
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

  @Test(arguments: [DependencyContext.test, .mock])
  func whatStandsInForAMissingValueIsEvaluatedOnce(_ context: DependencyContext) {
    enum LiveBoxKey: DependencyKey { static var liveValue: Box { Box() } }
    withDependencies({ $0.context = context }) {
      withExpectedIssue {
        #expect(DependencyValues.current[LiveBoxKey.self] === DependencyValues.current[LiveBoxKey.self])
      }
    }
  }

  /// Merges every pair of sets of values with three keys, made from a common base or not, and compares the results with
  /// those of dictionaries.
  @Test func mergingLetsTheOtherValuesWin() {
    func values(_ numbers: [Int?], on base: DependencyValues) -> DependencyValues {
      var values = base
      if let number = numbers[0] { values[Key<0>.self] = number }
      if let number = numbers[1] { values[Key<1>.self] = number }
      if let number = numbers[2] { values[Key<2>.self] = number }
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
          #expect([merged[Key<0>.self], merged[Key<1>.self], merged[Key<2>.self]] == expected)
          #expect(count(merged.overrides) == expected.count { $0 != 0 })
        }
      }
    }
  }

  @Test func settingTheSameKeysAgainAndAgainKeepsTheListShort() {
    var values = DependencyValues()
    var copy = values
    for round in 0..<100_000 {
      values[Key<0>.self] = round
      copy = values
      values[Key<1>.self] = round
    }
    #expect([values[Key<0>.self], values[Key<1>.self]] == [99_999, 99_999])
    #expect([copy[Key<0>.self], copy[Key<1>.self]] == [99_999, 99_998])
    #expect(count(values.overrides) == 2)
  }

  private func count(_ node: DependencyNode?) -> Int {
    sequence(first: node, next: { $0?.next }).prefix { $0 != nil }.count { _ in true }
  }
}

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
