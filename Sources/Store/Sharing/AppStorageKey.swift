import Dependencies
import Foundation

/// Keeps a small value, such as a preference, in the user's defaults.
///
/// ```swift
/// @Shared(.appStorage("isSoundOn")) var isSoundOn = true
/// ```
///
/// Numbers, strings, dates, data, arrays of strings and enums with raw values are stored without conversion, URLs as
/// strings, and other `Codable` values as JSON. A stored value of another type than the key's counts as none, so the
/// default applies. Changes that other code of this process makes to the same defaults are loaded as they happen.
///
/// The defaults are ``/Dependencies/DependencyValues/defaultAppStorage`` unless you pass others. In tests and on mock
/// values they are kept in memory.
public struct AppStorageKey<Value: Sendable>: SharedKey {
  /// The object that the defaults contain for the key, as it was last read or written here.
  private let known = LockIsolated(UncheckedSendable<AnyHashable?>(nil))
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
    _ = note(store.value.object(forKey: key))
    return try form.value(store.value, key)
  }

  /// - Returns: Whether the object differs from the one that was known.
  private func note(_ object: Any?) -> Bool {
    let object = UncheckedSendable(object as? AnyHashable)
    return known.withValue { known in
      defer { known = object }
      return known.value != object.value
    }
  }

  /// Watches the defaults for changes that other code makes.
  public func subscribe(context: LoadContext<Value>, subscriber: SharedSubscriber<Value>) -> SharedSubscription {
    .changes(of: store.value) { [self] in
      if note(store.value.object(forKey: key)) { subscriber.yield(with: Result { try read() }) }
    }
  }

  /// Stores the value in the defaults, or removes it if it is `nil`.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    continuation.resume(
      with: Result {
        let object = try form.object(value)
        // Noted first, because the notification is sent before `set` returns.
        _ = note(object)
        if let object { store.value.set(object, forKey: key) } else { store.value.removeObject(forKey: key) }
      }
    )
  }
}

extension AppStorageKey: CustomStringConvertible {
  /// The key as it is written in the source: `.appStorage("isSoundOn")`.
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

/// The identity of an ``AppStorageKey``.
public struct AppStorageKeyID: Hashable, Sendable {
  let key: String
  let store: ObjectIdentifier
}
