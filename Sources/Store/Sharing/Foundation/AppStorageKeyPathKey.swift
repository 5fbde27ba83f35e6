import Dependencies
public import Foundation

extension SharedReaderKey {
  /// Stores a value in a property of the user's defaults.
  ///
  /// ```swift
  /// extension UserDefaults {
  ///   var volume: Double {
  ///     get { double(forKey: "volume") }
  ///     set { set(newValue, forKey: "volume") }
  ///   }
  /// }
  ///
  /// @Shared(.appStorage(\.volume)) var volume = 0.0
  /// ```
  ///
  /// See ``AppStorageKeyPathKey``.
  public static func appStorage<Value>(
    _ keyPath: any ReferenceWritableKeyPath<UserDefaults, Value> & Sendable,
    store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKeyPathKey<Value> {
    AppStorageKeyPathKey(keyPath, store)
  }
}

/// Stores a value in a property that an extension adds to the user's defaults.
///
/// The value is always that of the property, even if the defaults contain nothing for it. The default of the shared
/// value is therefore never used, and has to be equal to the property's. Changes that other code of this process makes
/// are loaded as they happen; on Linux, only those that are made through shared values.
public struct AppStorageKeyPathKey<Value: Sendable>: SharedKey {
  private let keyPath: any ReferenceWritableKeyPath<UserDefaults, Value> & Sendable
  /// `UserDefaults` can be used on any thread.
  private let store: UncheckedSendable<UserDefaults>

  init(_ keyPath: any ReferenceWritableKeyPath<UserDefaults, Value> & Sendable, _ store: UserDefaults?) {
    self.keyPath = keyPath
    self.store = UncheckedSendable(store ?? DependencyValues.current.defaultAppStorage)
  }

  /// The key path, and the defaults that the key was made with.
  public var id: AppStorageKeyPathKeyID {
    AppStorageKeyPathKeyID(keyPath: keyPath, store: ObjectIdentifier(store.value))
  }

  /// Reads the property.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    continuation.resume(returning: store.value[keyPath: keyPath])
  }

  /// Watches the defaults for changes that other code makes.
  public func subscribe(context: LoadContext<Value>, subscriber: SharedSubscriber<Value>) -> SharedSubscription {
    .changes(of: store.value) { [self] in
      let reading = subscriber.fromNow()
      reading.yield(store.value[keyPath: keyPath])
    }
  }

  /// Sets the property.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    store.value[keyPath: keyPath] = value
    store.value.announceChange()
    continuation.resume()
  }
}

extension AppStorageKeyPathKey: CustomStringConvertible {
  public var description: String { ".appStorage(\(keyPath))" }
}

/// The identity of an ``AppStorageKeyPathKey``.
///
/// `@unchecked Sendable`: the key path that it is made with is `Sendable`.
public struct AppStorageKeyPathKeyID: Hashable, @unchecked Sendable {
  private let keyPath: AnyKeyPath
  private let store: ObjectIdentifier

  init(keyPath: any AnyKeyPath & Sendable, store: ObjectIdentifier) {
    self.keyPath = keyPath
    self.store = store
  }
}
