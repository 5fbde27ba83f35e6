import Foundation
import Store
import Testing

@Suite struct AppStorageTests {
  enum Size: Int { case small, large }
  enum Color: String { case red, green }

  struct Point: Codable, Equatable {
    var x = 0
  }

  private let defaults = DependencyValues.current.defaultAppStorage

  private func check<Value: Equatable & Sendable>(
    _ value: Value,
    _ key: AppStorageKey<Value>,
    default initial: Value,
    _ stored: (Any?) -> Bool
  ) {
    do {
      @Shared(key) var shared = initial
      #expect(shared == initial)
      $shared.withLock { $0 = value }
      #expect(stored(defaults.object(forKey: "key")), "\(String(describing: defaults.object(forKey: "key")))")
    }
    @Shared(key) var shared = initial
    #expect(shared == value)
    defaults.removeObject(forKey: "key")
    #expect(shared == initial)
  }

  @Test func defaultsInMemoryAreNobodyElses() {
    let defaults = UserDefaults.inMemory
    let key = "in memory only"
    withDependencies {
      $0.defaultAppStorage = defaults
    } operation: {
      @Shared(.appStorage(key)) var size = 1
      $size.withLock { $0 = 2 }
    }
    #expect(defaults.integer(forKey: key) == 2)
    #expect(UserDefaults.inMemory.object(forKey: key) == nil)
    #expect(UserDefaults.standard.object(forKey: key) == nil)
  }

  /// On Linux, the system's defaults tell nobody of a change.
  @Test func keysOfTheSystemsDefaultsSeeOneAnother() throws {
    let name = "org.example.\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: name))
    defer { defaults.removePersistentDomain(forName: name) }
    @Shared(.appStorage("countOfKeys", store: defaults)) var first = 0
    @Shared(.appStorage(\.countOfKeys, store: defaults)) var second = 0
    $first.withLock { $0 = 5 }
    #expect(second == 5)
    $second.withLock { $0 += 1 }
    #expect(first == 6)
  }

