extension SharedReaderKey {
  /// This kind of key together with a default value.
  ///
  /// ```swift
  /// extension SharedKey where Self == AppStorageKey<Bool>.Default {
  ///   static var isSoundOn: Self { Self[.appStorage("isSoundOn"), default: true] }
  /// }
  /// ```
  public typealias Default = _SharedKeyDefault<Self>
}

/// A key together with a default value. Use its other name, ``SharedReaderKey/Default``.
public struct _SharedKeyDefault<Base: SharedReaderKey>: SharedReaderKey {
  let base: Base
  private let defaultValue: @Sendable () -> Base.Value

  /// The identity of the key. Keys with different defaults name the same value.
  public var id: Base.ID { base.id }

  /// The default value. Computed on each access.
  public var initialValue: Base.Value { defaultValue() }

  /// Gives a key a default value.
  public static subscript(_ key: Base, default value: @autoclosure @escaping @Sendable () -> Base.Value) -> Self {
    Self(base: key, defaultValue: value)
  }

  /// Loads the value as the key does.
  public func load(context: LoadContext<Base.Value>, continuation: LoadContinuation<Base.Value>) {
    base.load(context: context, continuation: continuation)
  }

  /// Follows the value as the key does.
  public func subscribe(
    context: LoadContext<Base.Value>,
    subscriber: SharedSubscriber<Base.Value>
  ) -> SharedSubscription {
    base.subscribe(context: context, subscriber: subscriber)
  }
}

extension _SharedKeyDefault: SharedKey where Base: SharedKey {
  /// Saves the value as the key does.
  public func save(_ value: Base.Value, context: SaveContext, continuation: SaveContinuation) {
    base.save(value, context: context, continuation: continuation)
  }
}

extension _SharedKeyDefault: CustomStringConvertible {
  /// The key and its default value, which this computes.
  public var description: String {
    "\(typeName(Base.self)).Default[\(base), default: \(defaultValue())]"
  }
}
