import Foundation
import Store
import Testing

@Suite struct AppStorageTests {
  enum Size: Int { case small, large }
  enum Color: String { case red, green }

  struct Point: Codable, Equatable { var x = 0 }

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

  /// The defaults tell everybody of every change. A change while a value is decoded is newer than that value.
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

  private struct Changing: Codable {
    @TaskLocal static var onDecode: @Sendable () -> Void = {}
    var count: Int

    init(count: Int) { self.count = count }

    init(from decoder: any Decoder) throws {
      count = try [String: Int](from: decoder)["count"] ?? 0
      let onDecode = Self.onDecode
      Self.$onDecode.withValue({}) { onDecode() }
    }
  }

  @Test func otherDefaultsHaveOtherValues() {
    let others = UserDefaults.inMemory
    let ofMock = withDependencies({ $0.context = .mock }, operation: { DependencyValues.current.defaultAppStorage })
    for (number, defaults) in [others, ofMock, defaults].enumerated() {
      withDependencies {
        $0.defaultAppStorage = defaults
      } operation: {
        @Shared(.appStorage("key")) var count = 0
        #expect(count == 0)
        $count.withLock { $0 = number + 1 }
      }
    }
    #expect([others, ofMock, defaults].map { $0.integer(forKey: "key") } == [1, 2, 3])
    for other in [UserDefaults.inMemory, .standard] { #expect(other.object(forKey: "key") == nil) }
    @Shared(.appStorage("key", store: others)) var count = 0
    #expect(count == 1)
  }

  /// The defaults of the system, which programs use. On Linux, they tell nobody of a change.
  @Test func theDefaultsOfTheSystemCanBeUsed() throws {
    let name = "org.example.\(UUID().uuidString)"
    let suite = try #require(UserDefaults(suiteName: name))
    defer { suite.removePersistentDomain(forName: name) }
    do {
      @Shared(.appStorage("flag", store: suite)) var flag = false
      $flag.withLock { $0 = true }
      @Shared(.appStorage("url", store: suite)) var url: URL?
      $url.withLock { $0 = URL(filePath: "/a") }
    }
    @Shared(.appStorage("flag", store: suite)) var flag = false
    #expect(flag)
    @Shared(.appStorage("url", store: suite)) var url: URL?
    #expect(url == URL(filePath: "/a"))
    @Shared(.appStorage("loudness", store: suite)) var first = 0
    @Shared(.appStorage(\.loudness, store: suite)) var second = 0
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
    defaults.set(3, forKey: "number")
    @Shared(.appStorage("number")) var number = 0.5
    #expect(number == 3 && $number.description == #"Shared<Double>(.appStorage("number"))"#)
  }

  @Test func aPropertyIsShared() {
    @Shared(.appStorage(\.loudness)) var loudness = 5
    @SharedReader(.appStorage(\.loudness)) var same = 5
    #expect(loudness == 5 && $loudness.description.hasPrefix("Shared<Int>(.appStorage("))
    $loudness.withLock { $0 = 6 }
    #expect(same == 6 && defaults.object(forKey: "loudness") as? Int == 6)
    let log = Log()
    log.watch { _ = loudness }
    defaults.set("x", forKey: "another")
    #expect(log.entries.isEmpty)
    defaults.loudness = 7
    #expect(loudness == 7 && log.entries == ["changed"])
    defaults.set(8, forKey: "loudness")
    #expect(loudness == 8 && same == 8)
    defaults.removeObject(forKey: "loudness")
    #expect(loudness == 5)
  }

  @Test func aChangeWhileThePropertyIsReadStays() {
    let shared = Shared(wrappedValue: 5, .appStorage(\.loudness))
    Reading.$onEnd.withValue({ shared.withLock { $0 = 7 } }) { defaults.set(100, forKey: "loudness") }
    #expect(shared.wrappedValue == 7 && defaults.loudness == 7)
  }
}

private enum Reading {
  /// Called once, when the property has been read.
  @TaskLocal static var onEnd: @Sendable () -> Void = {}
}

extension UserDefaults {
  fileprivate var loudness: Int {
    get {
      let (loudness, onEnd) = (object(forKey: "loudness") as? Int ?? 5, Reading.onEnd)
      Reading.$onEnd.withValue({}) { onEnd() }
      return loudness
    }
    set { set(newValue, forKey: "loudness") }
  }
}