  @Test func valuesOfAllTypesAreStored() {
    check(true, .appStorage("key"), default: false) { $0 as? Bool == true }
    check(2, .appStorage("key"), default: 1) { $0 as? Int == 2 }
    check(2.5, .appStorage("key"), default: 1) { $0 as? Double == 2.5 }
    check("b", .appStorage("key"), default: "a") { $0 as? String == "b" }
    check(["b"], .appStorage("key"), default: []) { $0 as? [String] == ["b"] }
    check(URL(filePath: "/b"), .appStorage("key"), default: URL(filePath: "/a")) { $0 as? String == "file:///b" }
    check(Data([2]), .appStorage("key"), default: Data()) { $0 as? Data == Data([2]) }
    check(Date(timeIntervalSince1970: 2), .appStorage("key"), default: .distantPast) { $0 is Date }
    check(Size.large, .appStorage("key"), default: .small) { $0 as? Int == 1 }
    check(Color.green, .appStorage("key"), default: .red) { $0 as? String == "green" }
    check(Point(x: 2), .appStorage("key"), default: Point()) { $0 as? Data == Data(#"{"x":2}"#.utf8) }
    check(2, .appStorage("key"), default: nil) { $0 as? Int == 2 }
    check(Size.large, .appStorage("key"), default: nil) { $0 as? Int == 1 }
    check(Point(x: 2), .appStorage("key"), default: nil) { $0 is Data }
  }

  @Test func nothingIsStoredForNil() {
    @Shared(.appStorage("key")) var name: String?
    $name.withLock { $0 = "Blob" }
    #expect(defaults.string(forKey: "key") == "Blob")
    $name.withLock { $0 = nil }
    #expect(defaults.object(forKey: "key") == nil)
  }

  @Test func whatOtherCodeSetsArrives() {
    @Shared(.appStorage("key")) var count = 0
    defaults.set(3, forKey: "key")
    #expect(count == 3)
    defaults.set("three", forKey: "key")
    #expect(count == 0)
    defaults.set(1, forKey: "flag")
    @Shared(.appStorage("flag")) var flag = false
    #expect(flag)
  }

  /// The defaults tell everybody of every change. What they tell while a value is about to be stored is older than it.
  @Test func changesOfTwoValuesAtATimeStay() {
    let (first, second) = (
      Shared(wrappedValue: 0, .appStorage("first")), Shared(wrappedValue: 0, .appStorage("second"))
    )
    let third = Shared(wrappedValue: 0, .appStorage(\.third))
    let count = 5_000
    let changes = [first, second, third].map { shared in
      { @Sendable in for _ in 0..<count { shared.withLock { $0 += 1 } } }
    }
    let isEnded = ExclusiveAccessTests.end(changes[0], changes[1], changes[2])
    #expect(isEnded)
    #expect([first, second, third].map(\.wrappedValue) == [count, count, count])
    #expect(["first", "second", "third"].map { defaults.integer(forKey: $0) } == [count, count, count])
  }

  @Test func aChangeWhileThatOfOthersIsReadStays() {
    let changed = LockIsolated<Shared<Changing>?>(nil)
    let shared = Shared(wrappedValue: Changing(count: 0), .appStorage("key"))
    changed.setValue(shared)
    Changing.$onDecode.withValue({ changed.value?.withLock { $0.count = 7 } }) {
      defaults.set(Data(#"{"count":100}"#.utf8), forKey: "key")
    }
    #expect(shared.wrappedValue.count == 7)
    #expect(defaults.data(forKey: "key") == Data(#"{"count":7}"#.utf8))
    changed.setValue(nil)
  }

  /// A value that calls a closure while it is decoded.
  private struct Changing: Codable {
    private enum CodingKeys: CodingKey { case count }

    @TaskLocal static var onDecode: @Sendable () -> Void = {}
    var count: Int

    init(count: Int) { self.count = count }

    init(from decoder: any Decoder) throws {
      count = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .count)
      let onDecode = Self.onDecode
      Self.$onDecode.withValue({}) { onDecode() }
    }
  }

  @Test func otherDefaultsHaveOtherValues() throws {
    @Shared(.appStorage("key")) var count = 0
    $count.withLock { $0 = 1 }
    let others = withDependencies {
      $0.context = .mock
    } operation: {
      DependencyValues.current.defaultAppStorage
    }
    @Shared(.appStorage("key", store: others)) var otherCount = 0
    #expect(otherCount == 0)
    $otherCount.withLock { $0 = 2 }
    #expect(count == 1)
  }

  /// The defaults of the system, which programs use.
  @Test func theDefaultsOfTheSystemCanBeUsed() throws {
    let name = "shared-tests-\(UUID().uuidString)"
    let suite = try #require(UserDefaults(suiteName: name))
    defer { suite.removePersistentDomain(forName: name) }
    do {
      @Shared(.appStorage("flag", store: suite)) var flag = false
      $flag.withLock { $0 = true }
      @Shared(.appStorage("url", store: suite)) var url: URL?
      $url.withLock { $0 = URL(filePath: "/a") }
      @Shared(.appStorage("number", store: suite)) var number = 0.5
      $number.withLock { $0 = 2 }
    }
    @Shared(.appStorage("flag", store: suite)) var flag = false
    #expect(flag)
    @Shared(.appStorage("url", store: suite)) var url: URL?
    #expect(url == URL(filePath: "/a"))
    @Shared(.appStorage("number", store: suite)) var number = 0.5
    #expect(number == 2)
  }
}

extension UserDefaults {
  fileprivate var third: Int {
    get { integer(forKey: "third") }
    set { set(newValue, forKey: "third") }
  }

  fileprivate var isSoundOn: Bool {
    get { object(forKey: "isSoundOn") as? Bool ?? true }
    set { set(newValue, forKey: "isSoundOn") }
  }

  fileprivate var isMusicOn: Bool {
    get { bool(forKey: "isMusicOn") }
    set { set(newValue, forKey: "isMusicOn") }
  }
}

/// Values in properties that an extension adds to the user's defaults.
@Suite struct AppStorageKeyPathTests {
  private let defaults = DependencyValues.current.defaultAppStorage

  @Test func aPropertyIsShared() {
    @Shared(.appStorage(\.isSoundOn)) var isSoundOn = true
    @SharedReader(.appStorage(\.isSoundOn)) var same = true
    #expect(isSoundOn)
    $isSoundOn.withLock { $0 = false }
    #expect(!same)
    #expect(defaults.object(forKey: "isSoundOn") as? Bool == false)
    defaults.isSoundOn = true
    #expect(isSoundOn)
    defaults.set(false, forKey: "isSoundOn")
    #expect(!isSoundOn)
    #expect(!same)
    defaults.removeObject(forKey: "isSoundOn")
    #expect(isSoundOn)
  }

  @Test func othersAreTold() {
    @Shared(.appStorage(\.isSoundOn)) var isSoundOn = true
    let changes = LockIsolated(0)
    withObservationTracking {
      _ = isSoundOn
    } onChange: {
      changes.withValue { $0 += 1 }
    }
    defaults.set("x", forKey: "another")
    #expect(changes.value == 0)
    defaults.isSoundOn = false
    #expect(changes.value == 1)
  }

  @Test func theKeyIsThatOfThePropertyAndTheDefaults() {
    let key = AppStorageKeyPathKey.appStorage(\.isSoundOn)
    #expect(key.id == AppStorageKeyPathKey.appStorage(\.isSoundOn).id)
    #expect(Set([key.id, AppStorageKeyPathKey.appStorage(\.isSoundOn).id]).count == 1)
    let other = AppStorageKeyPathKey.appStorage(\.isMusicOn)
    #expect(key.id != other.id)
    #expect(key.id.hashValue != other.id.hashValue)
    #expect(key.description.hasPrefix(".appStorage("))
  }
}

extension UserDefaults {
  fileprivate var countOfKeys: Int {
    get { integer(forKey: "countOfKeys") }
    set { set(newValue, forKey: "countOfKeys") }
  }
}
