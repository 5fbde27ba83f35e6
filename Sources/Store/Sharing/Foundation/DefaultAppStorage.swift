public import Dependencies
public import Foundation

extension DependencyValues {
  /// The defaults in which ``AppStorageKey`` stores values: `UserDefaults.standard`; in tests and on mock values,
  /// defaults in memory.
  ///
  /// ```swift
  /// prepareDependencies {
  ///   $0.defaultAppStorage = UserDefaults(suiteName: "group.example") ?? .standard
  /// }
  /// ```
  public var defaultAppStorage: UserDefaults {
    get { self[DefaultAppStorageKey.self].value }
    set { self[DefaultAppStorageKey.self] = UncheckedSendable(newValue) }
  }
}

private enum DefaultAppStorageKey: DependencyKey {
  // `UserDefaults` can be used on any thread.
  static var liveValue: UncheckedSendable<UserDefaults> { UncheckedSendable(.standard) }
  static var mockValue: UncheckedSendable<UserDefaults> { UncheckedSendable(DefaultsInMemory.make()) }
  static var testValue: UncheckedSendable<UserDefaults> { SharedScope.current.storage.defaults }
}

extension UserDefaults {
  /// New defaults that exist only in memory and are shared with no other code, for a preview or a test:
  /// `$0.defaultAppStorage = .inMemory`.
  public static var inMemory: UserDefaults { DefaultsInMemory.make() }
}

/// Defaults that exist only in memory. Like all defaults, they can be used on any thread.
final class DefaultsInMemory: UserDefaults {
  private let objects = Locked<[String: UncheckedSendable<Any>]>([:])

  static func make() -> UserDefaults {
    // A unique name. It does not matter otherwise, because nothing is read from or written to that suite.
    DefaultsInMemory(suiteName: "in-memory-\(UUID().uuidString)") ?? .standard
  }

  override func object(forKey defaultName: String) -> Any? { objects.withLock { $0[defaultName] }?.value }

  override func set(_ value: Any?, forKey defaultName: String) {
    var object = value.map { UncheckedSendable($0) }
    // The old object is released after unlocking, because its `deinit` may run user code.
    objects.withLock { swap(&$0[defaultName], &object) }
    NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: self)
  }

  override func removeObject(forKey defaultName: String) { set(nil as Any?, forKey: defaultName) }

  override func set(_ value: Int, forKey defaultName: String) { set(value as Any?, forKey: defaultName) }

  override func set(_ value: Float, forKey defaultName: String) { set(value as Any?, forKey: defaultName) }

  override func set(_ value: Double, forKey defaultName: String) { set(value as Any?, forKey: defaultName) }

  override func set(_ value: Bool, forKey defaultName: String) { set(value as Any?, forKey: defaultName) }

  override func set(_ url: URL?, forKey defaultName: String) { set(url?.absoluteString as Any?, forKey: defaultName) }

  override func url(forKey defaultName: String) -> URL? { string(forKey: defaultName).flatMap { URL(string: $0) } }

  override func dictionaryRepresentation() -> [String: Any] { objects.withLock { $0 }.mapValues(\.value) }

  @discardableResult override func synchronize() -> Bool { true }
}
