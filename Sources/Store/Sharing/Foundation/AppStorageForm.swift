import Foundation

/// How values of a type are stored in the user's defaults.
struct AppStorageForm<Value: Sendable>: Sendable {
  let value: @Sendable (UserDefaults, _ key: String) throws -> Value?
  /// Returns the object to store, or `nil` to remove the value.
  let object: @Sendable (Value) throws -> Any?
}

extension AppStorageForm {
  /// A type that the defaults can store without conversion.
  static var plain: Self {
    Self { store, key in
      store.object(forKey: key) as? Value
    } object: {
      $0
    }
  }

  /// A type that the defaults can store without conversion. They may contain a whole number instead.
  static func number(_ convert: @escaping @Sendable (Int) -> Value) -> Self {
    Self { store, key in
      let object = store.object(forKey: key)
      return object as? Value ?? (object as? Int).map(convert)
    } object: {
      $0
    }
  }

  /// An enum, stored as its raw value.
  static func raw(_ base: AppStorageForm<Value.RawValue>) -> Self
  where Value: RawRepresentable, Value.RawValue: Sendable {
    Self { store, key in
      try base.value(store, key).flatMap { Value(rawValue: $0) }
    } object: {
      try base.object($0.rawValue)
    }
  }

  /// A `Codable` value, stored as JSON.
  static func json() -> Self where Value: Codable {
    Self { store, key in
      try (store.object(forKey: key) as? Data).map { try JSONDecoder().decode(Value.self, from: $0) }
    } object: {
      try JSONEncoder().encode($0)
    }
  }

  /// An optional value; `nil` is not stored.
  static func optional<Wrapped: Sendable>(_ base: AppStorageForm<Wrapped>) -> Self where Value == Wrapped? {
    Self { store, key in
      try base.value(store, key).map { .some($0) }
    } object: {
      try $0.flatMap { try base.object($0) }
    }
  }
}

extension AppStorageForm<URL> {
  /// Stored as a string. The defaults may contain it in their own form for URLs, if other code has stored it.
  static var url: Self {
    Self { store, key in
      (store.object(forKey: key) as? String).flatMap { URL(string: $0) } ?? store.url(forKey: key)
    } object: {
      $0.absoluteString
    }
  }
}

extension AppStorageForm<Bool> {
  static var bool: Self { .number { $0 != 0 } }
}

extension AppStorageForm<Double> {
  static var double: Self { .number { Double($0) } }
}
