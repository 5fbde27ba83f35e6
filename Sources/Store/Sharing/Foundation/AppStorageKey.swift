import Dependencies
import Foundation

/// Stores a small value, such as a preference, in the user's defaults.
///
/// ```swift
/// @Shared(.appStorage("isSoundOn")) var isSoundOn = true
/// ```
///
/// Numbers, strings, dates, data, arrays of strings and enums with raw values are stored without conversion, URLs as
/// strings, and other `Codable` values as JSON. If the defaults contain a value of another type than the key's, the
/// shared value is the default. Changes that other code of this process makes to the same defaults are loaded as they
/// happen. On Linux, where the system does not report changes, only those that are made through shared values are
/// loaded.
///
/// The defaults are ``/Dependencies/DependencyValues/defaultAppStorage`` unless you pass others. In tests and on mock
/// values they exist only in memory.
public struct AppStorageKey<Value: Sendable>: SharedKey {
  private let known = KnownObject()
  private let key: String
  /// `UserDefaults` can be used on any thread.
  private let store: UncheckedSendable<UserDefaults>
  private let form: AppStorageForm<Value>

  init(_ key: String, _ store: UserDefaults?, _ form: AppStorageForm<Value>) {
    self.key = key
    self.store = UncheckedSendable(store ?? DependencyValues.current.defaultAppStorage)
    self.form = form
  }

  /// The name of the key, and the defaults that it was made with.
  public var id: AppStorageKeyID { AppStorageKeyID(key: key, store: ObjectIdentifier(store.value)) }

  /// Reads the value from the defaults.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    continuation.resume(with: Result { try read() })
  }

  private func read() throws -> Value? {
    _ = hasChanged()
    return try form.value(store.value, key)
  }

  /// Returns whether the defaults contain another object than the one that was last read or written here.
  private func hasChanged() -> Bool { known.record(store.value.object(forKey: key)) }

  /// Watches the defaults for changes that other code makes.
  public func subscribe(context: LoadContext<Value>, subscriber: SharedSubscriber<Value>) -> SharedSubscription {
    let subscription = SharedSubscription.changes(of: store.value) { [self] in loadChange(for: subscriber) }
    // Load a change that was made before the subscription.
    loadChange(for: subscriber)
    return subscription
  }

  private func loadChange(for subscriber: SharedSubscriber<Value>) {
    let reading = subscriber.fromNow()
    if hasChanged() { reading.yield(with: Result { try read() }) }
  }

  /// Stores the value in the defaults, or removes it if it is `nil`.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    continuation.resume(
      with: Result {
        let object = try form.object(value)
        // Recorded first, because the notification is sent before `set` returns.
        _ = known.record(object)
        if let object { store.value.set(object, forKey: key) } else { store.value.removeObject(forKey: key) }
        store.value.announceChange()
      }
    )
  }
}

/// The object that the defaults contain for a key, as it was last read or written here.
private final class KnownObject: Sendable {
  private let object = Locked(UncheckedSendable<AnyHashable?>(nil))

  /// Records an object. Returns whether it differs from the one that was known.
  func record(_ object: Any?) -> Bool {
    var object = UncheckedSendable(object as? AnyHashable)
    let new = object
    // The old object is compared and released without the lock.
    self.object.withLock { swap(&$0, &object) }
    return object.value != new.value
  }
}

extension AppStorageKey: CustomStringConvertible {
  public var description: String { ".appStorage(\(String(reflecting: key)))" }
}

extension SharedSubscription {
  /// Calls a function whenever something in the defaults has changed. The system does not say what.
  static func changes(of store: UserDefaults, _ onChange: @escaping @Sendable () -> Void) -> Self {
    let center = NotificationCenter.default
    let observation = UncheckedSendable(
      center.addObserver(forName: UserDefaults.didChangeNotification, object: store, queue: nil) { _ in onChange() }
    )
    return Self { center.removeObserver(observation.value) }
  }
}

extension UserDefaults {
  /// Reports a change to those who watch the defaults, because Foundation on Linux does not. Defaults in memory do.
  func announceChange() {
    #if !canImport(Darwin)
      if self is DefaultsInMemory { return }
      NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: self)
    #endif
  }
}

/// The identity of an ``AppStorageKey``.
public struct AppStorageKeyID: Hashable, Sendable {
  let key: String
  let store: ObjectIdentifier
}
