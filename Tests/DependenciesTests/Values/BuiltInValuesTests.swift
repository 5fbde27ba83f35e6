import Foundation
import Testing

@testable import Dependencies

@Suite struct BuiltInValuesTests {
  private static var locale: Locale {
    #if canImport(Darwin)
      .autoupdatingCurrent
    #else
      Locale(environment: ProcessInfo.processInfo.environment) ?? .autoupdatingCurrent
    #endif
  }

  @Test(
    arguments: [
      ([:], nil), (["LANG": ""], nil), (["LANG": "C.UTF-8"], nil), (["LANG": "POSIX"], nil),
      (["LANG": "ja_JP.UTF-8"], "ja_JP"), (["LANG": "de_DE@euro"], "de_DE"), (["LANG": "en"], "en"),
      (["LANG": "ja_JP", "LC_MESSAGES": "fr_FR"], "fr_FR"),
      (["LANG": "ja_JP", "LC_ALL": "", "LC_MESSAGES": ""], "ja_JP"),
      (["LANG": "ja_JP", "LC_MESSAGES": "fr_FR", "LC_ALL": "en_GB.UTF-8"], "en_GB"),
      (["LANG": "ja", "LC_ALL": "C"], nil),
    ] as [([String: String], String?)]
  )
  func theEnvironmentNamesTheLocale(_ environment: [String: String], _ identifier: String?) {
    #expect(Locale(environment: environment)?.identifier == identifier)
  }

  @Test func identifiersCountAcrossTasksWithoutRepeating() async {
    let identifiers = await withDependencies({ $0.uuid = .incrementing }) {
      await withTaskGroup(of: UUID.self) { group in
        for _ in 0..<100 {
          group.addTask {
            @Dependency(\.uuid) var uuid
            return uuid()
          }
        }
        return await group.reduce(into: Set<UUID>()) { $0.insert($1) }
      }
    }
    #expect(identifiers == Set((0..<100).map { UUID($0) }))
    #expect(UUIDGenerator.incrementing() == UUID(0))
  }

  @Test(arguments: [
    (0, "00000000-0000-0000-0000-000000000000"), (1, "00000000-0000-0000-0000-000000000001"),
    (255, "00000000-0000-0000-0000-0000000000FF"), (0x1234_5678_9ABC, "00000000-0000-0000-0000-123456789ABC"),
    (Int.max, "00000000-0000-0000-7FFF-FFFFFFFFFFFF"), (-1, "00000000-0000-0000-FFFF-FFFFFFFFFFFF"),
  ])
  func numbersMakeIdentifiers(number: Int, string: String) {
    #expect(UUID(number).uuidString == string)
  }

  private struct Counter: RandomNumberGenerator {
    var count: UInt64 = 0
    mutating func next() -> UInt64 {
      count += 1
      return count
    }
  }

  @Test func randomNumbersComeFromTheGeneratorInOrder() {
    withDependencies({ $0.withRandomNumberGenerator = WithRandomNumberGenerator(Counter()) }) {
      @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
      #expect(withRandomNumberGenerator { [$0.next(), $0.next()] } == [1, 2])
      #expect(throws: Failure.self) { try withRandomNumberGenerator { _ in throw Failure() } }
      // Who has the generator may ask for it again.
      let numbers = withRandomNumberGenerator { generator in
        let first = generator.next()
        let second = withRandomNumberGenerator { $0.next() }
        return [first, second, generator.next()]
      }
      #expect(numbers == [3, 4, 5])
      #expect(withRandomNumberGenerator { $0.next() } == 6)
    }
  }

  @Test func theRandomNumberGeneratorCanBeReplaced() {
    struct Doubled: RandomNumberGenerator {
      var base: any RandomNumberGenerator & Sendable
      mutating func next() -> UInt64 { base.next() * 2 }
    }
    let withRandomNumberGenerator = WithRandomNumberGenerator(SeededRandomNumberGenerator(seed: 7))
    let first = withRandomNumberGenerator {
      $0 = Counter()
      return $0.next()
    }
    // By one that uses it, too.
    for _ in 0..<2 { withRandomNumberGenerator { $0 = Doubled(base: $0) } }
    #expect(first == 1)
    #expect(withRandomNumberGenerator { [$0.next(), $0.next()] } == [8, 12])
  }

  @Test func theSeededGeneratorIsSplitMix64() {
    var generator = SeededRandomNumberGenerator(seed: 1_234_567)
    // The published values of the algorithm for this seed.
    let published: [UInt64] = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
    #expect((0..<3).map { _ in generator.next() } == published)
  }

  @Test(arguments: [DependencyContext.live, .mock])
  func programsHaveWhatIsBuiltIn(in context: DependencyContext) async throws {
    try await withDependencies({ $0.context = context }) {
      let values = DependencyValues.current
      #expect(values.uuid() != values.uuid())
      #expect(values.date.now.timeIntervalSince1970 > 1_700_000_000)
      #expect(values.calendar == .autoupdatingCurrent)
      #expect(values.locale == Self.locale)
      #expect(!values.preferredLocales.isEmpty)
      #expect(values.timeZone == .autoupdatingCurrent)
      #expect(values.withRandomNumberGenerator { (1...6).contains(Int.random(in: 1...6, using: &$0)) })
      try await values.continuousClock.sleep(for: .zero)
      try await values.suspendingClock.sleep(for: .zero)
    }
  }

  @Test func testsProvideWhatTheyUse() {
    withDependencies { _ in
    } operation: {
      @Dependency(\.date) var date
      @Dependency(\.uuid) var uuid
      @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
      @Dependency(\.calendar) var calendar
      @Dependency(\.locale) var locale
      @Dependency(\.preferredLocales) var preferredLocales
      @Dependency(\.timeZone) var timeZone
      let issues = withCapturedIssues {
        // Reading a value that is a function does not count as a use.
        _ = (date, uuid, withRandomNumberGenerator)
        #expect(date.now.timeIntervalSince1970 > 1_700_000_000)
        #expect(uuid() != uuid())
        #expect((1...6).contains(withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }))
        _ = (calendar, locale, preferredLocales, timeZone)
      }
      let keys = ["Calendar", "Locale", "PreferredLocales", "TimeZone"].map {
        "@Dependency(\($0)Key.self) has no test value, but a test read it without overriding it."
      }
      let functions = ["date", "uuid", "withRandomNumberGenerator"].map { "Unimplemented: @Dependency(\\.\($0))" }
      #expect(Set(issues.map(\.headline)) == Set(keys + functions))
      #expect(issues.allSatisfy { $0.fileID == "DependenciesTests/BuiltInValuesTests.swift" })
    }
  }
}
